import { describe, expect, test } from "bun:test";
import { fileURLToPath } from "node:url";
import { readTree } from "../../scripts/imports.ts";
import { COMMANDS } from "./commands.ts";
import * as options from "./options.ts";
import { parse } from "./parse.ts";
import { ENVIRONMENT, EXITS } from "./reference.ts";

describe("the table of commands", () => {
	test("has one sentence on everything", () => {
		const examples = COMMANDS.flatMap((command) => [...command.examples, ...command.exits]);
		const all = [...COMMANDS, ...examples, ...Object.values(options), ...ENVIRONMENT, ...EXITS];
		for (const { about } of all) expect(about).toMatch(/^[A-Z].*\.$/);
	});

	test("names each command once, and leaves no option without a command", () => {
		const names = COMMANDS.map(({ name }) => name);
		expect([...new Set(names)]).toEqual(names);
		const used = new Set([...COMMANDS.flatMap((command) => Object.values(command.options)), options.version]);
		expect(Object.values(options).filter((option) => !used.has(option))).toEqual([]);
	});

	test("lets every command explain itself", () => {
		for (const command of COMMANDS) expect(command.options.help).toBe(options.help);
	});

	test("has examples that the command understands, short enough for 40 columns", () => {
		for (const { name, ...command } of COMMANDS)
			for (const { line } of command.examples) {
				const [, words = ""] = /\bibid ([^)|]*)/.exec(line) ?? [];
				const [first, ...args] = words.trim().split(" ");
				expect(first).toBe(name);
				expect(parse({ name, ...command }, args).rest.length).toBeLessThanOrEqual(command.takes.length);
				expect(line.length).toBeLessThanOrEqual(38);
			}
	});
});

test("each variable that is explained is looked at somewhere", () => {
	const sources = [...readTree(fileURLToPath(new URL("../..", import.meta.url)))];
	const elsewhere = sources.filter(([file]) => !file.endsWith("/reference.ts")).map(([, source]) => source);
	for (const { name } of ENVIRONMENT) expect(elsewhere.find((source) => source.includes(name)) && name).toBe(name);
});
