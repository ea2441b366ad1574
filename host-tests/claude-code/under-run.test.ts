import { afterAll } from "bun:test";
import { removeFolders } from "../folders.ts";
import { environmentOf } from "../program.ts";
import { testUnderRun } from "../under-run-contract.ts";
import { startClaude } from "./model.ts";
import { PROGRAMS, settingsOf } from "./run.ts";
import { says } from "./scenes.ts";

const TIME = 60_000;
afterAll(removeFolders, TIME);

const LOOK = { tool: "Bash", input: { command: "cat src/clock.ts" } };

testUnderRun({
	model: () => startClaude({ replies: [says("The clock.", LOOK), { text: "All is done." }] }),
	start: (api, { home }) => ({
		program: PROGRAMS["2.1.325"],
		args: ["-p", "--permission-mode", "bypassPermissions", "Look at the clock."],
		environment: { ...environmentOf(home), ...settingsOf(api) },
	}),
	// It tries whether it can watch a folder, and takes the file away a moment later.
	passing: /^tmp\/#\/fswatch-probe-#/,
});
