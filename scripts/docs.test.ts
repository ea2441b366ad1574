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

describe("what documents say to type", () => {
	test.each(commands)("%s can be understood", (line) => {
		const words = wordsOf(line);
		const named = COMMANDS.find(({ name }) => name === words[0]);
		const command = named ?? COMMANDS.find(({ name }) => name === "overview")!;
		const given = parse(command, named ? words.slice(1) : words);
		// What stands behind config is no list of its own.
		const hasEnd = !command.takes.at(-1)?.many && command.name !== "config";
		expect(given.positionals.length).toBeLessThanOrEqual(hasEnd ? command.takes.length : Number.POSITIVE_INFINITY);
	});

	test.each(commands.filter(canRun))("%s does what it says", async (line) => {
		const { code, said } = await fixture.run([...wordsOf(line), ...harmlessly(line)]);
		expect({ code, said: code === 0 ? "" : said }).toEqual({ code: 0, said: "" });
	});

	test("most of it is run", () => {
		expect(commands.filter(canRun).length).toBeGreaterThan(20);
	});

	test.each(scripts)("there is %s", (line) => {
		const name = line.replace(/^npm (run )?/, "");
		expect(["install", ...Object.keys(JSON.parse(textOf("package.json")).scripts)]).toContain(name);
	});
});

/** Answers are called by names that are not those of the samples, and a server goes on for ever. */
function canRun(line: string): boolean {
	const words = wordsOf(line);
	// The tokenizer takes seconds to be loaded; src/cli.test.ts counts with it, too.
	if (process.env.IBID_QUICK && words.includes("--exact")) return false;
	return (words[0] !== "show" || words.includes("samples")) && words[0] !== "serve" && !words.includes("--live");
}

/** What keeps a command from doing more than is good for a test. */
function harmlessly(line: string): string[] {
	const [first = ""] = wordsOf(line);
	return { install: ["--dry-run"], page: ["--no-open"] }[first] ?? [];
}

describe("what documents show of a terminal", () => {
	test.each(screens.map((block) => [`${block.page}:${block.line}`, block] as const))(
		"%s is what is printed today; if it is not, `npm run docs` makes it anew",
		async (_, block) => {
			expect(typedIn(block).length).toBeGreaterThan(0);
			expect(ofNoYear(block.text)).toBe(ofNoYear(await outputOf(block, fixture)));
		},
	);

	test("the readme has an answer before and after", () => {
		const lines = blocksOf("README.md")
			.flatMap(typedIn)
			.map(({ line }) => line);
		expect(lines.filter((line) => line.startsWith("ibid show "))).not.toEqual([]);
	});
});

/** Days of another year are printed with it, and lines are then broken elsewhere. */
function ofNoYear(text: string): string {
	if (new Date().getFullYear() === RECORDED) return text;
	return text.replace(/\b(\d{1,2} [A-Z][a-z]{2}) \d{4}\b/g, "$1").replace(/\s+/g, " ");
}

/** The year in which the samples were recorded. */
const RECORDED = 2026;

test("docs/figures.md has the sentences of `ibid help figures`; if it has not, `npm run docs` makes it anew", () => {
	const text = textOf("docs/figures.md");
	expect(withFigures(text)).toBe(text);
	expect(text).toContain("- **at best**: ");
});
