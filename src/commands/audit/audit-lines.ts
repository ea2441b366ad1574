import type { Figures, GroupFigures, ResultFigures } from "../../audit/groups.ts";
import type { HostFigures, Report } from "../../audit/sum.ts";
import { beyondOf, titleOf } from "../../hosts.ts";
import { LEAN_WITH_INVERSE, type LeanPolicy } from "../../lean/types.ts";
import type { HostName } from "../../lens/types.ts";
import { groupWords } from "../report/report-lines.ts";
import { grouped, headedTable, left, percent, right, spaced, topTable, wrap } from "../terminal/table.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { pathWords } from "../terminal/text.ts";

/** What a report needs to know about the terminal. */
export type AuditStyle = Pick<Terminal, "width" | "program" | "home" | "bold">;

/** A report for people, in lines. */
export function auditLines(report: Report, terminal: AuditStyle, top: number): string[] {
	if (report.hosts.length === 0) return ["No sessions found.", ...trouble(report, terminal.width)];
	return spaced([
		savings(report, terminal),
		costs(report, terminal),
		report.hosts.flatMap((figures) => wrap(whyNothing(figures) ?? "", terminal.width, "  ")).filter(Boolean),
		leanText(report, terminal),
		terminalText(report, terminal),
		...outlineLines(report.hosts, terminal),
		comparison(report, terminal),
		groups(report, terminal, top),
		[...wrap(proof(report), terminal.width), ...trouble(report, terminal.width)],
		method(report, terminal),
	]);
}

const SAVINGS = [right("results"), right("tokens"), right("saved"), right(""), right("at best"), right("")];

function savings({ hosts }: Report, terminal: AuditStyle): string[] {
	const rows = hosts.map((figures) => [titleOf(figures.host), grouped(figures.sessions), ...savingCells(figures)]);
	if (hosts.length > 1)
		rows.push([
			"all",
			grouped(hosts.reduce((all, { sessions }) => all + sessions, 0)),
			...savingCells(together(hosts)),
		]);
	return headedTable([left("agent"), right("sessions"), ...SAVINGS], rows, terminal);
}

function savingCells({ answers, resultTokens, savedTokens, boundTokens }: ResultFigures): string[] {
	return [
		grouped(answers),
		grouped(resultTokens),
		grouped(savedTokens),
		percent(savedTokens, resultTokens),
		grouped(boundTokens),
		percent(boundTokens, resultTokens),
	];
}

function together(hosts: readonly ResultFigures[]): ResultFigures {
	const sum = (name: keyof ResultFigures): number => hosts.reduce((all, figures) => all + figures[name], 0);
	return {
		answers: sum("answers"),
		shortened: sum("shortened"),
		resultTokens: sum("resultTokens"),
		boundTokens: sum("boundTokens"),
		savedTokens: sum("savedTokens"),
		noteTokens: sum("noteTokens"),
	};
}

function costs({ hosts }: Report, terminal: AuditStyle): string[] {
	const columns = ["contexts", "shortened", "notes", "broken notes", "input tokens", "cost saved"].map(right);
	const rows = hosts.map((figures) => [titleOf(figures.host), ...costCells(figures)]);
	return headedTable([left("agent"), ...columns], rows, terminal);
}

function costCells({ windows, shortened, noteTokens, orphans, inputTokens, moneyShare }: Figures): string[] {
	const input = inputTokens > 0 ? grouped(inputTokens) : "n/a";
	return [grouped(windows), grouped(shortened), grouped(noteTokens), grouped(orphans), input, costCell(moneyShare)];
}

/** What the policies of lean text have saved, where any has: a part of what is saved. */
function leanText(report: Report, terminal: AuditStyle): string[] {
	return policyTable(report, terminal, LEAN_WITH_INVERSE, ["lean text", "saved"]);
}

/** What a terminal does not show: no part of what is saved, because it cannot be rebuilt. */
function terminalText(report: Report, terminal: AuditStyle): string[] {
	return policyTable(report, terminal, ["terminal-text"], ["as a terminal shows it", "not sent"]);
}

function policyTable(
	{ hosts }: Report,
	terminal: AuditStyle,
	policies: readonly LeanPolicy[],
	[what, tokens]: readonly [string, string],
): string[] {
	const rows = hosts.flatMap(({ host, lean, resultTokens }) =>
		policies.flatMap((policy) => {
			const saved = lean[policy];
			return saved ? [[titleOf(host), policy, grouped(saved), percent(saved, resultTokens)]] : [];
		}),
	);
	if (rows.length === 0) return [];
	return headedTable([left("agent"), left(what), right(tokens), right("")], rows, terminal);
}

