import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { thisMachine } from "../../install/machine.ts";
import type { InstallStatus } from "../../install/types.ts";
import { wired } from "./wired.ts";

const base = mkdtempSync(join(tmpdir(), "ibid-wired-"));
afterAll(() => rmSync(base, { recursive: true }));
const PROGRAM = join(base, "program");
writeFileSync(PROGRAM, "");

/** The files in a user's home, in a project, and of the machine's administrators. */
type Home = { readonly [Name in keyof typeof WHOLE | keyof typeof MORE]?: string | undefined };

const MORE = {
	project: "project/.claude/settings.json",
	local: "project/.claude/settings.local.json",
	managed: "machine/managed-settings.json",
	dropped: "machine/managed-settings.d/10-more.json",
	sent: ".claude/remote-settings.json",
};

const MARKET = join(base, "market");
const WHOLE = {
	settings: '{ "enabledPlugins": { "ibid@ibid": true }, "extraKnownMarketplaces": { "ibid": {} } }',
	markets: JSON.stringify({ ibid: { installLocation: MARKET } }),
	plugins: '{ "version": 2, "plugins": { "ibid@ibid": [] } }',
	server: JSON.stringify({ mcpServers: { ibid: { command: PROGRAM, args: ["serve", "claude-code"] } } }),
	hooks: "{}",
};

function wiredIn(home: Home, environment = {}): InstallStatus {
	const folder = mkdtempSync(join(base, "home-"));
	rmSync(MARKET, { recursive: true, force: true });
	const files = {
		settings: join(folder, ".claude", "settings.json"),
		markets: join(folder, ".claude", "plugins", "known_marketplaces.json"),
		plugins: join(folder, ".claude", "plugins", "installed_plugins.json"),
		server: join(MARKET, "ibid", ".mcp.json"),
		hooks: join(MARKET, "ibid", "hooks", "hooks.json"),
		...Object.fromEntries(Object.entries(MORE).map(([name, path]) => [name, join(folder, path)])),
	};
	for (const [name, path] of Object.entries(files)) {
		const text = home[name as keyof Home];
		if (text === undefined) continue;
		mkdirSync(dirname(path), { recursive: true });
		writeFileSync(path, text);
	}
	const found = wired(thisMachine(folder, environment, base), join(folder, "project"), [join(folder, "machine")]);
	return found.kind === "half" ? { ...found, why: found.why.replaceAll(folder, "~").replaceAll(base, "/base") } : found;
}

