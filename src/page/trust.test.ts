import { expect, test } from "bun:test";
import type { Given, RecordLine } from "../store/record.ts";
import { trustIn } from "./trust.ts";

const EVER = { since: undefined, until: undefined };

test("says of each host how ibid fared there, in an order of their own", () => {
	const lines: RecordLine[] = [
		failure("codex", 7, "the second"),
		failure("codex", 3, "the first"),
		given("claude-code", { form: "quoted", reason: undefined, after: 10 }),
		given("claude-code", { reason: "insisted" }),
		given("claude-code", {}),
		{ kind: "orphaned", schema: 1, time: 1, host: "claude-code", session: "1", agent: "", calls: ["a", "b"] },
		{ kind: "aside", schema: 1, time: 1, host: "pi", session: "", why: "another plugin" },
	];
	expect(trustIn(lines, EVER)).toMatchObject([
		{ host: "claude-code", answers: 3, shortened: 1, insisted: 1, orphaned: 2, failures: 0, lastFailure: undefined },
		{ host: "codex", answers: 0, failures: 2, lastFailure: { time: 7, what: "the second" }, latency: undefined },
	]);
});

test("has no more of an error than its first words, since errors may quote files", () => {
	const [trust] = trustIn([failure("pi", 1, `Error: no such line\n${"text of a file ".repeat(100)}`)], EVER);
	expect(trust?.lastFailure).toEqual({ time: 1, what: "Error: no such line" });
});

test("names the time that half of the answers and nineteen of twenty do not exceed", () => {
	const lines = Array.from({ length: 100 }, (_, at) => given("pi", { milliseconds: 100 - at }));
	expect(trustIn(lines, EVER)[0]?.latency).toEqual({ p50: 50, p95: 95 });
	expect(trustIn([given("pi", { milliseconds: 4 })], EVER)[0]?.latency).toEqual({ p50: 4, p95: 4 });
});

test("counts what lies in the period", () => {
	const lines = [1, 2, 3, 4].map((time) => given("pi", { time }));
	expect(trustIn(lines, { since: 2, until: 4 })[0]?.answers).toBe(2);
});

function given(host: string, more: Partial<Given>): Given {
	const about = { host, version: "1", session: "1", agent: "", call: "a", tool: "Read", input: "", original: "" };
	const what = { delivered: "", subject: "a.ts", brought: "file", form: "whole", reason: "fresh" } as const;
	const figures = { before: 100, after: 100, notes: 0, milliseconds: 20, waited: 0 };
	return { kind: "answer", schema: 1, time: 1, ...about, ...what, ...figures, ...more };
}

function failure(host: string, time: number, what: string): RecordLine {
	return { kind: "failure", schema: 1, time, host, session: "1", what };
}
