import { describe, expect, test } from "bun:test";
import { fold } from "../core/fold.ts";
import type { View } from "../core/types.ts";
import { emptyWindow, type Window } from "../core/window.ts";
import { deliver } from "./deliver.ts";
import { lookAtCall, lookAtText } from "./look.ts";
import { readText } from "./result-text.ts";
import { hitView } from "./search.ts";
import { claudeCodeTools } from "./tools/claude-code.ts";
import type { ToolCall, Tools } from "./types.ts";

const CLOCK = "/home/you/project/src/clock.ts";
const claudeCode: Tools = claudeCodeTools("2.1.215");

describe("Grep of Claude Code up to 2.1.215, in one file", () => {
	const around = { output_mode: "content", path: CLOCK, "-n": true, "-C": 6 };

	test.each<[string, Input, string, string]>([
		["lines below a hit", { "-A": 7 }, shown("10: 11-17"), "search 1:1 file 11:6 search 8:1"],
		["lines above a hit", { "-B": 6 }, shown("4-9 10:"), "file 4:6 search 7:1"],
		["lines on both sides", {}, shown("4-9 10: 11-16"), "file 4:6 search 7:1 file 11:5 search 13:1"],
		["groups", {}, shown("4-9 10: -- 33-38 39:"), "file 4:6 search 7:2 file 33:6 search 15:1"],
		["as `context`", { "-C": undefined, context: 6 }, shown("1-5 6:"), "file 1:5 search 6:1"],
		["hits close to each other", {}, shown("4-8 9: 10-12 13: 14-19 20:"), "file 4:5 search 6:5 file 14:6 search 17:1"],
		["numbers unasked", { "-n": undefined }, shown("4-9 10:"), "file 4:6 search 7:1"],
		["without regard to case", { "-i": true, glob: "*.ts", type: "ts" }, shown("4-9 10:"), "file 4:6 search 7:1"],
		[
			"the first few of many",
			{ head_limit: 8 },
			`${shown("4-9 10: 11")}\n\n[Showing results with pagination = limit: 8, offset: 0]`,
			"file 4:6 search 7:4",
		],
		[
			"as many as were asked for",
			{ head_limit: 7 },
			`${shown("10: 11-16")}\n\n[Showing results with pagination = limit: 7, offset: 0]`,
			"search 1:1 file 11:5 search 7:3",
		],
		["from the middle of a group on", { offset: 3 }, shown("7-12 13: 14"), "file 7:6 search 7:2"],
		["hits only", { "-C": undefined }, shown("7: 21: 22: 23: 24: 25: 30:"), "search 1:1 file 21:5 search 7:1"],
		["no context asked for", { "-C": 0 }, shown("21: 22: 23: 24: 25: 30:"), "file 21:5 search 6:1"],
		["blank lines", {}, "4-\n5-\n6-\n7-\n8-\n9:tick", "file 4:5 search 6:1"],
		["texts that look like gutters", {}, "4-5-6\n5--\n6-7:8\n7---\n8-9\n9:tick", "file 4:5 search 6:1"],
		["a colon before all slashes", {}, "4-a: b/c\n5-d\n6-e://\n7-f\n8-g\n9:tick", "file 4:5 search 6:1"],
	])("shows its lines: %s", (_, input, text, expected) => {
		expect(outline(look(claudeCode, "Grep", { ...around, ...input }, text))).toBe(expected);
	});

	test("names the file and gives its line numbers", () => {
		const view = look(claudeCode, "Grep", { ...around, path: "src/clock.ts" }, shown("4-9 10:"));
		const gutter = { kind: "number", width: 0, mark: "-", forced: false };
		const subject = { kind: "file", name: CLOCK, label: "src/clock.ts" };
		expect(view).toMatchObject({ parts: [{ subject, from: 0, count: 6, first: 4, gutter, room: 0 }, { from: 6 }] });
	});

	test.each<[string, Input, string]>([
		["paths only", { output_mode: "files_with_matches" }, shown("4-9 10:")],
		["paths only, unasked", { output_mode: undefined }, shown("4-9 10:")],
		["counts", { output_mode: "count" }, shown("4-9 10:")],
		["numbers off", { "-n": false }, shown("4-9 10:")],
		["lines joined", { multiline: true }, shown("4-9 10:")],
		["an argument of tomorrow", { "-o": true }, shown("4-9 10:")],
		["no path", { path: undefined }, shown("4-9 10:")],
		["a home that is not known", { path: "~/project/src/clock.ts" }, shown("4-9 10:")],
		["several files", { path: "src" }, prefixed("src/clock.ts", shown("4-9 10:"))],
		["several files, absolute paths", { path: "src" }, prefixed(CLOCK, shown("4-9 10:"))],
		["one line of another file", {}, `${shown("4-9 10:")}\nsrc/dial.ts:3:tick`],
		["runs of four", {}, shown("4-7 8: 9-12 13:")],
		["five lines, the last of which may be trimmed", {}, shown("3: 4-8")],
		["files with numbers for names", {}, "1-a.md:1:x\n2-b.md:1:x\n3-c.md:1:x\n4-d.md:1:x\n5-e.md:1:x\n6-f.md:1:x"],
		["numbers that go back", {}, shown("4-9 10: 4-9 10:")],
		["numbers that stand still", {}, shown("4-9 9:")],
		["numbers written otherwise", {}, "04-a\n05-b\n06-c\n07-d\n08-e\n09:tick"],
		["context without being asked for", { "-C": undefined }, shown("4: 5: 6: 7: 8: 9-12 13:")],
		["nothing found", {}, "No matches found"],
		["pages told of below no empty line", {}, `${shown("4-9 10: 11")}\n[Showing results with pagination = limit: 8]`],
		["other words below an empty line", {}, `${shown("4-9 10: 11")}\n\nand so on`],
		["a message of the tool", {}, `${shown("4-9 10:")}\nbinary file matches (found "\\0" byte around offset 9)`],
		["a line that is too long", {}, "4-a\n5-b\n6-[Omitted long context line]\n7-c\n8-d\n9:tick"],
		["a line that lost its end", {}, "4-a\n5-b\n6-c [... omitted end of long line]\n7-d\n8-e\n9:tick"],
		["a line that was taken for a path", {}, "4-a\n5-b\n6-/ see: x\n7-d\n8-e\n9:tick"],
		["a line that was taken for a path on a drive", {}, '4-a\n5-b\n6-"c\\d": x\n7-e\n8-f\n9:tick'],
	])("is only output of the call: %s", (_, input, text) => {
		const view = look(claudeCode, "Grep", { ...around, ...input }, text);
		expect(outline(view)).toBe(`search 1:${text.split("\n").length}`);
	});

	test("is only output of the call if a path cannot be resolved", () => {
		const call = callOf("Grep", { ...around, path: "$HOME/clock.ts" });
		expect(outline(lookAtText(claudeCode, call, shown("4-9 10:")))).toBe("search 1:7");
	});

	test.each([".env", "keys/server.pem", "CLAUDE.md"])("is not kept: %s", (path) => {
		expect(outline(look(claudeCode, "Grep", { ...around, path }, shown("4-9 10:")))).toBe("");
	});

	test("is a call on that file, and changes nothing", () => {
		const { subjects, readOnly } = lookAtCall(claudeCode, callOf("Grep", around));
		expect(subjects.map(({ kind }) => kind)).toEqual(["call", "file"]);
		expect(readOnly).toBe(true);
	});
});

