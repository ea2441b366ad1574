import { byHost, TITLES } from "../../../audit/hosts.ts";
import { REASON_WORDS } from "../../../audit/reason-words.ts";
import type { HostTrust } from "../../data.ts";
import type { Desk, Drawn } from "../desk.ts";
import { element, shape, span } from "../dom.ts";
import { counted, grouped, percent, timeWords } from "../model/format.ts";
import { overviewOf } from "../model/overview.ts";
import { reasonsOf } from "../model/reasons.ts";
import { unheededOf } from "../model/unheeded.ts";
import { FIGURES } from "../model/words.ts";
import { filters } from "./filters.ts";
import { plainTable } from "./plain-table.ts";
import { type Column, table } from "./table.ts";
import { wordList } from "./word-list.ts";

/** Whether ibid can be believed: proofs, why answers went whole, regrets, failures, added time, how figures are made. */
export function trustView(desk: Desk): Drawn {
	const { rebuilt, failed, period } = overviewOf(desk.data, desk.route.filter);
	const orphans = period.was.orphans + period.would.orphans;
	return {
		title: "Trust",
		nodes: [
			element("p", { class: failed > 0 ? "lead bad" : "lead" }, proofWords(rebuilt, failed)),
			...(desk.data.sessions.length > 0 ? [filters(desk)] : []),
			...reasonBars(desk),
			section("In use, by ibid’s own record", inUse(desk)),
			section(
				"Orphans",
				element(
					"p",
					{},
					orphans === 0
						? "In these sessions no note has lost its lines."
						: `In these sessions the host took the lines of ${counted(orphans, "note")} away later; asking again gives the whole text.`,
				),
			),
			figures(),
		],
	};
}

function proofWords(rebuilt: number, failed: number): string {
	if (rebuilt + failed === 0) return "No answer was shortened in these sessions, so there was nothing to prove.";
	if (failed > 0)
		return `${counted(failed, "shortened answer")} of ${grouped(rebuilt + failed)} could not be rebuilt. This is a fault of ibid; please report it.`;
	return `All ${counted(rebuilt, "shortened answer")} were rebuilt line for line from what the model has before it.`;
}

function section(title: string, ...nodes: readonly Node[]): HTMLElement {
	return element("section", {}, element("h2", {}, title), ...nodes);
}

function reasonBars(desk: Desk): Node[] {
	const { reasons, whole, unknown } = reasonsOf(desk.data, desk.route.filter);
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
		element("th", { scope: "col" }, "Whole, because"),
		element("th", { scope: "col", class: "figure" }, "Results"),
		element("th", { scope: "col", class: "figure" }, "Share"),
		element("td", { class: "bar" }),
	];
	const title = "Why results went whole";
	const made = plainTable({ class: "reasons", caption: title, isCaptionUnseen: true, heads, rows });
	const rest =
		unknown > 0
			? [
					element(
						"p",
						{ class: "aside" },
						`Of ${counted(unknown, "more result")} that went whole the reason is not known.`,
					),
				]
			: [];
	return [section(title, made, ...rest)];
}

function inUse(desk: Desk): HTMLElement {
	const { host } = desk.route.filter;
	const rows = desk.data.trust.filter((each) => host === undefined || each.host === host).sort(byHost);
	if (rows.length === 0)
		return element(
			"p",
			{ class: "empty" },
			"ibid has no record of its own work in a host yet. ",
			element("code", {}, "ibid install"),
			" puts it there.",
		);
	const failures = rows.flatMap(({ host: name, lastFailure }) =>
		lastFailure
			? [element("li", {}, `${TITLES[name]}, ${timeWords(lastFailure.time)}: `, element("code", {}, lastFailure.what))]
			: [],
	);
	return element(
		"div",
		{},
		...unheeded(desk),
		table(desk, {
			caption: "How ibid fared in each host",
			isCaptionUnseen: true,
			columns: COLUMNS,
			rows,
			noun: "host",
		}),
		...(failures.length > 0
			? [element("p", {}, "Last failures:"), element("ul", { class: "failures" }, ...failures)]
			: []),
	);
}

function unheeded({ data, route }: Desk): Node[] {
	const found = unheededOf(route.filter, data.made);
	if (!found) return [];
	const words = `These figures are of all of the record that this page was made of, whatever is chosen as ${found.choices}.`;
	const instead = found.command ? [" ", element("code", {}, found.command), " tells it from that day on."] : [];
	return [element("p", { class: "aside", id: "unheeded" }, words, ...instead)];
}

const COLUMNS: readonly Column<HostTrust>[] = [
	{ name: "host", heading: "Host", role: "head", cell: ({ host }) => TITLES[host] },
	{ name: "answers", heading: "Results", role: "figure", cell: ({ answers }) => grouped(answers) },
	{ name: "shortened", heading: "Shortened", role: "figure", cell: ({ shortened }) => grouped(shortened) },
	{
		name: "insisted",
		heading: "Insisted",
		role: "figure",
		cell: ({ insisted, shortened }) => `${grouped(insisted)} (${percent(insisted, shortened)})`,
	},
	{ name: "orphaned", heading: "Orphans", role: "figure", isMinor: true, cell: ({ orphaned }) => grouped(orphaned) },
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

function figures(): HTMLElement {
	return element(
		"section",
		{ id: "figures" },
		element("h2", { tabindex: -1 }, "How the figures are made"),
		wordList("glossary", FIGURES),
	);
}
