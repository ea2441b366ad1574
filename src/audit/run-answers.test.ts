import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CATALOG, READERS } from "../../contracts/hosts.ts";
import { newRunSession, type RunSession } from "../../contracts/run-session.ts";
import { UNSET } from "../../contracts/settings.ts";
import { newClaudeCodeFixture } from "../../sim/claude-code-fixture.ts";
import { code, plain } from "../../sim/conversation-fixture.ts";
import { estimateTokens } from "../core/tokens.ts";
import { everyLine } from "../store/every-line.ts";
import { savingsOf } from "../store/savings.ts";
import { readTranscript } from "../transcript/files.ts";
import { auditSession } from "./audit-session.ts";
import type { AnswerFinding, Findings } from "./findings.ts";
import { recordedAnswersIn } from "./recorded-answers.ts";
import { newAuditSum, type Report } from "./sum.ts";

const base = mkdtempSync(join(tmpdir(), "ibid-run-"));
afterAll(() => rmSync(base, { recursive: true }));

const HOW = { hosts: CATALOG, count: estimateTokens, rules: [], inspect: { kind: "best", count: 1000 } } as const;
const ALL = { since: undefined, until: undefined, tokens: "estimate", rules: [], by: undefined } as const;

function findingsOf({ log, state }: Pick<RunSession, "log" | "state">, proof = true): Findings {
	const recording = readTranscript(log(), READERS);
	if (!recording) throw new Error("no log");
	return auditSession(recording, { ...HOW, proof }, recordedAnswersIn(state, CATALOG)(recording));
}

function reportOf(findings: Findings, hosts = CATALOG): Report {
	const sum = newAuditSum(ALL, hosts);
	sum.add("/logs/a.jsonl", findings);
	return sum.report();
}

const answersIn = ({ threads }: Findings): AnswerFinding[] => threads.flat().filter((each) => each.kind === "answer");
const waysIn = (findings: Findings) => answersIn(findings).map(({ actual, form }) => [actual?.way, form]);

/** A session, and two files in its project. */
function begin() {
	const fixture = newClaudeCodeFixture(base);
	const session = newRunSession(fixture);
	const [clock, table] = [fixture.put("clock.ts", plain(code(60))), fixture.put("table.ts", plain(code(90, 400)))];
	return { fixture, session, clock, table };
}

