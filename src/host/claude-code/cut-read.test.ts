import { describe, expect, test } from "bun:test";
import { fileSubject } from "../../lens/files.ts";
import { outlineOfRest } from "./cut-read.ts";

const LINES = Array.from({ length: 400 }, (_, at) =>
	at % 100 === 0 ? `export function f${at}() {` : at % 100 === 99 ? "}" : `\tcompute("${at}", ${at * 17});`,
);
const FOLDS = [0, 100, 200, 300].map((first) => ({ first: first + 2, last: first + 99 }));
const file = { subject: fileSubject("/w", "src/a.ts")!, lines: LINES, last: 150 };

describe("the rest of a file that a host has cut", () => {
	test("is an outline with true numbers, which unfolds to the rest", () => {
		const text = outlineOfRest(file, { findFolds: () => FOLDS });
		const [head, ...rest] = text!.split("\n");
		expect(head).toBe("[ibid] Lines 151-400 of src/a.ts as an outline: read the lines that a mark names to see them.");
		const unfolded = rest.flatMap((line) => {
			const [, first, last] = /^\[ibid\] lines (\d+)-(\d+) folded$/.exec(line) ?? [];
			return first === undefined ? [line.replace(/^\d+\t/, "")] : LINES.slice(Number(first) - 1, Number(last));
		});
		expect(unfolded).toEqual(LINES.slice(150));
		expect(rest.filter((line) => line.startsWith("[ibid]"))).toHaveLength(2);
	});

	test.each([
		["its rest has no bodies to fold", { findFolds: () => FOLDS.slice(0, 1) }],
		["its language has no grammar", { findFolds: () => undefined }],
	])("is left alone if %s", (_, terms) => {
		expect(outlineOfRest(file, terms)).toBeUndefined();
	});

	test("is left alone if it may hold secrets", () => {
		const secret = { ...file, subject: fileSubject("/w", ".env.ts")! };
		expect(outlineOfRest(secret, { findFolds: () => FOLDS })).toBeUndefined();
	});
});
