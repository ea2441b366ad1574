import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { statIf, systemCode, systemWords } from "./system-error.ts";

function errorOf(work: () => unknown): unknown {
	try {
		return work();
	} catch (error) {
		return error;
	}
}

test.each([
	["there is no such file", () => readFileSync(join(tmpdir(), "ibid-is-not-there"))],
	["it is a folder", () => readFileSync(tmpdir())],
	["a part of the path is not a folder", () => readdirSync(import.meta.path)],
	["the path is too long", () => readFileSync("/".padEnd(10_000, "a"))],
])("a refusal of the system is put into words: %s", (words, work) => {
	expect(systemWords(errorOf(work))).toBe(words);
});

test("errors of our own are not refusals of the system", () => {
	const own = [new Error("x"), Object.assign(new Error("x"), { code: 7 }), "EACCES", undefined];
	expect(own.map(systemCode)).toEqual([undefined, undefined, undefined, undefined]);
	expect(own.map(systemWords)).toEqual([undefined, undefined, undefined, undefined]);
});

test("a file that cannot be read counts as missing", () => {
	expect(statIf(import.meta.path)?.isFile()).toBe(true);
	expect([statIf(join(import.meta.path, "x")), statIf("/".padEnd(10_000, "a"))]).toEqual([undefined, undefined]);
});
