import { expect, test } from "bun:test";
import { pageOf, sortRows } from "./sort.ts";

test("rows are sorted by value either way, and what has none stands last", () => {
	const rows = [3, undefined, -1, 20];
	expect(sortRows(rows, (row) => row, false)).toEqual([-1, 3, 20, undefined]);
	expect(sortRows(rows, (row) => row, true)).toEqual([20, 3, -1, undefined]);
	expect(rows).toEqual([3, undefined, -1, 20]);
});

test("equal rows stay in their order whichever way", () => {
	const rows = ["b1", "a1", "b2", "a2"];
	expect(sortRows(rows, ([letter]) => letter, true)).toEqual(["b1", "b2", "a1", "a2"]);
});

test("words are sorted as people do", () => {
	expect(sortRows(["file10", "File2", "file1"], (row) => row, false)).toEqual(["file1", "File2", "file10"]);
});

test.each([
	[1, [0, 1, 2], 1, 0],
	[2, [3, 4, 5], 2, 3],
	[3, [6], 3, 6],
	[99, [6], 3, 6],
	[-4, [0, 1, 2], 1, 0],
])("page %p of seven rows in threes", (wanted, rows, page, before) => {
	expect(pageOf([0, 1, 2, 3, 4, 5, 6], wanted, 3)).toEqual({ rows, page, pages: 3, before });
});

test("no rows are one empty page", () => {
	expect(pageOf([], 1, 50)).toEqual({ rows: [], page: 1, pages: 1, before: 0 });
});
