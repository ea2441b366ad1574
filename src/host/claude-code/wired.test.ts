import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { thisMachine } from "../../install/machine.ts";
import type { Wired } from "../../install/types.ts";
import { wired } from "./wired.ts";

const base = mkdtempSync(join(tmpdir(), "ibid-wired-"));
afterAll(() => rmSync(base, { recursive: true }));
const PROGRAM = join(base, "program");
writeFileSync(PROGRAM, "");

/** What stands in the files of a user's home, and in that of whoever looks after the machine. */
type Home = { readonly [Name in keyof typeof WHOLE]?: string | undefined } & { readonly managed?: string };

const MARKET = join(base, "market");
const WHOLE = {
	settings: '{ "enabledPlugins": { "ibid@ibid": true }, "extraKnownMarketplaces": { "ibid": {} } }',
	markets: JSON.stringify({ ibid: { installLocation: MARKET } }),
	plugins: '{ "version": 2, "plugins": { "ibid@ibid": [] } }',
	server: JSON.stringify({ mcpServers: { ibid: { command: PROGRAM, args: ["serve", "claude-code"] } } }),
	hooks: "{}",
};

function wiredIn(home: Home, environment = {}): Wired {
	const folder = mkdtempSync(join(base, "home-"));
	rmSync(MARKET, { recursive: true, force: true });
	const files = {
		settings: join(folder, ".claude", "settings.json"),
		markets: join(folder, ".claude", "plugins", "known_marketplaces.json"),
		plugins: join(folder, ".claude", "plugins", "installed_plugins.json"),
		server: join(MARKET, "ibid", ".mcp.json"),
		hooks: join(MARKET, "ibid", "hooks", "hooks.json"),
		managed: join(folder, "managed.json"),
	};
	for (const [name, path] of Object.entries(files)) {
		const text = home[name as keyof Home];
		if (text === undefined) continue;
		mkdirSync(dirname(path), { recursive: true });
		writeFileSync(path, text);
	}
	const found = wired(thisMachine(folder, environment, base), [files.managed]);
	return found.kind === "half" ? { ...found, why: found.why.replaceAll(folder, "~").replaceAll(base, "/base") } : found;
}

describe("the plugin in Claude Code", () => {
	test("is used if it is installed and enabled", () => {
		expect(wiredIn(WHOLE)).toEqual({ kind: "yes", launcher: [PROGRAM, "serve", "claude-code"] });
	});

	test.each<[string, Home]>([
		["nothing is there", {}],
		["there are only others", { settings: '{ "enabledPlugins": { "a@b": true } }', markets: "{}", plugins: "{}" }],
		["nobody understands what is there", { settings: "{", markets: "[]", plugins: "x" }],
	])("is not there if %s", (_, home) => {
		expect(wiredIn(home)).toEqual({ kind: "no" });
	});

	const OFF = '{ "enabledPlugins": { "ibid@ibid": false } }';
	const NO_HOOKS = '{ "disableAllHooks": true, "enabledPlugins": { "ibid@ibid": true } }';
	test.each<[string, Home, string]>([
		["its market is forgotten", { ...WHOLE, markets: "{}" }, "its plugin is not installed to the end"],
		["it was only enabled", { settings: WHOLE.settings }, "its plugin is not installed to the end"],
		["it was never enabled", { ...WHOLE, settings: "{}" }, "its plugin is not installed to the end"],
		["it is disabled", { ...WHOLE, settings: OFF }, "its plugin is switched off in ~/.claude/settings.json"],
		["its folder is gone", { ...WHOLE, server: undefined }, "its plugin is not in /base/market"],
		["its hooks are gone", { ...WHOLE, hooks: undefined }, "its plugin is not in /base/market"],
		["its program is gone", { ...WHOLE, server: WHOLE.server.replace("program", "gone") }, "/base/gone is not there"],
		["hooks are off", { ...WHOLE, settings: NO_HOOKS }, "all hooks are switched off in ~/.claude/settings.json"],
		[
			"others rule",
			{ ...WHOLE, managed: '{ "allowManagedHooksOnly": true }' },
			"its hooks are forbidden by ~/managed.json",
		],
		[
			"others switch hooks off",
			{ ...WHOLE, managed: '{ "disableAllHooks": true }' },
			"its hooks are forbidden by ~/managed.json",
		],
	])("is half there if %s", (_, home, why) => {
		expect(wiredIn(home)).toEqual({ kind: "half", why });
	});

	test("may be allowed by who forbids all others", () => {
		const managed = '{ "allowManagedHooksOnly": true, "enabledPlugins": { "ibid@ibid": true } }';
		expect(wiredIn({ ...WHOLE, managed }).kind).toBe("yes");
	});

	test("is looked for where the host is told to keep its files", () => {
		expect(wiredIn(WHOLE, { CLAUDE_CONFIG_DIR: join(base, "elsewhere") })).toEqual({ kind: "no" });
	});
});