describe("a shortened search", () => {
	const input = { output_mode: "content", path: CLOCK, "-A": 40, pattern: "tick" };

	test("is quoted from a read, note by note, and viewed again", () => {
		const window = answered(emptyWindow(), "Read", { file_path: CLOCK }, numbered(1, 100));
		const { answer } = deliver(...asked(window, "Grep", input), shown("10: 11-49 50: 51-89 90: 91-99"));
		expect(answer.text.split("\n").map((line) => line.replace(/\. Left.*/, ""))).toEqual([
			shown("10:"),
			"[ibid] lines 11-49 as last shown by Read",
			shown("50:"),
			"[ibid] lines 51-89 as last shown by Read",
			shown("90:"),
			"[ibid] lines 91-98 as last shown by Read",
			shown("99"),
		]);
		expect(outline(answer.view)).toBe("search 1:1 file 11:1 search 41:1 file 51:1 search 81:1 file 91:1 search 90:1");
	});

	test("shows its new lines between the notes", () => {
		const window = answered(emptyWindow(), "Read", { file_path: CLOCK, offset: 20, limit: 20 }, numbered(20, 39));
		const { answer } = deliver(...asked(window, "Grep", input), shown("10: 11-49 50:"));
		expect(answer.text.split("\n")).toEqual([
			...shown("10: 11-19").split("\n"),
			"[ibid] lines 20-39 as last shown by Read. Left out, already above. Ask again for the full text.",
			...shown("40-49 50:").split("\n"),
		]);
		expect(outline(answer.view)).toBe("search 1:1 file 11:20 search 41:1");
	});

	test("is quoted if it is repeated with other hits", () => {
		const many = `10: ${Array.from({ length: 30 }, (_, index) => `${200 + 2 * index}:`).join(" ")}`;
		const window = answered(emptyWindow(), "Grep", input, shown(`${many} 301-330 331:`));
		const { answer } = deliver(...asked(window, "Grep", input), shown(`9: ${many} 301-330 332:`));
		expect(answer.notes).toBe(2);
		expect(outline(answer.view)).toBe("search 1:2 file 301:1 search 63:1");
	});

	test("is quoted by a later read", () => {
		const window = answered(emptyWindow(), "Grep", input, shown("10: 11-49 50:"));
		const { answer } = deliver(...asked(window, "Read", { file_path: CLOCK, offset: 11, limit: 39 }), numbered(11, 49));
		expect(answer.form).toBe("same");
		expect(answer.text).toStartWith('11\t[ibid] lines 11-49 as last shown by "Grep content ');
	});

	test("treats consecutive clauses as one run", () => {
		const note = "[ibid] lines 11-15 as last shown by Read; lines 16-30 as last shown by Read";
		const page = readText(`${shown("10:")}\n${note}\n${shown("31-40 41:")}`, true);
		expect(outline(hitView(page, { ...command, context: true }))).toBe("search 1:1 file 11:11 search 32:1");
	});

	test.each([
		["lines of the file with a gap", "[ibid] lines 12-15 as last shown by Read; lines 21-30 as last shown by Read"],
		["lines above the last", "[ibid] lines 1-9 as last shown by Read"],
	])("claims nothing about a file if a note gives %s", (_, note) => {
		const page = readText(`${shown("10: 11")}\n${note}\n${shown("31-40 41:")}`, true);
		expect(outline(hitView(page, { ...command, context: true }))).toBe(`search 1:${page.lines.length}`);
	});
});

