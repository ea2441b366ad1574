import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { COMMANDS } from "../src/commands/command-line/commands.ts";
import { parse } from "../src/commands/command-line/parse.ts";
import { outputOf, withFigures } from "./docs.ts";
import { blocksOf, commandsIn, pages, textOf, typedIn, wordsOf } from "./docs-blocks.ts";
import { type DocsFixture, newDocsFixture } from "./docs-fixture.ts";

setDefaultTimeout(60_000);

let fixture: DocsFixture;
beforeEach(() => {
	fixture = newDocsFixture();
});
afterEach(() => fixture.tidyUp());

const blocks = pages().flatMap(blocksOf);
const inShell = blocks.filter(({ language }) => language === "sh");
const commands = [...new Set(inShell.flatMap(commandsIn).map((line) => line.replace(/\s+# .*/, "")))];
const scripts = [...new Set(inShell.flatMap(({ text }) => text.match(/\bnpm (?:run )?[a-z:]+/g) ?? []))];
const screens = blocks.filter(({ language }) => language === "console");

describe("commands in documents", () => {
	test.each(commands)("%s has arguments that ibid accepts", (line) => {
		const words = wordsOf(line);
		const named = COMMANDS.find(({ name }) => name === words[0]);
		const command = named ?? COMMANDS.find(({ name }) => name === "overview")!;
		const given = parse(command, named ? words.slice(1) : words);
		// The arguments of config depend on its subcommand.
		const hasEnd = !command.takes.at(-1)?.many && command.name !== "config";
		expect(given.positionals.length).toBeLessThanOrEqual(hasEnd ? command.takes.length : Number.POSITIVE_INFINITY);
	});

	test.each(commands.filter(canRun))("%s runs without an error", async (line) => {
		const { code, said } = await fixture.run([...wordsOf(line), ...harmlessly(line)]);
		expect({ code, said: code === 0 ? "" : said }).toEqual({ code: 0, said: "" });
	});

	test("are mostly run by these tests", () => {
		expect(commands.filter(canRun).length).toBeGreaterThan(20);
	});

	test.each(scripts)("%s is a script that exists", (line) => {
		const name = line.replace(/^npm (run )?/, "");
		expect(["install", ...Object.keys(JSON.parse(textOf("package.json")).scripts)]).toContain(name);
	});
});

/** Ids of other results are not in the samples, and a server never ends. */
function canRun(line: string): boolean {
	const words = wordsOf(line);
	// The tokenizer takes seconds to be loaded; src/cli.test.ts counts with it, too.
	if (process.env.IBID_QUICK && words.includes("--exact")) return false;
	return (words[0] !== "show" || words.includes("samples")) && words[0] !== "serve" && !words.includes("--live");
}

/** Options that keep a command from changing the machine. */
function harmlessly(line: string): string[] {
	const [first = ""] = wordsOf(line);
	return { install: ["--dry-run"], page: ["--no-open"] }[first] ?? [];
}

describe("screens in documents", () => {
	test.each(screens.map((block) => [`${block.page}:${block.line}`, block] as const))(
		"%s is what ibid prints today; if it is not, run `npm run docs`",
		async (_, block) => {
			expect(typedIn(block).length).toBeGreaterThan(0);
			expect(ofNoYear(block.text)).toBe(ofNoYear(await outputOf(block, fixture)));
		},
	);

	test("include one tool result before and after in the README", () => {
		const lines = blocksOf("README.md")
			.flatMap(typedIn)
			.map(({ line }) => line);
		expect(lines.filter((line) => line.startsWith("ibid show "))).not.toEqual([]);
	});
});

/** Dates of another year are printed with the year, which moves line breaks. */
function ofNoYear(text: string): string {
	if (new Date().getFullYear() === RECORDED) return text;
	return text.replace(/\b(\d{1,2} [A-Z][a-z]{2}) \d{4}\b/g, "$1").replace(/\s+/g, " ");
}

/** The year in which the samples were recorded. */
const RECORDED = 2026;

test("docs/figures.md has the sentences of `ibid help figures`; if it has not, run `npm run docs`", () => {
	const text = textOf("docs/figures.md");
	expect(withFigures(text)).toBe(text);
	expect(text).toContain("- **at best**: ");
});
