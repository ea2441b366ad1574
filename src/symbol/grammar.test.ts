import { expect, test } from "bun:test";
import { installedGrammar } from "../../scripts/grammars.ts";
import { loadGrammar } from "./grammar.ts";

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
