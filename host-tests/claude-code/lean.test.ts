import { afterAll } from "bun:test";
import { join } from "node:path";
import { expectAsMuchShared } from "../beginnings.ts";
import { recordedIn } from "../codex/live.ts";
import { removeFolders } from "../folders.ts";
import { type LeanStage, testLeanServer, testLeanText } from "../lean-contract.ts";
import { type LeanAct, type LeanStep, prepareLean } from "../lean-scene.ts";
import { compare, expectProved } from "./compare.ts";
import { byPlugin, exchangesIn } from "./live.ts";
import type { Call } from "./model.ts";
import type { Version } from "./run.ts";
import { type Played, play, type Run, says, type Tools } from "./scenes.ts";

afterAll(removeFolders);

const SERVER = { command: process.execPath, args: [join(import.meta.dirname, "..", "lean-server.ts")] };
const SERVED = ["--mcp-config", JSON.stringify({ mcpServers: { kitchen: SERVER } })];

/** For the second model the host writes reminders after results, and trims them. */
const ROWS: readonly (readonly [Version, string])[] = [
	["2.1.325", "claude-opus-5-5"],
	["2.1.325", "claude-haiku-4-5"],
	["2.1.197", "claude-opus-4-8"],
];

function stage(version: Version, model: string): LeanStage {
	return {
		async play([before, after]) {
			const wiring = byPlugin();
			const scene = (tools: Tools): Run[] => [
				{ ...runOf(before, tools), prepare: prepareLean },
				...(after.length > 0 ? [{ ...runOf(after, tools), args: [...SERVED, "--continue"] }] : []),
			];
			const compared = await compare(
				(args) => play(scene, { version, args: ["--model", model, ...args] }),
				version,
				wiring,
			);
			expectProved(compared);
			const [without, requests] = [compared.plain, compared.live].map(messagesIn);
			expectAsMuchShared(without!, requests!);
			const { live } = compared;
			const last = live.requests.findLast(({ tools }) => tools.length > 0)!;
			const exchanges = exchangesIn(last, live.project).filter(({ call }) => call.input.command !== PAUSE);
			return { texts: exchanges.map(({ text }) => text), requests: requests!, recorded: recordedIn(wiring.state) };
		},
	};
}

/** A log that is not written yet proves nothing. */
const PAUSE = "sleep 0.3";

function runOf(steps: readonly LeanStep[], tools: Tools): Run {
	const acts = steps.map(({ act }) => says("Let me see.", callOf(act, tools)));
	const replies = [says("A moment.", tools.bash(PAUSE)), ...acts, says("I have seen it.")];
	return { prompts: ["Look at the kitchen."], args: SERVED, replies };
}

function callOf(act: LeanAct, { bash }: Tools): Call {
	switch (act.kind) {
		case "run":
			return bash(act.command);
		case "view":
			return bash(`cat -n ${act.path}`);
		case "ask":
			return { tool: `mcp__kitchen__${act.tool}`, input: {} };
	}
}

/** The messages of each request of the main model. */
function messagesIn({ requests }: Played): unknown[][] {
	return requests.filter(({ tools }) => tools.length > 0).map(({ messages }) => messages.map(withoutMark));
}

/** A message without the mark up to which the provider is to keep the request, for which a text becomes a block. */
function withoutMark(message: unknown): unknown {
	return JSON.parse(JSON.stringify(message), (key, value) => {
		if (key === "cache_control") return undefined;
		return key === "content" && typeof value === "string" ? [{ type: "text", text: value }] : value;
	});
}

for (const [version, model] of ROWS) {
	testLeanText(`Claude Code ${version}, model ${model}`, () => stage(version, model));
	testLeanServer(`Claude Code ${version}, model ${model}`, () => stage(version, model));
}
