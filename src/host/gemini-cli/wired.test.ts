import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { thisMachine } from "../../install/machine.ts";
import type { InstallStatus, Machine } from "../../install/types.ts";
import { hostHome } from "./home.ts";
import { hookCommand, placesOf, wired, withoutRule } from "./wired.ts";

const base = mkdtempSync(join(tmpdir(), "ibid-wired-"));
afterAll(() => rmSync(base, { recursive: true }));

const RULE = `# The words of ibid.
[[rule]]
mcpName = "ibid"
toolName = "text"
decision = "allow"
priority = 999
`;
const OTHER_RULE = `[[rule]]\ntoolName = "web_fetch"\ndecision = "deny"\npriority = 1\n`;
const SERVER = { command: "/usr/bin/node", args: ["/srv/cli.js", "serve", "gemini"], trust: true };
const SETTINGS = { mcpServers: { ibid: SERVER } };
const HOOKS = hooksOf(hookCommand(["/usr/bin/node", "/srv/cli.js"], false));

function hooksOf(command: string): object {
	return { hooks: { AfterTool: [{ matcher: "^x", hooks: [{ type: "command", name: "ibid", command }] }] } };
}

/** What settings may say against us. */
const RULES: readonly [string, object, RegExp][] = [
	["turn hooks off", { hooksConfig: { enabled: false } }, /hooks are turned off in .*(machine|project)/],
	["turn our hooks off", { hooksConfig: { disabled: ["ibid"] } }, /hooks are turned off in .*(machine|project)/],
	["exclude our server", { mcp: { excluded: ["ibid"] } }, /server is excluded in .*(machine|project)/],
	["allow other servers only", { mcp: { allowed: ["x"] } }, /server is not among those that .*(machine|project)/],
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
	"settings.json": SETTINGS,
	"policies/ibid.toml": RULE,
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
	const yes = { kind: "yes", launcher: ["/usr/bin/node", "/srv/cli.js"] } as const;
	test.each<[string, Files]>([
		["where all of it is there", ALL],
		["where it was disabled in a folder only", { ...ALL, ...enablement("$HOME/*", "!$HOME/projects/*") }],
		["where it was disabled and enabled again", { ...ALL, ...enablement("!$HOME/*", "$HOME/*") }],
		[
			"where hooks of others are turned off",
			{ ...ALL, "settings.json": { ...SETTINGS, hooksConfig: { disabled: ["x"] } } },
		],
		["where other servers are disabled", { ...ALL, "mcp-server-enablement.json": { other: { enabled: false } } }],
		[
			"where the user turns on what defaults turn off",
			{
				...ALL,
				"settings.json": { ...SETTINGS, hooksConfig: { enabled: true } },
				"system-defaults.json": { hooksConfig: { enabled: false } },
			},
		],
		[
			"where all lists have it",
			{
				...ALL,
				"machine.json": { mcp: { allowed: ["ibid", "x"] }, security: { allowedExtensions: ["^/nowhere/plugins"] } },
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
		["where others have all of it", { "settings.json": { mcpServers: { other: SERVER } }, "policies/x.toml": RULE }],
		["where only a rule of the user's is left", { "policies/ibid.toml": OTHER_RULE }],
	])("%s", (_, files) => expect(wired(machineWith(files))).toEqual({ kind: "no" }));
});

describe("Gemini CLI has half of ibid", () => {
	test.each<[string, Files, RegExp]>([
		["without a server", { ...ALL, "settings.json": "{}" }, /no server "ibid"/],
		["without an extension", { ...ALL, "extensions/ibid/hooks/hooks.json": undefined }, /extension is not installed/],
		[
			"with hooks of another place",
			{ ...ALL, "extensions/ibid/hooks/hooks.json": hooksOf("ibid hook gemini") },
			/hooks/,
		],
		["with a disabled extension", { ...ALL, ...enablement("$HOME/*", "!$HOME/*") }, /extension is disabled/],
		[
			"without hooks",
			{ ...ALL, "settings.json": { ...SETTINGS, hooksConfig: { enabled: false } } },
			/hooks are turned off/,
		],
		[
			"without its hook",
			{ ...ALL, "settings.json": { ...SETTINGS, hooksConfig: { disabled: ["ibid"] } } },
			/hooks are turned off/,
		],
		[
			"with a disabled server",
			{ ...ALL, "mcp-server-enablement.json": { ibid: { enabled: false } } },
			/server is disabled/,
		],
		...RULES.map(([name, settings, why]): [string, Files, RegExp] => [
			`with settings of a machine that ${name}`,
			{ ...ALL, "settings.json": SETTINGS, "machine.json": settings },
			why,
		]),
		...RULES.map(([name, settings, why]): [string, Files, RegExp] => [
			`in a project whose settings ${name}`,
			{ ...ALL, "../project/.gemini/settings.json": settings },
			why,
		]),
		["without a policy", { ...ALL, "policies/ibid.toml": undefined }, /ibid\.toml is not there/],
		[
			"with a server that is not trusted",
			{ ...ALL, "settings.json": { mcpServers: { ibid: { ...SERVER, trust: false } } } },
			/tool/,
		],
		["with more rules in the policy", { ...ALL, "policies/ibid.toml": RULE + OTHER_RULE }, /policies/],
		[
			"where the user excludes its server",
			{ ...ALL, "settings.json": { ...SETTINGS, mcp: { excluded: ["Ibid"] } } },
			/server is excluded in .*settings\.json/,
		],
		[
			"where defaults of the machine turn hooks off",
			{ ...ALL, "system-defaults.json": { hooksConfig: { enabled: false } } },
			/hooks are turned off in .*system-defaults\.json/,
		],
		[
			"beside another hook",
			{ ...ALL, "extensions/other/hooks/hooks.json": { hooks: { AfterTool: [{ hooks: [{ command: "x" }] }] } } },
			/another hook/,
		],
	])("%s", (_, files, why) => {
		expect(wiredWith(files)).toMatchObject({ kind: "half", why: expect.stringMatching(why) });
	});

	test("but only another hook makes it do nothing", () => {
		const rival = { "extensions/other/hooks/hooks.json": { hooks: { AfterTool: [{ hooks: [{ command: "x" }] }] } } };
		expect(wiredWith({ ...ALL, ...rival })).toHaveProperty("isAside", true);
		expect(wiredWith({ ...ALL, "policies/ibid.toml": undefined })).not.toHaveProperty("isAside");
	});
});

function enablement(...overrides: readonly string[]): Files {
	return { "extensions/extension-enablement.json": { ibid: { overrides } } };
}

describe("our rule is taken out of a policy", () => {
	test.each<[string, string | undefined, string | undefined]>([
		["that has nothing else", RULE, undefined],
		[
			"that has rules of the user's before it and behind",
			`${OTHER_RULE}\n${RULE}\n${OTHER_RULE}`,
			`${OTHER_RULE}\n\n${OTHER_RULE}`,
		],
		["unless it was never there", OTHER_RULE, OTHER_RULE],
		["unless the policy is empty", "\n", "\n"],
		["unless there is none", undefined, undefined],
	])("%s", (_, text, left) => expect(withoutRule(text)).toBe(left));
});

test("everything of ours in the host is in its folder", () => {
	const machine = machineWith({});
	for (const path of Object.values(placesOf(machine))) expect(path).toStartWith(join(machine.home, ".gemini"));
});
