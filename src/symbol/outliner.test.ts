import { describe, expect, test } from "bun:test";
import { installedGrammar } from "../../scripts/grammars.ts";
import { Grammars } from "./grammar.ts";
import { lazyOutliner } from "./lazy-outliner.ts";
import { newOutliner } from "./outliner.ts";

const LARGE = ["alpha", "beta"]
	.flatMap((name) => [
		`export function ${name}(value: number): number {`,
		...Array.from({ length: 80 }, (_, at) => `\tvalue += compute("${name}", ${at}, value) * ${at + 1};`),
		"}",
	])
	.join("\n");
const FOLDS = [
	{ first: 2, last: 81 },
	{ first: 84, last: 163 },
];

/** The answer for a file, once everything is loaded. */
async function settled({ findFolds, load }: ReturnType<typeof newOutliner>, path: string, text: string) {
	for (let tries = 0; tries < 3 && findFolds(path, text) === "pending"; tries++) await load();
	return findFolds(path, text);
}

describe("an outliner", () => {
	test("finds the bodies of a large file of code", async () => {
		expect(await settled(newOutliner(installedGrammar, new Grammars()), "/w/a.ts", LARGE)).toMatchObject(FOLDS);
	});

	test.each([
		["a small file", "/w/a.ts", LARGE.slice(0, 500)],
		["prose", "/w/a.md", LARGE],
		["a file of an unknown language", "/w/a.zig", LARGE],
	])("leaves %s alone, at once", (_, path, text) => {
		expect(newOutliner(installedGrammar, new Grammars()).findFolds(path, text)).toBeUndefined();
	});

	test("that cannot load a grammar leaves its language alone from then on", async () => {
		const broken = newOutliner(() => {
			throw new Error("the disk is gone");
		}, new Grammars());
		expect(await settled(broken, "/w/a.ts", LARGE)).toBeUndefined();
	});

	test("that is loaded when needed says so, and then finds the same", async () => {
		let made = 0;
		const lazy = lazyOutliner(async () => {
			made++;
			return newOutliner(installedGrammar, new Grammars());
		});
		expect(lazy.findFolds("/w/a.md", LARGE)).toBeUndefined();
		expect(lazy.findFolds("/w/a.ts", LARGE)).toBe("pending");
		expect(await settled(lazy, "/w/a.ts", LARGE)).toMatchObject(FOLDS);
		expect(made).toBe(1);
	});

	test("that is not there leaves everything alone", async () => {
		const lost = lazyOutliner(() => Promise.reject(new Error("no such file")));
		expect(await settled(lost, "/w/a.ts", LARGE)).toBeUndefined();
	});
});
