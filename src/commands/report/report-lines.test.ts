import { describe, expect, test } from "bun:test";
import { lineIn } from "../../store/record.ts";
import type { RecordLine } from "../../store/record-lines.ts";
import { ALL_TIME } from "../command-line/filters.ts";
import { figuresIn, type RecordGrouping } from "./report-figures.ts";
import { type ReportStyle, reportLines } from "./report-lines.ts";

const now = new Date(2026, 0, 20, 12);
const plain = (text: string): string => text;
const looks = (width: number): ReportStyle => ({
	program: "npx ibid",
	width,
	home: "/home/you",
	bold: plain,
	red: plain,
	now,
});

function given(call: number, more: object = {}): RecordLine {
	const who = { host: "codex", session: `s${call % 4}`, call: `c${call}`, time: now.getTime(), tool: "Read" };
	const what = {
		subject: "/home/you/src/server.ts",
		brought: "file",
		form: "quoted",
		before: 3000,
		after: 600,
		notes: 2,
	};
	const line = { kind: "answer", schema: 1, ...who, ...what, milliseconds: call, ...more };
	return lineIn(JSON.stringify(line))[0]!;
}

const failure = (what: string): RecordLine => {
	return { kind: "failure", schema: 1, time: now.getTime(), host: "codex", session: "s1", what };
};
const GAINS: readonly RecordLine[] = Array.from({ length: 20 }, (_, at) =>
	given(at, at % 2 === 0 ? { host: "claude-code" } : { brought: "output", subject: "npm test" }),
);
const LOSSES: readonly RecordLine[] = [
	...GAINS.map((line) => (line.kind === "answer" ? { ...line, after: 3300 } : line)),
	failure("not taken: c1"),
	failure("Error: no such file\n\u001b[31mand more"),
	given(30, { form: "whole", reason: "asked again", after: 3000, notes: 0 }),
	{ kind: "orphaned", schema: 1, time: now.getTime(), host: "codex", session: "s1", agent: "", calls: ["c3", "c5"] },
];

function lines(all: readonly RecordLine[], width = 80, by?: RecordGrouping, top = 20): string[] {
	return reportLines(figuresIn(all, { period: ALL_TIME, hosts: [], by }), "today", looks(width), top);
}

describe("a report of gains", () => {
	test("has a line for each host and one for all, and says what became of notes", () => {
		expect(lines(GAINS)).toEqual([
			"What ibid saved today, from its record",
			"agent        sessions  results  tokens  saved  share",
			"Claude Code         2       10     30k    24k  80.0%",
			"Codex               2       10     30k    24k  80.0%",
			"all                 4       20     60k    48k  80.0%",
			"",
			"By kind         files read again 24k · command output 24k",
			"Shortened       20 of 20 results, by 40 notes",
			"Asked again     never: the model did not ask for left-out lines",
			"Broken notes    none",
			"Failures        none",
			"Added time      Claude Code 8 ms (p95 18 ms) · Codex 9 ms (p95 19 ms)",
			"Counted         only tool results that these agents passed to ibid. Tokens are",
			"                estimated: npx ibid help figures",
		]);
	});

	test("leaves out sums of one host, and, where there is little room, the number of sessions", () => {
		const one = GAINS.filter(({ host }) => host === "codex");
		expect(lines(one, 40).slice(0, 4)).toEqual([
			"What ibid saved today, from its record",
			"agent  results  tokens  saved  share",
			"Codex       10     30k    24k  80.0%",
			"",
		]);
	});
});

test("losses are as plain as gains, with all that went wrong", () => {
	const all = lines(LOSSES);
	expect(all).toContain("all                 5       21     63k  −5.7k   −9.0%");
	const words = all.join(" ").replaceAll(/\s+/g, " ");
	expect(words).toContain("By kind files read again −3.0k · command output −2.7k");
	expect(words).toContain(
		"Asked again 1 time, 5.3 per 100 shortened: the model asked for left-out lines, and got the tool result in full",
	);
	expect(words).toContain("Broken notes 2 notes whose lines the agent removed later");
	expect(words).toContain(
		"Failures 2 (1 shortened result not accepted by the agent); the last in Codex on 20 Jan: Error: no such file Added time",
	);
});

test("refused writes are reported, and how to allow them", () => {
	const about = { host: "codex", session: "s1", agent: "", tool: "apply_patch", write: "w1" };
	const refusal: RecordLine = { kind: "refusal", schema: 1, time: now.getTime(), ...about };
	const words = lines([...GAINS, refusal])
		.join(" ")
		.replaceAll(/\s+/g, " ");
	expect(words).toContain(
		"Refused 1 write refused, because they would have put a note into a file. To allow such writes: npx ibid config set guard false",
	);
});

test("writes of which the model was only told are reported, too", () => {
	const about = { host: "codex", session: "s1", agent: "", tool: "apply_patch" };
	const copy: RecordLine = { kind: "copy", schema: 1, time: now.getTime(), ...about };
	const words = lines([...GAINS, copy, copy])
		.join(" ")
		.replaceAll(/\s+/g, " ");
	expect(words).toContain(
		"Copied notes 2 writes put a note into a file, and the model was told to write the lines instead",
	);
	expect(words).not.toContain("Refused");
});

test("losses and failures are painted, and nothing else is", () => {
	const painted = reportLines(
		figuresIn(LOSSES, { period: ALL_TIME, hosts: [], by: undefined }),
		"today",
		{ ...looks(80), red: (text) => `<${text}>` },
		20,
	);
	expect(
		painted
			.join("\n")
			.match(/<[^>]*>/g)
			?.slice(0, 2),
	).toEqual(["<−3.0k>", "<−10.0%>"]);
	expect(painted.filter((line) => line.includes("<"))).toHaveLength(5);
	expect(painted.map((line) => line.replaceAll(/[<>]/g, ""))).toEqual(lines(LOSSES));
});

test.each([
	["nothing at all", [], "Nothing recorded yet."],
	["nothing in the period", GAINS, "Nothing recorded in the last 7 days; the latest entry is of 20 Jan."],
])("where there is %s it says so", (_, all, sentence) => {
	const period = { since: now.getTime() + 1, until: undefined, words: "in the last 7 days" };
	const report = figuresIn(all, { period, hosts: [], by: undefined });
	expect(reportLines(report, period.words, looks(80), 20)).toEqual([sentence]);
	expect(reportLines(report, period.words, looks(40), 20).every((line) => line.length <= 40)).toBe(true);
});

test("groups have names that people know, and at most so many", () => {
	expect(
		lines(GAINS, 80, "kind")
			.slice(-3)
			.map((line) => line.split("  ")[0]),
	).toEqual(["kind", "files read again", "command output"]);
	expect(lines(GAINS, 80, "file").at(-2)).toStartWith("~/src/server.ts ");
	expect(lines(GAINS, 80, "host").at(-1)).toStartWith("Codex ");
	expect(lines(GAINS, 80, "session", 3).at(-1)).toBe("and 1 more (--top 4, or --json for all)");
});

test.each([40, 80, 160])("no line is wider than %d columns", (width) => {
	for (const all of [GAINS, LOSSES])
		for (const by of ["file", "kind", "day", "reason"] as const)
			expect(lines(all, width, by).filter((line) => line.length > width)).toEqual([]);
});
