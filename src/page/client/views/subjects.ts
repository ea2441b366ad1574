import type { Desk, Drawn } from "../desk.ts";
import { element, link, shape, span } from "../dom.ts";
import { grouped } from "../model/format.ts";
import { linkToAnswer } from "../model/route.ts";
import { type Subject, subjectsOf } from "../model/subjects.ts";
import { filters } from "./filters.ts";
import { type Column, figures, shares, table, words } from "./table.ts";

/** What was shown again and again: files, commands, tools. */
export function subjectsView(desk: Desk): Drawn {
	const title = "Subjects";
	if (desk.data.sessions.length === 0)
		return { title, nodes: [element("p", { class: "empty" }, "No recorded sessions were found.")] };
	const all = subjectsOf(desk.data, desk.route.filter);
	const wanted = desk.route.find.toLowerCase();
	const rows = all.filter(({ name }) => name.toLowerCase().includes(wanted));
	const about =
		"What models were shown, by file, command and tool. What saves most stands first, and each leads to the answer that saves most.";
	return {
		title,
		nodes: [
			element("p", { class: "lead" }, about),
			filters(desk),
			findBox(desk),
			rows.length > 0
				? table(desk, { caption: "Subjects", columns: columnsFor(desk, all), rows, noun: "subject", sorted: "-saved" })
				: element("p", { class: "empty" }, "No subject is left by these filters."),
		],
	};
}

function findBox(desk: Desk): HTMLElement {
	const input = element("input", {
		id: "find",
		type: "search",
		value: desk.route.find,
		autocomplete: "off",
		spellcheck: "false",
	});
	input.addEventListener("input", () => desk.turn({ ...desk.route, find: input.value, page: 1 }));
	return element("p", { class: "find" }, element("label", {}, span("", "Find "), input));
}

function columnsFor({ route }: Desk, all: readonly Subject[]): Column<Subject>[] {
	const moods = [
		figures<Subject>("was", "Saved (was)", ({ saved }) => saved.was),
		figures<Subject>("would", "Saved (would be)", ({ saved }) => saved.would),
	];
	const [was, would] = [all.some(({ saved }) => saved.was !== 0), all.some(({ saved }) => saved.would !== 0)];
	const savings = was && would ? moods : was ? moods.slice(0, 1) : moods.slice(1);
	return [
		{
			name: "name",
			heading: "Subject",
			role: "head",
			cell: ({ name, best }) => link(linkToAnswer(best.id, route), name),
			by: ({ name }) => name,
		},
		words("kind", "Kind", ({ kind }) => kind),
		figures("times", "Shown", ({ tally }) => tally.answers, { wordsFor: (value) => `${grouped(value)}×` }),
		figures("tokens", "Tokens", ({ tally }) => tally.tokens, { isMinor: true }),
		...savings,
		shares(),
		{ name: "days", heading: "Over time", isMinor: true, cell: ({ strokes }) => sparkBars(strokes) },
	];
}

/** Tokens over the period, small enough to stand in a line of text; the other columns say how many. */
function sparkBars(strokes: readonly number[]): SVGSVGElement {
	const most = Math.max(...strokes);
	const bars = strokes.flatMap((value, at) => {
		const height = value > 0 ? Math.max(1, Math.round((value / most) * 16)) : 0;
		return height > 0 ? [shape("rect", { class: "stroke", x: at * 5, y: 16 - height, width: 4, height })] : [];
	});
	return shape("svg", { class: "spark", width: strokes.length * 5, height: 16, "aria-hidden": true }, ...bars);
}
