import type { AnswerFinding, Findings } from "../audit/findings.ts";
import type { InspectedAnswer } from "../audit/inspect.ts";
import {
	isInPeriod,
	isUnlimitedPeriod,
	type LedgerEntry,
	newLedger,
	type Period,
	promptTokens,
} from "../audit/ledger.ts";
import { type HostCatalog, hostIn, type KnownHost } from "../host/definition.ts";
import { failureWords } from "../store/failure-words.ts";
import type { RecordLine } from "../store/record-lines.ts";
import { savingsBy } from "../store/savings.ts";
import type { AnswerText, HostRecord, PageData, PageHost, SessionData, SessionStep } from "./data.ts";

/** What a page has besides sessions. */
type PageAbout = Pick<PageData, "version" | "made" | "isLive">;

/** Collects what a page shows. The order of sessions matters: a result that several have counts in the first. */
type Collection = {
	add(findings: Findings): void;
	page(about: PageAbout, lines: Iterable<RecordLine>): PageData;
};

/** An empty collection for a period. */
export function newCollection(period: Period, known: HostCatalog): Collection {
	const ledger = newLedger(period, known);
	const hosts = [...known.values()].map(({ name, title }) => ({ name, title }));
	const sessions = new Map<string, SessionData>();
	const selection = newTextSelection();
	return {
		add(findings) {
			const entered = ledger.enter(findings);
			const counts = entered.some((thread) => thread.some((entry) => entry.counts));
			if (!counts && !isUnlimitedPeriod(period)) return;
			const name = JSON.stringify([findings.host, findings.session]);
			sessions.set(
				name,
				joinedSessions(sessions.get(name), sessionDataOf(findings, hostIn(known, findings.host), entered)),
			);
			selection.add(findings);
		},
		page(about, lines) {
			const hostRecords = hostRecordsIn(lines, period, hosts);
			return {
				schema: 1,
				...about,
				hosts,
				sessions: [...sessions.values()],
				texts: selection.texts(),
				trust: hostRecords,
			};
		},
	};
}

/** A sub-agent may have a log of its own, which may be read first; it starts after the agent that it works for. */
function joinedSessions(before: SessionData | undefined, session: SessionData): SessionData {
	if (!before) return session;
	return {
		...before,
		project: before.project || session.project,
		isLived: before.isLived || session.isLived,
		threads: [...before.threads, ...session.threads].sort((a, b) => threadStart(a) - threadStart(b) || 0),
		rebuilt: before.rebuilt + session.rebuilt,
		failed: before.failed + session.failed,
	};
}

/** When an agent started; one without a known time comes last. */
function threadStart(thread: readonly SessionStep[]): number {
	const first = thread.find((step) => "time" in step && step.time !== undefined);
	return (first && "time" in first ? first.time : undefined) ?? Number.POSITIVE_INFINITY;
}

function sessionDataOf(
	findings: Findings,
	{ title }: KnownHost,
	entered: readonly (readonly LedgerEntry[])[],
): SessionData {
	const { host, session, project = "", withIbid, failures } = findings;
	const threads = entered.map((thread) => thread.map(stepOf));
	const isProof = ({ finding, counts }: LedgerEntry): boolean =>
		counts && finding.kind === "answer" && finding.isProved;
	const rebuilt = entered.flat().filter(isProof).length;
	return { host, hostTitle: title, session, project, isLived: withIbid, threads, rebuilt, failed: failures.length };
}

function stepOf({ finding, time, counts, cost }: LedgerEntry): SessionStep {
	switch (finding.kind) {
		case "reset":
			return { kind: "reset" };
		case "orphans":
			return { kind: "orphans", time, counts, count: finding.count };
		case "request": {
			const tokens = finding.usage && promptTokens(finding.usage);
			return { kind: "request", time, counts, tokens, fewer: cost?.fewer ?? 0 };
		}
		case "answer":
			return { kind: "answer", time, counts, ...answerFacts(finding) };
	}
}

type AnswerFacts = Omit<Extract<SessionStep, { kind: "answer" }>, "kind" | "time" | "counts">;

