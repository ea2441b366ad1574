import { join } from "node:path";
import * as v from "valibot";
import { recordedIn } from "../codex/live.ts";
import { put } from "../files.ts";
import { makeFolder } from "../folders.ts";
import type { OutlinePrompt, OutlineStage } from "../outline-contract.ts";
import { callFor, ERRAND, reportOn } from "../outline-scenes.ts";
import { makeProject } from "../project.ts";
import { type Request, resultsIn, type Turn } from "./model.ts";
import { runClaudeCode, type Session } from "./run.ts";
import { says, toolsIn } from "./scenes.ts";

/** How ibid gets into a session, and the folder of its state. */
type Way = Pick<Session, "args" | "run"> & { readonly state: string };

/** Claude Code. A part after a compaction is in the same process, a resumed one in the next. */
export function outlineStage({ state, args: own = [], run }: Way): OutlineStage {
	return {
		project: makeProject,
		async play(parts, project) {
			const home = makeFolder("home");
			put(join(home, ".config", "ibid", "config.jsonc"), JSON.stringify({ outline: true }));
			for (const [at, prompts] of processesOf(parts).entries()) {
				const args = [...own, ...(at > 0 ? ["--continue"] : [])];
				const replies = prompts.flatMap((prompt) => turnsOf(prompt, project));
				const words = prompts.flatMap(({ before, text }) => (before === "compact" ? ["/compact", text] : [text]));
				const view = { calls: [callFor({ kind: "view" }, toolsIn(project))] };
				const report = (request: Request) => ({ text: reportOn(broughtIn(request)) });
				await runClaudeCode({
					home,
					project,
					args,
					run,
					prompts: words,
					replies,
					agents: { [ERRAND]: [view, view, report] },
				});
			}
			return recordedIn(state);
		},
	};
}

function processesOf(parts: readonly OutlinePrompt[]): OutlinePrompt[][] {
	const processes: OutlinePrompt[][] = [];
	for (const part of parts) {
		if (part.before === "compact") processes.at(-1)?.push(part);
		else processes.push([part]);
	}
	return processes;
}

function turnsOf({ before, turns }: OutlinePrompt, project: string): Turn[] {
	const replies = turns.map((turn) => (request: Request) => {
		const act = turn(broughtIn(request));
		return act ? { calls: [callFor(act, toolsIn(project))] } : { text: "I have seen it." };
	});
	return before === "compact" ? [says("<summary>A file was read.</summary>"), ...replies] : replies;
}

/** The results in a request, each with what the host says below it for a hook. */
function broughtIn(request: Request): string[] {
	const brought: string[] = [];
	for (const message of request.messages) {
		brought.push(...resultsIn({ ...request, messages: [message] }).map(({ text }) => text));
		const content = v.is(ToldShape, message) ? message.content : "";
		const told = typeof content === "string" ? content : content.map(({ text }) => text).join("\n");
		if (told.includes("hook additional context: ")) brought.push(`${brought.pop() ?? ""}\n${told}`);
	}
	return brought;
}

const TextShape = v.looseObject({ type: v.literal("text"), text: v.string() });
const ToldShape = v.looseObject({
	role: v.literal("system"),
	content: v.union([v.string(), v.array(TextShape)]),
});
