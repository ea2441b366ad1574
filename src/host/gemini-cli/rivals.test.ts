import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { hasRivals } from "./rivals.ts";

const base = mkdtempSync(join(tmpdir(), "ibid-rivals-"));
afterAll(() => rmSync(base, { recursive: true }));

const OWN = "home/.gemini/settings.json";
const PROJECT = "project/.gemini/settings.json";
const EXTENSION = "home/.gemini/extensions/other/hooks/hooks.json";
const LINK = "home/.gemini/extensions/other/.gemini-extension-install.json";
const LINKED = '{ "source": "$FOLDER/elsewhere", "type": "link" }';

const OURS = "ibid hook gemini";
const OTHERS = "tell-the-model";

/** Hooks of an event, for tools that match; for all where nothing is said of them. */
function hooksOf(commands: readonly string[], matcher?: string, event = "AfterTool"): string {
	const hooks = commands.map((command) => ({ type: "command", command }));
	return JSON.stringify({ hooks: { [event]: [matcher === undefined ? { hooks } : { matcher, hooks }] } });
}

/** A hook of a name of its own, whose command does not tell whose it is. */
function namedHook(name: string): string {
	const hooks = [{ type: "command", name, command: "exec node /srv/program/dist/cli.js hook gemini" }];
	return JSON.stringify({ hooks: { AfterTool: [{ hooks }] } });
}

/** Whether another hook may add words, on a machine that has these files. */
function hasRivalsOn(files: Readonly<Record<string, string>>): boolean {
	const folder = mkdtempSync(join(base, "machine-"));
	for (const [path, text] of Object.entries(files)) {
		mkdirSync(dirname(join(folder, path)), { recursive: true });
		writeFileSync(join(folder, path), text.replaceAll("$FOLDER", folder));
	}
	return hasRivals({ home: join(folder, "home"), project: join(folder, "project"), environment: {} });
}

describe("no other hook adds words to file reads", () => {
	test.each<[string, Readonly<Record<string, string>>]>([
		["where there are no hooks", {}],
		["where settings are of other things", { [OWN]: '{ "ui": {} } // mine', [PROJECT]: "{}" }],
		["where the hooks are ours", { [OWN]: hooksOf([OURS]), [EXTENSION]: hooksOf([`/opt/${OURS}`, `${OURS} `]) }],
		["where the hook has our name, wherever its program stands", { [OWN]: namedHook("ibid") }],
		["where others are told of other tools", { [OWN]: hooksOf([OTHERS], "write_file|replace") }],
		["where others are told before tools are called", { [OWN]: hooksOf([OTHERS], undefined, "BeforeTool") }],
		["where an extension has no hooks", { "home/.gemini/extensions/other/gemini-extension.json": "{}" }],
		["where a file lies beside extensions", { "home/.gemini/extensions/enablement.json": "{}" }],
	])("%s", (_, files) => expect(hasRivalsOn(files)).toBe(false));
});

describe("another hook may add words to file reads", () => {
	test.each<[string, Readonly<Record<string, string>>]>([
		["by the user's settings", { [OWN]: hooksOf([OTHERS], "read_file") }],
		["by the project's", { [PROJECT]: hooksOf([OTHERS], "read_file") }],
		["by an extension", { [EXTENSION]: hooksOf([OTHERS], "read_file") }],
		["by an extension that stands elsewhere", { [LINK]: LINKED, "elsewhere/hooks/hooks.json": hooksOf([OTHERS]) }],
		["after commands", { [OWN]: hooksOf([OTHERS], "run_.*") }],
		["after every tool", { [OWN]: hooksOf([OTHERS], "*") }],
		["after every tool, by an empty word", { [OWN]: hooksOf([OTHERS], "") }],
		["after every tool, by no word at all", { [OWN]: hooksOf([OTHERS]) }],
		["after tools that a broken pattern names", { [OWN]: hooksOf([OTHERS], "read_(") }],
		["by a hook for the same events as ours", { [OWN]: namedHook("other") }],
		["beside us", { [OWN]: hooksOf([OURS, OTHERS]) }],
		["in a way that has no command", { [OWN]: '{ "hooks": { "AfterTool": [{ "hooks": [{ "type": "later" }] }] } }' }],
		["in an unknown shape", { [OWN]: '{ "hooks": { "AfterTool": "all" } }' }],
		["in settings that cannot be parsed", { [PROJECT]: "{" }],
	])("%s", (_, files) => expect(hasRivalsOn(files)).toBe(true));
});
