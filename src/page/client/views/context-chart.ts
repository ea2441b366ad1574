import { type Child, element, plainTable, shape, span } from "../dom.ts";
import { type ContextCurve, type CurvePoint, curvePieces, place, ticks } from "../model/charts.ts";
import { grouped, percent } from "../model/format.ts";
import { axisRules } from "./axis.ts";

/** What the chart needs besides the curve. */
type ChartSetting = {
	/** In pixels. */
	readonly width: number;
	/** Turns in which sub-agents start. */
	readonly starts: readonly number[];
	/** The turn that is selected first. */
	readonly turn: number | undefined;
	readonly linkToTurn: (turn: number) => Child;
};

const HEIGHT = 240;
const TOP = 18;
const FOOT = 24;
const LEFT = 46;
const RIGHT = 10;

/** The size of the context turn by turn, without ibid and with it; a slider selects a turn. */
export function contextChart(course: ContextCurve, setting: ChartSetting): HTMLElement {
	const frame = curveFrame(course, setting.width);
	const cursor = shape("line", { class: "cursor", y1: TOP, y2: HEIGHT - FOOT });
	const svg = curveDrawing(course, setting, frame, cursor);
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
		slider.setAttribute("aria-valuetext", pointWords(point));
		output.replaceChildren(pointWords(point), " ", setting.linkToTurn(point.turn) ?? "");
	};
	slider.addEventListener("input", show);
	svg.addEventListener("pointermove", (event) => {
		const box = svg.getBoundingClientRect();
		slider.value = String(nearest(points, frame, ((event.clientX - box.left) / box.width) * setting.width));
		show();
	});
	show();
	return element("figure", { class: "chart course" }, legend(course, setting), svg, slider, output, curveTable(points));
}

type CurveFrame = {
	readonly axis: readonly number[];
	readonly last: number;
	readonly x: (turn: number) => number;
	readonly y: (tokens: number) => number;
};

function curveFrame({ points, resets }: ContextCurve, width: number): CurveFrame {
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

function legend({ basis }: ContextCurve, { starts }: ChartSetting): HTMLElement {
	const line = (name: string, words: string): HTMLElement => {
		const drawn = shape("line", { class: name, x1: 0, x2: 22, y1: 7, y2: 7 });
		return span("entry", shape("svg", { width: 22, height: 14, "aria-hidden": true }, drawn), words);
	};
	const what =
		basis === "requests"
			? "Context by turn, in tokens"
			: "Tool results in the context by turn, in tokens; the log has no request sizes";
	return element(
		"figcaption",
		{},
		span("what", what),
		line("without", "without ibid"),
		line("with", "with ibid"),
		span("entry", span("sign", "R"), " context cleared"),
		starts.length > 0 ? span("entry", span("sign", "↳"), " sub-agent") : undefined,
	);
}

function curveDrawing(
	course: ContextCurve,
	{ width, starts }: ChartSetting,
	frame: CurveFrame,
	cursor: SVGElement,
): SVGSVGElement {
	const { axis, last, x, y } = frame;
	const rules = axisRules(axis, y, [LEFT, width - RIGHT]);
	// Turns count from 1, so the axis begins there.
	const turns = ticks(last, Math.floor((width - LEFT) / 56))
		.filter((turn) => turn <= last)
		.map((turn) => shape("text", { x: x(turn || 1), y: HEIGHT - 7, "text-anchor": "middle" }, String(turn || 1)));
	const pieces = curvePieces(course);
	const lines = (["without", "with"] as const).flatMap((name) =>
		pieces.map((piece) => shape("path", { class: name, d: pathOf(piece, (point) => y(point[name]), frame) })),
	);
	const label =
		"Size of the context by turn, without ibid and with it. The slider and the table below have the same figures.";
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

function eventMarks({ resets }: ContextCurve, starts: readonly number[], { x }: CurveFrame): SVGElement[] {
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

function pathOf(piece: readonly CurvePoint[], yOf: (point: CurvePoint) => number, { x }: CurveFrame): string {
	const steps = piece.map((point, at) => `${at === 0 ? "M" : "L"}${x(point.turn)},${yOf(point)}`);
	// A single point would be invisible.
	return piece.length === 1 ? `${steps[0]}h3` : steps.join("");
}

function nearest(points: readonly CurvePoint[], { x }: CurveFrame, at: number): number {
	const distances = points.map(({ turn }) => Math.abs(x(turn) - at));
	return distances.indexOf(Math.min(...distances));
}

function pointWords(point: CurvePoint): string {
	const fewer = point.without - point.with;
	const share = `${percent(Math.abs(fewer), point.without)} ${fewer < 0 ? "more" : "fewer"}`;
	const sizes = `${grouped(point.without)} tokens without ibid, ${grouped(point.with)} with it`;
	return `Turn ${point.turn}: ${sizes}, ${share}.`;
}

function curveTable(points: readonly CurvePoint[]): HTMLElement {
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
		details.append(plainTable({ caption: "Size of the context by turn", isCaptionUnseen: true, heads, rows }));
	};
	// Sessions can have thousands of turns, so the table is filled when it is opened.
	details.addEventListener("toggle", fill);
	return details;
}
