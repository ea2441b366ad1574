import { describe, expect, test } from "bun:test";
import { lineIn } from "../../store/record.ts";
import type { RecordLine } from "../../store/record-lines.ts";
import { ALL_TIME, lastDays } from "../command-line/filters.ts";
import { figuresIn, type RecordGrouping, type RecordSelection } from "./report-figures.ts";

const noon = new Date(2026, 0, 1, 12).getTime(); // A Thursday.
const DAY = 24 * 60 * 60 * 1000;

function given(call: string, more: object = {}): RecordLine {
	const who = { host: "codex", session: "s1", call, time: noon, tool: "Read", subject: "src/a.ts" };
	const what = { brought: "file", form: "quoted", before: 100, after: 10, notes: 1, milliseconds: 3 };
	return lineIn(JSON.stringify({ kind: "answer", schema: 1, ...who, ...what, ...more }))[0]!;
}

const whole = { form: "whole", after: 100, notes: 0, reason: "fresh" };
const failure = (what: string, time = noon): RecordLine => {
	return { kind: "failure", schema: 1, time, host: "codex", session: "s1", what };
};
const EVERYTHING: RecordSelection = { period: ALL_TIME, hosts: [], by: undefined };

const LINES: readonly RecordLine[] = [
	given("c1"),
	given("c2", { host: "claude-code", session: "s2", tool: "Bash", brought: "output", subject: "npm test" }),
	given("c3", { ...whole, time: noon + 4 * DAY, subject: "src/b.ts", brought: "range" }),
	given("c4", { ...whole, reason: "asked again", time: noon + 40 * DAY }),
	given("c5", { host: "claude-code", session: "s2", after: 160, brought: "own", subject: "git diff", form: "diff" }),
	failure("no log", noon + 40 * DAY),
];

test("hosts come in their order, with what all come to, and when the last answer was", () => {
	const { hosts, all, last } = figuresIn(LINES, EVERYTHING);
	expect(hosts.map(({ host, answers, saved, failures }) => [host, answers, saved, failures])).toEqual([
		["claude-code", 2, 30, 0],
		["codex", 3, 90, 1],
	]);
	expect(all).toMatchObject({ sessions: 2, answers: 5, saved: 120, askedAgain: 1, failures: 1 });
	expect(last).toBe(noon + 40 * DAY);
});

test("kinds are those of answers", () => {
	const { kinds } = figuresIn(LINES, EVERYTHING);
	expect(kinds.map(({ kind, saved }) => [kind, saved])).toEqual([
		["file", 90],
		["output", 90],
		["range", 0],
		["own", -60],
	]);
});

test("only a period counts, and only hosts that were asked for", () => {
	const period = { ...lastDays(2, new Date(noon + 5 * DAY)), until: noon + 10 * DAY };
	expect(figuresIn(LINES, { ...EVERYTHING, period }).all).toMatchObject({ answers: 1, failures: 0 });
	expect(figuresIn(LINES, { ...EVERYTHING, hosts: ["claude-code"] }).hosts.map(({ host }) => host)).toEqual([
		"claude-code",
	]);
	const none = figuresIn(LINES, { ...EVERYTHING, period: lastDays(1, new Date(noon + 90 * DAY)) });
	expect([none.all, none.hosts, none.last]).toEqual([undefined, [], noon + 40 * DAY]);
});

test("an answer that was not taken has saved nothing, though that was found out after the period", () => {
	const period = { ...ALL_TIME, until: noon + 1 };
	const lines = [given("c1"), failure("not taken: c1", noon + 5)];
	expect(figuresIn(lines, { ...EVERYTHING, period }).all).toMatchObject({ saved: 0, untaken: 1, failures: 0 });
});

describe("groups", () => {
	test.each<[RecordGrouping, readonly (readonly [string, number])[]]>([
		[
			"day",
			[
				["2026-01-01", 120],
				["2026-01-05", 0],
				["2026-02-10", 0],
			],
		],
		[
			"week",
			[
				["2025-12-29", 120],
				["2026-01-05", 0],
				["2026-02-09", 0],
			],
		],
		[
			"month",
			[
				["2026-01", 120],
				["2026-02", 0],
			],
		],
		[
			"session",
			[
				["s1", 90],
				["s2", 30],
			],
		],
		[
			"host",
			[
				["codex", 90],
				["claude-code", 30],
			],
		],
		[
			"kind",
			[
				["file", 90],
				["output", 90],
				["range", 0],
				["own", -60],
			],
		],
		[
			"tool",
			[
				["Bash", 90],
				["Read", 30],
			],
		],
		[
			"file",
			[
				["src/a.ts", 90],
				["no file", 30],
				["src/b.ts", 0],
			],
		],
		[
			"form",
			[
				["quoted", 180],
				["whole", 0],
				["diff", -60],
			],
		],
		[
			"reason",
			[
				["shortened", 120],
				["fresh", 0],
				["asked again", 0],
			],
		],
	])("by %s: times in their order, else what saved most first", (by, expected) => {
		const { groups = [] } = figuresIn(LINES, { ...EVERYTHING, by });
		expect(groups.map(({ group, saved }): [string, number] => [group, saved])).toEqual(expected as [string, number][]);
	});

	test.each<RecordGrouping>(["day", "session", "tool", "file", "reason"])("by %s add up to all", (by) => {
		const { groups = [], all } = figuresIn(LINES, { ...EVERYTHING, by });
		expect(groups.reduce((sum, { before }) => sum + before, 0)).toBe(all?.before ?? Number.NaN);
	});

	test("are there only if they were asked for", () => {
		expect(figuresIn(LINES, EVERYTHING)).not.toHaveProperty("groups");
	});
});
