import { expect, test } from "bun:test";
import { parseLines } from "./json-lines.ts";

test.each([
	["an empty log has no values", "", [], 0],
	["each line is a value", '{"a":1}\n[2]\n"three"\n', [{ a: 1 }, [2], "three"], 0],
	["the last line needs no newline", '{"a":1}\n{"b":2}', [{ a: 1 }, { b: 2 }], 0],
	["a line cut short is counted, the others stay", '{"a":1}\n{"b":\n{"c":3}\n', [{ a: 1 }, { c: 3 }], 1],
	["words are counted", "hello\nyou\n", [], 2],
	["empty lines count as nothing", '\n  \n\r\n{"a":1}\n\n', [{ a: 1 }], 0],
	["carriage returns before the newline are no matter", '{"a":1}\r\n{"b":2}\r\n', [{ a: 1 }, { b: 2 }], 0],
	["a byte order mark is no matter", '\uFEFF{"a":1}\n', [{ a: 1 }], 0],
	["zeros left by a crash are counted", '{"a":1}\n\0\0\0\n', [{ a: 1 }], 1],
	["a newline written inside a string does not end the line", '{"a":"x\\ny"}\n', [{ a: "x\ny" }], 0],
])("%s", (_, text, values, skipped) => {
	expect(parseLines(text)).toEqual({ values, skipped });
});
