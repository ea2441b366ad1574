import { describe, expect, test } from "bun:test";
import { UserError } from "../../runtime/user-error.ts";
import { COMMANDS } from "../command-line/commands.ts";
import { help } from "./help.ts";
import { topics } from "./reference.ts";

function helpOn(topic: string | undefined, width = 80): string[] {
	const printed: string[] = [];
	help(topic, { width, bold: (text) => `<${text}>`, print: (lines) => void printed.push(...lines) });
	return printed;
}

describe.each([40, 60, 80, 200])("in %d columns", (width) => {
	test.each([undefined, ...topics()])("help on %p fits, and is easy to read", (topic) => {
		const lines = helpOn(topic, width).map((line) => line.replaceAll(/^<|>$/g, ""));
		expect(lines.filter((line) => line.length > Math.min(width, 100) || line !== line.trimEnd())).toEqual([]);
		expect(lines.join("\n")).not.toMatch(/\n\n\n|^\n|\n$/);
	});
});

test("help alone names every command, those for people first", () => {
	const lines = helpOn(undefined);
	const places = COMMANDS.map(({ name }) => lines.findIndex((line) => line.startsWith(`  ${name} `)));
	expect(places.toSorted((a, b) => a - b)).toEqual(places);
	const programs = lines.indexOf("<For programs>");
	for (const [at, { group }] of COMMANDS.entries()) expect(places[at]! > programs).toBe(group === "plumbing");
});

test.each(COMMANDS.map(({ name }) => name))("help on %s says how it is given and what its options mean", (name) => {
	const { about, options } = COMMANDS.find((command) => command.name === name)!;
	const [usage, ...lines] = helpOn(name);
	expect(usage).toStartWith(`<Usage: ibid ${name} `);
	const words = lines.join(" ").replaceAll(/\s+/g, " ");
	expect(words).toContain(about);
	for (const [option, each] of Object.entries(options)) {
		expect(words).toContain(`--${option} `);
		expect(words).toContain(each.about);
	}
});

test("options are followed by their choices and defaults, unless their sentence names them", () => {
	const words = helpOn("audit").join(" ").replaceAll(/\s+/g, " ");
	expect(words).toContain("repeated. One of claude-code, codex,");
	expect(words).toContain("form or reason. --top N Print at most N groups; --json prints all. Default: 20.");
});

test("sentences are next to names if there is room, else below", () => {
	expect(helpOn("verify")).toContain("      --json          Print JSON instead of tables.");
	const narrow = helpOn("verify", 40).join("\n");
	expect(narrow).toContain("\n  --json\n      Print JSON instead of tables.\n");
	expect(narrow).toContain("\n  130  Interrupted; the results so far\n       are printed.");
});

test.each([
	["figure", "There is no help on figure. Did you mean figures?"],
	["frobnicate", `There is no help on frobnicate. Topics: ${topics().join(", ")}.`],
])("help on %s is a mistake", (topic, sentence) => {
	expect(() => helpOn(topic)).toThrow(new UserError(sentence));
});
