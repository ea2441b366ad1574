import { element, link, shape, span } from "../dom.ts";
import { grouped } from "../model/format.ts";
import { linkToResult } from "../model/route.ts";
import { type SubjectSummary, subjectsOf } from "../model/subjects.ts";
import type { DrawnView, ViewContext } from "../view-context.ts";
import { filters } from "./filters.ts";
import { figureColumn, type PageTableColumn, shareColumn, sortableTable, wordColumn } from "./table.ts";

/** What was shown repeatedly: files, commands, tools. */
export function filesView(context: ViewContext): DrawnView {
	const title = "Files and commands";
	if (context.data.sessions.length === 0)
		return { title, nodes: [element("p", { class: "empty" }, "No recorded sessions were found.")] };
	const all = subjectsOf(context.data, context.route.filter);
	const wanted = context.route.find.toLowerCase();
	const rows = all.filter(({ name }) => name.toLowerCase().includes(wanted));
	const about =
		"What the model was shown, by file, command and tool, the largest saving first. Each link leads to the tool result that saves most.";
	return {
		title,
		nodes: [
			element("p", { class: "lead" }, about),
			filters(context),
			findBox(context),
			rows.length > 0
				? sortableTable(context, {
						caption: "Files and commands",
						columns: columnsFor(context, all),
						rows,
						noun: "file or command",
						nouns: "files and commands",
						sorted: "-saved",
					})
				: element("p", { class: "empty" }, "Nothing matches these filters."),
		],
	};
}

function findBox(context: ViewContext): HTMLElement {
	const input = element("input", {
		id: "find",
		type: "search",
		value: context.route.find,
		autocomplete: "off",
		spellcheck: "false",
	});
	input.addEventListener("input", () => context.replaceRoute({ ...context.route, find: input.value, page: 1 }));
	return element("p", { class: "find" }, element("label", {}, span("", "Find "), input));
}

function columnsFor({ route }: ViewContext, all: readonly SubjectSummary[]): PageTableColumn<SubjectSummary>[] {
	const moods = [
		figureColumn<SubjectSummary>("was", "Saved", ({ saved }) => saved.was),
		figureColumn<SubjectSummary>("would", "Could have saved", ({ saved }) => saved.would),
	];
	const [was, would] = [all.some(({ saved }) => saved.was !== 0), all.some(({ saved }) => saved.would !== 0)];
	const savings = was && would ? moods : was ? moods.slice(0, 1) : moods.slice(1);
	return [
		{
			name: "name",
			heading: "File or command",
			role: "head",
			cell: ({ name, best }) => link(linkToResult(best.id, route), name),
			by: ({ name }) => name,
		},
		wordColumn("kind", "Kind", ({ kind }) => kind),
		figureColumn("times", "Shown", ({ tally }) => tally.answers, { wordsFor: (value) => `${grouped(value)}×` }),
		figureColumn("tokens", "Tokens", ({ tally }) => tally.tokens, { isMinor: true }),
		...savings,
		shareColumn(),
		{ name: "days", heading: "Over time", isMinor: true, cell: ({ strokes }) => sparkBars(strokes) },
	];
}

/** A small bar chart of tokens over the period. */
function sparkBars(strokes: readonly number[]): SVGSVGElement {
	const most = Math.max(...strokes);
	const bars = strokes.flatMap((value, at) => {
		const height = value > 0 ? Math.max(1, Math.round((value / most) * 16)) : 0;
		return height > 0 ? [shape("rect", { class: "stroke", x: at * 5, y: 16 - height, width: 4, height })] : [];
	});
	return shape("svg", { class: "spark", width: strokes.length * 5, height: 16, "aria-hidden": true }, ...bars);
}
