import { expect } from "bun:test";
import { CATALOG, READERS } from "../contracts/hosts.ts";
import { auditSession } from "../src/audit/audit-session.ts";
import { recordedAnswersIn } from "../src/audit/recorded-answers.ts";
import { newAuditSum } from "../src/audit/sum.ts";
import { figuresIn } from "../src/commands/report/report-figures.ts";
import { filesUnder } from "../src/commands/sessions/session-files.ts";
import { estimateTokens } from "../src/core/tokens.ts";
import { everyLine } from "../src/store/every-line.ts";
import { recordingsIn } from "../src/transcript/files.ts";

/** The outcome of a scene: tokens saved, results shortened, and notes that have lost their lines. */
export type SceneFigures = { readonly saved: number; readonly shortened: number; readonly orphans: number };

/** Where the traces of a scene are: logs of the host, ibid's state, and which sessions there belong to the scene. */
export type Traces = {
	readonly logs: readonly string[];
	readonly state: string;
	readonly isOurs?: (session: string) => boolean;
	/** How many sessions the host has deleted the logs of: only the record has them. */
	readonly gone?: number;
};

/** A result in a request: what it would have been without ibid, and what it was when it first came. */
export type Arrival = { readonly without: string; readonly came: string };

/** The outcome for results, from the requests alone. */
export function recount(arrivals: readonly Arrival[], notes: number, orphans: number): SceneFigures {
	const saved = arrivals.reduce((sum, { without, came }) => sum + estimateTokens(without) - estimateTokens(came), 0);
	return { saved, shortened: notes, orphans };
}

/** `ibid report`, `ibid audit` and the requests themselves give the same figures for a scene, to the token. */
export function expectFiguresAgree(recounted: SceneFigures, traces: Traces): void {
	const [report, audit] = [reported(traces), audited(traces)];
	expect({ report, audit }).toEqual({ report: recounted, audit: recounted });
}

/** The same of `ibid report` alone, where the host has deleted logs of sessions that requests do not name. */
export function expectReported(recounted: SceneFigures, traces: Traces): void {
	expect(reported(traces)).toEqual(recounted);
}

const ALWAYS = { since: undefined, until: undefined };

function reported({ state, isOurs = () => true }: Traces): SceneFigures {
	const lines = [...everyLine(state)].filter(({ session }) => isOurs(session));
	const { all } = figuresIn(lines, { period: ALWAYS, hosts: [], by: undefined });
	return { saved: all?.saved ?? 0, shortened: all?.shortened ?? 0, orphans: all?.orphaned ?? 0 };
}

/** The sessions in which something was shortened, according to the record. */
function shortenedIn({ state, isOurs = () => true }: Traces): Set<string> {
	const lines = [...everyLine(state)].filter((line) => line.kind === "answer" && line.form !== "whole");
	return new Set(lines.map(({ session }) => session).filter(isOurs));
}

function audited(traces: Traces): SceneFigures {
	const { logs, state, isOurs = () => true, gone = 0 } = traces;
	const unlogged = shortenedIn(traces);
	const sum = newAuditSum({ tokens: "estimate", rules: [], by: undefined, ...ALWAYS }, CATALOG);
	for (const file of logs.flatMap((path) => filesUnder(path))) {
		for (const recorded of recordingsIn(file, READERS)) {
			if (recorded.kind !== "recording" || !isOurs(recorded.recording.session)) continue;
			const lived = recordedAnswersIn(state, CATALOG)(recorded.recording);
			unlogged.delete(recorded.recording.session);
			// For a session that is not in the record, an audit shows what could have been saved.
			if (!lived) continue;
			sum.add(file, auditSession(recorded.recording, HOW, lived));
			// Results of requests that do not name their session are found by their calls.
			unlogged.delete("");
		}
	}
	expect(unlogged.size).toBe(gone);
	const figures = { ...reported({ logs: [], state, isOurs: (session) => unlogged.has(session) }) };
	for (const { savedTokens, shortened, orphans } of sum.report().hosts) {
		figures.saved += savedTokens;
		figures.shortened += shortened;
		figures.orphans += orphans;
	}
	return figures;
}

const HOW = { hosts: CATALOG, count: estimateTokens, rules: [], proof: false, inspect: { kind: "none" } } as const;
