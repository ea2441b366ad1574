import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import * as v from "valibot";
import { loadConfig } from "../src/config/load.ts";
import { userFile } from "../src/config/places.ts";
import { loadInstallers, SWITCHED_HOSTS } from "../src/hosts.ts";
import { thisMachine } from "../src/install/machine.ts";
import { parseJsonc } from "../src/wire/jsonc.ts";
import { type Block, blocksOf, pages, ROOT, textOf, wordsOf } from "./docs-blocks.ts";

setDefaultTimeout(60_000);

const base = mkdtempSync(join(tmpdir(), "ibid-docs-code-"));
afterAll(() => rmSync(base, { recursive: true }));

const blocks = pages().flatMap(blocksOf);
const named = (languages: readonly string[], isWanted: (block: Block) => boolean = () => true) =>
	blocks
		.filter((block) => languages.includes(block.language) && isWanted(block))
		.map((block) => [`${block.page}:${block.line}`, block] as const);

/** A new home directory with this file in it; `~` in its text becomes the path of that directory. */
function homeWith(path: string, text: string): string {
	const home = mkdtempSync(join(base, "home-"));
	const file = path.replace("~", home);
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, text.replaceAll("~", home));
	return home;
}

describe("settings in documents", () => {
	test.each(named(["jsonc"]))("%s is accepted without a warning", (_, { text }) => {
		const home = homeWith(userFile("~", {}), text);
		const { warnings, origins } = loadConfig({ home, environment: {}, directory: home, hosts: SWITCHED_HOSTS });
		expect(warnings).toEqual([]);
		expect(origins.size).toBeGreaterThan(0);
	});

	test.each(named(["json"]))("%s is valid JSON", (_, { text }) => {
		expect(() => JSON.parse(text)).not.toThrow();
	});

	test.each(named(["json"], ({ about }) => about === "statusLine"))("%s starts a command that exists", (_, block) => {
		const { statusLine } = v.parse(StatusLineShape, parseJsonc(block.text));
		expect(wordsOf(statusLine.command)).toEqual(["statusline"]);
	});
});

const StatusLineShape = v.object({ statusLine: v.object({ type: v.literal("command"), command: v.string() }) });

describe("agents' settings in documents", () => {
	const entries = named(["json", "toml"], ({ about }) => about.startsWith("~/"));

	test.each(entries)("%s is an entry that ibid recognises as its own", async (_, { page, about, text }) => {
		const installer = (await loadInstallers()).find(({ host }) => host === basename(page, ".md"))!;
		const wiredIn = (home: string): string =>
			installer.wired(thisMachine(home, {}, join(home, ".local", "state", "ibid"))).kind;
		expect(wiredIn(homeWith(about, text))).not.toBe("no");
		expect(wiredIn(homeWith(about, ""))).toBe("no");
	});

	test("exist for every host in whose settings ibid has an entry", async () => {
		const entered = (await loadInstallers()).filter(({ isGuard }) => !isGuard);
		const hosts = entered.map(({ host }) => `docs/hosts/${host}.md`);
		expect([...new Set(entries.map(([, { page }]) => page))].sort()).toEqual(hosts.sort());
	});
});

describe("programs in documents", () => {
	const programs = named(["ts"], ({ about }) => about === "");
	const files = programs.map(([name, { text }]) => {
		const file = join(base, `${name.replaceAll(/\W/g, "-")}.ts`);
		writeFileSync(
			file,
			text.replaceAll(/from "ibid(\/[\w-]+)?"/g, (_, door = "") => `from "${join(ROOT, "src", door, "index.ts")}"`),
		);
		return [name, file] as const;
	});

	// Grammars are only in what is built: the tests of the package run all programs with that.
	const fromSources = files.filter(([, file]) => !readFileSync(file, "utf8").includes("/symbol/index.ts"));
	test.each(fromSources)("%s runs", async (_, file) => {
		expect(await import(file)).toBeDefined();
	});

	// These need packages that are not installed here; host tests compile and run them.
	test.each(named(["ts"], ({ about }) => about !== ""))("%s is part of the example that it names", (_, block) => {
		expect(block.about).toStartWith("examples/");
		expect(textOf(block.about)).toContain(`\n${block.text}`);
	});

	test("pass the type check", () => {
		expect(programs.length).toBeGreaterThan(2);
		const compilerOptions = { typeRoots: [join(ROOT, "node_modules", "@types")], isolatedDeclarations: false };
		const configuration = { extends: join(ROOT, "tsconfig.json"), compilerOptions, include: ["*.ts"] };
		writeFileSync(join(base, "package.json"), '{"type":"module"}');
		writeFileSync(join(base, "tsconfig.json"), JSON.stringify(configuration));
		expect(complaints()).toBe("");
	});

	test("in the README answer as it says", async () => {
		const [, file = ""] = files.find(([name]) => name.startsWith("README.md"))!;
		const { requestWith } = await import(file);
		const content = Array.from({ length: 30 }, (_, index) => `const value${index} = ${index};`).join("\n");
		const messages = ["1", "2"].flatMap((id) => [
			{ role: "assistant", content: [{ type: "tool_use", id, name: "cat", input: { file: "a.ts" } }] },
			{ role: "user", content: [{ type: "tool_result", tool_use_id: id, content }] },
		]);
		const request = requestWith(messages);
		expect(request.messages.slice(0, 3)).toEqual(messages.slice(0, 3));
		expect(JSON.stringify(request.messages[3])).toContain('"[ibid] 30 lines as in the last run');
	});
});

/** What the compiler prints. */
function complaints(): string {
	try {
		return execFileSync(join(ROOT, "node_modules", ".bin", "tsc"), ["-p", base], { encoding: "utf8" });
	} catch (error) {
		return v.parse(v.looseObject({ stdout: v.string() }), error).stdout;
	}
}

test.each(pages())("tests try all code in %s", (page) => {
	const tried = [...TRIED, ...(TRIED_ELSEWHERE[page] ?? [])];
	const untried = blocksOf(page).filter(({ language }) => !tried.includes(language));
	// Blocks without a language are diagrams.
	expect(untried.filter(({ language }) => page !== "ARCHITECTURE.md" || language !== "")).toEqual([]);
	expect(textOf(page).match(/^```/gm) ?? []).toHaveLength(2 * blocksOf(page).length);
});

const TRIED = ["sh", "console", "json", "jsonc", "toml", "ts"];

// The tests of `ibid outline` read its page: the file, and what is printed of it.
const TRIED_ELSEWHERE: Readonly<Record<string, readonly string[]>> = { "docs/outline.md": ["python", "text"] };
