import { afterAll, describe, expect, test } from "bun:test";
import { appendFileSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { followFile } from "./tail.ts";

const folder = mkdtempSync(join(tmpdir(), "ibid-tail-"));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
const newFile = (): string => join(folder, `${++files}`);

test("a file is read on where it was read last, whole lines at a time", () => {
	const file = newFile();
	const tail = followFile(file);
	expect(tail.next()).toEqual([]);
	writeFileSync(file, "one\ntwo\nthr");
	expect(tail.next()).toEqual(["one", "two"]);
	expect(tail.next()).toEqual([]);
	appendFileSync(file, "ee\n");
	expect(tail.next()).toEqual(["three"]);
});

test("a character that is written in two pieces is one", () => {
	const file = newFile();
	const tail = followFile(file);
	const bytes = Buffer.from("é\n");
	writeFileSync(file, bytes.subarray(0, 1));
	expect(tail.next()).toEqual([]);
	appendFileSync(file, bytes.subarray(1));
	expect(tail.next()).toEqual(["é"]);
});

test.each([
	["became shorter", (file: string) => writeFileSync(file, "1\n")],
	["is gone", (file: string) => rmSync(file)],
	[
		"is another one",
		(file: string) => {
			writeFileSync(`${file}.new`, "another, longer\n");
			renameSync(`${file}.new`, file);
		},
	],
])("a file that %s is not read on", (_, change) => {
	const file = newFile();
	const tail = followFile(file);
	writeFileSync(file, "one\ntwo\n");
	tail.next();
	change(file);
	expect(tail.next()).toBeUndefined();
});

describe("of a file that is longer than anybody wants to read", () => {
	const LONG = "one\ntwo\nthree\nfour\n";

	test.each([
		["the last whole lines", 12, ["three", "four"]],
		["the last whole lines, but for one that would just fit", 11, ["four"]],
		["nothing if not one line is whole", 4, []],
		["all if it fits", LONG.length, ["one", "two", "three", "four"]],
	])("are read: %s", (_, most, expected) => {
		const file = newFile();
		writeFileSync(file, LONG);
		expect(followFile(file, most).next()).toEqual(expected);
	});

	test("all is read that comes later, however much that is", () => {
		const file = newFile();
		writeFileSync(file, LONG);
		const tail = followFile(file, 12);
		tail.next();
		appendFileSync(file, LONG);
		expect(tail.next()).toEqual(["one", "two", "three", "four"]);
	});

	test("a line that began before is passed over, though its end comes later", () => {
		const file = newFile();
		writeFileSync(file, "a line that is long and not yet at its end");
		const tail = followFile(file, 12);
		expect(tail.next()).toEqual([]);
		appendFileSync(file, ", now it is");
		expect(tail.next()).toEqual([]);
		appendFileSync(file, "\ntwo\nthr");
		expect(tail.next()).toEqual(["two"]);
		appendFileSync(file, "ee\n");
		expect(tail.next()).toEqual(["three"]);
	});

	test("a character that begins before is passed over", () => {
		const file = newFile();
		writeFileSync(file, "ééé\ntwo\n");
		expect(followFile(file, 9).next()).toEqual(["two"]);
	});

	test("no more is read than what a model can have before it", () => {
		const file = newFile();
		const line = "x".repeat(1023);
		writeFileSync(file, `first\n${`${line}\n`.repeat(32 * 1024)}`);
		expect(followFile(file).next()).toHaveLength(32 * 1024 - 1);
	});
});

test("a file that is there later is read from its beginning, if it is short enough", () => {
	const file = newFile();
	const tail = followFile(file, 12);
	expect(tail.next()).toEqual([]);
	writeFileSync(file, "one\n");
	expect(tail.next()).toEqual(["one"]);
	appendFileSync(file, "two\nthree\nfour\nfive\n");
	expect(tail.next()).toEqual(["two", "three", "four", "five"]);
});
