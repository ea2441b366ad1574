import { afterAll, describe, expect, test } from "bun:test";
import { appendFileSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { followFile, type TailLimits } from "./tail.ts";

const folder = mkdtempSync(join(tmpdir(), "ibid-tail-"));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
const newFile = (): string => join(folder, `${++files}`);

/** Gives what a tail tells, one time after the other. */
function follow(file: string, limits?: Partial<TailLimits>): { next(): string[] } {
	let told: string[] = [];
	const tail = followFile(file, { lines: (lines) => told.push(...lines), anew: () => told.push("anew:") }, limits);
	return {
		next() {
			told = [];
			tail.readOn();
			return told;
		},
	};
}

test("a file is read on where it was read last, whole lines at a time", () => {
	const file = newFile();
	const tail = follow(file);
	expect(tail.next()).toEqual([]);
	writeFileSync(file, "one\ntwo\nthr");
	expect(tail.next()).toEqual(["one", "two"]);
	expect(tail.next()).toEqual([]);
	appendFileSync(file, "ee\n");
	expect(tail.next()).toEqual(["three"]);
});

test("a character that is written in two pieces is one", () => {
	const file = newFile();
	const tail = follow(file);
	const bytes = Buffer.from("é\n");
	writeFileSync(file, bytes.subarray(0, 1));
	expect(tail.next()).toEqual([]);
	appendFileSync(file, bytes.subarray(1));
	expect(tail.next()).toEqual(["é"]);
});

test.each([
	["became shorter", (file: string) => writeFileSync(file, "1\n"), ["anew:", "1"]],
	["is gone", (file: string) => rmSync(file), ["anew:"]],
	[
		"is another one",
		(file: string) => {
			writeFileSync(`${file}.new`, "another, longer\n");
			renameSync(`${file}.new`, file);
		},
		["anew:", "another, longer"],
	],
])("a file that %s is read anew", (_, change, expected) => {
	const file = newFile();
	const tail = follow(file);
	writeFileSync(file, "one\ntwo\nthr");
	tail.next();
	change(file);
	expect(tail.next()).toEqual(expected);
	expect(tail.next()).toEqual([]);
});

test.each([1, 2, 3, 5, 8, 100])("a file is the same in pieces of %i bytes", (piece) => {
	const file = newFile();
	writeFileSync(file, "one\n\né is the third\nfou");
	const tail = follow(file, { piece });
	expect(tail.next()).toEqual(["one", "", "é is the third"]);
	appendFileSync(file, "r\n");
	expect(tail.next()).toEqual(["four"]);
	expect(follow(file, { piece, most: 6 }).next()).toEqual(["four"]);
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
		expect(follow(file, { most }).next()).toEqual(expected);
	});

	test("all is read that comes later, however much that is", () => {
		const file = newFile();
		writeFileSync(file, LONG);
		const tail = follow(file, { most: 12 });
		tail.next();
		appendFileSync(file, LONG);
		expect(tail.next()).toEqual(["one", "two", "three", "four"]);
	});

	test("a line that began before is passed over, though its end comes later", () => {
		const file = newFile();
		writeFileSync(file, "a line that is long and not yet at its end");
		const tail = follow(file, { most: 12 });
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
		expect(follow(file, { most: 9 }).next()).toEqual(["two"]);
	});
});

test("a file that is there later is read from its beginning, if it is short enough", () => {
	const file = newFile();
	const tail = follow(file, { most: 12 });
	expect(tail.next()).toEqual([]);
	writeFileSync(file, "one\n");
	expect(tail.next()).toEqual(["one"]);
	appendFileSync(file, "two\nthree\nfour\nfive\n");
	expect(tail.next()).toEqual(["two", "three", "four", "five"]);
});
