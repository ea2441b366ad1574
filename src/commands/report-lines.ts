import { HOSTS, TITLES } from "../audit/hosts.ts";
import { failureWords } from "../store/failure-words.ts";
import type { Savings } from "../store/savings.ts";
import { tokenWords } from "../store/savings-words.ts";
import { harmless, pathWords } from "./config-words.ts";
import type { RecordReport } from "./report-figures.ts";
import { dayWords, kindItems, kindWords, type Row, rowLines, unbroken } from "./report-words.ts";
import { type Column, counted, grouped, headedTable, left, percent, right, spaced, topTable, wrap } from "./table.ts";
import type { Terminal } from "./terminal.ts";

/** What a report needs to know of the terminal. */
export type Looks = Pick<Terminal, "width" | "program" | "home" | "bold" | "red" | "now">;

/** What the record comes to, for people; `words` say when that was. */
export function reportLines(report: RecordReport, words: string, looks: Looks, top: number): string[] {
	const { all, hosts } = report;
	if (!all) return wrap(nothingWords(report, words, looks), looks.width);
	const title = wrap(`What ibid did ${words}, by its own record`, looks.width).map(looks.bold);
	return spaced([
		[...title, ...hostTable(hosts, all, looks)],
		rowLines(rowsOn(report, all, looks), looks.width, looks.bold),
		groupTable(report, looks, top),
	]);
}

function nothingWords({ last }: RecordReport, words: string, { now }: Looks): string {
	if (last === undefined) return "Nothing was recorded yet.";
	return `Nothing is recorded ${words}; the last that is was on ${dayWords(last, now)}.`;
}

function hostTable(hosts: RecordReport["hosts"], all: Savings, looks: Looks): string[] {
	// In little room the share of the results is worth more than the number of sessions.
	const isNarrow = looks.width < 60;
	const cells = (name: string, savings: Savings): string[] => [
		name,
		...(isNarrow ? [] : [grouped(savings.sessions)]),
		...figureCells(savings),
	];
	const rows = hosts.map(({ host, ...savings }) => cells(titleOf(host), savings));
	if (hosts.length > 1) rows.push(cells("all", all));
	const columns = [left("host"), ...(isNarrow ? [] : [right("sessions")]), ...figureColumns(looks)];
	return headedTable(columns, rows, looks);
}

function figureColumns({ red }: Looks): Column[] {
	const paint = (cell: string): string => (cell.startsWith("−") ? red(cell) : cell);
	return [right("results"), right("tokens"), { ...right("saved"), paint }, { ...right("share"), paint }];
}

function figureCells({ answers, before, saved }: Savings): string[] {
	return [grouped(answers), tokenWords(before), tokenWords(saved), percent(saved, before)];
}

function titleOf(host: string): string {
	const known = HOSTS.find((each) => each === host);
	return known ? TITLES[known] : harmless(host);
}

function rowsOn({ hosts, kinds }: RecordReport, all: Savings, looks: Looks): Row[] {
	const { shortened, notes, answers, orphaned } = all;
	const items = kindItems(kinds);
	const took = hosts.flatMap(({ host, latency }) =>
		latency ? [`${titleOf(host)} ${grouped(latency.p50)} ms (p95 ${grouped(latency.p95)} ms)`] : [],
	);
	return [
		...(items.length > 0 ? [{ label: "By kind", says: items }] : []),
		{
			label: "Shortened",
			says: `${grouped(shortened)} of ${counted(answers, "result")}, by ${counted(notes, "note")}`,
		},
		{ label: "Insisted", says: insistedWords(all) },
		{ label: "Orphans", says: orphaned === 0 ? "none" : `${counted(orphaned, "note")} whose lines the host took away` },
		...(all.refused > 0 ? [{ label: "Refused", says: refusedWords(all, looks) }] : []),
		{ label: "Failures", says: failuresWords(all, looks), ...(all.failures > 0 && { paint: looks.red }) },
		...(took.length > 0 ? [{ label: "Added time", says: took }] : []),
		{ label: "Counted", says: countedWords(looks) },
	];
}

function countedWords({ program }: Looks): string {
	const more = unbroken(`${program} help figures`);
	return `only what these hosts showed ibid, and shares are of that. Tokens are estimated: ${more}`;
}

/** How often the model wanted after all what a note had stood for: what we are sorry for. */
function insistedWords({ insisted, shortened }: Savings): string {
	if (insisted === 0) return "never: the model asked for no text again to have it whole";
	const rate = shortened > 0 ? `, ${((100 * insisted) / shortened).toFixed(1)} for each 100 shortened` : "";
	return `${counted(insisted, "time")}${rate}: the model asked again, and got the whole text`;
}

/** Writes that did not happen, and how to let them happen: for people only, never for a model. */
function refusedWords({ refused }: Savings, { program }: Looks): string {
	const off = unbroken(`${program} config set guard false`);
	return `${counted(refused, "write")} that would have put a note into a file. To let such writes pass: ${off}`;
}

function failuresWords({ failures, untaken, outOfTime, lastFailure }: Savings, { now }: Looks): string {
	if (!lastFailure) return "none";
	const { time, host, what } = lastFailure;
	const which = [
		...(untaken > 0 ? [`${counted(untaken, "shortened text")} not taken by the host`] : []),
		...(outOfTime > 0 ? [`${counted(outOfTime, "hook")} ran out of time`] : []),
	];
	const among = which.length > 0 ? ` (${which.join(", ")})` : "";
	return `${grouped(failures)}${among}; the last in ${titleOf(host)} on ${dayWords(time, now)}: ${harmless(failureWords(what))}`;
}

function groupTable({ by, groups = [] }: RecordReport, looks: Looks, top: number): string[] {
	if (by === undefined) return [];
	const name = (group: string): string => {
		if (by === "host") return titleOf(group);
		return by === "kind" ? kindWords(group) : pathWords(group, looks.home);
	};
	const rows = groups.map(({ group, ...savings }) => [name(group), ...figureCells(savings)]);
	const cut = by === "file" ? "start" : "end";
	return topTable([left(by, cut), ...figureColumns(looks)], rows, looks, top);
}
