import { afterAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { loadInstallers } from "../../hosts.ts";
import { thisMachine } from "../../install/machine.ts";
import { revertInstall } from "../../install/revert.ts";

const base = mkdtempSync(join(tmpdir(), "ibid-installers-"));
afterAll(() => rmSync(base, { recursive: true }));

const PROGRAM = "/home/you/.local/state/ibid/program";

/** Settings with ibid in them, by their hosts. */
const SETTINGS: Readonly<Record<string, readonly [string, object]>> = {
	"claude-code": [".claude/settings.json", { enabledPlugins: { "ibid@ibid": true } }],
	"gemini-cli": [".gemini/extensions/extension-enablement.json", { ibid: { overrides: [] } }],
	opencode: [".config/opencode/opencode.json", { plugin: [`file://${PROGRAM}/dist/opencode/plugin.js`] }],
	pi: [".pi/agent/settings.json", { packages: [PROGRAM] }],
};

/** What becomes of settings when ibid leaves a host that is not there: why it could not, and what they say. */
async function left(host: string, text: string): Promise<readonly [unknown, string]> {
	const home = mkdtempSync(join(base, "home-"));
	const file = join(home, SETTINGS[host]?.[0] ?? "");
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, text);
	const installer = (await loadInstallers()).find((each) => each.host === host)!;
	const machine = thisMachine(home, {}, join(home, "the data"));
	const why = await revertInstall(installer, machine, undefined).then(
		() => undefined,
		(error: Error) => error.message.replace(file, "FILE"),
	);
	return [why, readFileSync(file, "utf8")];
}

test.each(Object.entries(SETTINGS))(
	"broken settings of %s that name ibid are not said to be free of it",
	async (host, [, said]) => {
		const broken = `${JSON.stringify(said)}\n{`;
		expect(await left(host, broken)).toEqual(["FILE, line 2, column 1: nothing may follow here.", broken]);
	},
);

test.each(Object.keys(SETTINGS))("broken settings of %s that do not name ibid are left alone", async (host) => {
	expect(await left(host, "{\n{")).toEqual([undefined, "{\n{"]);
});