function answerFacts({ id, tool, subject, brought, form, reason, tokens, saved, notes }: AnswerFinding): AnswerFacts {
	return { id, tool, subject, brought, form, reason, tokens, saved, notes };
}

/** What ibid did in each host where it was active, from its record. */
export function hostRecordsIn(lines: Iterable<RecordLine>, period: Period, hosts: readonly PageHost[]): HostRecord[] {
	const savings = savingsBy(lines, (line) => (isInPeriod(period, line.time) ? line.host : undefined));
	return hosts.flatMap(({ name: host, title: hostTitle }) => {
		const own = savings.get(host);
		if (!own) return [];
		const { answers, shortened, askedAgain, orphaned, failures, lastFailure, latency } = own;
		const last = lastFailure && { time: lastFailure.time, what: failureWords(lastFailure.what) };
		return [{ host, hostTitle, answers, shortened, askedAgain, orphaned, failures, lastFailure: last, latency }];
	});
}

/** Keeps the texts of the results that saved most, as many as a page can carry. */
type TextSelection = {
	add(findings: Findings): void;
	texts(): Readonly<Record<string, AnswerText>>;
};

/** A selection without texts. */
export function newTextSelection(mostTexts: number = MOST_TEXTS, mostLetters: number = MOST_LETTERS): TextSelection {
	let kept = new Map<string, SizedText>();
	return {
		add(findings) {
			for (const found of sizedTexts(findings)) if (!kept.has(found.text.id)) kept.set(found.text.id, found);
			// Not after every session, because it sorts everything.
			if (kept.size > 2 * mostTexts) kept = bestTexts(kept, mostTexts, mostLetters);
		},
		texts() {
			const best = bestTexts(kept, mostTexts, mostLetters);
			return Object.fromEntries([...best].map(([id, { text }]) => [id, text]));
		},
	};
}

const MOST_TEXTS = 200;
const MOST_LETTERS = 8_000_000;

type SizedText = SavedText & { readonly letters: number };

function sizedTexts(findings: Findings): SizedText[] {
	return inspectedTexts(findings).map(({ text, saved }) => ({
		text,
		saved,
		letters: text.original.length + text.delivered.length,
	}));
}

/** The texts of a result, and what it saved. */
type SavedText = { readonly text: AnswerText; readonly saved: number };

/** The inspected results of a session, except those of files that may contain secrets. */
export function inspectedTexts({ threads, inspected }: Findings): SavedText[] {
	return inspected.flatMap((each) => {
		const answers = threads.map(answerFindingsIn).find((some) => some.some(({ id }) => id === each.id)) ?? [];
		const answer = answers.find(({ id }) => id === each.id);
		return !answer || answer.isSensitive ? [] : [{ text: withLinkedQuotes(each, answers), saved: answer.saved }];
	});
}

function answerFindingsIn(thread: Findings["threads"][number]): AnswerFinding[] {
	return thread.filter((finding) => finding.kind === "answer");
}

/** Each quote with the result of the thread that has its lines. */
function withLinkedQuotes(inspected: InspectedAnswer, answers: readonly AnswerFinding[]): AnswerText {
	const ids = new Map<string, string>();
	for (const { call, id } of answers) {
		// Hosts may use the id of a call twice; the quoted lines come before the quote.
		if (id === inspected.id) break;
		ids.set(call, id);
	}
	const quotes = inspected.quotes.map((quote) => ({ ...quote, answer: ids.get(quote.source.call) }));
	return { ...inspected, quotes };
}

function bestTexts(
	kept: ReadonlyMap<string, SizedText>,
	mostTexts: number,
	mostLetters: number,
): Map<string, SizedText> {
	const best = new Map<string, SizedText>();
	let letters = 0;
	for (const [id, each] of [...kept].sort(([, a], [, b]) => b.saved - a.saved)) {
		if (best.size === mostTexts) break;
		if (letters + each.letters > mostLetters) continue;
		letters += each.letters;
		best.set(id, each);
	}
	return best;
}
