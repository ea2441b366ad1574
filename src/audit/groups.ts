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
const TIMES: ReadonlySet<Grouping> = new Set<Grouping>(["day", "week", "month"]);

const OF_SESSIONS: Readonly<
	Partial<Record<Grouping, (findings: Findings, time: number | undefined) => string | undefined>>
> = {
	day: (_, time) => dayOf(time),
	week: (_, time) => weekOf(time),
	month: (_, time) => dayOf(time)?.slice(0, 7),
	session: ({ session }) => session,
	project: ({ project }) => project,
	host: ({ host }) => host,
};

const OF_ANSWERS: Readonly<Partial<Record<Grouping, (answer: AnswerFound) => string | undefined>>> = {
	kind: ({ brought }) => brought,
	tool: ({ tool }) => tool,
	file: ({ file }) => file ?? "no file",
	form: ({ form }) => form,
	reason: ({ reason }) => reason ?? "shortened",
};

/** The day of a time, where the user is. */
export function dayOf(time: number | undefined): string | undefined {
	if (time === undefined) return undefined;
	const date = new Date(time);
	const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
	return parts.map((part, at) => String(part).padStart(at === 0 ? 4 : 2, "0")).join("-");
}

/** The Monday on or before a time. */
export function weekOf(time: number | undefined): string | undefined {
	if (time === undefined) return undefined;
	const date = new Date(time);
	const sinceMonday = (date.getDay() + 6) % 7;
	return dayOf(new Date(date.getFullYear(), date.getMonth(), date.getDate() - sinceMonday).getTime());
}

function byName(a: Group, b: Group): number {
	return a.group < b.group ? -1 : a.group > b.group ? 1 : 0;
}

function bySaving(a: Group, b: Group): number {
	return b.savedTokens - a.savedTokens || b.resultTokens - a.resultTokens || byName(a, b);
}
