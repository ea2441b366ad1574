import { dayOf, monthOf, weekOf } from "../../../audit/days.ts";
import type { SessionData, SessionStep } from "../../data.ts";
import { dateWords, dayStart, dayWords } from "./format.ts";
import { addTally, newPageTally, type PageTally } from "./tally.ts";

/** The sums of each day. */
export type Days = Map<string, PageTally>;

/** A bar of the chart: a day, a week or a month; periods without results have empty bars. */
export type Bar = { readonly name: string; readonly words: string; readonly tally: PageTally };

/** Bars, and their unit. */
export type Bars = { readonly unit: "day" | "week" | "month"; readonly bars: readonly Bar[] };

/** Tokens of a bar from the bottom up: fresh lines, notes, and left-out lines. */
export type Layers = { readonly fresh: number; readonly notes: number; readonly quoted: number };

type Unit = Bars["unit"];

/** More bars than this would be too thin. */
const MOST_BARS = 92;

/** One bar after the other from the first day to the last, in the smallest unit that does not give too many. */
export function barsOf(days: Days): Bars {
	const names = [...days.keys()].sort();
	const [first, last] = [names[0], names.at(-1)];
	if (first === undefined || last === undefined) return { unit: "day", bars: [] };
	const count = Math.round((dayStart(last) - dayStart(first)) / 86_400_000) + 1;
	const unit = count <= MOST_BARS ? "day" : count <= MOST_BARS * 7 ? "week" : "month";
	const sums = new Map<string, PageTally>();
	for (let at = beginning(first, unit); at <= last; at = following(at, unit)) sums.set(at, newPageTally());
	for (const [day, tally] of days) {
		const sum = sums.get(beginning(day, unit));
		if (sum) addTally(sum, tally);
	}
	return { unit, bars: [...sums].map(([name, tally]) => ({ name, words: barWords(name, unit), tally })) };
}

/** The first day of the unit that a day is in. */
function beginning(day: string, unit: Unit): string {
	if (unit === "day") return day;
	return unit === "week" ? weekOf(dayStart(day)) : `${monthOf(dayStart(day))}-01`;
}

function following(day: string, unit: Unit): string {
	if (unit === "month") return beginning(later(day, 31), unit);
	return later(day, unit === "week" ? 7 : 1);
}

function later(day: string, days: number): string {
	const date = new Date(dayStart(day));
	return dayOf(new Date(date.getFullYear(), date.getMonth(), date.getDate() + days).getTime());
}

function barWords(name: string, unit: Unit): string {
	if (unit === "day") return dayWords(name);
	const words = dateWords(dayStart(name));
	return unit === "week" ? words : words.replace(/^\d+ /, "");
}

/** The layers of a bar. What ibid lost makes the fresh part longer, as it did for the model. */
export function layersOf({ tokens, saved, notes }: PageTally): Layers {
	return { fresh: tokens - saved - notes, notes, quoted: Math.max(0, saved + notes) };
}

/** How the window of one model grew, turn by turn. */
export type ContextCurve = {
	/** From the sizes of requests or, if the log has none, from the results since the last reset. */
	readonly basis: "requests" | "results";
	readonly points: readonly CurvePoint[];
	/** Turns before which the context was emptied. */
	readonly resets: readonly number[];
};

/** The window at the beginning of a turn. */
export type CurvePoint = {
	readonly turn: number;
	readonly without: number;
	readonly with: number;
};

/** The curve of one agent of a session. */
export function contextCurve(thread: readonly SessionStep[], { isLived }: Pick<SessionData, "isLived">): ContextCurve {
	const isTold = thread.some((step) => step.kind === "request" && step.tokens !== undefined);
	const points: CurvePoint[] = [];
	const resets: number[] = [];
	let [turn, saved, results] = [0, 0, 0];
	for (const step of thread) {
		if (step.kind === "answer") [saved, results] = [saved + step.saved, results + step.tokens];
		if (step.kind === "reset") {
			[saved, results] = [0, 0];
			resets.push(turn + 1);
		}
		if (step.kind !== "request") continue;
		turn++;
		const { tokens, fewer } = step;
		if (!isTold) points.push({ turn, without: results, with: results - saved });
		if (tokens === undefined) continue;
		const without = isLived ? tokens + fewer : tokens;
		points.push({ turn, without, with: without - fewer });
	}
	return { basis: isTold ? "requests" : "results", points, resets };
}

/** The parts of a curve between resets, none of them empty. */
export function curvePieces({ points, resets }: ContextCurve): (readonly CurvePoint[])[] {
	const bounds = [0, ...new Set(resets), Number.POSITIVE_INFINITY];
	const pieces = bounds.slice(1).map((to, at) => {
		const from = bounds[at] ?? 0;
		return points.filter(({ turn }) => turn >= from && turn < to);
	});
	return pieces.filter((piece) => piece.length > 0);
}

/** In which turn of the main agent each sub-agent started; 0 if the log does not say. */
export function startsOf({ threads }: Pick<SessionData, "threads">): number[] {
	const [main = [], ...others] = threads;
	const times = main.flatMap((step) => (step.kind === "request" ? [step.time] : []));
	return others.map((thread) => {
		const start = thread.map((step) => ("time" in step ? step.time : undefined)).find((time) => time !== undefined);
		return start === undefined ? 0 : times.findLastIndex((time) => time !== undefined && time <= start) + 1;
	});
}

/** Round numbers from zero up to the first that is not below `most`, about `count` of them; never none. */
export function ticks(most: number, count: number): number[] {
	if (!(most > 0)) return [0, 1];
	const rough = most / Math.max(1, count);
	const power = 10 ** Math.floor(Math.log10(rough));
	const step = (STEPS.find((each) => each * power >= rough) ?? 10) * power;
	const whole = Math.max(1, step);
	const last = Math.ceil(most / whole);
	return Array.from({ length: last + 1 }, (_, at) => at * whole);
}

const STEPS = [1, 2, 5, 10];

/** The position of a value on a line of this length that ends at `most`. */
export function place(value: number, most: number, length: number): number {
	return most > 0 ? Math.round((value / most) * length * 100) / 100 : 0;
}

/** Which of so many labels to write if only some fit: evenly spaced, the first among them. */
export function labelled(count: number, fitting: number): number[] {
	const step = Math.max(1, Math.ceil(count / Math.max(1, fitting)));
	return Array.from({ length: Math.ceil(count / step) }, (_, at) => at * step);
}
