import { dayOf, monthOf, weekOf } from "./days.ts";
import type { AnswerFinding, Findings } from "./findings.ts";
import type { RequestCost } from "./ledger.ts";

/** How the figures of an audit can be grouped. */
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

/** The figures of one group; groups of single results, such as of a tool, have only the figures of results. */
export type GroupFigures = { readonly group: string } & (Figures | ResultFigures);

/** Tallies by group. */
export type Groups = {
	/** The tally for something about a whole session; undefined if groups are of single results. */
	at(findings: Findings, time: number | undefined): Tally | undefined;
	/** The tally for a result. */
	of(findings: Findings, time: number | undefined, answer: AnswerFinding): Tally;
	/** Periods in order of time; other groups with the largest saving first. */
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

/** The groups that are periods, and are listed in order of time. */
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

/** The sums of tool results, in tokens. Savings are net of notes, and negative if ibid would have lost. */
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

/** The sums of sessions. */
export type Figures = ResultFigures & {
	readonly sessions: number;
	/** Contexts: from the beginning or a reset up to the next reset. */
	readonly windows: number;
	readonly orphans: number;
	/** All input tokens of recorded requests without ibid, found in the cache or not. */
	readonly inputTokens: number;
	/** How many of them would not have been sent: what a result saves is saved in every later request of its window. */
	readonly sparedTokens: number;
	/** The share of the requests' cost that would have been saved; null if no log has costs. */
	readonly moneyShare: number | null;
};

/** Adds up the figures of a group. */
export type Tally = {
	session(name: string): void;
	window(): void;
	answer(answer: AnswerFinding): void;
	request(cost: RequestCost): void;
	orphans(count: number): void;
	tokens(): ResultFigures;
	figures(): Figures;
};

/** An empty tally. */
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
