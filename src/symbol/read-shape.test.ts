import { expect, test } from "bun:test";
import { installedGrammar } from "../../scripts/grammars.ts";
import { type Grammar, loadGrammar } from "./grammar.ts";
import { readShape } from "./read-shape.ts";
import { SOURCES } from "./source-fixture.test.ts";

/** A grammar that counts how often it parses. */
async function counting(): Promise<{ grammar: Grammar; count: () => number }> {
	const real = await loadGrammar("python", installedGrammar);
	let count = 0;
	const withTree: Grammar["withTree"] = (text, use) => {
		count++;
		return real.withTree(text, use);
	};
	return { grammar: { ...real, withTree }, count: () => count };
}

test("the same text is parsed once, another one or another path again", async () => {
	const { grammar, count } = await counting();
	const first = readShape(grammar, "once.py", "def f(): pass\n");
	expect(readShape(grammar, "once.py", "def f(): pass\n")).toBe(first);
	expect(count()).toBe(1);
	expect(readShape(grammar, "once.py", "def g(): pass\n")?.symbols[0]?.id).toBe("once.py#g");
	expect(readShape(grammar, "other.py", "def f(): pass\n")?.symbols[0]?.id).toBe("other.py#f");
	expect(count()).toBe(3);
});

test("only the latest texts are kept", async () => {
	const { grammar, count } = await counting();
	for (let at = 0; at < 100; at++) readShape(grammar, "many.py", `a = ${at}\n`);
	readShape(grammar, "many.py", "a = 99\n");
	expect(count()).toBe(100);
	readShape(grammar, "many.py", "a = 0\n");
	expect(count()).toBe(101);
});

test("a text that the parser would never be done with is given up, and the next one is read", async () => {
	const kotlin = await loadGrammar("kotlin", installedGrammar);
	const text = `{t++\ne\n …  }\n${SOURCES.find(({ path }) => path === "Table.kt")!.text}`;
	expect(readShape(kotlin, "a.kt", text)).toBeUndefined();
	expect(readShape(kotlin, "b.kt", "fun f() = 1\n")?.symbols).toHaveLength(1);
});

test("names that stand twice have ids of their own, in the order of the text", async () => {
	const { grammar } = await counting();
	const text = "class A:\n    def f(self): pass\n    def f(self, a): pass\nclass A:\n    def f(self): pass\n";
	const shape = readShape(grammar, "twice.py", text);
	expect(shape?.symbols.map(({ id, parent }) => [id, parent])).toEqual([
		["twice.py#A", undefined],
		["twice.py#A.f", "twice.py#A"],
		["twice.py#A.f~2", "twice.py#A"],
		["twice.py#A~2", undefined],
		["twice.py#A.f~3", "twice.py#A~2"],
	]);
});

test("a symbol says where its signature, its documentation and its body are", async () => {
	const { grammar } = await counting();
	const text = 'import os\n\n# Loads.\ndef load(\n    path,\n):\n    """Reads."""\n    return path\n';
	expect(readShape(grammar, "a.py", text)?.symbols).toEqual([
		{
			id: "a.py#load",
			name: "load",
			kind: "function",
			lines: { first: 4, last: 8 },
			signature: { first: 4, last: 6 },
			doc: { first: 7, last: 7 },
			body: { first: 7, last: 8 },
		},
	]);
});
