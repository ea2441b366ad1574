import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { thisMachine } from "../../install/machine.ts";
import type { InstallStatus } from "../../install/types.ts";
import { isOurTable, UNTRUSTED, wired } from "./wired.ts";

const base = mkdtempSync(join(tmpdir(), "ibid-wired-"));
afterAll(() => rmSync(base, { recursive: true }));
const PROGRAM = join(base, "program");
writeFileSync(PROGRAM, "");

/** What stands in the files of a user's home, and in other files; the home is $HOME there. */
type Home = { readonly [Name in "configuration" | "server" | "hooks" | keyof typeof MORE]?: string };

/** Files of a project, and of the machine's administrators. */
const MORE = {
	project: "project/.codex/config.toml",
	rules: "etc/requirements.toml",
	managed: "etc/managed_config.toml",
	machine: "etc/config.toml",
};

const PLUGIN = '[plugins."ibid@ibid"]\nenabled = true\n';
const MARKET = '[marketplaces.ibid]\nsource = "/somewhere"\n';
const state = (event: string, says = 'trusted_hash = "x"'): string =>
	`[hooks.state."ibid@ibid:hooks/hooks.json:${event}:0:0"]\n${says}\n`;
const TRUST = `${state("post_tool_use")}${state("session_start")}`;
const TRUSTED = '[projects."$HOME/project"]\ntrust_level = "trusted"\n';
const WHOLE = {
	configuration: `${PLUGIN}${MARKET}${TRUST}`,
	server: JSON.stringify({ mcpServers: { ibid: { command: PROGRAM, args: ["serve", "codex"] } } }),
	hooks: JSON.stringify({ hooks: { PostToolUse: [{ hooks: [{}] }], SessionStart: [{ hooks: [{}] }] } }),
};

function wiredIn(home: Home, environment = {}): InstallStatus {
	const folder = mkdtempSync(join(base, "home-"));
	const copy = join(folder, ".codex", "plugins", "cache", "ibid", "ibid", "1.2.3");
	const files = {
		configuration: join(folder, ".codex", "config.toml"),
		server: join(copy, ".mcp.json"),
		hooks: join(copy, "hooks", "hooks.json"),
		...Object.fromEntries(Object.entries(MORE).map(([name, path]) => [name, join(folder, path)])),
	};
	for (const [name, path] of Object.entries(files)) {
		const text = home[name as keyof Home];
		if (text === undefined) continue;
		mkdirSync(dirname(path), { recursive: true });
		writeFileSync(path, text.replaceAll("$HOME", folder));
	}
	const machine = thisMachine(folder, environment, base);
	const found = wired(machine, join(folder, "project"), join(folder, "etc"));
	return found.kind === "half" ? { ...found, why: found.why.replaceAll(folder, "~").replaceAll(base, "/base") } : found;
}

