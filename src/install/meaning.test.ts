import { describe, expect, test } from "bun:test";
import { meaningOf } from "./meaning.ts";

const of = (text: string | undefined): string => meaningOf(text === undefined ? undefined : Buffer.from(text));

describe("settings say the same", () => {
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

describe("settings say something else", () => {
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
