import { expect, test } from "bun:test";
import type { LinkedQuote } from "../../data.ts";
import { type LineBlock, lineBlocks, quotedFrom } from "./line-blocks.ts";
import { text } from "./made-up.test.ts";

const quote = (note: number, from: number, count: number, line = 0, answer = "b2"): LinkedQuote => ({
	note,
	from,
	count,
	source: { call: "c1", turn: 3, by: "result", line, number: 0 },
	answer,
});

const drawn = (blocks: readonly LineBlock[]): string[][] =>
	blocks.map(({ before, after, places }) => [
		before.map(({ kind, text: words }) => `${kind[0]}${words}`).join(" "),
		after.map(({ kind, text: words }) => `${kind[0]}${words}`).join(" "),
		places.map(({ from, count }) => `${from}+${count}`).join(" "),
	]);

test("fresh lines stand beside themselves, and quoted ones beside their note", () => {
	const data = text(["a", "b", "c", "d", "e"], ["a", "[ibid] three lines", "e"], [quote(1, 1, 3)]);
	expect(drawn(lineBlocks(data))).toEqual([
		["fa", "fa", ""],
		["qb qc qd", "n[ibid] three lines", "1+3"],
		["fe", "fe", ""],
	]);
});

test("one note may stand for lines from several places", () => {
	const data = text(["a", "b", "c"], ["[ibid] all of it"], [quote(0, 0, 1), quote(0, 1, 2)]);
	expect(drawn(lineBlocks(data))).toEqual([["qa qb qc", "n[ibid] all of it", "0+1 1+2"]]);
});

test("two notes one behind the other have nothing between them", () => {
	const data = text(["a", "b", "c", "d"], ["[ibid] x", "[ibid] y"], [quote(1, 2, 2), quote(0, 0, 2)]);
	expect(drawn(lineBlocks(data))).toEqual([
		["qa qb", "n[ibid] x", "0+2"],
		["qc qd", "n[ibid] y", "2+2"],
	]);
});

test("no line of either text is lost, and none comes twice", () => {
	const data = text(["a", "b", "c", "d"], ["a", "[ibid] x", "d", ""], [quote(1, 1, 2)]);
	const blocks = lineBlocks(data);
	expect(blocks.flatMap(({ before }) => before.map(({ number }) => number))).toEqual([1, 2, 3, 4]);
	expect(blocks.flatMap(({ after }) => after.map(({ number }) => number))).toEqual([1, 2, 3]);
});

test("in a whole answer a line that looks like a note is none", () => {
	const data = { ...text(["[ibid] so they say"], ["[ibid] so they say"], []), form: "whole" } as const;
	expect(drawn(lineBlocks(data))).toEqual([["f[ibid] so they say", "f[ibid] so they say", ""]]);
});

test("the lines that an answer quotes from another are found in its original", () => {
	const data = text(["a", "b", "c"], ["a", "[ibid] x"], [quote(1, 1, 2, 40)]);
	expect(quotedFrom(data, "b2", { from: 40, count: 2 })).toEqual(["b", "c"]);
	expect(quotedFrom(data, "b2", { from: 41, count: 2 })).toEqual([]);
	expect(quotedFrom(data, "c3", { from: 40, count: 2 })).toEqual([]);
});
