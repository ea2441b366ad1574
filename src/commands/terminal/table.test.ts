import { describe, expect, test } from "bun:test";
import { kindItems, kindWords } from "../report/report-lines.ts";
import {
	counted,
	dayWords,
	grouped,
	type LabelledRow,
	left,
	percent,
	right,
	rowLines,
	spaced,
	type TableColumn,
	table,
	topTable,
	wrap,
} from "./table.ts";

const name = (cut: "start" | "end"): TableColumn => left("file", cut);
const tokens = right("tokens");

describe("a table", () => {
	test("has words on the left and numbers on the right", () => {
		expect(
			table(
				[name("end"), tokens],
				[
					["a.ts", "1,234,567"],
					["longer.ts", "8"],
				],
				80,
			),
		).toEqual(["file          tokens", "a.ts       1,234,567", "longer.ts          8"]);
	});

	test("cuts the columns that may be cut, if it would be too wide", () => {
		const rows = [["/home/you/project/src/a.ts", "12"]];
		expect(table([name("start"), tokens], rows, 24)[1]).toBe("…project/src/a.ts     12");
		expect(table([name("end"), tokens], rows, 24)[1]).toBe("/home/you/projec…     12");
	});

	test("goes by the columns that letters take", () => {
		const rows = [
			["文書/日本語.md", "12"],
			["a.md", "7"],
		];
		expect(table([name("start"), tokens], rows, 80)).toEqual([
			"file            tokens",
			"文書/日本語.md      12",
			"a.md                 7",
		]);
		expect(table([name("start"), tokens], rows, 20)[1]).toBe("…書/日本語.md     12");
		expect(wrap("日本 語", 5)).toEqual(["日本", "語"]);
	});

	test("paints cells, not headings, and aligns them as if it had not", () => {
		const painted: TableColumn = {
			heading: "set by",
			align: "left",
			paint: (cell) => (cell === "" ? "" : `<i>${cell}</i>`),
		};
		expect(
			table(
				[painted, tokens, painted],
				[
					["me", "12", ""],
					["default", "7", "x"],
				],
				80,
			),
		).toEqual(["set by   tokens  set by", "<i>me</i>           12", "<i>default</i>       7  <i>x</i>"]);
		expect(table([{ ...painted, align: "right" }], [["me"]], 80)[1]).toBe("    <i>me</i>");
		expect(table([{ ...painted, cut: "end" }], [["a very long name indeed"]], 12)[1]).toBe("<i>a very long…</i>");
	});

	test("moves closer together before it cuts anything", () => {
		expect(table([name("end"), tokens], [["a long name", "12"]], 18)[1]).toBe("a long name     12");
	});

	test("leaves something of a name, and all of a number, however narrow the terminal", () => {
		const rows = [["a very long name indeed", "1,234,567"]];
		expect(table([name("end"), tokens], rows, 22)[1]).toBe("a very long… 1,234,567");
		expect(table([name("end"), tokens], rows, 20)).toEqual(["file", "a very long name in…", "  tokens 1,234,567"]);
		expect(table([name("start"), tokens], rows, 5)).toEqual(["file", "…deed", "  tokens 1,234,567"]);
	});

	test("that cannot fit has each row on lines of its own, each cell with its heading", () => {
		const share: TableColumn = { heading: "", align: "right" };
		const columns = [name("end"), tokens, { ...tokens, heading: "saved" }, share, { ...tokens, heading: "at best" }];
		const rows = [
			["a.ts", "25,496", "9,724", "38.1%", "9,931"],
			["b.ts", "7", "0", "", ""],
		];
		expect(table(columns, rows, 30)).toEqual([
			"file",
			"a.ts",
			"  tokens 25,496",
			"  saved 9,724 38.1%",
			"  at best 9,931",
			"b.ts",
			"  tokens 7 · saved 0",
		]);
	});
});

test("numbers have their thousands apart, and their sign", () => {
	expect([grouped(0), grouped(999), grouped(1234567), grouped(-4321)]).toEqual(["0", "999", "1,234,567", "−4,321"]);
});

test("things are counted", () => {
	expect([counted(1, "note"), counted(1200, "note")]).toEqual(["1 note", "1,200 notes"]);
});

test("a table of the first rows says how many more there are", () => {
	const looks = { width: 80, bold: (text: string) => `<b>${text}</b>` };
	const rows = [["a.ts"], ["b.ts"], ["c.ts"]];
	expect(topTable([name("end")], rows, looks, 1)).toEqual([
		"<b>file</b>",
		"a.ts",
		"and 2 more (--top 3, or --json for all)",
	]);
	expect(topTable([name("end")], rows, looks, 3)).toEqual(["<b>file</b>", "a.ts", "b.ts", "c.ts"]);
});

test("a share of nothing is nothing, and a loss has its sign", () => {
	expect([percent(1, 3), percent(-1, 8), percent(1, 0)]).toEqual(["33.3%", "−12.5%", ""]);
});

test("words are broken between them, never inside", () => {
	expect(wrap("one two three incomprehensibilities", 9, "  ")).toEqual([
		"one two",
		"  three",
		"  incomprehensibilities",
	]);
});

test("there is one empty line between blocks, whatever is between them", () => {
	expect(spaced([[], ["a", "b"], [], ["c"], []])).toEqual(["a", "b", "", "c"]);
});

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

	test("have the text right after the label if there is little room", () => {
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

test("kinds are listed in one order, losses with their sign, and those without any saving not at all", () => {
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
