import { describe, expect, test } from "bun:test";
import { installedGrammar } from "../../scripts/grammars.ts";
import { foldsIn, foldsOfFile, loadGrammarFor } from "./file-folds.ts";
import { Grammars } from "./grammar.ts";
import { outlineOf, STANDARD_BODY } from "./outline.ts";
import { SOURCES, shapeFor } from "./source-fixture.test.ts";

/** A function whose body has so many lines. */
function long(name: string, count: number): string {
	return `function ${name}() {\n${"\tstep();\n".repeat(count)}}\n`;
}

describe("the folds of a file", () => {
	test.each(SOURCES)("are those of its outline: $path", async ({ path, text }) => {
		await loadGrammarFor(path, text, installedGrammar);
		const { folds } = outlineOf(text, await shapeFor(path, text), { depth: 0, minBody: 4 });
		const found = foldsIn(path, text, 4);
		expect(found?.map(({ first, last }) => ({ first, last }))).toEqual(
			folds.map(({ first, last }) => ({ first, last })),
		);
		expect(found?.map(({ name }) => name)).toEqual(folds.map(({ symbol }) => symbol?.slice(path.length + 1)));
	});

	test("have the standard length unless another is asked for", async () => {
		const text = long("one", STANDARD_BODY - 1) + long("two", STANDARD_BODY);
		const two = { first: STANDARD_BODY + 3, last: 2 * STANDARD_BODY + 2, name: "two" };
		expect(await foldsOfFile("a.js", text, installedGrammar)).toEqual([two]);
		expect(foldsIn("a.js", text, STANDARD_BODY + 1)).toEqual([]);
	});

	test("have the name of their function, also if another one has it too", async () => {
		const text = long("one", 20) + long("one", 20);
		expect((await foldsOfFile("a.js", text, installedGrammar))?.map(({ name }) => name)).toEqual(["one", "one"]);
	});

	test("are none where a line looks like a mark", async () => {
		expect(await foldsOfFile("a.js", `${long("one", 20)}// a\n… lines 2-3 folded\n`, installedGrammar)).toEqual([]);
	});

	test("are none if the parser gives up", async () => {
		const text = `{t++\ne\n …  }\n${SOURCES.find(({ path }) => path === "Table.kt")!.text}`;
		expect(await foldsOfFile("a.kt", text, installedGrammar)).toEqual([]);
	});
});

describe("nobody can say what folds", () => {
	test("where there is no grammar", async () => {
		expect(await loadGrammarFor("a.md", "# A\n", installedGrammar)).toBe(false);
		expect(await foldsOfFile("a.md", "# A\n", installedGrammar)).toBeUndefined();
	});

	test("until the grammar is loaded, which others do not bring along", async () => {
		const grammars = new Grammars();
		expect(foldsIn("a.js", "", 15, grammars)).toBeUndefined();
		expect(await loadGrammarFor("a.js", "", installedGrammar, grammars)).toBe(true);
		expect(foldsIn("a.js", "", 15, grammars)).toEqual([]);
		expect(foldsIn("a.ts", "", 15, grammars)).toBeUndefined();
	});

	test("while a grammar cannot be read, and that is tried again", async () => {
		const grammars = new Grammars();
		const broken = (): Uint8Array => {
			throw new Error("no such file");
		};
		await expect(loadGrammarFor("a.js", "", broken, grammars)).rejects.toThrow("no such file");
		expect(foldsIn("a.js", "", 15, grammars)).toBeUndefined();
		expect(await loadGrammarFor("a.js", "", installedGrammar, grammars)).toBe(true);
		expect(foldsIn("a.js", "", 15, grammars)).toEqual([]);
	});
});