describe("a session that ibid run has shortened", () => {
	test("is made again from the log, which has originals, and each text has the hash that the record has", () => {
		const { session, clock, table } = begin();
		for (const path of [clock, table, clock, table]) session.read(path);
		const findings = findingsOf(session);
		expect(waysIn(findings)).toEqual([
			["run", "whole"],
			["run", "whole"],
			["run", "same"],
			["run", "same"],
		]);
		const sent = session.sent().slice(2);
		expect(findings.inspected.map(({ really }) => really)).toEqual(["sent", "sent"]);
		expect(findings.inspected.map(({ delivered }) => delivered).sort()).toEqual(sent.toSorted());
		expect(findings).toMatchObject({ failures: [], withIbid: true, withoutHooks: true });
		expect(reportOf(findings)).toMatchObject({ rebuilt: 2, failed: 0, unchecked: 0 });
	});

	test("is made again with the policies of lean text that applied then, whatever the user has set since", () => {
		const fixture = newClaudeCodeFixture(base);
		const config = { ...UNSET.config, lean: { ...UNSET.config.lean, "search-groups": false, "sparse-numbers": true } };
		const session = newRunSession(fixture, undefined, { ...UNSET, config });
		session.read(fixture.put("clock.ts", plain(code(60))));
		session.run("rg -n const src", plain(code(60).map((line, at) => `src/clock.ts:${at + 1}:${line}`)));
		const findings = findingsOf(session);
		expect(answersIn(findings).map(({ form, lean }) => [form, ...Object.keys(lean ?? {})])).toEqual([
			["lean", "sparse-numbers"],
			["whole"],
		]);
		expect(reportOf(findings)).toMatchObject({ rebuilt: 1, failed: 0, unchecked: 0 });
	});

	test("is found by its calls where its requests do not name it", () => {
		const fixture = newClaudeCodeFixture(base);
		const session = newRunSession(fixture, "");
		const path = fixture.put("clock.ts", plain(code(60)));
		for (const _ of [1, 2]) session.read(path);
		expect(session.recorded()).toEqual([]);
		const findings = findingsOf(session);
		expect(waysIn(findings)).toEqual([
			["run", "whole"],
			["run", "same"],
		]);
		expect(reportOf(findings)).toMatchObject({ rebuilt: 1, unchecked: 0 });
		const log = (): string => session.log().replaceAll('"call-', '"other-');
		expect(findingsOf({ log, state: session.state })).toMatchObject({ withIbid: false });
	});

	test("counts once beside a copy of it under another name, whichever of the two is read first", () => {
		const { session, clock } = begin();
		for (const path of [clock, clock]) session.read(path);
		const recording = readTranscript(session.log(), READERS);
		const copy = (): string => session.log().replaceAll(recording?.session ?? "", "a-copy");
		const both = [findingsOf(session), findingsOf({ log: copy, state: session.state })];
		const { saved } = savingsOf(everyLine(session.state));
		for (const all of [both, both.toReversed()]) {
			const sum = newAuditSum(ALL, CATALOG);
			for (const findings of all) sum.add("/logs/a.jsonl", findings);
			expect(sum.report()).toMatchObject({ rebuilt: 1, failed: 0, unchecked: 0, hosts: [{ savedTokens: saved }] });
		}
	});

	test("is not taken for another one in which calls have the same ids", () => {
		const { session, clock } = begin();
		for (const path of [clock, clock]) session.read(path);
		const recording = readTranscript(session.log(), READERS);
		const [line = ""] = code(60);
		const other = session
			.log()
			.replaceAll(recording?.session ?? "", "another")
			.replaceAll(line, "another line");
		expect(findingsOf({ log: () => other, state: session.state })).toMatchObject({ withIbid: false });
	});

	test("has saved what the record says, once", () => {
		const { session, clock } = begin();
		for (const path of [clock, clock]) session.read(path);
		const [figures] = reportOf(findingsOf(session)).hosts;
		const saved = savingsOf(everyLine(session.state));
		expect(saved).toMatchObject({ answers: 2, shortened: 1, sessions: 1 });
		expect(figures).toMatchObject({ answers: 2, shortened: 1, savedTokens: saved.saved, resultTokens: saved.before });
	});

	test("counts what the log does not explain as saved and not checked", () => {
		const { session, clock } = begin();
		for (const path of [clock, clock]) session.read(path);
		const [line = ""] = code(60);
		const log = (): string => session.log().replaceAll(line, "another line");
		const report = reportOf(findingsOf({ log, state: session.state }));
		expect(report).toMatchObject({ rebuilt: 0, failed: 0, unchecked: 1 });
		expect(report.hosts[0]?.savedTokens).toBeGreaterThan(0);
	});

	test("has what was sent in a turn that is no longer in the log, not checked", () => {
		const { session, clock } = begin();
		for (const path of [clock, clock]) session.read(path);
		const log = (): string => session.log().split("\n").slice(0, 2).join("\n");
		expect(reportOf(findingsOf({ log, state: session.state }))).toMatchObject({ rebuilt: 0, failed: 0, unchecked: 1 });
	});
});

