import { describe, expect, test } from "bun:test";
import { NotTakenBack } from "../../install/apply.ts";
import type { RevertOutcome } from "../../install/revert.ts";
import type { HostInstaller, InstallStep } from "../../install/types.ts";
import { newPaint } from "../terminal/terminal.ts";
import { type InstallPlan, leftLines, planLines, signed, stuckWords } from "./install-lines.ts";

const home = "/home/you";
const looks = (width: number, isPainted = false) => ({ home, program: "ibid", width, ...newPaint(isPainted) });

const steps: readonly InstallStep[] = [
	{
		kind: "run",
		says: "Installs the plugin for all your projects.",
		program: "/usr/bin/host",
		args: ["plugin", "a b"],
	},
	{ kind: "edit", says: "Adds ibid to its list.", path: `${home}/.host/settings.json`, edit: (text) => text ?? "" },
];

const installer: HostInstaller = {
	host: "pi",
	title: "Host",
	program: "pi",
	others: () => [],
	find: async () => undefined,
	touches: () => [],
	install: () => steps,
	uninstall: () => [],
	wired: () => ({ kind: "no" }),
	tryOut: async () => undefined,
};
const plan: InstallPlan = { installer, found: { program: "/usr/bin/host", version: "1.2.3" }, steps };
const launcher = { kind: "script", program: "node", args: [`${home}/.local/state/ibid/cli.js`] } as const;

const LEFT: readonly RevertOutcome[] = [
	{ path: `${home}/.host/a`, state: "as before", from: "x", to: "y" },
	{ path: `${home}/.host/b`, state: "as before", from: "x", to: undefined },
	{ path: `${home}/.host/c`, state: "changed since", from: "x", to: "x" },
	{ path: `${home}/.host/d`, state: "changed since", from: "one\ntwo\n", to: "one\n" },
];

describe.each([40, 80])("in %d columns", (width) => {
	test("what will be done and what became of files fits", () => {
		const lines = [...planLines([plan], launcher, looks(width)), ...leftLines(LEFT, looks(width))];
		expect(lines.filter((line) => line.length > width || line !== line.trimEnd())).toEqual([]);
	});

	test("words after a sign fit", () => {
		const lines = signed("✓", "word ".repeat(40).trim(), width);
		expect(lines.filter((line) => line.length > width)).toEqual([]);
		expect(lines[1]).toStartWith("  word");
	});
});

test("what happened to each file is said in a sentence", () => {
	expect(leftLines(LEFT, looks(80)).slice(0, 4)).toEqual([
		"  ~/.host/a restored as it was before ibid",
		"  ~/.host/b removed (created by ibid)",
		"  ~/.host/c was changed since, and contains nothing of ibid",
		"  ~/.host/d was changed since; only ibid's part was removed:",
	]);
});

test("a difference is painted line by line", () => {
	const lines = leftLines(LEFT.slice(3), looks(80, true));
	expect(lines.at(-1)).toBe("    \u001b[31m-two\u001b[39m");
	expect(lines.at(-2)).toBe("     one");
	expect(lines[1]).toBe("    \u001b[2m--- a/~/.host/d\u001b[22m");
});

test("commands are shown as one would type them", () => {
	expect(planLines([plan], launcher, looks(80)).slice(0, 3)).toEqual([
		"Host 1.2.3",
		"  Installs the plugin for all your projects.",
		'    host plugin "a b"',
	]);
});

test.each([
	[[], ""],
	[[`${home}/.host/a`, "/etc/b"], "; changed: ~/.host/a, /etc/b"],
])("what could not be taken back is told, with the way out: %j", (changed, files) => {
	const error = new NotTakenBack(new Error("first"), new Error(`${home}/.host/a is not writable.`), changed);
	expect(stuckWords(error, "pi", looks(80))).toBe(
		`It could not be undone: ~/.host/a is not writable${files}. ibid uninstall pi tries again.`,
	);
});
