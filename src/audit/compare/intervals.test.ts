import { describe, expect, test } from "bun:test";
import { hostOf } from "../../../contracts/hosts.ts";
import { numbered } from "../../../sim/conversation-fixture.ts";
import type { Entry } from "../../conversation/types.ts";
import { intervals } from "./intervals.ts";

/** A call that is answered after so many seconds. */
function call(id: string, tool: string, input: Record<string, unknown>, text: string, seconds = 0): Entry[] {
	return [
		{ kind: "turn", time: undefined, model: undefined, usage: undefined },
		{ kind: "call", call: { id, tool, input, directory: "/home/you/project" }, version: "2.1.325" },
		{ kind: "result", id, text, outcome: "done", plain: true, kept: false, time: seconds * 1000 },
	];
}

const read = (id: string, lines: readonly string[], seconds?: number): Entry[] =>
	call(id, "Read", { file_path: "a.ts" }, numbered(lines), seconds);
const range = (id: string, of: readonly string[], first: number, last: number): Entry[] => {
	const input = { file_path: "a.ts", offset: first, limit: last - first + 1 };
	return call(id, "Read", input, numbered(of.slice(first - 1, last), first));
};
const write = (id: string, lines: readonly string[]): Entry[] =>
	call(id, "Write", { file_path: "a.ts", content: `${lines.join("\n")}\n` }, "Done.");
const edit = (id: string, old: string, text: string): Entry[] =>
	call(id, "Edit", { file_path: "a.ts", old_string: old, new_string: text }, "Done.");
const failed = (entries: Entry[]): Entry[] =>
	entries.map((entry) => (entry.kind === "result" ? { ...entry, outcome: "failed" } : entry));
const reset: Entry[] = [{ kind: "reset" }];

/** Saved and net at the last result, every character a token. */
function atLast(...entries: readonly Entry[][]): unknown {
	const follower = intervals.follow(hostOf("claude-code"), (text) => text.length);
	const spared = entries
		.flat()
		.map((entry) => follower(entry))
		.at(-1);
	return spared && [spared.saved, spared.net];
}

/** 20 lines of 30 characters; in a Read they have 19 newlines, 9 numbers of one digit, 11 of two, and 20 tabs. */
const lines = Array.from(
	{ length: 20 },
	(_, index) => `line ${String(index + 1).padStart(2, "0")} of a file of twenty...`,
);
const WHOLE = 20 * 30 + 19 + 9 + 22 + 20;
const changed = lines.with(9, "line 10 of another file");
const DIFF = [
	"--- a/a.ts",
	"+++ b/a.ts",
	"@@ -7,7 +7,7 @@",
	...lines.slice(6, 9).map((line) => ` ${line}`),
	`-${lines[9]}`,
	"+line 10 of another file",
	...lines.slice(10, 13).map((line) => ` ${line}`),
	"",
].join("\n");

describe("lines shown before are", () => {
	test.each<[what: string, entries: Entry[][], count: number, size: number]>([
		["a mark if nothing changed", [read("1", lines), read("2", lines)], 20, WHOLE],
		["a mark in any part of them", [read("1", lines), range("2", lines, 5, 9)], 5, 5 * 30 + 4 + 5 + 5],
		[
			"a mark over two ranges",
			[range("1", lines, 1, 6), range("2", lines, 7, 12), range("3", lines, 4, 9)],
			6,
			6 * 30 + 5 + 6 + 6,
		],
		["a mark if the model wrote them", [write("1", lines), read("2", lines)], 20, WHOLE],
		["a mark if the end of the last line counts as one", [write("1", lines), read("2", [...lines, ""])], 20, WHOLE + 4],
	])("%s", (_, entries, count, size) => {
		expect(atLast(...entries)).toEqual([size, size - `[these ${count} lines did not change.]`.length]);
	});

	test("a diff if they changed and it is shorter", () => {
		const size = WHOLE - 30 + 23;
		expect(atLast(read("1", lines), read("2", changed))).toEqual([size - DIFF.length, size - DIFF.length - 34]);
		expect(atLast(read("1", lines), edit("2", "a", "b"), read("3", changed))).toEqual([
			size - DIFF.length,
			size - DIFF.length - 34,
		]);
	});

	test("a certificate if nothing changed but by an edit five minutes ago", () => {
		const edited = edit("2", "a file of twenty...", "another file");
		const size = WHOLE - 7;
		const after = lines.with(0, "line 01 of another file");
		expect(atLast(read("1", lines), edited, read("3", after, 300))).toEqual([size, size - 267]);
		const every = call(
			"2",
			"Edit",
			{ file_path: "a.ts", old_string: "twenty", new_string: "many", replace_all: true },
			"Done.",
		);
		const all = lines.map((line) => line.replace("twenty", "many"));
		expect(atLast(read("1", lines), every, read("3", all))).toEqual([WHOLE - 40, WHOLE - 40 - 267]);
		expect(atLast(read("1", lines), edited, read("3", after, 301))).not.toEqual([size, size - 267]);
	});
});

test.each<[what: string, entries: Entry[][]]>([
	["a range with a gap", [range("1", lines, 1, 6), range("2", lines, 8, 14), range("3", lines, 1, 14)]],
	["what the model failed to write", [failed(write("1", lines)), read("2", lines)]],
	["a range of which one line is new", [range("1", lines, 1, 6), range("2", lines, 2, 7)]],
	["a file of which only a part was shown", [range("1", lines, 1, 19), read("2", lines)]],
	["what was shown before a reset", [read("1", lines), reset, read("2", lines)]],
	[
		"a diff that is no shorter",
		[
			read("1", lines),
			read(
				"2",
				lines.map((line) => `${line}!`),
			),
		],
	],
	["a mark that is no shorter", [write("1", ["a", "b"]), read("2", ["a", "b"])]],
	[
		"lines that stood there before others contradicted them",
		[
			range("1", lines, 1, 4),
			range(
				"2",
				changed.map((line) => `${line}?`),
				3,
				8,
			),
			range("3", lines, 1, 2),
		],
	],
])("%s is sent in full", (_, entries) => {
	expect(atLast(...entries)).toBeUndefined();
});

test("a file that has become shorter, and then longer again, was changed when first shown", () => {
	const short = lines.slice(0, 10);
	const added = [" ", " ", " "]
		.map((sign, at) => sign + lines[7 + at])
		.concat(lines.slice(10).map((line) => `+${line}`));
	const diff = ["--- a/a.ts", "+++ b/a.ts", "@@ -8,3 +8,13 @@", ...added, ""].join("\n");
	const saved = WHOLE - diff.length;
	expect(atLast(range("1", lines, 1, 20), read("2", short), read("3", lines))).toEqual([saved, saved - 34]);
});
