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
		const lines = [`model = "${CALLS_TOOLS}"`, 'model_provider = "mine"', "check_for_update_on_startup = false"];
		// Few, so that it ends while we watch.
		const retries = ["request_max_retries = 2", "stream_max_retries = 2"];
		const provider = ['name = "Mine"', `base_url = "${api}/v1"`, 'wire_api = "responses"', 'env_key = "SCRIPTED_KEY"'];
		const tables = [
			"[model_providers.mine]",
			...provider,
			...retries,
			"[analytics]",
			"enabled = false",
			`[projects."${project}"]`,
			'trust_level = "trusted"',
			"",
		];
		writeFileSync(join(home, "config.toml"), [...lines, ...tables].join("\n"));
		return {
			program: PROGRAM,
			args: ["exec", ...ARGUMENTS, "Look at the clock."],
			environment: codexEnvironment(home),
		};
	},
	options: [],
});
