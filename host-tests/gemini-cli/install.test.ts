import { join } from "node:path";
import { geminiCliFitting } from "../../src/host/gemini-cli/install.ts";
import type { Machine } from "../../src/install/types.ts";
import { testFitting } from "../install-contract.ts";
import { makeProject } from "../project.ts";
import { calls, read } from "./calls.ts";
import { resultsIn } from "./model.ts";
import { environmentFor, PROGRAM, runGeminiCli } from "./run.ts";

/** Settings as somebody has written them by hand. */
const SETTINGS = `{
  // Whom I am.
  "security": {"auth": {"selectedType": "gemini-api-key"}},
      "privacy": { "usageStatisticsEnabled" : false },
  "general": {"enableAutoUpdate": false, "enableAutoUpdateNotification": false}, /* never */
  "hooks": {
    "AfterTool": [{"matcher": "write_file", "hooks": [{"type": "command", "name": "mine", "command": "true"}]}],
    "BeforeTool": [ {"hooks": [ {"type":"command","command":"true"} ]} ]
  },
  "mcpServers": {
    "mine": {"command": "true"} // does nothing
  }
}
`;

const POLICY = `[[rule]]\ntoolName = "web_fetch"\ndecision = "deny"\npriority = 100\n`;

testFitting("Gemini CLI", {
	fitting: geminiCliFitting,
	programs: { gemini: ["node", PROGRAM] },
	environment: untrusting,
	files: {
		".gemini/settings.json": SETTINGS,
		".gemini/policies/mine.toml": POLICY,
		".gemini/extensions/mine/gemini-extension.json": `{"name": "mine", "version": "1.0.0"}`,
		".gemini/extensions/extension-enablement.json": `{"mine": {"overrides":["!/elsewhere/*"]}}`,
	},
	settings: ".gemini/settings.json",
	change: (text) => text.replace("/* never */", "/* never ever */"),
	writes: [
		/^\.gemini\/(projects\.json|installation_id|gemini-credentials\.json|state\.json)/,
		/^\.gemini\/(tmp|history)$/,
	],
	session: readTwice,
});

/** No folder is trusted unless the user says so, and installing is not to say it. */
function untrusting(home: string): Record<string, string> {
	const { GEMINI_CLI_TRUST_WORKSPACE: _, ...rest } = environmentFor(home, "http://127.0.0.1:9");
	return rest;
}

async function readTwice(machine: Machine): Promise<string[]> {
	const isServed = geminiCliFitting.wired(machine).kind === "yes";
	const { requests } = await runGeminiCli({
		home: machine.home,
		project: makeProject(),
		...(isServed ? { servers: join(machine.data, "gemini-cli", "servers") } : {}),
		prompt: "Look at the clock, twice.",
		replies: [calls(read("src/clock.ts")), calls(read("src/clock.ts"))],
	});
	return resultsIn(requests.at(-1) ?? { contents: [] }).map(({ text }) => text);
}