describe("a command that searches one file", () => {
	test("shows lines with slashes and colons as they are", () => {
		const page = readText("4-// a: b\n5-// c: d\n6-// e: f\n7-// g: h\n8-// i: j\n9:tick", false);
		expect(outline(hitView(page, { ...command, context: true }))).toBe("file 4:5 search 6:1");
	});

	test("shows only hits if no context was requested", () => {
		const page = readText(shown("1: 2: 3: 4: 5: 6: 9:"), false);
		expect(outline(hitView(page, { ...command, context: false }))).toBe("file 1:6 search 7:1");
		expect(outline(hitView(page, { ...command, context: true }))).toBe("search 1:7");
	});
});

type Input = ToolCall["input"];

const command = {
	file: { kind: "file", name: CLOCK, label: "src/clock.ts" },
	search: { kind: "command", name: "/home/you/project\ngrep", label: "grep" },
	isExact: () => true,
} as const;

/** What such a search shows of our clock: `4-6` lines near a hit, `7:` a hit, `--` the end of a group. */
function shown(rows: string): string {
	return rows.split(" ").flatMap(rowsOf).join("\n");
}

function rowsOf(row: string): string[] {
	if (row === "--") return [row];
	const [first, last = first] = row.split("-").map((number) => Number.parseInt(number, 10)) as [number, number?];
	const numbers = Array.from({ length: last! - first + 1 }, (_, index) => first + index);
	return numbers.map((number) => `${number}${row.endsWith(":") ? ":" : "-"}${lineOf(number)}`);
}

function lineOf(number: number): string {
	return `\tconst hand${number} = turn(dial, ${number * 6});`;
}

function prefixed(path: string, text: string): string {
	return text.replace(/^(\d+)([:-])/gm, `${path}$2$1$2`);
}

function numbered(first: number, last: number): string {
	return Array.from({ length: last - first + 1 }, (_, index) => `${first + index}\t${lineOf(first + index)}`).join(
		"\n",
	);
}

function callOf(tool: string, input: Input, id = "1"): ToolCall {
	return { id, tool, input, directory: "/home/you/project" };
}

function look(tools: Tools, tool: string, input: Input, text: string): View {
	return lookAtText(tools, callOf(tool, input), text);
}

/** The parts of a view: of what, from which of its lines on, and how many lines of the text. */
function outline(view: View): string {
	if (view.kind !== "shown") return view.kind;
	const words = view.parts.map(({ subject, first, count }) => {
		return `${subject.kind === "file" ? "file" : "search"} ${first}:${count}`;
	});
	return words.join(" ");
}

function asked(window: Window, tool: string, input: Input): [Window, Tools, ToolCall] {
	const call = callOf(tool, input, `${window.turn}`);
	const next = fold(fold(window, { kind: "turn" }), { kind: "call", call: lookAtCall(claudeCode, call) });
	return [next, claudeCode, call];
}

function answered(window: Window, tool: string, input: Input, text: string): Window {
	return deliver(...asked(window, tool, input), text).window;
}
