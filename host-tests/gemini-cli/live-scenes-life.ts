import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { byBun } from "../codex/live.ts";
import { calls, delegate, read, shell } from "./calls.ts";
import type { LiveScene } from "./compare.ts";
import { session, sessionIn } from "./live-scenes.ts";
import type { Call } from "./model.ts";
import { logsIn, type Place, runGeminiCli } from "./run.ts";

/** The host masks old results once there are many; here a file of experiments lowers the threshold. */
export const MASKED: LiveScene = sessionIn(({ home }) => {
	const trials = join(home, "trials.json");
	const flags = [
		{ flagId: PROTECTED_TOKENS, intValue: "1500" },
		{ flagId: MASKED_TOKENS, intValue: "1000" },
	];
	writeFileSync(trials, JSON.stringify({ flags }));
	return {
		environment: { GEMINI_EXP: trials },
		replies: [
			calls(read("src/duration.ts")),
			calls(read("src/duration.ts", 10, 90)),
			calls(read("src/counter.ts")),
			calls(read("src/counter.test.ts")),
			calls(read("src/clock.ts")),
			calls(read("src/duration.test.ts")),
			calls(read("src/duration.ts", 10, 90)),
			calls(read("src/duration.ts", 20, 80)),
			calls(read("src/duration.ts", 30, 70)),
		],
	};
});

const PROTECTED_TOKENS = 45758817;
const MASKED_TOKENS = 45758818;

/** A session that is resumed, and resumed again. */
export const RESUMED: LiveScene = {
	isForgotten: true,
	play: async (place) => {
		const first = [calls(read("src/clock.ts")), calls(read("src/clock.ts", 5, 60)), calls(shell("cat src/counter.ts"))];
		const second = [calls(read("src/clock.ts")), calls(read("src/counter.ts")), calls(shell("cat src/counter.ts"))];
		const third = [calls(read("src/counter.ts")), calls(read("src/clock.ts", 1, 50))];
		const requests = [
			...(await runGeminiCli({ ...place, prompt: "What does the clock do?", replies: first })).requests,
		];
		for (const replies of [second, third]) {
			setBack(place);
			const args = ["--resume", "latest"];
			requests.push(...(await runGeminiCli({ ...place, prompt: "And the counter?", args, replies })).requests);
		}
		return requests;
	},
};

/** The name of a log has the minute; a session resumed within that minute would begin a second time in the same file. */
export function setBack({ home }: Place): void {
	for (const log of logsIn(home)) {
		const name = basename(log).replace(/^session-\d{4}-.{11}/, "session-2026-01-01T10-00");
		renameSync(log, join(dirname(log), name));
	}
}

/** An agent that reads what its parent has read, alone and beside a read of its parent. */
export const AGENTS: LiveScene = {
	play: async (place) => {
		mkdirSync(join(place.home, ".gemini", "agents"));
		writeFileSync(join(place.home, ".gemini", "agents", "reader.md"), AGENT);
		const { requests } = await runGeminiCli({
			...place,
			prompt: "Let the reader find out about states.",
			replies: [
				calls(read("src/counter.ts")),
				calls(delegate("reader", "Which states has a counter?")),
				calls(read("src/counter.ts", 1, 60)),
				calls(read("src/clock.ts")),
				calls(delegate("reader", "What does a clock do?"), read("src/clock.ts", 1, 55)),
				calls(read("src/clock.ts", 1, 50)),
			],
			agents: {
				"Which states": [
					calls(read("src/counter.ts", 1, 87)),
					calls(read("src/counter.ts", 2, 85), read("src/duration.ts")),
					calls(finish("Ready, running, paused and over.")),
				],
				"What does": [
					calls(read("src/clock.ts", 2, 60)),
					calls(read("src/clock.ts", 3, 60)),
					calls(finish("It ticks.")),
				],
			},
		});
		return requests;
	},
};

function finish(result: string): Call {
	return { tool: "complete_task", input: { result } };
}

const AGENT = `---
name: reader
description: Reads files and answers questions about them.
tools:
  - read_file
---

Read what you need, then answer in one sentence.
`;

/** A tool of some server. */
export const SERVED: LiveScene = {
	settings: {
		mcpServers: { files: { ...byBun(join(import.meta.dirname, "..", "codex", "files-server.ts")), trust: true } },
	},
	...session(
		calls(show("src/clock.ts")),
		calls(show("src/clock.ts")),
		calls(read("src/clock.ts")),
		calls(show("src/clock.ts")),
	),
};

function show(path: string): Call {
	return { tool: "mcp_files_show", input: { path } };
}
