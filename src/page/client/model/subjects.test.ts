import { expect, test } from "bun:test";
import { answer, page, session } from "./made-up.test.ts";
import { NO_FILTER } from "./route.ts";
import { STROKES, subjectsOf } from "./subjects.ts";
import { reasonsOf } from "./verification.ts";

const NOON = new Date(2026, 10, 16, 12).getTime();

test("what saves most stands first, and was and would be are told apart", () => {
	const data = page(NOON, [
		session({ threads: [[answer({ saved: 10 }), answer({ subject: "b.ts", saved: 50, id: "b1" })]] }),
		session({ session: "s2", isLived: true, threads: [[answer({ saved: 30, id: "a2" })]] }),
	]);
	const subjects = subjectsOf(data, NO_FILTER);
	expect(subjects.map(({ name, saved, tally }) => [name, saved.was, saved.would, tally.answers])).toEqual([
		["b.ts", 0, 50, 1],
		["a.ts", 30, 10, 2],
	]);
	expect(subjects.map(({ best }) => best.id)).toEqual(["b1", "a2"]);
});

test("a subject is what it is when it is not the model's own writing that comes back", () => {
	const threads = [
		[
			answer({ subject: "git diff", brought: "own" }),
			answer({ subject: "git diff", brought: "output" }),
			answer({ subject: "git diff", brought: "own" }),
			answer({ subject: "", tool: "Ask", brought: "file" }),
		],
	];
	const subjects = subjectsOf(page(NOON, [session({ threads })]), NO_FILTER);
	expect(subjects.map(({ name, kind }) => [name, kind])).toEqual([
		["git diff", "command"],
		["Ask", "tool"],
	]);
});

test("tokens are drawn over the time from the first result to the last", () => {
	const times = [NOON - 1600, NOON - 1500, NOON];
	const threads = [times.map((time) => answer({ time }))];
	const [subject] = subjectsOf(page(NOON, [session({ threads })]), NO_FILTER);
	expect(subject?.strokes).toHaveLength(STROKES);
	expect([subject?.strokes[0], subject?.strokes.at(-1)]).toEqual([200, 100]);
});

test("reasons are counted, the most frequent first, and what has none is not hidden", () => {
	const reasons = ["short", "fresh", "short", undefined] as const;
	const threads = [[...reasons.map((reason) => answer({ reason })), answer({ form: "same", reason: undefined })]];
	expect(reasonsOf(page(NOON, [session({ threads })]), NO_FILTER)).toEqual({
		reasons: [
			{ reason: "short", count: 2 },
			{ reason: "fresh", count: 1 },
		],
		whole: 4,
		unknown: 1,
	});
});
