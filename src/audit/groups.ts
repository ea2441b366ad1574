import { dayOf, monthOf, weekOf } from "./days.ts";
import type { AnswerFound, Findings } from "./findings.ts";
import { type Figures, newTally, type Tally, type Tokens } from "./tally.ts";

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
export type Group = { readonly group: string } & (Figures | Tokens);

/** Tallies by group. */
export type Groups = {
	/** The tally for something that is about a whole session; undefined where groups are of single results. */
	at(findings: Findings, time: number | undefined): Tally | undefined;
	/** The tally for a result. */
	of(findings: Findings, time: number | undefined, answer: AnswerFound): Tally;
	/** Times in their order; else what saved most first. */
	list(): Group[];
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
		OF_SESSIONS[by]?.(findings, time) ?? UNKNOWN;
	return {
		at: (findings, time) => (isOfSessions ? tallyOf(groupAt(findings, time)) : undefined),
		of: (findings, time, answer) => tallyOf(OF_ANSWERS[by]?.(answer) ?? groupAt(findings, time)),
		list() {
			const groups = [...tallies].map(([group, tally]) => ({
				group,
				...(isOfSessions ? tally.figures() : tally.tokens()),
			}));
			return groups.sort(TIMES.has(by) ? byName : bySaving);
		},
	};
}

const UNKNOWN = "unknown";

/** Those that are times, and are told in their order. */
export const TIMES: ReadonlySet<Grouping> = new Set<Grouping>(["day", "week", "month"]);

type NameOf = (findings: Findings, time: number | undefined) => string | undefined;

const OF_SESSIONS: Readonly<Partial<Record<Grouping, NameOf>>> = {
	day: timed(dayOf),
	week: timed(weekOf),
	month: timed(monthOf),
	session: ({ session }) => session,
	project: ({ project }) => project,
	host: ({ host }) => host,
};

function timed(nameOf: (time: number) => string): NameOf {
	return (_, time) => (time === undefined ? undefined : nameOf(time));
}

const OF_ANSWERS: Readonly<Partial<Record<Grouping, (answer: AnswerFound) => string | undefined>>> = {
	kind: ({ brought }) => brought,
	tool: ({ tool }) => tool,
	file: ({ file }) => file ?? "no file",
	form: ({ form }) => form,
	reason: ({ reason }) => reason ?? "shortened",
};

function byName(a: Group, b: Group): number {
	return a.group < b.group ? -1 : a.group > b.group ? 1 : 0;
}

function bySaving(a: Group, b: Group): number {
	return b.savedTokens - a.savedTokens || b.resultTokens - a.resultTokens || byName(a, b);
}
