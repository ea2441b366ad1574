import { REASON_WORDS } from "../../audit/reason-words.ts";
import { titleOf } from "../../hosts.ts";
import { LEAN_WITH_INVERSE } from "../../lean/types.ts";
import type { ResultKind } from "../../lens/result-text.ts";
import { failureWords } from "../../store/failure-words.ts";
import { type Savings, tokenWords } from "../../store/savings.ts";
import {
	counted,
	dayWords,
	grouped,
	headedTable,
	type LabelledRow,
	left,
	percent,
	right,
	rowLines,
	spaced,
	type TableColumn,
	topTable,
	unbroken,
	wrap,
} from "../terminal/table.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { harmless, pathWords } from "../terminal/text.ts";
import type { RecordReport } from "./report-figures.ts";

/** What a report needs to know about the terminal. */
export type ReportStyle = Pick<Terminal, "width" | "program" | "home" | "bold" | "red" | "now">;

/** The figures of the record, for people; `words` name the period. */
export function reportLines(report: RecordReport, words: string, looks: ReportStyle, top: number): string[] {
	const { all, hosts } = report;
	if (!all) return wrap(nothingRecordedWords(report, words, looks), looks.width);
	const title = wrap(`What ibid saved ${words}, from its record`, looks.width).map(looks.bold);
	return spaced([
		[...title, ...hostTable(hosts, all, looks)],
		rowLines(rowsOn(report, all, looks), looks.width, looks.bold),
		groupTable(report, looks, top),
	]);
}

function nothingRecordedWords({ last }: RecordReport, words: string, { now }: ReportStyle): string {
	if (last === undefined) return "Nothing recorded yet.";
	return `Nothing recorded ${words}; the latest entry is of ${dayWords(last, now)}.`;
}

function hostTable(hosts: RecordReport["hosts"], all: Savings, looks: ReportStyle): string[] {
	// On a narrow terminal the share is worth more than the number of sessions.
	const isNarrow = looks.width < 60;
	const cells = (name: string, savings: Savings): string[] => [
		name,
		...(isNarrow ? [] : [grouped(savings.sessions)]),
		...figureCells(savings),
	];
	const rows = hosts.map(({ host, ...savings }) => cells(hostTitle(host), savings));
	if (hosts.length > 1) rows.push(cells("all", all));
	const columns = [left("agent"), ...(isNarrow ? [] : [right("sessions")]), ...figureColumns(looks)];
	return headedTable(columns, rows, looks);
}

function figureColumns({ red }: ReportStyle): TableColumn[] {
	const paint = (cell: string): string => (cell.startsWith("−") ? red(cell) : cell);
	return [right("results"), right("tokens"), { ...right("saved"), paint }, { ...right("share"), paint }];
}

function figureCells({ answers, before, saved }: Savings): string[] {
	return [grouped(answers), tokenWords(before), tokenWords(saved), percent(saved, before)];
}

function hostTitle(host: string): string {
	return harmless(titleOf(host));
}

function rowsOn({ hosts, kinds }: RecordReport, all: Savings, looks: ReportStyle): LabelledRow[] {
	const { shortened, notes, answers, orphaned } = all;
	const items = kindItems(kinds);
	const took = hosts.flatMap(({ host, latency }) =>
		latency ? [`${hostTitle(host)} ${grouped(latency.p50)} ms (p95 ${grouped(latency.p95)} ms)`] : [],
	);
	return [
		...(items.length > 0 ? [{ label: "By kind", says: items }] : []),
		{
			label: "Shortened",
			says: `${grouped(shortened)} of ${counted(answers, "result")}, by ${counted(notes, "note")}`,
		},
		...(leanItems(all).length > 0 ? [{ label: "Lean text", says: leanItems(all) }] : []),
		...terminalRow(all),
		...outlineRow(all),
		{ label: "Asked again", says: askedAgainWords(all) },
		{
			label: "Broken notes",
			says: orphaned === 0 ? "none" : `${counted(orphaned, "note")} whose lines the agent removed later`,
		},
		...(all.refused > 0 ? [{ label: "Refused", says: refusedWords(all, looks) }] : []),
		...(all.copied > 0 ? [{ label: "Copied notes", says: copiedWords(all) }] : []),
		{ label: "Failures", says: failuresWords(all, looks), ...(all.failures > 0 && { paint: looks.red }) },
		...(took.length > 0 ? [{ label: "Added time", says: took }] : []),
		{ label: "Counted", says: countedWords(looks) },
	];
}

