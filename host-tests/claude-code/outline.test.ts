import { afterAll } from "bun:test";
import { join } from "node:path";
import { recordedIn } from "../codex/live.ts";
import { put } from "../files.ts";
import { makeFolder, removeFolders } from "../folders.ts";
import { type OutlinePrompt, type OutlineStage, testOutlines } from "../outline-contract.ts";
import { FILE, type OutlineAct, UNFOLDED_SCENES } from "../outline-scenes.ts";
import { makeProject } from "../project.ts";
import { type Call, type Request, resultsIn, type Turn } from "./model.ts";
import { runClaudeCode } from "./run.ts";
import { says, toolsIn } from "./scenes.ts";

afterAll(removeFolders);

/** Claude Code through `ibid run`. A part after a compaction is in the same process, a resumed one in the next. */
function underRun(): OutlineStage {
	return {
		project: makeProject,
		async play(parts, project) {
			const [home, state] = [makeFolder("home"), makeFolder("state")];
			put(join(home, ".config", "ibid", "config.jsonc"), JSON.stringify({ outline: true }));
			const run = { state, record: join(state, "requests.jsonl") };
			for (const [at, prompts] of processesOf(parts).entries()) {
				const args = at > 0 ? ["--continue"] : [];
				const replies = prompts.flatMap((prompt) => turnsOf(prompt, project));
				const words = prompts.flatMap(({ before, text }) => (before === "compact" ? ["/compact", text] : [text]));
				await runClaudeCode({ home, project, args, run, prompts: words, replies });
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
		const act = turn(resultsIn(request).map(({ text }) => text));
		return act ? { calls: [callOf(act, project)] } : { text: "I have seen it." };
	});
	return before === "compact" ? [says("<summary>A file was read.</summary>"), ...replies] : replies;
}

function callOf(act: OutlineAct, project: string): Call {
	const { read, write, edit, bash } = toolsIn(project);
	switch (act.kind) {
		case "view":
			return read(FILE);
		case "lines":
			return read(FILE, act.first, act.last - act.first + 1);
		case "write":
			return write(FILE, act.text);
		case "edit":
			return edit(FILE, act.old, act.text);
		case "run":
			return bash(act.command);
	}
}

testOutlines("Claude Code under ibid run", underRun, UNFOLDED_SCENES);
