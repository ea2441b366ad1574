import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { CATALOG, READERS } from "../../contracts/hosts.ts";
import { auditSession } from "../audit/audit-session.ts";
import type { AnswerFinding, Findings, SessionFinding } from "../audit/findings.ts";
import type { Period } from "../audit/ledger.ts";
import { newAuditSum } from "../audit/sum.ts";
import { filesUnder } from "../commands/sessions/session-files.ts";
import { estimateTokens } from "../core/tokens.ts";
import { HOSTS } from "../hosts.ts";
import type { AnswerLine, RecordLine } from "../store/record-lines.ts";
import { readTranscript } from "../transcript/files.ts";
import { hostRecordsIn, newCollection } from "./collect.ts";
import type { PageData, SessionStep } from "./data.ts";

const SAMPLES = join(import.meta.dirname, "..", "..", "samples");
const HOW = {
	hosts: CATALOG,
	count: estimateTokens,
	rules: [],
	proof: false,
	inspect: { kind: "best", count: 3 },
} as const;
const EVER: Period = { since: undefined, until: undefined };

function collect(sessions: readonly Findings[], period: Period = EVER): PageData {
	const collection = newCollection(period, CATALOG);
	for (const findings of sessions) collection.add(findings);
	return collection.page({ version: "1", made: 0, isLive: false }, []);
}

/** What the counted steps of a host come to, under the names that reports have for it. */
function figuresOf({ sessions }: PageData, host: string): Record<string, number> {
	const own = sessions.filter((session) => session.host === host);
	const steps = own.flatMap(({ threads }) => threads.flat()).filter((step) => step.kind !== "reset" && step.counts);
	const sum = (of: (step: SessionStep) => number): number => steps.reduce((all, step) => all + of(step), 0);
	return {
		sessions: own.length,
		answers: sum((step) => (step.kind === "answer" ? 1 : 0)),
		shortened: sum((step) => (step.kind === "answer" && step.form !== "whole" ? 1 : 0)),
		resultTokens: sum((step) => (step.kind === "answer" ? step.tokens : 0)),
		savedTokens: sum((step) => (step.kind === "answer" ? step.saved : 0)),
		noteTokens: sum((step) => (step.kind === "answer" ? step.notes : 0)),
		inputTokens: sum((step) => (step.kind === "request" ? (step.tokens ?? 0) : 0)),
		sparedTokens: sum((step) => (step.kind === "request" ? step.fewer : 0)),
		orphans: sum((step) => (step.kind === "orphans" ? step.count : 0)),
	};
}

function expectSameFigures(sessions: readonly Findings[], period: Period): void {
	const sum = newAuditSum({ tokens: "estimate", rules: [], by: undefined, ...period }, CATALOG);
	for (const findings of sessions) sum.add("log", findings);
	const { hosts } = sum.report();
	const page = collect(sessions, period);
	expect([...new Set(page.sessions.map(({ host }) => host))].sort()).toEqual(hosts.map(({ host }) => host).sort());
	for (const { host, ...figures } of hosts) expect(figures).toMatchObject(figuresOf(page, host));
}

describe("figures of a page", () => {
	test("are those of an audit: samples", () => {
		const logs = filesUnder(SAMPLES).filter((file) => file.endsWith(".jsonl"));
		const sessions = logs.map((file) => auditSession(readTranscript(readFileSync(file, "utf8"), READERS)!, HOW));
		expectSameFigures(sessions, EVER);
		expect(collect(sessions).sessions.some(({ threads }) => threads.flat().length > 5)).toBe(true);
	});

	test("are those of an audit: sessions at random, with copies, in a period and without", () => {
		const period = fc.record({ since: fc.option(fc.nat(20)), until: fc.option(fc.nat(40)) }).map(({ since, until }) => {
			return { since: since ?? undefined, until: until ?? undefined };
		});
		fc.assert(fc.property(fc.array(anySession(), { maxLength: 6 }), period, expectSameFigures), { numRuns: 300 });
	});
});

/** Few names, so that many are copies of others. */
function anySession(): fc.Arbitrary<Findings> {
	const time = fc.option(fc.nat(40), { nil: undefined });
	const usage = fc.option(fc.record({ input: fc.nat(900), cacheRead: fc.nat(900) }), { nil: undefined });
	const finding: fc.Arbitrary<SessionFinding> = fc.oneof(
		fc.record({ key: fc.nat(9), time, saved: fc.integer({ min: -50, max: 100 }) }).map(({ key, time, saved }) => {
			return saved === 0 ? answer(`${key}`, { time }) : shortened(`${key}`, { time, saved });
		}),
		fc.record({ time, usage }).map(({ time, usage }): SessionFinding => {
			return { kind: "request", time, usage: usage && { ...usage, cacheWrite: 0, output: 0 } };
		}),
		fc.constant<SessionFinding>({ kind: "reset" }),
		fc.nat(3).map((count): SessionFinding => ({ kind: "orphans", count })),
	);
	const host = fc.constantFrom("pi", "codex", "claude-code");
	const threads = fc.array(fc.array(finding, { maxLength: 8 }), { maxLength: 2 });
	return fc
		.record({ host, name: fc.nat(3), threads })
		.map(({ host, name, threads }) => session(`${name}`, threads, { host }));
}

