import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isTorn, meaningOf, saidIn } from "./settings.ts";

const folder = mkdtempSync(join(tmpdir(), "ibid-settings-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("settings have values under their keys, with or without comments", () => {
	expect(saidIn(written('{ "plugin": ["a"], /* why */ "off": true, }'))).toEqual({ plugin: ["a"], off: true });
});

test.each(["", "{", "null", '"plugin"', "7"])("settings that are %j are empty", (text) => {
	expect(saidIn(written(text))).toEqual({});
});

test("settings that do not exist, or are a folder, are empty", () => {
	expect(saidIn(join(folder, "nowhere.json"))).toEqual({});
	expect(saidIn(folder)).toEqual({});
});

function written(text: string): string {
	const path = join(folder, "settings.json");
	writeFileSync(path, text);
	return path;
}

const of = (text: string | undefined): string => meaningOf(text === undefined ? undefined : Buffer.from(text));

describe("settings mean the same", () => {
	test.each([
		["in another order and with other blanks", '{"a": 1, "b": [1, 2]}', '{\r\n\t"b": [1,2],\n"a":1}\n'],
		["without what is empty", '{"a": 1}', '{"a": 1, "hooks": {"Stop": []}, "list": []}'],
		["with comments and without", '{"a": 1}', '// mine\n{"a": 1, /* and */ }'],
		["where there is no file, an empty one, or an empty object", undefined, ""],
		["where nothing is said", " \r\n", "{ }"],
		["with other blanks, where they are no JSON", "[a]\nb = 1\n", "[a]\r\nb  = 1"],
	])("%s", (_, one, other) => {
		expect(of(one)).toBe(of(other));
	});
});

describe("settings mean something else", () => {
	test.each([
		["by another value", '{"a": 1}', '{"a": 2}'],
		["by one key more", '{"a": 1}', '{"a": 1, "b": null}'],
		["by the order of a list", '{"a": [1, 2]}', '{"a": [2, 1]}'],
		["by what is empty in a list", '{"a": [1]}', '{"a": [1, {}]}'],
		["by a word, where they are no JSON", "b = 1", "b = 2"],
		["where there were none", undefined, '{"a": 1}'],
	])("%s", (_, one, other) => {
		expect(of(one)).not.toBe(of(other));
	});
});

describe("settings", () => {
	const bytes = (text: string | undefined): Buffer | undefined => (text === undefined ? text : Buffer.from(text));
	test.each([
		[true, "are empty that said something", '{"a": 1}', ""],
		[true, "are half of what they were", '{"a": 1} // b', '{"a"'],
		[true, "are empty that were no JSON", "a = 1", ""],
		[false, "were empty before", "", ""],
		[false, "say something else", '{"a": 1}', '{"b": 1}'],
		[false, "were no JSON before", "a = 1", "a ="],
		[false, "are gone", '{"a": 1}', undefined],
		[false, "were not there", undefined, ""],
	])("are torn: %p, if they %s", (isSo, _, before, now) => {
		expect(isTorn(bytes(before), bytes(now))).toBe(isSo);
	});
});
