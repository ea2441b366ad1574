import { expect, test } from "bun:test";
import { Readable } from "node:stream";
import { streamLines } from "./lines.ts";

test.each([
	["none", "", []],
	["a last one without an end", "a\nb", ["a", "b"]],
	["empty ones between others", "a\n\nb\n", ["a", "", "b"]],
	["other signs that end lines elsewhere", "a\u2028b\u2029c\vd\re\n", ["a\u2028b\u2029c\vd\re"]],
])("a stream has lines: %s", async (_, text, lines) => {
	// Byte by byte, so that characters and lines are cut anywhere.
	const input = Readable.from([...Buffer.from(text)].map((byte) => Buffer.from([byte])));
	expect(await Array.fromAsync(streamLines(input))).toEqual(lines);
});
