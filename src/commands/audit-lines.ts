import type { Group } from "../audit/groups.ts";
import { TITLES } from "../audit/hosts.ts";
import type { Report } from "../audit/sum.ts";
import type { Figures, Tokens } from "../audit/tally.ts";
import type { Host } from "../lens/types.ts";
import { pathWords } from "./config-words.ts";
import { kindWords } from "./report-words.ts";
import { grouped, headedTable, left, percent, right, spaced, topTable, wrap } from "./table.ts";
import type { Terminal } from "./terminal.ts";
import { whyNothing } from "./why-nothing.ts";

/** What a report needs to know of the terminal. */
export type Looks = Pick<Terminal, "width" | "program" | "home" | "bold">;

/** A report for people, in lines. */
export function auditLines(report: Report, terminal: Looks, top: number): string[] {
	if (report.hosts.length === 0) return ["No sessions found.", ...trouble(report, terminal.width)];
	return spaced([
		savings(report, terminal),
		costs(report, terminal),
		report.hosts.flatMap((figures) => wrap(whyNothing(figures) ?? "", terminal.width, "  ")).filter(Boolean),
		comparison(report, terminal),
		groups(report, terminal, top),
		[...wrap(proof(report), terminal.width), ...trouble(report, terminal.width)],
		method(report, terminal),
	]);
}

const SAVINGS = [right("results"), right("tokens"), right("saved"), right(""), right("at best"), right("")];

function savings({ hosts }: Report, terminal: Looks): string[] {
	const rows = hosts.map((figures) => [TITLES[figures.host], grouped(figures.sessions), ...savingCells(figures)]);
	if (hosts.length > 1)
		rows.push([
			"all",
			grouped(hosts.reduce((all, { sessions }) => all + sessions, 0)),
			...savingCells(together(hosts)),
		]);
	return headedTable([left("host"), right("sessions"), ...SAVINGS], rows, terminal);
}

function savingCells({ answers, resultTokens, savedTokens, boundTokens }: Tokens): string[] {
	return [
		grouped(answers),
		grouped(resultTokens),
		grouped(savedTokens),
		percent(savedTokens, resultTokens),
		grouped(boundTokens),
		percent(boundTokens, resultTokens),
	];
}

function together(hosts: readonly Tokens[]): Tokens {
	const sum = (name: keyof Tokens): number => hosts.reduce((all, figures) => all + figures[name], 0);
	return {
		answers: sum("answers"),
		shortened: sum("shortened"),
		resultTokens: sum("resultTokens"),
		boundTokens: sum("boundTokens"),
		savedTokens: sum("savedTokens"),
		noteTokens: sum("noteTokens"),
	};
}

function costs({ hosts }: Report, terminal: Looks): string[] {
	const columns = ["windows", "shortened", "notes", "orphans", "input tokens", "spared of cost"].map(right);
	const rows = hosts.map((figures) => [TITLES[figures.host], ...costCells(figures)]);
	return headedTable([left("host"), ...columns], rows, terminal);
}

function costCells({ windows, shortened, noteTokens, orphans, inputTokens, moneyShare }: Figures): string[] {
	const input = inputTokens > 0 ? grouped(inputTokens) : "not told";
	const money = moneyShare === null ? "not told" : percent(moneyShare, 1);
	return [grouped(windows), grouped(shortened), grouped(noteTokens), grouped(orphans), input, money];
}

/** Shares only, one column a host: what the rules save in tokens stands in the JSON. */
function comparison({ compare, hosts }: Report, terminal: Looks): string[] {
	if (compare.length === 0) return [];
	const net = (rule: string, host: Host): number =>
		compare.find((row) => row.rule === rule && row.host === host)?.netTokens ?? 0;
	const rules = [...new Set(compare.map(({ rule }) => rule))];
	const rows = [
		["ibid at best", ...hosts.map(({ boundTokens, resultTokens }) => percent(boundTokens, resultTokens))],
		...rules.map((rule) => [rule, ...hosts.map(({ host, resultTokens }) => percent(net(rule, host), resultTokens))]),
		["ibid within reach", ...hosts.map(({ savedTokens, resultTokens }) => percent(savedTokens, resultTokens))],
	];
	const columns = [left("saved, net, by rule", "end"), ...hosts.map(({ host }) => right(shortTitle(host)))];
	return headedTable(columns, rows, terminal);
}

function shortTitle(host: Host): string {
	return TITLES[host].split(" ", 1)[0] ?? host;
}

function groups({ by, groups = [] }: Report, terminal: Looks, top: number): string[] {
	if (by === undefined) return [];
	const cut = by === "file" || by === "project" ? "start" : "end";
	const name = ({ group }: Group): string => (by === "kind" ? kindWords(group) : pathWords(group, terminal.home));
	const rows = groups.map((group) => [name(group), ...savingCells(group)]);
	return topTable([left(by, cut), ...SAVINGS], rows, terminal, top);
}

function proof({ rebuilt, failed }: Report): string {
	return `${grouped(rebuilt)} of ${grouped(rebuilt + failed)} shortened texts rebuilt, line for line.`;
}

/** What went wrong: failures, files that could not be read, lines that were not understood. */
export function trouble({ failures, unreadable, skipped }: Report, width: number): string[] {
	const lines = skipped === 1 ? "1 line of the logs was" : `${grouped(skipped)} lines of the logs were`;
	return [
		...failures.map(({ path, what }) => `failed: ${path}: ${what}`),
		...unreadable.map(({ path, why }) => `unreadable: ${path}: ${why}`),
		...(skipped > 0 ? wrap(`${lines} not understood, and skipped.`, width) : []),
	];
}

function method({ tokens }: Report, { width, program }: Looks): string[] {
	const counted =
		tokens === "o200k"
			? "Tokens are those of o200k."
			: `Tokens are estimated: over many results off by up to ${ESTIMATE_ERROR}% (--exact counts them).`;
	const words =
		"Saved: within what the host lets us replace, net of notes. At best: if it let us replace every result.";
	return wrap(`${counted} ${words} More: ${program} help figures.`, width);
}

/** How far, in percent, the estimate was off from o200k over all results, or all savings, of the host where it was off most. */
export const ESTIMATE_ERROR = 7;
