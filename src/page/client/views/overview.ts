import { TITLES } from "../../../audit/hosts.ts";
import type { Desk, Drawn } from "../desk.ts";
import { type Child, element, link, span } from "../dom.ts";
import { counted, dateWords, endOf, grouped, percent, rough, timeWords } from "../model/format.ts";
import { type Overview, overviewOf, type SessionRow } from "../model/overview.ts";
import { formatRoute, linkToSession, NO_FILTER } from "../model/route.ts";
import { type Both, oneOf } from "../model/tally.ts";
import { MOODS } from "../model/words.ts";
import { daysChart } from "./days-chart.ts";
import { filters } from "./filters.ts";
import { type Column, figures, shares, table, words } from "./table.ts";

/** What all sessions come to. */
export function overviewView(desk: Desk): Drawn {
	const title = "Overview";
	if (desk.data.sessions.length === 0) return { title, nodes: [noSessions()] };
	const overview = overviewOf(desk.data, desk.route.filter);
	if (overview.rows.length === 0) return { title, nodes: [filters(desk), nothingLeft(desk)] };
	return {
		title,
		nodes: [
			element("p", { class: "lead" }, ...lead(overview)),
			filters(desk),
			tiles(desk, overview),
			overview.bars.bars.length > 0
				? daysChart(overview.bars, desk.width, overview.sessions)
				: element("p", {}, "No log tells any times."),
			...(overview.undated > 0 && overview.bars.bars.length > 0
				? [element("p", { class: "aside" }, `${counted(overview.undated, "result")} without a time stand in no bar.`)]
				: []),
			sessionTable(desk, overview.rows),
		],
	};
}

function noSessions(): HTMLElement {
	return element(
		"div",
		{ class: "empty" },
		element("p", {}, "No recorded sessions were found, so there is nothing to sum up yet."),
		element(
			"p",
			{},
			"Work with a coding agent for a while, then make this page again: ",
			element("code", {}, "ibid page"),
		),
	);
}

function nothingLeft({ route }: Desk): HTMLElement {
	const all = formatRoute({ ...route, filter: NO_FILTER, page: 1 });
	return element("p", { class: "empty" }, "No session is left by these filters. ", link(all, "Show all sessions"), ".");
}

function lead({ sessions, period }: Overview): Child[] {
	const sentences = (["was", "would"] as const).flatMap((mood) => {
		const { saved, tokens } = period[mood];
		if (sessions[mood] === 0) return [];
		const where = `${counted(sessions[mood], "session")} ${mood === "was" ? "with ibid at work" : "without ibid"}`;
		return [`In ${where}, ${sentence(mood, saved, tokens)}`];
	});
	return [sentences.join(" ")];
}

function sentence(mood: keyof Both<unknown>, saved: number, tokens: number): string {
	const isWas = mood === "was";
	if (saved === 0) return isWas ? "nothing was saved." : "nothing would have been saved.";
	const [amount, share] = [rough(Math.abs(saved)), `(${percent(Math.abs(saved), tokens)} of results)`];
	if (saved < 0)
		return `${amount} more tokens ${share} ${isWas ? "were" : "would have been"} sent than without it: a loss.`;
	return `${amount} tokens ${share} ${isWas ? "were not sent twice." : "would not have been sent twice."}`;
}

function tiles({ route }: Desk, overview: Overview): HTMLElement {
	const { sessions, period, today } = overview;
	const both = (wordsFor: (mood: keyof Both<unknown>) => string): Child[] =>
		(["was", "would"] as const)
			.filter((mood) => sessions[mood] > 0)
			.map((mood) => element("dd", {}, span("value", wordsFor(mood)), " ", span("mood", MOODS[mood])));
	const { days } = route.filter;
	const inPeriod = days === undefined ? "Saved in all" : `Saved in ${counted(days, "day")}`;
	return element(
		"dl",
		{ class: "tiles" },
		tile(
			"Saved today",
			both((mood) => rough(today[mood].saved)),
		),
		days === 1
			? undefined
			: tile(
					inPeriod,
					both((mood) => rough(period[mood].saved)),
				),
		tile(
			"Share of results",
			both((mood) => percent(period[mood].saved, period[mood].tokens)),
		),
		tile(
			"Share of input",
			both((mood) => percent(period[mood].fewer, period[mood].input)),
		),
		tile("Failed proofs", [proofs(overview)]),
	);
}

function proofs({ rebuilt, failed }: Overview): HTMLElement {
	const value = span(failed > 0 ? "value bad" : "value", grouped(failed));
	return element("dd", {}, value, " ", span("mood", `of ${grouped(rebuilt + failed)}`));
}

function tile(name: string, values: readonly Child[]): HTMLElement {
	return element("div", {}, element("dt", {}, name), ...values);
}

function sessionTable(desk: Desk, rows: readonly SessionRow[]): HTMLElement {
	const latest = [...rows].sort((a, b) => (b.time ?? 0) - (a.time ?? 0));
	return table(desk, {
		caption: "Sessions",
		columns: columnsFor(desk),
		rows: latest,
		noun: "session",
		sorted: "-when",
	});
}

function columnsFor({ route }: Desk): Column<SessionRow>[] {
	const nameOf = ({ session }: SessionRow): string => endOf(session.project) || session.session;
	return [
		{
			name: "project",
			heading: "Project",
			role: "head",
			cell: (row) => link(linkToSession(row.session.session, route), nameOf(row)),
			by: nameOf,
		},
		words("host", "Host", ({ session }) => TITLES[session.host]),
		{ name: "when", heading: "When", cell: ({ time }) => whenWords(time), by: ({ time }) => time },
		figures("results", "Results", ({ tally }) => tally.answers, { isMinor: true }),
		figures("tokens", "Tokens", ({ tally }) => tally.tokens, { isMinor: true }),
		figures("saved", "Saved", ({ tally }) => tally.saved),
		shares(),
		{
			name: "ibid",
			heading: "ibid",
			cell: ({ session }) => span("mood", oneOf(MOODS, session)),
			by: ({ session }) => Number(session.isLived),
		},
	];
}

/** On narrow screens the day must do. */
function whenWords(time: number | undefined): Child {
	if (time === undefined) return "–";
	return element("span", {}, dateWords(time), span("minor", timeWords(time).replace(/^.*(?=,)/, "")));
}