/** What outlines would withhold, what the model would ask for again, and the difference; no lines unless the user asked. */
export function outlineLines(hosts: readonly HostFigures[], terminal: AuditStyle): string[][] {
	const figures = hosts.flatMap(({ host, resultTokens, outlines }) => {
		return outlines ? [{ title: titleOf(host), resultTokens, outlines }] : [];
	});
	if (figures.length === 0) return [];
	const tokens = figures.map(({ title, resultTokens, outlines: { withheldTokens, askedTokens, netTokens } }) => [
		...[title, grouped(withheldTokens), percent(withheldTokens, resultTokens), grouped(askedTokens)],
		...[grouped(netTokens), percent(netTokens, resultTokens)],
	]);
	const costs = figures.map(({ title, outlines }) => [
		...[title, grouped(outlines.sent), grouped(outlines.folds), grouped(outlines.asked), grouped(outlines.unseen)],
		...[outlines.withheldCost, outlines.askedCost, outlines.netCost].map(costCell),
	]);
	const withheld = [right("withheld"), right(""), right("asked again"), right("net"), right("")];
	const columns = ["outlines", "folds", "asked", "unseen", "cost", "asked", "net"].map(right);
	return [
		headedTable([left("first views"), ...withheld], tokens, terminal),
		headedTable([left("agent"), ...columns], costs, terminal),
		wrap(OUTLINE_WORDS, terminal.width),
	];
}

const OUTLINE_WORDS =
	"Outlines: what the setting outline would withhold when a large file is first shown (OpenCode, pi, and Claude Code with --way run), and what the model would have had to ask for: lines that the session read again, or that it edited or wrote over (unseen), with a call and a request for each. No part of what is saved. Cost: shares of the cost of all requests. What a model needed and read only once leaves no trace, so the real net is smaller.";

function costCell(share: number | null): string {
	return share === null ? "n/a" : percent(share, 1);
}

/** Shares only, one column for each host; the tokens that the rules save are in the JSON. */
function comparison({ compare, hosts }: Report, terminal: AuditStyle): string[] {
	if (compare.length === 0) return [];
	const net = (rule: string, host: HostName): number =>
		compare.find((row) => row.rule === rule && row.host === host)?.netTokens ?? 0;
	const rules = [...new Set(compare.map(({ rule }) => rule))];
	const rows = [
		["ibid at best", ...hosts.map(({ boundTokens, resultTokens }) => percent(boundTokens, resultTokens))],
		...rules.map((rule) => [rule, ...hosts.map(({ host, resultTokens }) => percent(net(rule, host), resultTokens))]),
		["ibid", ...hosts.map(({ savedTokens, resultTokens }) => percent(savedTokens, resultTokens))],
	];
	const columns = [left("saved, by rule", "end"), ...hosts.map(({ host }) => right(shortTitle(host)))];
	return headedTable(columns, rows, terminal);
}

function shortTitle(host: HostName): string {
	return titleOf(host).split(" ", 1)[0] ?? host;
}

function groups({ by, groups = [] }: Report, terminal: AuditStyle, top: number): string[] {
	if (by === undefined) return [];
	const cut = by === "file" || by === "project" ? "start" : "end";
	const name = ({ group }: GroupFigures): string => pathWords(groupWords(by, group), terminal.home);
	const rows = groups.map((group) => [name(group), ...savingCells(group)]);
	return topTable([left(by, cut), ...SAVINGS], rows, terminal, top);
}

function proof({ rebuilt, failed }: Report): string {
	return `${grouped(rebuilt)} of ${grouped(rebuilt + failed)} shortened results rebuilt line for line.`;
}

/** What went wrong: failures, files that could not be read, lines that were not understood. */
export function trouble({ failures, unreadable, skipped }: Report, width: number): string[] {
	const lines = skipped === 1 ? "1 line of the logs was" : `${grouped(skipped)} lines of the logs were`;
	return [
		...failures.map(({ path, what }) => `failed: ${path}: ${what}`),
		...unreadable.map(({ path, why }) => `unreadable: ${path}: ${why}`),
		...(skipped > 0 ? wrap(`${lines} not understood and skipped.`, width) : []),
	];
}

function method({ tokens }: Report, { width, program }: AuditStyle): string[] {
	const counted =
		tokens === "o200k"
			? "Tokens are those of o200k."
			: `Tokens are estimated: over many results off by up to ${ESTIMATE_ERROR}% (--exact counts them).`;
	const words =
		"Saved, or could have saved: in the tool results that the agent lets ibid replace, minus the notes. At best: if it let ibid replace every result.";
	return wrap(`${counted} ${words} More: ${program} help figures.`, width);
}

/** How far the estimate was off from o200k, in percent, over all results or all savings of the worst host. */
export const ESTIMATE_ERROR = 7;

/** Why ibid saves nothing on a host that does not let us replace these results; undefined if it does. */
export function whyNothing({ host, answers, outOfReach }: HostFigures): string | undefined {
	if (answers === 0 || outOfReach < answers) return undefined;
	return `${titleOf(host)}: ibid cannot replace its tool results: ${beyondOf(host)}.`;
}