describe("the plugin in Codex", () => {
	test("is used if it is installed and all of its hooks are trusted", () => {
		expect(wiredIn(WHOLE)).toEqual({ kind: "yes", launcher: [PROGRAM, "serve", "codex"] });
	});

	test("is used whatever a string in the configuration says about switches", () => {
		const note = 'note = """\n[features]\nhooks = false\n"""\n';
		expect(wiredIn({ ...WHOLE, configuration: `${note}${WHOLE.configuration}` }).kind).toBe("yes");
	});

	test("is not there if nothing says so", () => {
		expect(wiredIn({})).toEqual({ kind: "no" });
		expect(wiredIn({ configuration: '[plugins."a@b"]\nenabled = true\n' })).toEqual({ kind: "no" });
	});

	const { configuration, server, hooks } = WHOLE;
	const disabled = configuration.replace("enabled = true", "enabled = false");
	const HOOKS_OFF = "[features]\n# not now\nhooks = false\n";
	test.each<[string, Home, string]>([
		["its copy is gone", { configuration }, "its plugin is only partly installed"],
		["only its copy is left", { server, hooks }, "its plugin is only partly installed"],
		["its market is forgotten", { ...WHOLE, configuration: PLUGIN }, "its plugin is only partly installed"],
		["it is disabled", { ...WHOLE, configuration: disabled }, "its plugin is switched off in ~/.codex/config.toml"],
		["its program is gone", { ...WHOLE, server: server.replace("program", "gone") }, "/base/gone is not there"],
		["it has no hooks", { ...WHOLE, hooks: "{" }, "its plugin has no hooks"],
		[
			"hooks are off",
			{ ...WHOLE, configuration: `[features]\nhooks = false\n${configuration}` },
			"hooks are switched off in ~/.codex/config.toml",
		],
		[
			"hooks are off, in one line",
			{ ...WHOLE, configuration: `features = { web = true, hooks = false }\n${configuration}` },
			"hooks are switched off in ~/.codex/config.toml",
		],
		[
			"hooks are off, with dots",
			{ ...WHOLE, configuration: `features.codex_hooks = false\n${configuration}` },
			"hooks are switched off in ~/.codex/config.toml",
		],
		[
			"plugins are off",
			{ ...WHOLE, configuration: `[features]\nplugins = false\n${configuration}` },
			"plugins are switched off in ~/.codex/config.toml",
		],
		["hooks are off on the machine", { ...WHOLE, machine: HOOKS_OFF }, "hooks are switched off in ~/etc/config.toml"],
		[
			"others switch hooks off",
			{ ...WHOLE, managed: HOOKS_OFF, configuration: `[features]\nhooks = true\n${configuration}` },
			"hooks are switched off in ~/etc/managed_config.toml",
		],
		["others forbid hooks", { ...WHOLE, rules: HOOKS_OFF }, "hooks are forbidden by ~/etc/requirements.toml"],
		[
			"others forbid all hooks but theirs",
			{ ...WHOLE, rules: "allow_managed_hooks_only = true\n" },
			"~/etc/requirements.toml allows only its own hooks",
		],
		[
			"hooks are off in a project that is trusted",
			{ ...WHOLE, configuration: `${configuration}${TRUSTED}`, project: HOOKS_OFF },
			"hooks are switched off in ~/project/.codex/config.toml",
		],
		["no hook is trusted", { ...WHOLE, configuration: `${PLUGIN}${MARKET}` }, UNTRUSTED],
		["a hook is not trusted", { ...WHOLE, configuration: `${PLUGIN}${MARKET}${state("session_start")}` }, UNTRUSTED],
		[
			"a hook is switched off",
			{ ...WHOLE, configuration: `${PLUGIN}${MARKET}${state("post_tool_use", "enabled = false")}` },
			"its hooks are switched off in Codex",
		],
	])("is half there if %s", (_, home, why) => {
		expect(wiredIn(home)).toEqual({ kind: "half", why });
	});

	test.each<[string, Home]>([
		["hooks are off in an untrusted project", { project: HOOKS_OFF }],
		[
			"the user switches on what the machine has off",
			{ machine: HOOKS_OFF, configuration: `${configuration}[features]\nhooks = true\n` },
		],
		["others speak of something else", { rules: "[features]\nhooks = true\n[other]\nhooks = false\n" }],
	])("is used if %s", (_, home) => {
		expect(wiredIn({ ...WHOLE, ...home }).kind).toBe("yes");
	});

	test("is looked for in the folder that a variable names", () => {
		expect(wiredIn(WHOLE, { CODEX_HOME: join(base, "elsewhere") })).toEqual({ kind: "no" });
	});
});

test.each([
	[["plugins", "ibid@ibid"], true],
	[["marketplaces", "ibid"], true],
	[["hooks", "state", "ibid@ibid:hooks/hooks.json:stop:0:0"], true],
	[["plugins", "ibid@elsewhere"], false],
	[["plugins", "ibid@ibid", "mcp_servers"], false],
	[["marketplaces", "ibid2"], false],
	[["hooks", "state"], false],
	[["hooks", "state", "ibid@ibidem:hooks/hooks.json:stop:0:0"], false],
	[["mcp_servers", "ibid"], false],
	[["plugins"], false],
])("a table %j is ours: %p", (path, expected) => {
	expect(isOurTable(path)).toBe(expected);
});
