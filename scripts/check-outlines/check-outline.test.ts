import { expect, test } from "bun:test";
import { loadGrammar } from "../../src/symbol/grammar.ts";
import type { Outline } from "../../src/symbol/outline.ts";
import { installedGrammar } from "../grammars.ts";
import { checkOutline } from "./check-outline.ts";

const TEXT = `import b from "b";

class A {
	one() {
		b();
		b();
	}
	two() {
		b();
	}
}
`;

/** An outline of the text in which these lines are folded. */
function foldedFrom(first: number, last: number): Outline {
	const lines = TEXT.split("\n");
	const text = [...lines.slice(0, first - 1), `… lines ${first}-${last} folded`, ...lines.slice(last)].join("\n");
	return { text, folds: [{ first, last }] };
}

async function faultsOf(made: Outline): Promise<string[] | undefined> {
	const grammar = await loadGrammar("typescript", installedGrammar);
	return grammar.withTree(TEXT, (tree) => checkOutline(made, TEXT, tree, "typescript"));
}

test("the body of a method is no fault, and neither is an outline without folds", async () => {
	expect(await faultsOf(foldedFrom(5, 6))).toEqual([]);
	expect(await faultsOf({ text: TEXT, folds: [] })).toEqual([]);
});

test.each([
	["an import", 1, 1],
	["a class", 4, 10],
	["a signature with its body", 4, 6],
	["a body with the brace behind it", 5, 7],
	["the bodies of two methods", 5, 9],
])("a fold of %s is a fault", async (_, first, last) => {
	expect(await faultsOf(foldedFrom(first, last))).toEqual([`lines ${first}-${last}: are not the body of a function`]);
});

test("an outline that does not lead back to the text, or has lost a line, is a fault", async () => {
	const { text, folds } = foldedFrom(5, 6);
	const lost = ["does not unfold to the file", "shows other lines than those outside its folds"];
	expect(await faultsOf({ text: text.replace("\ttwo() {\n", ""), folds })).toEqual(lost);
	expect(await faultsOf({ text: text.replace('b";', 'c";'), folds })).toEqual(lost);
	expect(await faultsOf({ text: text.replace("5-6", "5-7"), folds })).toEqual(["does not unfold to the file"]);
});
