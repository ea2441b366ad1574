import { type Child, element, link, span } from "../dom.ts";
import { counted, dateWords, grouped, pathEnd, percent, rough, timeWords } from "../model/format.ts";
import { type Overview, overviewOf, type SessionSummary } from "../model/overview.ts";
import { formatRoute, linkToSession, NO_FILTER } from "../model/route.ts";
import { type Both, oneOf } from "../model/tally.ts";
import { SAVING_WORDS } from "../model/words.ts";
import type { DrawnView, ViewContext } from "../view-context.ts";
import { filters } from "./filters.ts";
import { figureColumn, type PageTableColumn, shareColumn, sortableTable, wordColumn } from "./table.ts";
import { timeChart } from "./time-chart.ts";

/** The sum of all sessions. */
export function overviewView(context: ViewContext): DrawnView {
	const title = "Overview";
	if (context.data.sessions.length === 0) return { title, nodes: [noSessions()] };
	const overview = overviewOf(context.data, context.route.filter);
	if (overview.rows.length === 0) return { title, nodes: [filters(context), nothingLeft(context)] };
	return {
		title,
		nodes: [
			element("p", { class: "lead" }, ...lead(overview)),
			filters(context),
			tiles(context, overview),
			overview.bars.bars.length > 0
				? timeChart(overview.bars, context.width, overview.sessions)
				: element("p", {}, "The logs have no times."),
			...(overview.undated > 0 && overview.bars.bars.length > 0
				? [
						element(
							"p",
							{ class: "aside" },
							`${counted(overview.undated, "tool result")} without a time ${overview.undated === 1 ? "is" : "are"} in no bar.`,
						),
					]
				: []),
			sessionTable(context, overview.rows),
		],
	};
}

function noSessions(): HTMLElement {
	return element(
		"div",
		{ class: "empty" },
		element("p", {}, "No recorded sessions were found."),
		element("p", {}, "Work with a coding agent, then make this page again: ", element("code", {}, "ibid page")),
	);
}

function nothingLeft({ route }: ViewContext): HTMLElement {
	const all = formatRoute({ ...route, filter: NO_FILTER, page: 1 });
	return element("p", { class: "empty" }, "No session matches these filters. ", link(all, "Show all sessions"), ".");
}

function lead({ sessions, period }: Overview): Child[] {
	const sentences = (["was", "would"] as const).flatMap((mood) => {
		const { saved, tokens } = period[mood];
		if (sessions[mood] === 0) return [];
		const where = `${counted(sessions[mood], "session")} ${mood === "was" ? "with ibid" : "without ibid"}`;
		return [`In ${where}, ${sentence(mood, saved, tokens)}`];
	});
	return [sentences.join(" ")];
}

function sentence(mood: keyof Both<unknown>, saved: number, tokens: number): string {
	const isWas = mood === "was";
	if (saved === 0) return isWas ? "nothing was saved." : "nothing could have been saved.";
	const [amount, share] = [rough(Math.abs(saved)), `(${percent(Math.abs(saved), tokens)} of tool results)`];
	if (saved < 0) return `${amount} more tokens ${share} ${isWas ? "were" : "would have been"} sent than without ibid.`;
	return `${amount} tokens ${share} ${isWas ? "were saved." : "could have been saved."}`;
}

function tiles({ route }: ViewContext, overview: Overview): HTMLElement {
	const { sessions, period, today } = overview;
	const both = (wordsFor: (mood: keyof Both<unknown>) => string): Child[] =>
		(["was", "would"] as const)
			.filter((mood) => sessions[mood] > 0)
			.map((mood) => element("dd", {}, span("value", wordsFor(mood)), " ", span("mood", SAVING_WORDS[mood])));
	const { days } = route.filter;
	const inPeriod = days === undefined ? "In total" : `Last ${counted(days, "day")}`;
	return element(
		"dl",
		{ class: "tiles" },
		tile(
			"Today",
			both((mood) => rough(today[mood].saved)),
		),
		days === 1
			? undefined
			: tile(
					inPeriod,
					both((mood) => rough(period[mood].saved)),
				),
		tile(
			"Share of tool results",
			both((mood) => percent(period[mood].saved, period[mood].tokens)),
		),
		tile(
			"Share of input",
			both((mood) => percent(period[mood].fewer, period[mood].input)),
		),
		tile("Not rebuilt", [proofs(overview)]),
	);
}

function proofs({ rebuilt, failed }: Overview): HTMLElement {
	const value = span(failed > 0 ? "value bad" : "value", grouped(failed));
	return element("dd", {}, value, " ", span("mood", `of ${grouped(rebuilt + failed)} shortened`));
}

function tile(name: string, values: readonly Child[]): HTMLElement {
	return element("div", {}, element("dt", {}, name), ...values);
}

function sessionTable(context: ViewContext, rows: readonly SessionSummary[]): HTMLElement {
	const latest = [...rows].sort((a, b) => (b.time ?? 0) - (a.time ?? 0));
	return sortableTable(context, {
		caption: "Sessions",
		columns: columnsFor(context),
		rows: latest,
		noun: "session",
		sorted: "-when",
	});
}

function columnsFor({ route }: ViewContext): PageTableColumn<SessionSummary>[] {
	const nameOf = ({ session }: SessionSummary): string => pathEnd(session.project) || session.session;
	return [
		{
			name: "project",
			heading: "Project",
			role: "head",
			cell: (row) => link(linkToSession(row.session.session, route), nameOf(row)),
			by: nameOf,
		},
		wordColumn("host", "Agent", ({ session }) => session.hostTitle),
		{ name: "when", heading: "When", cell: ({ time }) => whenWords(time), by: ({ time }) => time },
		figureColumn("results", "Tool results", ({ tally }) => tally.answers, { isMinor: true }),
		figureColumn("tokens", "Tokens", ({ tally }) => tally.tokens, { isMinor: true }),
		figureColumn("saved", "Saved", ({ tally }) => tally.saved),
		shareColumn(),
		{
			name: "ibid",
			heading: "ibid",
			cell: ({ session }) => span("mood", oneOf(SAVING_WORDS, session)),
			by: ({ session }) => Number(session.isLived),
		},
	];
}

/** Narrow screens show only the day. */
function whenWords(time: number | undefined): Child {
	if (time === undefined) return "–";
	return element("span", {}, dateWords(time), span("minor", timeWords(time).replace(/^.*(?=,)/, "")));
}
