import { expect, setDefaultTimeout, test } from "bun:test";
import { installedGrammar } from "../../scripts/grammars.ts";
import { loadGrammar } from "./grammar.ts";

setDefaultTimeout(120_000);

test.each([
	"func f() {\n\t#if os(Linux)\n\ta()\n\t#endif\n}\n",
	'let a = #"b"#\nlet c = ##"d\\##(e)"##\n',
	'func f() { a(#line, "b") }\n',
])("Swift like %j is read in the same way, whatever was read before", async (text) => {
	const swift = await loadGrammar("swift", installedGrammar);
	const read = (): string | undefined => swift.withTree(text, ({ rootNode }) => rootNode.toString());
	const first = read();
	expect(first).not.toContain("ERROR");
	swift.withTree(`func g() { ${'#"a"# '.repeat(50)} }\n`, () => {});
	expect(read()).toBe(first);
});

test("a text that a parser reads to its end again and again is given up, and the next one is read", async () => {
	const kotlin = await loadGrammar("kotlin", installedGrammar);
	const read = (text: string): string | undefined => kotlin.withTree(text, ({ rootNode }) => rootNode.type);
	expect(read("/*".repeat(16_000))).toBeUndefined();
	expect(read("fun f() = 1\n")).toBe("source_file");
});

test("nodes say their text, however far from each other they begin and end", async () => {
	const javascript = await loadGrammar("javascript", installedGrammar);
	const long = `"${"a🙂".repeat(10_000)}"`;
	const found = javascript.withTree(`f();\n${long};\n`, ({ rootNode }) => rootNode.lastNamedChild?.text);
	expect(found).toBe(`${long};`);
});
