import { expect, test } from "bun:test";
import type { AnswerFinding, Findings } from "../../audit/findings.ts";
import { newProgress } from "./sum-up.ts";

function findings(key: string, tokens: number, saved: number, time?: number): Findings {
	const what = {
		tool: "Read",
		subject: "a.ts",
		brought: "file",
		file: "a.ts",
		form: "same",
		reason: undefined,
		isProved: true,
		isUnchecked: false,
	} as const;
	const figures = { tokens, bound: saved, saved, notes: 0, actual: undefined, isSensitive: false, spared: [] };
	const answer: AnswerFinding = { kind: "answer", key, id: key, call: key, time, ...what, ...figures };
	const of = { host: "pi", session: key, project: undefined, withIbid: false, withoutHooks: false } as const;
	return { ...of, threads: [[answer]], failures: [], writtenNotes: [], skipped: 0, inspected: [] };
}

const ALL = { since: undefined, until: undefined };

test("how far reading has come is said with what is known by then", () => {
	const progress = newProgress(98, ALL);
	expect(progress.read(80)).toBe("Reading logs: 1 of 98 files");
	progress.heard(findings("a", 400_000, 30_000));
	progress.heard(findings("b", 112_000, 11_000));
	expect(progress.read(80)).toBe("2 of 98 files · 41k of 512k tokens already in context, 8.0%");
	expect(progress.read(40)).toBe("3 of 98 files · 41k of 512k, 8.0%");
	expect(progress.read(20)).toBe("4 of 98 files");
});

test("copies count once, and only what lies in the period", () => {
	const progress = newProgress(2, { since: 100, until: undefined });
	for (const each of [findings("a", 900, 90, 150), findings("a", 900, 90, 150), findings("b", 500, 5, 50)])
		progress.heard(each);
	expect(progress.read(80)).toBe("1 of 2 files · 90 of 900 tokens already in context, 10.0%");
});

test("a loss has its sign", () => {
	const progress = newProgress(1, ALL);
	progress.heard(findings("a", 1000, -50));
	expect(progress.read(80)).toBe("1 of 1 files · −50 of 1.0k tokens already in context, −5.0%");
});
