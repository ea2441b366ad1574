import { afterAll } from "bun:test";
import { removeFolders } from "../folders.ts";
import { testUnderRun } from "../under-run-contract.ts";
import { calls, shell } from "./calls.ts";
import { startGemini } from "./model.ts";
import { ARGUMENTS, environmentFor, START, writeSettings } from "./run.ts";

const TIME = 60_000;
afterAll(removeFolders, TIME);

testUnderRun({
	model: () => startGemini({ replies: [calls(shell("cat src/clock.ts")), { text: "All is done." }] }),
	start: (api, { home }) => {
		writeSettings(home);
		const args = [...ARGUMENTS, "--approval-mode", "yolo", "--prompt", "Look at the clock."];
		return { program: START, args, environment: environmentFor(home, api) };
	},
	options: [],
});