describe("a session of both ways", () => {
	test("begun with hooks and resumed by ibid run counts each answer by its own way", async () => {
		const { session, clock, table } = begin();
		for (const path of [clock, clock, table]) await session.readByHooks(path);
		session.say();
		expect(session.read(table)).toContain("[ibid]");
		const findings = findingsOf(session);
		expect(waysIn(findings)).toEqual([
			["hooks", "whole"],
			["hooks", "same"],
			["hooks", "whole"],
			["run", "same"],
		]);
		expect(findings).toMatchObject({ failures: [], withoutHooks: false });
		expect(reportOf(findings)).toMatchObject({ rebuilt: 2, failed: 0, unchecked: 0 });
		expect(reportOf(findings).hosts[0]?.savedTokens).toBe(savingsOf(everyLine(session.state)).saved);
	});

	test("never quotes what a hook has left out, and the first view afterwards is whole", async () => {
		const { session, clock } = begin();
		for (const path of [clock, clock]) await session.readByHooks(path);
		session.say();
		expect(session.read(clock)).not.toContain("[ibid]");
		expect(session.read(clock)).toContain("[ibid]");
		const findings = findingsOf(session);
		expect(waysIn(findings).map(([, form]) => form)).toEqual(["whole", "same", "whole", "same"]);
		expect(reportOf(findings)).toMatchObject({ rebuilt: 2, failed: 0, unchecked: 0 });
	});

	test("begun by ibid run and resumed with hooks: hooks go by the log, which has originals", async () => {
		const { session, clock, table } = begin();
		for (const path of [clock, clock]) session.read(path);
		for (const path of [table, clock]) await session.readByHooks(path);
		const findings = findingsOf(session);
		expect(waysIn(findings)).toEqual([
			["run", "whole"],
			["run", "same"],
			["hooks", "whole"],
			["hooks", "same"],
		]);
		expect(findings.failures).toEqual([]);
		expect(reportOf(findings)).toMatchObject({ rebuilt: 2, failed: 0, unchecked: 0 });
	});

	test("there and back, and there again, fails nowhere", async () => {
		const { session, clock, table } = begin();
		session.read(clock);
		await session.readByHooks(clock);
		session.resume();
		session.say();
		session.read(table);
		session.read(clock);
		await session.readByHooks(table);
		session.resume();
		session.say();
		session.read(table);
		const report = reportOf(findingsOf(session));
		expect(report).toMatchObject({ failed: 0, unchecked: 0 });
		expect(report.hosts[0]?.savedTokens).toBe(savingsOf(everyLine(session.state)).saved);
	});
});

describe("a session without ibid", () => {
	const wayOf = (log: string, way?: "run" | "hooks", hosts = CATALOG): Report => {
		const recording = readTranscript(log, READERS);
		if (!recording) throw new Error("no log");
		return reportOf(auditSession(recording, { ...HOW, hosts, proof: true, ...(way && { way }) }), hosts);
	};

	test("is audited on the terms of hooks, or of ibid run, which sees every request", () => {
		const { fixture } = begin();
		const { pen } = fixture;
		const listing = code(50, 70)
			.map((line, at) => `src/file-${at}.ts:1:${line}`)
			.join("\n");
		// No hook is called for the results of this tool.
		for (const _ of [1, 2]) pen.answer(pen.ask("Grep", { pattern: "x", output_mode: "content" }), listing);
		const log = readFileSync(pen.path, "utf8");
		const [hooks, run] = [wayOf(log), wayOf(log, "run")];
		expect(wayOf(log, "hooks")).toEqual(hooks);
		expect([hooks.hosts[0]?.savedTokens, hooks.hosts[0]?.outOfReach, hooks.rebuilt]).toEqual([0, 2, 0]);
		expect([run.hosts[0]?.outOfReach, run.failed]).toEqual([0, 0]);
		expect(run.hosts[0]?.savedTokens).toBeGreaterThan(0);
		expect(run.hosts[0]?.savedTokens).toBe(run.hosts[0]?.boundTokens);
	});

	test("has no tools of ibid in its requests under ibid run", () => {
		const { fixture, clock } = begin();
		const { pen } = fixture;
		for (const _ of [1, 2]) pen.answer(pen.ask("Bash", { command: `wc ${clock}` }), "60 lines");
		const log = readFileSync(pen.path, "utf8");
		const host = CATALOG.get("claude-code")!;
		const known = new Map(CATALOG).set("claude-code", { ...host, declares: 100 });
		const [hooks, run] = [wayOf(log, "hooks", known), wayOf(log, "run", known)];
		expect([hooks.hosts[0]?.sparedTokens, run.hosts[0]?.sparedTokens]).toEqual([-200, 0]);
	});
});
