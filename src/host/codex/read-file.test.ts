import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readNumbered } from "./read-file.ts";

const folder = mkdtempSync(join(tmpdir(), "ibid-read-"));
afterAll(() => rmSync(folder, { recursive: true }));

function put(content: string | Uint8Array): string {
	const path = join(folder, "file");
	writeFileSync(path, content);
	return path;
}

const numbers = (count: number): string => Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join("");

describe("a file is read", () => {
	test.each([
		["with the number of each line", "one\ntwo\n", {}, "1\tone\n2\ttwo"],
		["without a final newline", "one\ntwo", {}, "1\tone\n2\ttwo"],
		["with its blank lines", "\n\n", {}, "1\t\n2\t"],
		["from a line on", "a\nb\nc\n", { offset: 2 }, "2\tb\n3\tc"],
		[
			"up to a line, with a word on the others",
			"a\nb\nc\n",
			{ limit: 2 },
			"1\ta\n2\tb\n(3 lines in all; go on with offset 3)",
		],
		["to its end, with no word on others", "a\nb\n", { offset: 2, limit: 1 }, "2\tb"],
	])("%s", (_, content, range, expected) => {
		expect(readNumbered({ path: put(content), ...range })).toBe(expected);
	});

	test("up to 2,000 lines at once, whatever was asked for", () => {
		const lines = readNumbered({ path: put(numbers(2500)), limit: 9999 }).split("\n");
		expect(lines.slice(1999)).toEqual(["2000\tline 2000", "(2500 lines in all; go on with offset 2001)"]);
	});

	test("up to 40,000 bytes at once, in whole lines", () => {
		const path = put(`${"é".repeat(500)}\n`.repeat(100));
		const lines = readNumbered({ path }).split("\n");
		expect(lines.slice(-1)).toEqual(["(100 lines in all; go on with offset 40)"]);
		expect(lines).toHaveLength(40);
	});
});

describe("a message without a number replaces", () => {
	test.each([
		["bytes that are no text", new Uint8Array([0xff, 0xfe, 0x41])],
		["a text with a zero in it", "a\0b"],
		["an empty file", ""],
		["a line that is too long", "x".repeat(50_000)],
	])("%s", (_, content) => {
		expect(readNumbered({ path: put(content) })).toMatch(/^(?:This file|Line 1) is [a-z ;]+\.$/);
	});

	test.each([
		["a folder", { path: folder }],
		["a file that is not there", { path: join(folder, "nowhere") }],
		["lines beyond the end", { path: put("a\n"), offset: 3 }],
		["a relative path", { path: "file" }],
		["a range that is none", { path: folder, offset: 0 }],
		["no path", {}],
	])("%s", (_, input) => {
		expect(readNumbered(input)).toMatch(/^[A-Zi][^\t\n]+\.$/);
	});
});
