import { dayOf, monthOf, weekOf } from "../../../audit/days.ts";
import { dateWords, dayStart, dayWords } from "./format.ts";
import { addTally, newPageTally, type PageTally } from "./tally.ts";

/** What each day comes to. */
export type Days = Map<string, PageTally>;

/** A bar of the chart: a day, a week or a month; empty ones stand between those that have something. */
export type Bar = { readonly name: string; readonly words: string; readonly tally: PageTally };

/** Bars, and what each of them stands for. */
export type Bars = { readonly unit: "day" | "week" | "month"; readonly bars: readonly Bar[] };

/** Tokens of a bar from its foot up: fresh lines, notes, and what notes stand for. */
export type Layers = { readonly fresh: number; readonly notes: number; readonly quoted: number };

type Unit = Bars["unit"];

/** More bars than this would be too thin to tell apart. */
const MOST_BARS = 92;

/** One bar after the other from the first day to the last, in the smallest unit that does not make too many of them. */
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

/** The layers of a bar. What ibid has lost makes the fresh part longer, as it did for the model. */
export function layersOf({ tokens, saved, notes }: PageTally): Layers {
	return { fresh: tokens - saved - notes, notes, quoted: Math.max(0, saved + notes) };
}
