import { dayOf, monthOf, weekOf } from "../../audit/days.ts";
import { byHost } from "../../audit/findings.ts";
import { type Grouping, TIMES } from "../../audit/groups.ts";
import { isInPeriod, type Period } from "../../audit/ledger.ts";
import { HOST_NAMES } from "../../hosts.ts";
import type { AnswerLine, RecordLine } from "../../store/record-lines.ts";
import { newCount, type Savings } from "../../store/savings.ts";

/** What ibid did according to its record; the JSON of `ibid report`. */
export type RecordReport = {
	readonly schema: 1;
	readonly tokens: "estimate";
	readonly since: number | undefined;
	readonly until: number | undefined;
	readonly hosts: readonly ({ readonly host: string } & Savings)[];
	/** Undefined if nothing counts. */
	readonly all: Savings | undefined;
	/** When the last line was written, in any period. */
	readonly last: number | undefined;
	readonly kinds: readonly ({ readonly kind: string } & Savings)[];
	/** Only if groups were asked for. */
	readonly by?: RecordGrouping;
	readonly groups?: readonly ({ readonly group: string } & Savings)[];
};

/** The groups that the record allows; it has no projects. */
export type RecordGrouping = Exclude<Grouping, "project">;

/** What to count. */
export type RecordSelection = {
	readonly period: Period;
	/** None means all. */
	readonly hosts: readonly string[];
	readonly by: RecordGrouping | undefined;
};

/** Counts lines of the record. */
export function figuresIn(lines: Iterable<RecordLine>, { period, hosts, by }: RecordSelection): RecordReport {
	const isOfHosts = ({ host }: RecordLine): boolean => hosts.length === 0 || hosts.includes(host);
	const counts = (line: RecordLine): boolean => isInPeriod(period, line.time) && isOfHosts(line);
	const among = (nameOf: (line: RecordLine) => string | undefined) =>
		newCount((line) => (counts(line) ? nameOf(line) : undefined));
	const allCount = among(() => "");
	const hostCount = among(({ host }) => host);
	const kindCount = among((line) => (line.kind === "answer" ? line.brought : undefined));
	const groupCount = by && among((line) => groupOf(by, line));
	let last: number | undefined;
	for (const line of lines) {
		for (const count of [allCount, hostCount, kindCount, groupCount]) count?.add(line);
		if (line.kind === "answer" && isOfHosts(line) && line.time >= (last ?? 0)) last = line.time;
	}
	return {
		schema: 1,
		tokens: "estimate",
		since: period.since,
		until: period.until,
		hosts: [...hostCount.savings()].map(([host, savings]) => ({ host, ...savings })).sort(byHost(HOST_NAMES)),
		all: allCount.savings().get(""),
		last,
		kinds: [...kindCount.savings()].map(([kind, savings]) => ({ kind, ...savings })).sort(bySaving),
		...(by && groupCount && { by, groups: groupsIn(by, groupCount.savings()) }),
	};
}

function groupOf(by: RecordGrouping, line: RecordLine): string | undefined {
	return OF_LINES[by]?.(line) ?? (line.kind === "answer" ? OF_ANSWERS[by]?.(line) : undefined);
}

const OF_LINES: Readonly<Partial<Record<RecordGrouping, (line: RecordLine) => string | undefined>>> = {
	day: ({ time }) => dayOf(time),
	week: ({ time }) => weekOf(time),
	month: ({ time }) => monthOf(time),
	session: ({ session }) => session || undefined,
	host: ({ host }) => host,
};

const OF_ANSWERS: Readonly<Partial<Record<RecordGrouping, (line: AnswerLine) => string>>> = {
	kind: ({ brought }) => brought,
	tool: ({ tool }) => tool,
	file: fileGroup,
	form: ({ form }) => form,
	reason: ({ reason }) => reason ?? "shortened",
};

/**
 * The record has one name for the subject of an answer. If a command shows own writing, it is the command, in two
 * words.
 */
function fileGroup({ brought, subject }: AnswerLine): string {
	const isFile = brought === "file" || brought === "range" || (brought === "own" && !/^\S+ \S+$/.test(subject));
	return isFile && subject !== "" ? subject : "no file";
}

function bySaving(a: Savings, b: Savings): number {
	return b.saved - a.saved || b.before - a.before;
}

function groupsIn(by: RecordGrouping, savings: ReadonlyMap<string, Savings>): ({ group: string } & Savings)[] {
	const groups = [...savings].map(([group, each]) => ({ group, ...each }));
	return groups.sort(TIMES.has(by) ? (a, b) => (a.group < b.group ? -1 : 1) : bySaving);
}