describe("the plugin in Claude Code", () => {
	test("is used if it is installed and enabled", () => {
		expect(wiredIn(WHOLE)).toEqual({ kind: "yes", launcher: [PROGRAM, "serve", "claude-code"] });
	});

	test.each<[string, Home]>([
		["nothing is there", {}],
		["there are only others", { settings: '{ "enabledPlugins": { "a@b": true } }', markets: "{}", plugins: "{}" }],
		["the files cannot be parsed", { settings: "{", markets: "[]", plugins: "x" }],
	])("is not there if %s", (_, home) => {
		expect(wiredIn(home)).toEqual({ kind: "no" });
	});

	const MORE_AT = Object.fromEntries(Object.entries(MORE).map(([name, path]) => [name, `~/${path}`]));
	const MANAGED_ONLY = '{ "allowManagedHooksOnly": true }';
	const OFF = '{ "enabledPlugins": { "ibid@ibid": false } }';
	const ENABLED = '{ "enabledPlugins": { "ibid@ibid": true } }';
	const NO_HOOKS = '{ "disableAllHooks": true, "enabledPlugins": { "ibid@ibid": true } }';
	test.each<[string, Home, string]>([
		["its market is forgotten", { ...WHOLE, markets: "{}" }, "its plugin is only partly installed"],
		["it was only enabled", { settings: WHOLE.settings }, "its plugin is only partly installed"],
		["it was never enabled", { ...WHOLE, settings: "{}" }, "its plugin is only partly installed"],
		["it is disabled", { ...WHOLE, settings: OFF }, "its plugin is switched off in ~/.claude/settings.json"],
		["its folder is gone", { ...WHOLE, server: undefined }, "its plugin is not in /base/market"],
		["its hooks are gone", { ...WHOLE, hooks: undefined }, "its plugin is not in /base/market"],
		["its program is gone", { ...WHOLE, server: WHOLE.server.replace("program", "gone") }, "/base/gone is not there"],
		["hooks are off", { ...WHOLE, settings: NO_HOOKS }, "all hooks are switched off in ~/.claude/settings.json"],
		[
			"hooks are off in a project",
			{ ...WHOLE, project: '{ "disableAllHooks": true }' },
			"all hooks are switched off in ~/project/.claude/settings.json",
		],
		[
			"hooks are off in a project for one user",
			{ ...WHOLE, local: '{ "disableAllHooks": true }' },
			"all hooks are switched off in ~/project/.claude/settings.local.json",
		],
		[
			"it is disabled in a project",
			{ ...WHOLE, project: OFF },
			"its plugin is switched off in ~/project/.claude/settings.json",
		],
		["others rule", { ...WHOLE, managed: MANAGED_ONLY }, `its hooks are forbidden by ${MORE_AT.managed}`],
		[
			"others rule in a piece of their settings",
			{ ...WHOLE, dropped: MANAGED_ONLY },
			`its hooks are forbidden by ${MORE_AT.dropped}`,
		],
		["others rule from afar", { ...WHOLE, sent: MANAGED_ONLY }, `its hooks are forbidden by ${MORE_AT.sent}`],
		[
			"others switch hooks off",
			{ ...WHOLE, managed: '{ "disableAllHooks": true, "enabledPlugins": { "ibid@ibid": true } }' },
			`its hooks are forbidden by ${MORE_AT.managed}`,
		],
		["others switch it off", { ...WHOLE, managed: OFF }, `its plugin is forbidden by ${MORE_AT.managed}`],
		[
			"plugins may only come from elsewhere",
			{ ...WHOLE, managed: '{ "strictKnownMarketplaces": [{ "source": "github", "repo": "a/b" }] }' },
			`the folder that its plugin comes from is forbidden by ${MORE_AT.managed}`,
		],
		[
			"plugins may not come from there",
			{ ...WHOLE, managed: `{ "blockedMarketplaces": [{ "source": "directory", "path": "${MARKET}" }] }` },
			`the folder that its plugin comes from is forbidden by ${MORE_AT.managed}`,
		],
	])("is half there if %s", (_, home, why) => {
		expect(wiredIn(home)).toEqual({ kind: "half", why });
	});

	test.each<[string, Home]>([
		["those who forbid all others allow it", { dropped: '{ "allowManagedHooksOnly": true }', managed: ENABLED }],
		[
			"its folder is allowed",
			{ managed: `{ "strictKnownMarketplaces": [{ "source": "directory", "path": "${MARKET}" }] }` },
		],
		[
			"its folder is like those that are",
			{ managed: `{ "strictKnownMarketplaces": [{ "source": "pathPattern", "pathPattern": "^${base}" }] }` },
		],
		[
			"only other folders are forbidden",
			{ managed: '{ "blockedMarketplaces": [{ "source": "directory", "path": "/x" }] }' },
		],
		["hooks have to come from plugins", { managed: '{ "strictPluginOnlyCustomization": true }' }],
		["a project allows what the user has forbidden", { settings: NO_HOOKS, local: '{ "disableAllHooks": false }' }],
		[
			"the administrators' settings cannot be parsed",
			{ managed: '{ "disableAllHooks": "yes", "strictKnownMarketplaces": 7 }' },
		],
	])("is used if %s", (_, home) => {
		expect(wiredIn({ ...WHOLE, ...home }).kind).toBe("yes");
	});

	test.each(["CLAUDE_CODE_SIMPLE", "CLAUDE_CODE_SAFE_MODE"])("is half there where %s is set", (name) => {
		expect(wiredIn(WHOLE, { [name]: "1" })).toEqual({
			kind: "half",
			why: `${name} is set, which switches plugins off`,
		});
		expect(wiredIn(WHOLE, { [name]: "0" }).kind).toBe("yes");
	});

	test("is looked for in the folder that a variable names", () => {
		expect(wiredIn(WHOLE, { CLAUDE_CONFIG_DIR: join(base, "elsewhere") })).toEqual({ kind: "no" });
	});
});
