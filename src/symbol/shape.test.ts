import { describe, expect, test } from "bun:test";
import { outlineOf, unfold } from "./outline.ts";
import { RULES } from "./rules.ts";
import { SOURCES, shapeFor } from "./source-fixture.test.ts";
import type { CodeSymbol } from "./types.ts";

const symbolWords = ({ kind, name, doc }: CodeSymbol): string => {
	return `${kind} ${name}${doc ? ` ${doc.first}-${doc.last}` : ""}`;
};

describe.each(SOURCES)("$path", ({ path, text, symbols, folds }) => {
	test("defines these symbols", async () => {
		const shape = await shapeFor(path, text);
		expect(shape.symbols.map(symbolWords)).toEqual([...symbols]);
	});

	test("has these bodies folded, and unfolds to itself", async () => {
		const made = outlineOf(text, await shapeFor(path, text), { depth: 0, minBody: 4 });
		const words = made.folds.map(({ first, last, symbol = "" }) => {
			return `${first}-${last} ${symbol.slice(path.length + 1)}`.trim();
		});
		expect(words).toEqual([...folds]);
		expect(unfold(made.text, text)).toBe(text);
	});
});

test("there is a source for each language", async () => {
	const languages = await Promise.all(SOURCES.map(async ({ path, text }) => (await shapeFor(path, text)).language));
	expect(languages.sort()).toEqual(Object.keys(RULES).sort() as typeof languages);
});