describe("a session", () => {
	test("has the threads of all its logs", () => {
		const page = collect([
			session("1", [[shortened("a")]]),
			session("1", [[shortened("b"), shortened("c"), answer("d")]]),
		]);
		expect(page.sessions).toHaveLength(1);
		expect(page.sessions[0]).toMatchObject({
			rebuilt: 3,
			threads: [[{ id: "a" }], [{ id: "b" }, { id: "c" }, { id: "d" }]],
		});
	});

	test("lists threads by when they began, and last those without a time", () => {
		const times = [undefined, 20, undefined, 10];
		const logs = times.map((time, at) => session("1", [[{ kind: "reset" }, answer(`${at}`, { time })]]));
		const [page] = collect(logs).sessions;
		expect(page?.threads.map((thread) => thread[1])).toMatchObject([
			{ id: "3" },
			{ id: "1" },
			{ id: "0" },
			{ id: "2" },
		]);
	});

	test("is left out if nothing of it is within the period, and followed from its beginning if anything is", () => {
		const early = session("1", [[answer("a", { time: 1 })]]);
		const both = session("2", [[answer("b", { time: 1 }), answer("c", { time: 5 })]]);
		const { sessions } = collect([early, both], { since: 3, until: undefined });
		expect(sessions.map((each) => each.threads)).toMatchObject([[[{ counts: false }, { counts: true }]]]);
	});

	test("carries what was saved into later requests, up to a reset", () => {
		const request: SessionFinding = {
			kind: "request",
			time: undefined,
			usage: { input: 500, cacheRead: 100, cacheWrite: 0, output: 9 },
		};
		const { sessions } = collect([session("1", [[shortened("a"), request, { kind: "reset" }, request]])]);
		const requests = sessions[0]!.threads[0]!.filter((step) => step.kind === "request");
		expect(requests.map(({ tokens, fewer }) => [tokens, fewer])).toEqual([
			[600, 70],
			[600, 0],
		]);
	});
});

function answer(key: string, more: Partial<AnswerFinding> = {}): AnswerFinding {
	const tokens = { tokens: 100, bound: 0, saved: 0, notes: 0 };
	const about = { tool: "Read", file: "/home/you/project/a.ts", subject: "a.ts", brought: "file" } as const;
	const what = {
		...about,
		form: "whole",
		reason: "fresh",
		actual: undefined,
		isProved: false,
		isUnchecked: false,
		isSensitive: false,
	} as const;
	return { kind: "answer", key, id: key, call: key, time: undefined, ...what, ...tokens, spared: [], ...more };
}

function shortened(key: string, more: Partial<AnswerFinding> = {}): AnswerFinding {
	return answer(key, { form: "same", reason: undefined, isProved: true, bound: 80, saved: 70, notes: 30, ...more });
}

function session(name: string, threads: SessionFinding[][], more: Partial<Findings> = {}): Findings {
	const of = { host: "pi", project: "/home/you/project", withIbid: false, withoutHooks: false } as const;
	const about = { ...of, failures: [], writtenNotes: [], skipped: 0, inspected: [] };
	return { session: name, threads, ...about, ...more };
}

test("says of each host how ibid fared there, in an order of their own", () => {
	const lines: RecordLine[] = [
		failure("codex", 7, "the second"),
		failure("codex", 3, "the first"),
		given("claude-code", { form: "quoted", reason: undefined, after: 10 }),
		given("claude-code", { reason: "asked again" }),
		given("claude-code", {}),
		{ kind: "orphaned", schema: 1, time: 1, host: "claude-code", session: "1", agent: "", calls: ["a", "b"] },
		{ kind: "aside", schema: 1, time: 1, host: "pi", session: "", why: "another plugin" },
	];
	expect(hostRecordsIn(lines, EVER, HOSTS)).toMatchObject([
		{ host: "claude-code", answers: 3, shortened: 1, askedAgain: 1, orphaned: 2, failures: 0, lastFailure: undefined },
		{ host: "codex", answers: 0, failures: 2, lastFailure: { time: 7, what: "the second" }, latency: undefined },
	]);
});

test("has no more of an error than its first words, since errors may quote files", () => {
	const [record] = hostRecordsIn(
		[failure("pi", 1, `Error: no such line\n${"text of a file ".repeat(100)}`)],
		EVER,
		HOSTS,
	);
	expect(record?.lastFailure).toEqual({ time: 1, what: "Error: no such line" });
});

test("names the time that half of the answers and nineteen of twenty do not exceed", () => {
	const lines = Array.from({ length: 100 }, (_, at) => given("pi", { milliseconds: 100 - at }));
	expect(hostRecordsIn(lines, EVER, HOSTS)[0]?.latency).toEqual({ p50: 50, p95: 95 });
	expect(hostRecordsIn([given("pi", { milliseconds: 4 })], EVER, HOSTS)[0]?.latency).toEqual({ p50: 4, p95: 4 });
});

test("counts what lies in the period", () => {
	const lines = [1, 2, 3, 4].map((time) => given("pi", { time }));
	expect(hostRecordsIn(lines, { since: 2, until: 4 }, HOSTS)[0]?.answers).toBe(2);
});

function given(host: string, more: Partial<AnswerLine>): AnswerLine {
	const about = { host, version: "1", session: "1", agent: "", call: "a", tool: "Read", input: "", original: "" };
	const what = { delivered: "", subject: "a.ts", brought: "file", form: "whole", reason: "fresh" } as const;
	const figures = { before: 100, after: 100, notes: 0, milliseconds: 20, waited: 0 };
	return { kind: "answer", schema: 1, time: 1, ...about, ...what, ...figures, ...more };
}

function failure(host: string, time: number, what: string): RecordLine {
	return { kind: "failure", schema: 1, time, host, session: "1", what };
}
