import { describe, expect, test } from "bun:test";
import { type Json, JsoncError } from "./jsonc.ts";
import { addTo, dropEmpty, removeFrom, removeIn, setIn } from "./jsonc-edit.ts";

type Path = readonly string[];

describe("a property is set", () => {
	test.each<[string, string, Path, Json, string]>([
		["in an empty file", "", ["a"], 1, '{\n\t"a": 1\n}\n'],
		["in a blank file with a mark", "\ufeff\r\n", ["a"], 1, '\ufeff{\r\n\t"a": 1\r\n}\r\n'],
		["in an empty object", "{}", ["a", "b"], [1], '{\n\t"a": {\n\t\t"b": [\n\t\t\t1\n\t\t]\n\t}\n}'],
		["behind a comment in an empty object", "{ // none\n}\n", ["a"], 1, '{ // none\n\t"a": 1\n}\n'],
		["behind a block comment", '{"o": {/* none */}}', ["o", "a"], 1, '{"o": {/* none */ "a": 1}}'],
		["below a line comment in one line", '{"o": { // none\n}}', ["o", "a"], 1, '{"o": { // none\n\t"a": 1\n}}'],
		[
			"in spaces and CRLF",
			'{\r\n  "a": 1\r\n}',
			["b"],
			{ c: 2 },
			'{\r\n  "a": 1,\r\n  "b": {\r\n    "c": 2\r\n  }\r\n}',
		],
		["in lines without indent", '{\n"a": 1\n}', ["b"], 2, '{\n"a": 1,\n"b": 2\n}'],
		["in one line", '{ "a": 1 }', ["b"], { c: [1, 2] }, '{ "a": 1, "b": {"c": [1, 2]} }'],
		["in one tight line", '{"a":1}', ["b"], { c: [1, 2] }, '{"a":1,"b":{"c":[1,2]}}'],
		["in one line with wide gaps", '{"a": 1,  "b": 2}', ["c"], 3, '{"a": 1,  "b": 2,  "c": 3}'],
		["with a comma before a comment", '{\n  "a": 1 // one\n}', ["b"], 2, '{\n  "a": 1, // one\n  "b": 2\n}'],
		["below a comment that ends one line", '{"a": 1 // one\n}', ["b"], 2, '{"a": 1, // one\n\t"b": 2\n}'],
		["in one line, even there", '{"a": 1 // one\n}', ["b"], { c: 2 }, '{"a": 1, // one\n\t"b": {"c": 2}\n}'],
		["below a long comment", '{\n\t"a": 1 /* one\n\t*/\n}', ["b"], 2, '{\n\t"a": 1, /* one\n\t*/\n\t"b": 2\n}'],
		[
			"in deeper steps, like its siblings",
			'{\n "o": {\n   "a": 1}\n}',
			["o", "b"],
			[2],
			'{\n "o": {\n   "a": 1,\n   "b": [\n     2\n   ]}\n}',
		],
		[
			"in blanks that do not fit together",
			'{\n "o": {\n\t\t"a":1}\n}',
			["o", "b"],
			[2],
			'{\n "o": {\n\t\t"a":1,\n\t\t"b":[\n\t\t 2\n\t\t]}\n}',
		],
		["before comments on later lines", '{\n\t"a": 1\n\t// end\n}', ["b"], 2, '{\n\t"a": 1,\n\t"b": 2\n\t// end\n}'],
		["with a last comma as before", '{\n\t"a": 1, // one\n}', ["b"], 2, '{\n\t"a": 1, // one\n\t"b": 2,\n}'],
		["with a last comma in one line", '{"a": 1,}', ["b"], 2, '{"a": 1, "b": 2,}'],
		["in place of another", '{"a": /* x */ 1 /* y */, "b": 2}', ["a"], "z", '{"a": /* x */ "z" /* y */, "b": 2}'],
		["as lines where a word was", '{\n  "a": 1, // x\n}', ["a"], [1], '{\n  "a": [\n    1\n  ], // x\n}'],
		["as one line where one was", '{\n  "a": [1]\n}', ["a"], [1, 2], '{\n  "a": [1, 2]\n}'],
		[
			"not, if it says so already",
			'{"a": {"b": 1, /* x */ "c": 2}}',
			["a"],
			{ c: 2, b: 1 },
			'{"a": {"b": 1, /* x */ "c": 2}}',
		],
		["where the last of two keys counts", '{"a": 1, "a": 2}', ["a"], 3, '{"a": 1, "a": 3}'],
		["in an element", '[{"a": 1}, {"a": 2}]', ["1", "a"], 3, '[{"a": 1}, {"a": 3}]'],
		["as the whole", '{"a": 1} // end', [], [1, 2], "[1, 2] // end"],
	])("%s", (_, text, path, value, expected) => {
		expect(setIn(text, path, value)).toBe(expected);
	});
});

describe("an element is added", () => {
	test.each<[string, string, Path, Json, string]>([
		["to an array that is not there", "{}\n", ["a"], "x", '{\n\t"a": [\n\t\t"x"\n\t]\n}\n'],
		["to an empty array", '{\n  "a": []\n}', ["a"], "x", '{\n  "a": [\n    "x"\n  ]\n}'],
		["to one line", '{"a": ["x"]}', ["a"], "y", '{"a": ["x", "y"]}'],
		["to one tight line", '{"a":["x"]}', ["a"], "y", '{"a":["x","y"]}'],
		["behind comments", '["x" /* x */ // y\r\n]', [], "y", '["x", /* x */ // y\r\n\t"y"\r\n]'],
		["not, if an equal one is there", '[{"a": 1, "b": 2}]', [], { b: 2, a: 1 }, '[{"a": 1, "b": 2}]'],
		["not, if it would be written like one", "[0]", [], -0, "[0]"],
	])("%s", (_, text, path, value, expected) => {
		expect(addTo(text, path, value)).toBe(expected);
	});
});

