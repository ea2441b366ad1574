import { byHost } from "../../../audit/findings.ts";
import { REASON_WORDS } from "../../../audit/reason-words.ts";
import type { HostRecord } from "../../data.ts";
import { element, plainTable, shape, span, wordList } from "../dom.ts";
import { counted, grouped, percent, timeWords } from "../model/format.ts";
import { overviewOf } from "../model/overview.ts";
import { reasonsOf, unfilteredChoices } from "../model/verification.ts";
import { FIGURE_MEANINGS } from "../model/words.ts";
import type { DrawnView, ViewContext } from "../view-context.ts";
import { filters } from "./filters.ts";
import { type PageTableColumn, sortableTable } from "./table.ts";

/** Whether ibid works as promised: results rebuilt, why results were sent in full, failures, added time, and the glossary. */
export function verificationView(context: ViewContext): DrawnView {
	const { rebuilt, failed, period } = overviewOf(context.data, context.route.filter);
	const orphans = period.was.orphans + period.would.orphans;
	return {
		title: "Verification",
		nodes: [
			element("p", { class: failed > 0 ? "lead bad" : "lead" }, proofWords(rebuilt, failed)),
			...(context.data.sessions.length > 0 ? [filters(context)] : []),
			...reasonBars(context),
			section("In use, from ibid’s own record", recordTable(context)),
			section(
				"Orphaned notes",
				element(
					"p",
					{},
					orphans === 0
						? "In these sessions no note lost its lines."
						: `In these sessions the agent later removed the lines of ${counted(orphans, "note")} from the context. A model that asks again gets the result in full.`,
				),
			),
			figureGlossary(),
		],
	};
}

function proofWords(rebuilt: number, failed: number): string {
	if (rebuilt + failed === 0) return "No tool result was shortened in these sessions, so there was nothing to verify.";
	if (failed > 0)
		return `${counted(failed, "shortened tool result")} of ${grouped(rebuilt + failed)} could not be rebuilt. This is a bug in ibid; please report it.`;
	return rebuilt === 1
		? "The one shortened tool result was rebuilt line for line from the context."
		: `All ${grouped(rebuilt)} shortened tool results were rebuilt line for line from the context.`;
}

function section(title: string, ...nodes: readonly Node[]): HTMLElement {
	return element("section", {}, element("h2", {}, title), ...nodes);
}

function reasonBars(context: ViewContext): Node[] {
	const { reasons, whole, unknown } = reasonsOf(context.data, context.route.filter);
	if (whole === 0) return [];
	const most = reasons[0]?.count ?? 1;
	const rows = reasons.map(({ reason, count }) => {
		const bar = shape("rect", { class: "stroke", width: Math.max(1, Math.round((count / most) * 200)), height: 10 });
		return element(
			"tr",
			{},
			element("th", { scope: "row" }, REASON_WORDS[reason].because),
			element("td", { class: "figure" }, grouped(count)),
			element("td", { class: "figure" }, percent(count, whole)),
			element("td", { class: "bar" }, shape("svg", { viewBox: "0 0 200 10", "aria-hidden": true }, bar)),
		);
	});
	const heads = [
		element("th", { scope: "col" }, "Sent in full, because"),
		element("th", { scope: "col", class: "figure" }, "Tool results"),
		element("th", { scope: "col", class: "figure" }, "Share"),
		element("td", { class: "bar" }),
	];
	const title = "Why tool results were sent in full";
	const made = plainTable({ class: "reasons", caption: title, isCaptionUnseen: true, heads, rows });
	const rest =
		unknown > 0
			? [
					element(
						"p",
						{ class: "aside" },
						`For ${counted(unknown, "more tool result")} sent in full, the reason is not known.`,
					),
				]
			: [];
	return [section(title, made, ...rest)];
}

function recordTable(context: ViewContext): HTMLElement {
	const { host } = context.route.filter;
	const rows = context.data.trust
		.filter((each) => host === undefined || each.host === host)
		.sort(byHost(context.data.hosts.map(({ name }) => name)));
	if (rows.length === 0)
		return element(
			"p",
			{ class: "empty" },
			"ibid has not been active in an agent yet. Install it: ",
			element("code", {}, "ibid install"),
		);
	const failures = rows.flatMap(({ hostTitle, lastFailure }) =>
		lastFailure
			? [element("li", {}, `${hostTitle}, ${timeWords(lastFailure.time)}: `, element("code", {}, lastFailure.what))]
			: [],
	);
	return element(
		"div",
		{},
		...notFilteredNotice(context),
		sortableTable(context, {
			caption: "ibid in each agent",
			isCaptionUnseen: true,
			columns: COLUMNS,
			rows,
			noun: "agent",
		}),
		...(failures.length > 0
			? [element("p", {}, "Last failures:"), element("ul", { class: "failures" }, ...failures)]
			: []),
	);
}

function notFilteredNotice({ data, route }: ViewContext): Node[] {
	const found = unfilteredChoices(route.filter, data.made);
	if (!found) return [];
	const words = `These figures are not filtered by ${found.choices}.`;
	const instead = found.command ? [" ", element("code", {}, found.command), " shows them from that day on."] : [];
	return [element("p", { class: "aside", id: "unheeded" }, words, ...instead)];
}

const COLUMNS: readonly PageTableColumn<HostRecord>[] = [
	{ name: "host", heading: "Agent", role: "head", cell: ({ hostTitle }) => hostTitle },
	{ name: "answers", heading: "Tool results", role: "figure", cell: ({ answers }) => grouped(answers) },
	{ name: "shortened", heading: "Shortened", role: "figure", cell: ({ shortened }) => grouped(shortened) },
	{
		name: "askedAgain",
		heading: "Asked again",
		role: "figure",
		cell: ({ askedAgain, shortened }) => `${grouped(askedAgain)} (${percent(askedAgain, shortened)})`,
	},
	{
		name: "orphaned",
		heading: "Orphaned notes",
		role: "figure",
		isMinor: true,
		cell: ({ orphaned }) => grouped(orphaned),
	},
	{
		name: "failures",
		heading: "Failures",
		role: "figure",
		cell: ({ failures }) => span(failures > 0 ? "bad" : "", grouped(failures)),
	},
	{
		name: "latency",
		heading: "Added ms, p50 / p95",
		role: "figure",
		cell: ({ latency }) => (latency ? `${grouped(latency.p50)} / ${grouped(latency.p95)}` : "–"),
	},
];

function figureGlossary(): HTMLElement {
	return element(
		"section",
		{ id: "figures" },
		element("h2", { tabindex: -1 }, "How the figures are counted"),
		wordList("glossary", FIGURE_MEANINGS),
	);
}