/** What each policy of lean text has saved. */
function leanItems({ lean }: Savings): string[] {
	return LEAN_WITH_INVERSE.flatMap((policy) => (lean?.[policy] ? [`${policy} ${tokenWords(lean[policy])}`] : []));
}

/** What a terminal does not show was not sent, and is no part of what is saved. */
function terminalRow({ lean }: Savings): LabelledRow[] {
	const tokens = lean?.["terminal-text"];
	return tokens
		? [{ label: "Terminal", says: `${tokenWords(tokens)} that a terminal does not show, not counted as saved` }]
		: [];
}

/** Lines that can be asked for are not saved, so they are counted by themselves. */
function outlineRow({ outlines }: Savings): LabelledRow[] {
	if (!outlines) return [];
	const { sent, folds, withheld, opened, editedBlindly, writesRefused } = outlines;
	const says = [
		`${counted(sent, "file")} first shown with ${counted(folds, "fold")}, ${tokenWords(withheld)} withheld, not counted as saved`,
		`${opened} opened, ${editedBlindly} edited unseen`,
		`${counted(writesRefused, "write")} over folds refused`,
	];
	return [{ label: "Outlines", says }];
}

function countedWords({ program }: ReportStyle): string {
	const more = unbroken(`${program} help figures`);
	return `only tool results that these agents passed to ibid. Tokens are estimated: ${more}`;
}

/** How often the model asked again for lines that a note had replaced: the cost of shortening. */
function askedAgainWords({ askedAgain, shortened }: Savings): string {
	if (askedAgain === 0) return "never: the model did not ask for left-out lines";
	const rate = shortened > 0 ? `, ${((100 * askedAgain) / shortened).toFixed(1)} per 100 shortened` : "";
	return `${counted(askedAgain, "time")}${rate}: the model asked for left-out lines, and got the tool result in full`;
}

/** Refused writes, and how to allow them: for people only, never for a model. */
function refusedWords({ refused }: Savings, { program }: ReportStyle): string {
	const off = unbroken(`${program} config set guard false`);
	return `${counted(refused, "write")} refused, because they would have put a note into a file. To allow such writes: ${off}`;
}

function copiedWords({ copied }: Savings): string {
	return `${counted(copied, "write")} put a note into a file, and the model was told to write the lines instead`;
}

function failuresWords({ failures, untaken, lastFailure }: Savings, { now }: ReportStyle): string {
	if (!lastFailure) return "none";
	const { time, host, what } = lastFailure;
	const among = untaken > 0 ? ` (${counted(untaken, "shortened result")} not accepted by the agent)` : "";
	return `${grouped(failures)}${among}; the last in ${hostTitle(host)} on ${dayWords(time, now)}: ${harmless(failureWords(what))}`;
}

function groupTable({ by, groups = [] }: RecordReport, looks: ReportStyle, top: number): string[] {
	if (by === undefined) return [];
	const name = (group: string): string => {
		if (by === "host") return hostTitle(group);
		return pathWords(groupWords(by, group), looks.home);
	};
	const rows = groups.map(({ group, ...savings }) => [name(group), ...figureCells(savings)]);
	const cut = by === "file" ? "start" : "end";
	return topTable([left(by, cut), ...figureColumns(looks)], rows, looks, top);
}

/** The kinds of repeated results in words, in the order of the report. */
const KIND_WORDS: Readonly<Record<ResultKind, string>> = {
	file: "files read again",
	range: "parts of files",
	output: "command output",
	own: "own writing",
	other: "other",
};

/** A group of figures in words: kinds, forms and reasons are stored as short names. */
export function groupWords(by: string, group: string): string {
	if (by === "kind") return kindWords(group);
	if (by === "form") return FORM_WORDS[group] ?? group;
	const reason = Object.entries(REASON_WORDS).find(([name]) => name === group)?.[1].because;
	return by === "reason" && reason !== undefined ? `in full: ${reason}` : group;
}

const FORM_WORDS: Readonly<Record<string, string>> = {
	same: "one note for all",
	quoted: "notes and new lines",
	lean: "all lines, in fewer tokens",
	whole: "sent in full",
};

/** The same for a word that may not be a kind. */
export function kindWords(kind: string): string {
	return Object.entries(KIND_WORDS).find(([name]) => name === kind)?.[1] ?? kind;
}

/** What each kind has saved, without kinds that saved or lost nothing. */
export function kindItems(kinds: readonly { readonly kind: string; readonly saved: number }[]): string[] {
	return Object.entries(KIND_WORDS).flatMap(([name, words]) => {
		const saved = kinds.find(({ kind }) => kind === name)?.saved ?? 0;
		return saved === 0 ? [] : [`${words} ${tokenWords(saved)}`];
	});
}
