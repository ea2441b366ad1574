import { element, plainTable, shape, span } from "../dom.ts";
import { type Bar, type Bars, type Layers, labelled, layersOf, place, ticks } from "../model/charts.ts";
import { grouped, percent } from "../model/format.ts";
import type { Both } from "../model/tally.ts";
import { axisRules } from "./axis.ts";

const HEIGHT = 190;
const TOP = 8;
const FOOT = 24;
const LEFT = 46;
const LAYERS = ["fresh", "notes", "quoted"] as const;

/** Bars of new, noted and left-out tokens for each day, week or month, and the same figures as a table. */
export function timeChart({ unit, bars }: Bars, width: number, sessions: Both<number>): HTMLElement {
	return element("figure", { class: "chart" }, legend(unit, sessions), barDrawing(bars, width), barTable(bars, unit));
}

function legend(unit: Bars["unit"], { was, would }: Both<number>): HTMLElement {
	const mood = was === 0 ? "could be left out" : would === 0 ? "left out" : "left out, or could be";
	const entry = (name: string, words: string): HTMLElement => {
		const swatch = shape("svg", { width: 14, height: 14, "aria-hidden": true }, box(name, 0.5, 0.5, 13, 13));
		return span("entry", swatch, words);
	};
	return element(
		"figcaption",
		{},
		element("span", { class: "what" }, `Tokens of tool results by ${unit}`),
		entry("fresh", "new"),
		entry("notes", "notes"),
		entry("quoted", mood),
	);
}

function barDrawing(bars: readonly Bar[], width: number): SVGSVGElement {
	const layers = bars.map(({ tally }) => layersOf(tally));
	const axis = ticks(Math.max(0, ...layers.map(({ fresh, notes, quoted }) => fresh + notes + quoted)), 4);
	const [length, most] = [HEIGHT - TOP - FOOT, axis.at(-1) ?? 1];
	const [inner, foot] = [width - LEFT, HEIGHT - FOOT];
	// A single bar must not fill the page.
	const step = Math.min(inner / Math.max(1, bars.length), 64);
	const lines = axisRules(axis, (value) => foot - place(value, most, length), [LEFT, width]);
	const columns = bars.map((bar, at) => column(bar, layers[at], { x: LEFT + at * step, step, foot, most, length }));
	const names = namesUnder(bars, step, width);
	const label = "Bars of new, noted and left-out tokens over time. The table below has the same figures.";
	return shape(
		"svg",
		{ viewBox: `0 0 ${width} ${HEIGHT}`, role: "img", "aria-label": label },
		hatching(),
		...lines,
		...columns,
		...names,
	);
}

/** As many labels as fit. */
function namesUnder(bars: readonly Bar[], step: number, width: number): SVGElement[] {
	const longest = Math.max(...bars.map(({ words }) => words.length)) * 6.5;
	const places = labelled(bars.length, Math.floor((step * bars.length) / (longest + 16)));
	return places.flatMap((at) => {
		const x = LEFT + at * step + 1;
		return x + longest > width ? [] : [shape("text", { x, y: HEIGHT - 7 }, bars[at]?.words)];
	});
}

/** Hatching for what is left out, so that it does not depend on colour. */
function hatching(): SVGElement {
	const line = shape("path", { class: "hatch", d: "M-1,1 l2,-2 M0,5 l5,-5 M4,6 l2,-2" });
	return shape(
		"defs",
		{},
		shape("pattern", { id: "hatching", width: 5, height: 5, patternUnits: "userSpaceOnUse" }, line),
	);
}

type BarFrame = {
	readonly x: number;
	readonly step: number;
	readonly foot: number;
	readonly most: number;
	readonly length: number;
};

function column(
	{ words, tally }: Bar,
	layers: Layers | undefined,
	{ x, step, foot, most, length }: BarFrame,
): SVGElement {
	let y = foot;
	const width = Math.max(1, Math.min(step - 2, step * 0.8));
	const boxes = LAYERS.map((name) => {
		const height = place(layers?.[name] ?? 0, most, length);
		y -= height;
		return height > 0 ? box(name, x + 1, y, width, height) : undefined;
	});
	const told = `${words}: ${grouped(tally.tokens)} tokens without ibid, ${grouped(tally.saved)} saved`;
	return shape("g", {}, shape("title", {}, told), ...boxes);
}

function box(name: string, x: number, y: number, width: number, height: number): SVGElement {
	return shape("rect", { class: name, x, y, width, height });
}

function barTable(bars: readonly Bar[], unit: Bars["unit"]): HTMLElement {
	const head = (words: string, isFigure = true): HTMLElement =>
		element("th", { scope: "col", class: isFigure ? "figure" : undefined }, words);
	const figure = (words: string): HTMLElement => element("td", { class: "figure" }, words);
	const rows = bars.map(({ words, tally }) => {
		const { fresh, notes, quoted } = layersOf(tally);
		return element(
			"tr",
			{},
			element("th", { scope: "row" }, words),
			...[fresh, notes, quoted, tally.saved].map((value) => figure(grouped(value))),
			figure(percent(tally.saved, tally.tokens)),
		);
	});
	const heads = [
		head(unit === "day" ? "Day" : unit === "week" ? "Week from" : "Month", false),
		...["New", "Notes", "Left out", "Saved", "Share"].map((each) => head(each)),
	];
	const caption = `Tokens by ${unit}`;
	const made = plainTable({ caption, isCaptionUnseen: true, heads, rows });
	return element(
		"details",
		{},
		element("summary", {}, "The same as a table"),
		element("div", { class: "scroll", "aria-label": caption }, made),
	);
}
