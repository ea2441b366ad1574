import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { RUN_VARIABLE } from "../../src/config/under-run.ts";
import { geminiCliInstaller } from "../../src/host/gemini-cli/install.ts";
import { applyInstall } from "../../src/install/apply.ts";
import { revertInstall } from "../../src/install/revert.ts";
import type { Machine } from "../../src/install/types.ts";
import { hashesOfNote } from "../../src/store/answer-line.ts";
import { type Fitted, type Read, testInstaller } from "../install-contract.ts";
import { makePackage, makePlace, putFile } from "../install-place.ts";
import { makeProject } from "../project.ts";
import { calls, write } from "./calls.ts";
import { resultsIn } from "./model.ts";
import { environmentFor, PROGRAM, runGeminiCli } from "./run.ts";

const TIME = 60_000;

/** Settings as a person has written them by hand. */
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

const FITTED: Fitted = {
	installer: geminiCliInstaller,
	programs: { gemini: ["node", PROGRAM] },
	environment: untrusting,
	files: {
		".gemini/settings.json": SETTINGS,
		".gemini/extensions/mine/gemini-extension.json": `{"name": "mine", "version": "1.0.0"}`,
		".gemini/extensions/extension-enablement.json": JSON.stringify({ mine: { overrides: ["!/elsewhere/*"] } }, null, 2),
	},
	settings: ".gemini/extensions/extension-enablement.json",
	change: (text) => text.replace("!/elsewhere/*", "!/elsewhere/else/*"),
	writes: [
		/^\.gemini\/(projects\.json|installation_id|gemini-credentials\.json|state\.json)/,
		/^\.gemini\/(tmp|history)$/,
	],
	session,
};

testInstaller("Gemini CLI", FITTED);

describe("ibid in Gemini CLI", () => {
	test(
		"replaces an extension that is broken, and stays disabled if the user disabled it",
		async () => {
			const { machine, found, launcher } = await makePlace(FITTED, await makePackage());
			putFile(join(machine.home, ".gemini", "extensions", "ibid", "gemini-extension.json"), "{");
			await applyInstall(geminiCliInstaller, machine, found, launcher, "1.0.0");
			expect(geminiCliInstaller.wired(machine).kind).toBe("yes");
			const ended = await machine.run(found.program, ["extensions", "disable", "ibid"], { folder: machine.home });
			expect(ended.code).toBe(0);
			const half = { kind: "half", why: "its extension is disabled" } as const;
			expect(geminiCliInstaller.wired(machine)).toEqual(half);
			await applyInstall(geminiCliInstaller, machine, found, launcher, "2.0.0");
			expect(geminiCliInstaller.wired(machine)).toEqual(half);
		},
		TIME,
	);

	test(
		"works from a folder whose path does not name it, and can be removed after the host is gone",
		async () => {
			const place = { ...FITTED, environment: (home: string) => ({ ...untrusting(home), IBID_STATE: `${home}/data` }) };
			const { machine, found, launcher } = await makePlace(place, await makePackage());
			await applyInstall(geminiCliInstaller, machine, found, launcher, "1.0.0");
			expect(await geminiCliInstaller.tryOut(machine, found, launcher)).toBeUndefined();
			await revertInstall(geminiCliInstaller, machine, undefined);
			expect(geminiCliInstaller.wired(machine)).toEqual({ kind: "no" });
			expect(await geminiCliInstaller.tryOut(machine, found, launcher)).toBe("ibid is not in use.");
		},
		TIME,
	);

	test(
		"is removed again if the host refuses it, and the user gets the host's own message",
		async () => {
			const settings = `{"security": {"allowedExtensions": ["^https:"]}}`;
			const files = { ".gemini/settings.json": settings };
			const { machine, found, launcher } = await makePlace({ ...FITTED, files }, await makePackage());
			const refused = applyInstall(geminiCliInstaller, machine, found, launcher, "1.0.0");
			await expect(refused).rejects.toThrow(/--consent failed: Installing extension .* is not allowed/);
			expect(geminiCliInstaller.wired(machine)).toEqual({ kind: "no" });
			expect(readFileSync(join(machine.home, ".gemini", "settings.json"), "utf8")).toBe(settings);
		},
		TIME,
	);
});

/** No folder is trusted unless the user says so, and installing must not change that. */
function untrusting(home: string): Record<string, string> {
	const { GEMINI_CLI_TRUST_WORKSPACE: _, ...rest } = environmentFor(home, "http://127.0.0.1:9");
	return rest;
}

/** What would write the note of another file into a copy of each. `ibid run` has sent that note. */
async function session(machine: Machine, reads: readonly Read[]): Promise<string[][]> {
	const line = { kind: "notes", schema: 1, time: 1, host: "gemini-cli", session: "", noteHashes: hashesOfNote(NOTE) };
	putFile(join(machine.data, "answers", "none.run.jsonl"), `${JSON.stringify(line)}\n`);
	const { requests } = await runGeminiCli({
		home: machine.home,
		project: makeProject(),
		environment: { TMPDIR: machine.environment.TMPDIR ?? "", [RUN_VARIABLE]: "1" },
		prompt: "Copy these.",
		replies: reads.map(({ path, meanwhile }, at) => () => {
			meanwhile();
			return calls(write(`${path}.${at}`, NOTE));
		}),
	});
	return requests.map((request) => resultsIn(request).map(({ text }) => text));
}

const NOTE = "[ibid] lines 1-60 as last shown by read_file";