describe("a property is removed", () => {
	test.each<[string, string, Path, string]>([
		[
			"with its line and the comment at its end",
			'{\n\t// b\n\t"a": 1, // a\n\t"b": 2\n}',
			["a"],
			'{\n\t// b\n\t"b": 2\n}',
		],
		["with the comma before it", '{\n\t"a": 1, // a\n\t"b": {\n\t}\n}', ["b"], '{\n\t"a": 1 // a\n}'],
		["from the front of a line", '{\n\t"a": 1, "b": 2\n}', ["a"], '{\n\t"b": 2\n}'],
		[
			"from the end of a line",
			'{\r\n\t"a": 1, "b": 2, // b\r\n\t"c": 3\r\n}',
			["b"],
			'{\r\n\t"a": 1, // b\r\n\t"c": 3\r\n}',
		],
		["from one line", '{"a": 1, /* b */ "b": 2 , "c": 3}', ["b"], '{"a": 1, /* b */ "c": 3}'],
		["from the end of a line without comments", '{ "a": 1, "b": 2,\n  "c": 3 }', ["b"], '{ "a": 1,\n  "c": 3 }'],
		["but not a comment before the comma", '{"a": 1 /* a */, "b": 2}', ["b"], '{"a": 1 /* a */}'],
		["but not a comment that goes on", '{\n\t"a": 1, /* b\n\t*/\n\t"b": 2\n}', ["a"], '{\n\t/* b\n\t*/\n\t"b": 2\n}'],
		["but not the comments of its neighbours", '{"a": 1 /* x */, "b": 2}', ["a"], '{ /* x */ "b": 2}'],
		["behind a comment that ends a line", '{ // x\n"a": 1 }', ["a"], "{ // x\n }"],
		["with a comma on the next line", '{\n  "a": 1 // a\n  , "b": 2\n}', ["a"], '{\n  "b": 2\n}'],
		["with a comma that begins its line", '{\n  "a": 1\n  , "b": 2\n}', ["b"], '{\n  "a": 1\n}'],
		["and its object stays", '{\n\t"o": {\n\t\t"a": 1\n\t}\n}', ["o", "a"], '{\n\t"o": {}\n}'],
		["as often as it is there", '{"a": 1, "b": 2, "a": 3}', ["a"], '{"b": 2}'],
		["by its index", "[1, 2, 3]", ["1"], "[1, 3]"],
		["not, if it is not there", '{"a": 1 }', ["b", "c"], '{"a": 1 }'],
		["not from a blank file", "\n", ["a"], "\n"],
		["not, if it is the whole", "{}", [], "{}"],
	])("%s", (_, text, path, expected) => {
		expect(removeIn(text, path)).toBe(expected);
	});

	test("neighbouring elements can be removed together", () => {
		const text = '{"a": [\n\t"x", // x\n\t1, "y", // y\n\t"z"\n]}';
		expect(removeFrom(text, ["a"], (value) => typeof value === "string")).toBe('{"a": [\n\t1 // y\n]}');
		expect(removeFrom(text, ["a"], () => true)).toBe('{"a": []}');
		expect(removeFrom(text, ["b"], () => true)).toBe(text);
	});
});

describe("empty containers are dropped", () => {
	test.each<[string, string, Path, number, string]>([
		["up to the whole", '{"a": {"b": []}}', ["a", "b"], 0, "{}"],
		["up to those that are kept", '{"a": {"b": []}}', ["a", "b"], 1, '{"a": {}}'],
		["up to those that hold something", '{"a": {"b": [], "c": 0}}', ["a", "b"], 0, '{"a": {"c": 0}}'],
		["where the innermost is gone", '{"a": {\n}}', ["a", "b"], 0, "{}"],
		["unless there is a comment", '{"a": {/* b */}}', ["a"], 0, '{"a": {/* b */}}'],
		["unless they are no containers", '{"a": ""}', ["a"], 0, '{"a": ""}'],
	])("%s", (_, text, path, kept, expected) => {
		expect(dropEmpty(text, path, kept)).toBe(expected);
	});
});

describe("one sentence says", () => {
	test.each<[string, () => string, string]>([
		["that a step is no object", () => setIn('{\n\t"a": null}', ["a", "b"], 1), 'line 2, column 7: "a" is no object'],
		["that an array has no keys", () => setIn('{"a": [1]}', ["a", "1"], 1), 'line 1, column 7: "a" is no object'],
		[
			"that an element is no object",
			() => removeIn("\ufeff[1]", ["0", "b"]),
			"line 1, column 2: this value is no object",
		],
		["that there is no array to add to", () => addTo('{"a": {}}', ["a"], 1), 'line 1, column 7: "a" is no array'],
		[
			"that there is no array to take from",
			() => removeFrom("{}", [], Boolean),
			"line 1, column 1: this value is no array",
		],
		["that a text is no JSON", () => setIn("{a: 1}", ["a"], 1), "line 1, column 2: a key in quotes should stand here"],
	])("%s", (_, edit, sentence) => {
		expect(edit).toThrow(JsoncError);
		expect(edit).toThrow(sentence);
	});
});
