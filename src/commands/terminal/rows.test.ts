import { describe, expect, test } from "bun:test";
import { kindItems, kindWords } from "../report/report-lines.ts";
import { dayWords, type LabelledRow, rowLines } from "./rows.ts";

const plain = (text: string): string => text;

describe("rows", () => {
	const rows: readonly LabelledRow[] = [
		{ label: "Tool results", says: "18.4M tokens in 251 sessions, in the last 30 days, and some more words" },
		{
			label: "By kind",
			says: ["files read again 0.8M", "parts of files 0.4M", "command output 0.3M", "own writing 2k"],
		},
	];

	test("have labels on the left where there is room, and items that are not broken", () => {
		expect(rowLines(rows, 60, plain)).toEqual([
			"Tool results    18.4M tokens in 251 sessions, in the last 30",
			"                days, and some more words",
			"By kind         files read again 0.8M ·",
			"                parts of files 0.4M · command output 0.3M ·",
			"                own writing 2k",
		]);
	});

	test("have what is said right behind the label where there is little", () => {
		expect(rowLines(rows, 40, plain)).toEqual([
			"Tool results: 18.4M tokens in 251",
			"  sessions, in the last 30 days, and",
			"  some more words",
			"By kind: files read again 0.8M ·",
			"  parts of files 0.4M ·",
			"  command output 0.3M · own writing 2k",
		]);
	});

	test("may go on without a label", () => {
		expect(rowLines([{ label: "", says: "and more" }], 80, plain)).toEqual(["                and more"]);
		expect(rowLines([{ label: "", says: "and more" }], 40, plain)).toEqual(["  and more"]);
	});

	test.each([40, 60])("are as wide with paint as without, in %d columns", (width) => {
		const painted = rows.map((row) => ({ ...row, paint: (text: string) => `<${text}>` }));
		const lines = rowLines(painted, width, (text) => `{${text}}`);
		expect(lines[0]).toStartWith("{Tool results}");
		expect(lines.every((line) => line.endsWith(">"))).toBe(true);
		expect(lines.map((line) => line.replaceAll(/[<>{}]/g, ""))).toEqual(rowLines(rows, width, plain));
	});
});

test("kinds are told in one order, losses with their sign, and those that come to nothing not at all", () => {
	const kinds = [
		{ kind: "own", saved: 40 },
		{ kind: "output", saved: -1200 },
		{ kind: "range", saved: 0 },
		{ kind: "file", saved: 57_000 },
	];
	expect(kindItems(kinds)).toEqual(["files read again 57k", "command output −1.2k", "own writing 40"]);
	expect(["range", "other", "toString"].map(kindWords)).toEqual(["parts of files", "other", "toString"]);
});

test("days have their year if it is another", () => {
	const now = new Date(2026, 5, 1);
	expect(dayWords(new Date(2026, 0, 3, 12).getTime(), now)).toBe("3 Jan");
	expect(dayWords(new Date(2025, 10, 3, 12).getTime(), now)).toBe("3 Nov 2025");
});
