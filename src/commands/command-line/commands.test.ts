import { describe, expect, test } from "bun:test";
import { fileURLToPath } from "node:url";
import { readTree } from "../../../scripts/imports.ts";
import { loadConfig } from "../../config/load.ts";
import { ALL_KEYS, SWITCHED_HOSTS } from "../../hosts.ts";
import { ENVIRONMENT, EXITS } from "../help/reference.ts";
import { COMMANDS } from "./commands.ts";
import * as options from "./options.ts";
import { parse } from "./parse.ts";

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
				const most = command.takes.at(-1)?.many ? Number.POSITIVE_INFINITY : command.takes.length;
				expect(parse({ name, ...command }, args).positionals.length).toBeLessThanOrEqual(most);
				expect(line.length).toBeLessThanOrEqual(38);
			}
	});
});

test("each variable that is explained is looked at somewhere", () => {
	const sources = [...readTree(fileURLToPath(new URL("../../..", import.meta.url)))];
	const elsewhere = sources.filter(([file]) => !file.endsWith("/reference.ts")).map(([, source]) => source);
	const isNamed = (name: string): boolean => elsewhere.some((source) => new RegExp(`\\b${name}\\b`).test(source));
	expect(ENVIRONMENT.map(({ name }) => name).filter((name) => !isHeard(name) && !isNamed(name))).toEqual([]);
});

test("each variable that sets a key is explained", () => {
	const names = ENVIRONMENT.map(({ name }) => name);
	expect(ALL_KEYS.map(({ variable }) => variable).filter((variable) => !names.includes(variable))).toEqual([]);
	expect(names.filter(isHeard)).toHaveLength(ALL_KEYS.length);
	expect(isHeard("IBID_KEEP_DAY")).toBe(false);
});

/** Whether settings go by a variable: it has its way, or a complaint about it. */
function isHeard(name: string): boolean {
	const nowhere = "/nowhere/at/all";
	const { origins, warnings } = loadConfig({
		home: nowhere,
		directory: nowhere,
		environment: { [name]: "?" },
		hosts: SWITCHED_HOSTS,
	});
	const all = [...[...origins.values()].flat(), ...warnings.map(({ origin }) => origin)];
	return all.some((origin) => origin.kind === "environment" && origin.name === name);
}
