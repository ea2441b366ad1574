import { afterAll } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { removeFolders } from "../folders.ts";
import { testUnderRun } from "../under-run-contract.ts";
import { CALLS_TOOLS, says, shell } from "./calls.ts";
import { startCodexModel } from "./model.ts";
import { ARGUMENTS, codexEnvironment, PROGRAM } from "./run.ts";

const TIME = 60_000;
afterAll(removeFolders, TIME);

testUnderRun({
	model: () => startCodexModel({ replies: [says("The clock.", shell("cat src/clock.ts")), { text: "All is done." }] }),
	start: (api, { home, project }) => {
		const lines = [`model = "${CALLS_TOOLS}"`, `openai_base_url = "${api}/v1"`, "check_for_update_on_startup = false"];
		const tables = ["[analytics]", "enabled = false", `[projects."${project}"]`, 'trust_level = "trusted"', ""];
		writeFileSync(join(home, "config.toml"), [...lines, ...tables].join("\n"));
		const environment = { ...codexEnvironment(home), CODEX_API_KEY: "none" };
		return { program: PROGRAM, args: ["exec", ...ARGUMENTS, "Look at the clock."], environment };
	},
	options: [],
});
