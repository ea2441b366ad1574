import { dayOf, monthOf, weekOf } from "./days.ts";
import type { AnswerFinding, Findings } from "./findings.ts";
import type { RequestCost } from "./ledger.ts";

/** By what the figures of an audit can be told apart. */
export const GROUPINGS = [
	"day",
	"week",
	"month",
	"session",
	"project",
	"host",
	"kind",
	"tool",
	"file",
	"form",
	"reason",
] as const;

/** One of them. */
export type Grouping = (typeof GROUPINGS)[number];

/** The figures of one group; of groups of single results, such as a tool's, only what results have. */
export type GroupFigures = { readonly group: string } & (Figures | ResultFigures);

/** Tallies by group. */
export type Groups = {
	/** The tally for something that is about a whole session; undefined where groups are of single results. */
	at(findings: Findings, time: number | undefined): Tally | undefined;
	/** The tally for a result. */
	of(findings: Findings, time: number | undefined, answer: AnswerFinding): Tally;
	/** Times in their order; else what saved most first. */
	list(): GroupFigures[];
};

/** Groups without any tally yet. */
export function newGroups(by: Grouping): Groups {
	const tallies = new Map<string, Tally>();
	const tallyOf = (group: string): Tally => {
		const tally = tallies.get(group) ?? newTally();
		tallies.set(group, tally);
		return tally;
	};
	const isOfSessions = by in OF_SESSIONS;
	const groupAt = (findings: Findings, time: number | undefined): string =>
		OF_SESSIONS[by]?.(findings, time) ?? UNKNOWN_GROUP;
	return {
		at: (findings, time) => (isOfSessions ? tallyOf(groupAt(findings, time)) : undefined),
		of: (findings, time, answer) => tallyOf(OF_ANSWERS[by]?.(answer) ?? groupAt(findings, time)),
		list() {
			const groups = [...tallies].map(([group, tally]) => ({
				group,
				...(isOfSessions ? tally.figures() : tally.tokens()),
			}));
			return groups.sort(TIMES.has(by) ? byName : bySavedTokens);
		},
	};
}

const UNKNOWN_GROUP = "unknown";

/** Those that are times, and are told in their order. */
export const TIMES: ReadonlySet<Grouping> = new Set<Grouping>(["day", "week", "month"]);

type GroupName = (findings: Findings, time: number | undefined) => string | undefined;

const OF_SESSIONS: Readonly<Partial<Record<Grouping, GroupName>>> = {
	day: timed(dayOf),
	week: timed(weekOf),
	month: timed(monthOf),
	session: ({ session }) => session,
	project: ({ project }) => project,
	host: ({ host }) => host,
};

function timed(nameOf: (time: number) => string): GroupName {
	return (_, time) => (time === undefined ? undefined : nameOf(time));
}

const OF_ANSWERS: Readonly<Partial<Record<Grouping, (answer: AnswerFinding) => string | undefined>>> = {
	kind: ({ brought }) => brought,
	tool: ({ tool }) => tool,
	file: ({ file }) => file ?? "no file",
	form: ({ form }) => form,
	reason: ({ reason }) => reason ?? "shortened",
};

function byName(a: GroupFigures, b: GroupFigures): number {
	return a.group < b.group ? -1 : a.group > b.group ? 1 : 0;
}

function bySavedTokens(a: GroupFigures, b: GroupFigures): number {
	return b.savedTokens - a.savedTokens || b.resultTokens - a.resultTokens || byName(a, b);
}

/** What the results of tools come to, in tokens. Savings are net of notes, and below zero where ibid would have lost. */
export type ResultFigures = {
	readonly answers: number;
	readonly shortened: number;
	readonly resultTokens: number;
	/** Saved at best, if hosts let us replace everything. */
	readonly boundTokens: number;
	/** Saved within what the host lets us replace. */
	readonly savedTokens: number;
	readonly noteTokens: number;
};

/** What sessions come to. */
export type Figures = ResultFigures & {
	readonly sessions: number;
	/** What models had before them, from the beginning or a reset up to the next. */
	readonly windows: number;
	readonly orphans: number;
	/** All that recorded requests have without ibid, found in the cache or not. */
	readonly inputTokens: number;
	/** How many of them would not have been sent: what is saved at a result is saved in every later request of its window. */
	readonly sparedTokens: number;
	/** Share of what the requests cost that would have been spared; null where no log tells what they cost. */
	readonly moneyShare: number | null;
};

/** Adds up what belongs together. */
export type Tally = {
	session(name: string): void;
	window(): void;
	answer(answer: AnswerFinding): void;
	request(cost: RequestCost): void;
	orphans(count: number): void;
	tokens(): ResultFigures;
	figures(): Figures;
};

/** A tally of nothing. */
export function newTally(): Tally {
	const sessions = new Set<string>();
	const tokens = { answers: 0, shortened: 0, resultTokens: 0, boundTokens: 0, savedTokens: 0, noteTokens: 0 };
	let [windows, orphans, inputTokens, sparedTokens, spent, spared] = [0, 0, 0, 0, 0, 0];
	return {
		session: (name) => void sessions.add(name),
		window: () => void windows++,
		answer(answer) {
			tokens.answers++;
			tokens.shortened += answer.form === "whole" ? 0 : 1;
			tokens.resultTokens += answer.tokens;
			tokens.boundTokens += answer.bound;
			tokens.savedTokens += answer.saved;
			tokens.noteTokens += answer.notes;
		},
		request(cost) {
			inputTokens += cost.input;
			sparedTokens += cost.fewer;
			spent += cost.spent;
			spared += cost.spared;
		},
		orphans(count) {
			orphans += count;
		},
		tokens: () => ({ ...tokens }),
		figures() {
			const moneyShare = spent > 0 ? spared / spent : null;
			return { sessions: sessions.size, windows, ...tokens, orphans, inputTokens, sparedTokens, moneyShare };
		},
	};
}
