import { afterAll, expect, test } from "bun:test";
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
