import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { thisMachine } from "../../install/machine.ts";
import type { InstallStatus, Machine } from "../../install/types.ts";
import { hostHome } from "./home.ts";
import { hookCommand, placesOf, wired } from "./wired.ts";

const base = mkdtempSync(join(tmpdir(), "ibid-wired-"));
afterAll(() => rmSync(base, { recursive: true }));

const STARTED = ["/usr/bin/node", "/srv/cli.js"];
const LAUNCHED = { program: STARTED[0], args: STARTED.slice(1) };
const HOOKS = hooksOf(hookCommand(STARTED, false));

function hooksOf(command: string): object {
	return { hooks: { BeforeTool: [{ matcher: "^x", hooks: [{ type: "command", name: "ibid", command }] }] } };
}

/** What settings may say against us. */
const RULES: readonly [string, object, RegExp][] = [
	["turn hooks off", { hooksConfig: { enabled: false } }, /hooks are turned off in .*(machine|project)/],
	["turn our hooks off", { hooksConfig: { disabled: ["ibid"] } }, /hooks are turned off in .*(machine|project)/],
	[
		"allow other extensions only",
		{ security: { allowedExtensions: ["^/x"] } },
		/extension is not among those that .*(machine|project)/,
	],
];

/** Whether the host would use us in a project beside these files, on a machine with settings of its own among them. */
function wiredWith(files: Files): InstallStatus {
	const machine = machineWith(files);
	const own = join(hostHome(machine), ".gemini");
	const environment = {
		...machine.environment,
		GEMINI_CLI_SYSTEM_SETTINGS_PATH: join(own, "machine.json"),
	};
	return wired({ ...machine, environment }, join(hostHome(machine), "project"));
}

/** What stands in the host's folder; nothing where a file is not there. */
type Files = Readonly<Record<string, string | object | undefined>>;

const ALL: Files = {
	"extensions/ibid/launcher.json": LAUNCHED,
	"extensions/ibid/hooks/hooks.json": HOOKS,
};

function machineWith(files: Files, environment: Machine["environment"] = {}): Machine {
	const machine = thisMachine(mkdtempSync(join(base, "home-")), environment, "/nowhere");
	for (const [name, content] of Object.entries(files)) {
		const path = join(hostHome(machine), ".gemini", name);
		const text = typeof content === "string" ? content : JSON.stringify(content);
		if (content === undefined) continue;
		mkdirSync(dirname(path), { recursive: true });
		writeFileSync(path, text.replaceAll("$HOME", hostHome(machine)));
	}
	return machine;
}

describe("Gemini CLI uses ibid", () => {
	const yes = { kind: "yes", launcher: STARTED } as const;
	test.each<[string, Files]>([
		["where all of it is there", ALL],
		["where it was disabled in a folder only", { ...ALL, ...enablement("$HOME/*", "!$HOME/projects/*") }],
		["where it was disabled and enabled again", { ...ALL, ...enablement("!$HOME/*", "$HOME/*") }],
		["where hooks of others are turned off", { ...ALL, "settings.json": { hooksConfig: { disabled: ["x"] } } }],
		[
			"where the user turns on what defaults turn off",
			{
				...ALL,
				"settings.json": { hooksConfig: { enabled: true } },
				"system-defaults.json": { hooksConfig: { enabled: false } },
			},
		],
		[
			"where all lists have it",
			{
				...ALL,
				"machine.json": { security: { allowedExtensions: ["^/nowhere/plugins"] } },
				"extensions/ibid/.gemini-extension-install.json": { source: "/nowhere/plugins/gemini-cli", type: "local" },
			},
		],
	])("%s", (_, files) => expect(wiredWith(files)).toEqual(yes));

	test("in the home that a variable names", () => {
		const home = mkdtempSync(join(base, "other-"));
		expect(wired(machineWith(ALL, { GEMINI_CLI_HOME: home }))).toEqual(yes);
	});
});

describe("Gemini CLI does not know ibid", () => {
	test.each<[string, Files]>([
		["where it has no files", {}],
		["if its settings cannot be read", { "settings.json": "{" }],
		["where others have an extension", { "extensions/other/hooks/hooks.json": HOOKS }],
	])("%s", (_, files) => expect(wired(machineWith(files))).toEqual({ kind: "no" }));
});

describe("Gemini CLI has half of ibid", () => {
	test.each<[string, Files, RegExp]>([
		["without its hook", { ...ALL, "extensions/ibid/hooks/hooks.json": undefined }, /partly installed/],
		["without what the hook starts", { ...ALL, "extensions/ibid/launcher.json": undefined }, /partly installed/],
		[
			"with hooks of another place",
			{ ...ALL, "extensions/ibid/hooks/hooks.json": hooksOf("ibid hook gemini") },
			/partly installed/,
		],
		["with a disabled extension", { ...ALL, ...enablement("$HOME/*", "!$HOME/*") }, /extension is disabled/],
		[
			"if hooks are turned off",
			{ ...ALL, "settings.json": { hooksConfig: { enabled: false } } },
			/hooks are turned off/,
		],
		[
			"if its hook is turned off",
			{ ...ALL, "settings.json": { hooksConfig: { disabled: ["ibid"] } } },
			/hooks are turned off/,
		],
		...RULES.map(([name, settings, why]): [string, Files, RegExp] => [
			`with settings of a machine that ${name}`,
			{ ...ALL, "machine.json": settings },
			why,
		]),
		...RULES.map(([name, settings, why]): [string, Files, RegExp] => [
			`in a project whose settings ${name}`,
			{ ...ALL, "../project/.gemini/settings.json": settings },
			why,
		]),
		[
			"where defaults of the machine turn hooks off",
			{ ...ALL, "system-defaults.json": { hooksConfig: { enabled: false } } },
			/hooks are turned off in .*system-defaults\.json/,
		],
	])("%s", (_, files, why) => {
		expect(wiredWith(files)).toMatchObject({ kind: "half", why: expect.stringMatching(why) });
	});
});

function enablement(...overrides: readonly string[]): Files {
	return { "extensions/extension-enablement.json": { ibid: { overrides } } };
}

test("everything of ours in the host is in its folder", () => {
	const machine = machineWith({});
	for (const path of Object.values(placesOf(machine))) expect(path).toStartWith(join(machine.home, ".gemini"));
});
