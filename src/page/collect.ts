import type { AnswerFound, Findings } from "../audit/findings.ts";
import { type Entered, isTimeless, newLedger, type Period } from "../audit/ledger.ts";
import { promptOf } from "../audit/money.ts";
import type { RecordLine } from "../store/record.ts";
import type { PageData, SessionData, Step } from "./data.ts";
import { newTextShelf } from "./texts.ts";
import { trustIn } from "./trust.ts";

/** What a page is about besides sessions. */
export type About = Pick<PageData, "version" | "made" | "isLive">;

/** Collects what a page shows. The order of sessions matters: a result that several have counts in the first. */
export type Collection = {
	add(findings: Findings): void;
	page(about: About, lines: Iterable<RecordLine>): PageData;
};

/** A collection of nothing yet, of which a period counts. */
export function newCollection(period: Period): Collection {
	const ledger = newLedger(period);
	const sessions = new Map<string, SessionData>();
	const shelf = newTextShelf();
	return {
		add(findings) {
			const entered = ledger.enter(findings);
			const counts = entered.some((strand) => strand.some((entry) => entry.counts));
			if (!counts && !isTimeless(period)) return;
			const name = JSON.stringify([findings.host, findings.session]);
			sessions.set(name, joined(sessions.get(name), sessionOf(findings, entered)));
			shelf.add(findings);
		},
		page(about, lines) {
			const trust = trustIn(lines, period);
			return { schema: 1, ...about, sessions: [...sessions.values()], texts: shelf.texts(), trust };
		},
	};
}

/** A sub-agent may have a log of its own, whose name may come first; it sets to work after the model that it works for. */
function joined(before: SessionData | undefined, session: SessionData): SessionData {
	if (!before) return session;
	return {
		...before,
		project: before.project || session.project,
		isLived: before.isLived || session.isLived,
		strands: [...before.strands, ...session.strands].sort((a, b) => startOf(a) - startOf(b) || 0),
		rebuilt: before.rebuilt + session.rebuilt,
		failed: before.failed + session.failed,
	};
}

/** When a model set to work; one of which no log tells stands last. */
function startOf(strand: readonly Step[]): number {
	const first = strand.find((step) => "time" in step && step.time !== undefined);
	return (first && "time" in first ? first.time : undefined) ?? Number.POSITIVE_INFINITY;
}

function sessionOf(findings: Findings, entered: readonly (readonly Entered[])[]): SessionData {
	const { host, session, project = "", lived, failures } = findings;
	const strands = entered.map((strand) => strand.map(stepOf));
	const isProof = ({ finding, counts }: Entered): boolean => counts && finding.kind === "answer" && finding.isProved;
	const rebuilt = entered.flat().filter(isProof).length;
	return { host, session, project, isLived: lived, strands, rebuilt, failed: failures.length };
}

function stepOf({ finding, time, counts, purse }: Entered): Step {
	switch (finding.kind) {
		case "reset":
			return { kind: "reset" };
		case "orphans":
			return { kind: "orphans", time, counts, count: finding.count };
		case "request": {
			const tokens = finding.usage && promptOf(finding.usage);
			return { kind: "request", time, counts, tokens, fewer: purse?.fewer ?? 0 };
		}
		case "answer":
			return { kind: "answer", time, counts, ...whatItIs(finding) };
	}
}

type What = Omit<Extract<Step, { kind: "answer" }>, "kind" | "time" | "counts">;

function whatItIs({ id, tool, subject, brought, form, reason, tokens, saved, notes }: AnswerFound): What {
	return { id, tool, subject, brought, form, reason, tokens, saved, notes };
}
