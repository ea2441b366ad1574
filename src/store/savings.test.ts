import { describe, expect, test } from "bun:test";
import { lineIn } from "./record.ts";
import type { RecordLine } from "./record-lines.ts";
import { type Savings, savingsBy, savingsOf, shareWords, tokenWords } from "./savings.ts";

function given(call: string, before: number, after: number, more: object = {}): RecordLine {
	const form = before === after ? "whole" : "quoted";
	const who = { host: "codex", session: "s1", agent: "", call };
	const [line] = lineIn(JSON.stringify({ kind: "answer", schema: 1, ...who, form, before, after, ...more }));
	return line!;
}

function failure(what: string, more: { host?: string; session?: string; time?: number } = {}): RecordLine {
	return { kind: "failure", schema: 1, time: 1, host: "codex", session: "s1", what, ...more };
}

const orphaned: RecordLine = {
	...{ kind: "orphaned", schema: 1, time: 1, host: "codex", session: "s1" },
	...{ agent: "", calls: ["c1", "c2"] },
};
const refusal: RecordLine = {
	...{ kind: "refusal", schema: 1, time: 1, host: "codex", session: "s1" },
	...{ agent: "", tool: "apply_patch", write: "w1" },
};
const aside: RecordLine = { kind: "aside", schema: 1, time: 1, host: "opencode", session: "", why: "another" };

const rows: [string, RecordLine[], Partial<Savings>][] = [
	["nothing at all", [], { answers: 0, before: 0, saved: 0 }],
	["an answer that left nothing out", [given("c1", 50, 50)], { answers: 1, shortened: 0, before: 50, saved: 0 }],
	[
		"one of two answers shortened",
		[given("c1", 50, 50), given("c2", 100, 10)],
		{ answers: 2, shortened: 1, before: 150, after: 60, saved: 90 },
	],
	[
		"more sent than without ibid, as where a host's own word was wrong",
		[given("c1", 20, 500, { form: "whole" })],
		{ shortened: 0, before: 20, after: 500, saved: -480 },
	],
	[
		"lean texts, of which one was not taken",
		[
			given("c1", 100, 60, { form: "lean", lean: { "search-groups": 30, "repeated-lines": 10 } }),
			given("c2", 100, 90, { form: "lean", lean: { "search-groups": 10 } }),
			given("c3", 100, 90, { form: "lean", lean: { "search-groups": 10 } }),
			failure("not taken: c3"),
		],
		{ saved: 50, lean: { "search-groups": 40, "repeated-lines": 10 } },
	],
	[
		"an answer that the host did not take",
		[given("c1", 100, 10), failure("not taken: c1")],
		{ answers: 1, shortened: 0, before: 100, after: 100, saved: 0, failures: 1 },
	],
	["the same, told the other way round", [failure("not taken: c1"), given("c1", 100, 10)], { saved: 0 }],
	["another answer that was not taken", [given("c1", 100, 10), failure("not taken: c11")], { saved: 90 }],
	[
		"a call of the same name in another session, which was not taken",
		[given("c1", 100, 10), failure("not taken: c1", { session: "s2" }), failure("not taken: c1", { host: "pi" })],
		{ saved: 90, failures: 2 },
	],
	[
		"an answer that was not taken has put in no note",
		[given("c1", 100, 10, { notes: 2 }), given("c2", 100, 10, { notes: 3 }), failure("not taken: c1")],
		{ shortened: 1, notes: 3, untaken: 1 },
	],
	["a whole answer that was never to be shortened", [given("c1", 9, 9), failure("not taken: c1")], { untaken: 0 }],
	[
		"answers in full that the model asked for again",
		[given("c1", 50, 50, { reason: "asked again" }), given("c2", 50, 50, { reason: "fresh" })],
		{ askedAgain: 1 },
	],
	[
		"sessions, each once, and those of the same name on two hosts apart",
		[given("c1", 5, 5), given("c2", 5, 5), given("c3", 5, 5, { session: "s2" }), given("c4", 5, 5, { host: "pi" })],
		{ sessions: 3 },
	],
	["failures alone, which make no session", [failure("no log")], { sessions: 0, latency: undefined }],
	[
		"the last thing that went wrong, whatever file it stands in",
		[failure("late", { time: 9 }), failure("early", { time: 2 })],
		{ failures: 2, lastFailure: { time: 9, host: "codex", what: "late" } },
	],
	[
		"how long answers took, shortened or not",
		[given("c1", 5, 5, { milliseconds: 4 }), given("c2", 50, 5, { milliseconds: 30 })],
		{ latency: { p50: 4, p95: 30 } },
	],
	["writes that were refused", [refusal, given("c1", 5, 5), refusal], { answers: 1, refused: 2, failures: 0 }],
	["lines that are no answers", [orphaned, failure("no log"), aside], { answers: 0, orphaned: 2, failures: 1 }],
];

describe("the savings in some lines:", () => {
	test.each(rows)("%s", (_, lines, expected) => {
		expect(savingsOf(lines)).toMatchObject(expected);
	});
});

test("lines are grouped by any name, each with what was not accepted in its own group", () => {
	const lines = [
		given("c1", 100, 10),
		given("c1", 70, 30, { session: "s2" }),
		given("c2", 5, 5, { session: "s2" }),
		failure("not taken: c1"),
		aside,
	];
	const saved = (by: (line: RecordLine) => string): [string, number][] =>
		[...savingsBy(lines, by)].map(([name, savings]) => [name, savings.saved]);
	expect(saved(({ session }) => session)).toEqual([
		["s1", 0],
		["s2", 40],
	]);
	expect(saved(({ host }) => host)).toEqual([["codex", 40]]);
});

test("lines without a name are left out, but what they say was not accepted is not", () => {
	const lines = [given("c1", 100, 10), given("c2", 100, 10), failure("not taken: c1", { time: 7 })];
	const early = savingsBy(lines, (line) => (line.kind === "answer" ? "early" : undefined)).get("early");
	expect(early).toMatchObject({ answers: 2, saved: 90, untaken: 1, failures: 0 });
	expect(savingsBy(lines, () => undefined).size).toBe(0);
});

test.each([
	[0, "0"],
	[999, "999"],
	[1000, "1.0k"],
	[9949, "9.9k"],
	[9950, "10k"],
	[41_400, "41k"],
	[999_499, "999k"],
	[999_500, "1.0M"],
	[12_300_000, "12M"],
	[-120, "−120"],
	[-4_100, "−4.1k"],
])("%d tokens are worded %s", (tokens, words) => {
	expect(tokenWords(tokens)).toBe(words);
});

test.each([
	[0, 0, "0%"],
	[5, 0, "0%"],
	[8, 100, "8%"],
	[4, 1000, "0.4%"],
	[96, 10_000, "1%"],
	[-24, 1000, "−2%"],
	[-4, 1000, "−0.4%"],
	[100, 100, "100%"],
])("%d of %d is worded %s", (part, whole, words) => {
	expect(shareWords(part, whole)).toBe(words);
});
