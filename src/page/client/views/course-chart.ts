import { type Child, element, shape, span } from "../dom.ts";
import { type Course, type Point, piecesOf } from "../model/course.ts";
import { grouped, percent } from "../model/format.ts";
import { place, ticks } from "../model/scale.ts";
import { axisRules } from "./axis.ts";
import { plainTable } from "./plain-table.ts";

/** What the chart is told besides the course. */
export type Setting = {
	/** In pixels. */
	readonly width: number;
	/** What "with ibid" means here: it was, or would be. */
	readonly mood: string;
	/** Turns in which other models set to work. */
	readonly starts: readonly number[];
	/** The turn that is looked at first. */
	readonly turn: number | undefined;
	readonly linkToTurn: (turn: number) => Child;
};

const HEIGHT = 240;
const TOP = 18;
const FOOT = 24;
const LEFT = 46;
const RIGHT = 10;

/** The size of the window turn by turn, with ibid and without; a slider goes from turn to turn. */
export function courseChart(course: Course, setting: Setting): HTMLElement {
	const frame = frameOf(course, setting.width);
	const cursor = shape("line", { class: "cursor", y1: TOP, y2: HEIGHT - FOOT });
	const svg = drawing(course, setting, frame, cursor);
	const output = element("p", { class: "turn", "aria-live": "polite" });
	const { points } = course;
	const slider = element("input", {
		id: "turn",
		type: "range",
		min: 0,
		max: Math.max(0, points.length - 1),
		value: Math.max(
			0,
			setting.turn === undefined ? points.length - 1 : points.findIndex(({ turn }) => turn === setting.turn),
		),
		"aria-label": "Turn",
	});
	const show = (): void => {
		const point = points[Number(slider.value)];
		if (!point) return;
		const x = frame.x(point.turn);
		cursor.setAttribute("x1", String(x));
		cursor.setAttribute("x2", String(x));
		slider.setAttribute("aria-valuetext", wordsFor(point, setting));
		output.replaceChildren(wordsFor(point, setting), " ", setting.linkToTurn(point.turn) ?? "");
	};
	slider.addEventListener("input", show);
	svg.addEventListener("pointermove", (event) => {
		const box = svg.getBoundingClientRect();
		slider.value = String(nearest(points, frame, ((event.clientX - box.left) / box.width) * setting.width));
		show();
	});
	show();
	return element("figure", { class: "chart course" }, legend(course, setting), svg, slider, output, asTable(points));
}

type Frame = {
	readonly axis: readonly number[];
	readonly last: number;
	readonly x: (turn: number) => number;
	readonly y: (tokens: number) => number;
};

function frameOf({ points, resets }: Course, width: number): Frame {
	const axis = ticks(Math.max(0, ...points.flatMap((point) => [point.without, point.with])), 4);
	const most = axis.at(-1) ?? 1;
	const last = Math.max(2, points.at(-1)?.turn ?? 0, ...resets);
	return {
		axis,
		last,
		x: (turn) => LEFT + place(turn - 1, last - 1, width - LEFT - RIGHT),
		y: (tokens) => HEIGHT - FOOT - place(Math.max(0, tokens), most, HEIGHT - TOP - FOOT),
	};
}

function legend({ basis }: Course, { mood, starts }: Setting): HTMLElement {
	const line = (name: string, words: string): HTMLElement => {
		const drawn = shape("line", { class: name, x1: 0, x2: 22, y1: 7, y2: 7 });
		return span("entry", shape("svg", { width: 22, height: 14, "aria-hidden": true }, drawn), words);
	};
	const what =
		basis === "requests"
			? "Window by turn, in tokens"
			: "Results in the window by turn, in tokens; the log tells no more";
	return element(
		"figcaption",
		{},
		span("what", what),
		line("without", "without ibid"),
		line("with", `with ibid (${mood})`),
		span("entry", span("sign", "R"), " reset"),
		starts.length > 0 ? span("entry", span("sign", "↳"), " sub-agent") : undefined,
	);
}

function drawing(course: Course, { width, starts }: Setting, frame: Frame, cursor: SVGElement): SVGSVGElement {
	const { axis, last, x, y } = frame;
	const rules = axisRules(axis, y, [LEFT, width - RIGHT]);
	// Turns are counted from 1, so that stands where other axes have 0.
	const turns = ticks(last, Math.floor((width - LEFT) / 56))
		.filter((turn) => turn <= last)
		.map((turn) => shape("text", { x: x(turn || 1), y: HEIGHT - 7, "text-anchor": "middle" }, String(turn || 1)));
	const pieces = piecesOf(course);
	const lines = (["without", "with"] as const).flatMap((name) =>
		pieces.map((piece) => shape("path", { class: name, d: pathOf(piece, (point) => y(point[name]), frame) })),
	);
	const label = "Size of the window by turn, with and without ibid. The slider and the table below say the same.";
	return shape(
		"svg",
		{ viewBox: `0 0 ${width} ${HEIGHT}`, role: "img", "aria-label": label },
		...rules,
		...turns,
		...eventMarks(course, starts, frame),
		...lines,
		cursor,
	);
}

function eventMarks({ resets }: Course, starts: readonly number[], { x }: Frame): SVGElement[] {
	const signs = [
		...resets.map((turn) => [turn, "R"] as const),
		...[...new Set(starts)].filter((turn) => turn > 0).map((turn) => [turn, "↳"] as const),
	];
	return signs.map(([turn, sign]) =>
		shape(
			"g",
			{ class: "event" },
			shape("line", { x1: x(turn), x2: x(turn), y1: TOP, y2: HEIGHT - FOOT }),
			shape("text", { x: x(turn), y: TOP - 5, "text-anchor": "middle" }, sign),
		),
	);
}

function pathOf(piece: readonly Point[], yOf: (point: Point) => number, { x }: Frame): string {
	const steps = piece.map((point, at) => `${at === 0 ? "M" : "L"}${x(point.turn)},${yOf(point)}`);
	// A single point would not be seen.
	return piece.length === 1 ? `${steps[0]}h3` : steps.join("");
}

function nearest(points: readonly Point[], { x }: Frame, at: number): number {
	const distances = points.map(({ turn }) => Math.abs(x(turn) - at));
	return distances.indexOf(Math.min(...distances));
}

function wordsFor(point: Point, { mood }: Setting): string {
	const fewer = point.without - point.with;
	const share = `${percent(Math.abs(fewer), point.without)} ${fewer < 0 ? "more" : "fewer"}`;
	const sizes = `${grouped(point.without)} tokens without ibid, ${grouped(point.with)} with it (${mood})`;
	return `Turn ${point.turn}: ${sizes}, ${share}.`;
}

function asTable(points: readonly Point[]): HTMLElement {
	const details = element("details", {}, element("summary", {}, "The same as a table"));
	const heads = ["Turn", "Without ibid", "With ibid", "Fewer"].map((words) =>
		element("th", { scope: "col", class: "figure" }, words),
	);
	const fill = (): void => {
		if (details.childElementCount > 1) return;
		const rows = points.map((point) => {
			const values = [point.without, point.with, point.without - point.with].map((value) =>
				element("td", { class: "figure" }, grouped(value)),
			);
			return element("tr", {}, element("th", { scope: "row", class: "figure" }, String(point.turn)), ...values);
		});
		details.append(plainTable({ caption: "Size of the window by turn", isCaptionUnseen: true, heads, rows }));
	};
	// A session of thousands of turns need not be written out before somebody wants it.
	details.addEventListener("toggle", fill);
	return details;
}
