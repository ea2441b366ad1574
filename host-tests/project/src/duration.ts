/** A length of time in milliseconds. */
export type Duration = number;

/** What was wrong with a text that should have been a duration. */
export class DurationError extends Error {
	readonly text: string;
	readonly at: number;

	constructor(text: string, at: number, problem: string) {
		super(`"${text}": ${problem} at character ${at + 1}`);
		this.name = "DurationError";
		this.text = text;
		this.at = at;
	}
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Units from the longest to the shortest, each with the names that a person may write. */
const UNITS = [
	{ name: "d", size: DAY, names: ["d", "day", "days"] },
	{ name: "h", size: HOUR, names: ["h", "hour", "hours"] },
	{ name: "m", size: MINUTE, names: ["m", "min", "minute", "minutes"] },
	{ name: "s", size: SECOND, names: ["s", "sec", "second", "seconds"] },
	{ name: "ms", size: 1, names: ["ms", "millisecond", "milliseconds"] },
] as const;

type Unit = (typeof UNITS)[number];

/**
 * Reads durations such as "90s", "1h 30m" or "2 days".
 * Units must come from the longest to the shortest, and none of them twice.
 */
export function parseDuration(text: string): Duration {
	let at = skipSpace(text, 0);
	if (at === text.length) throw new DurationError(text, at, "nothing to read");
	let total = 0;
	let longest = Number.POSITIVE_INFINITY;
	while (at < text.length) {
		const amount = readNumber(text, at);
		const unit = readUnit(text, skipSpace(text, amount.end));
		if (unit.unit.size >= longest) throw new DurationError(text, at, "units out of order");
		longest = unit.unit.size;
		total += amount.value * unit.unit.size;
		at = skipSpace(text, unit.end);
	}
	return total;
}

function skipSpace(text: string, from: number): number {
	let at = from;
	while (text[at] === " ") at++;
	return at;
}

function readNumber(text: string, from: number): { value: number; end: number } {
	let end = from;
	while (isDigit(text[end])) end++;
	if (text[end] === "." && isDigit(text[end + 1])) {
		end++;
		while (isDigit(text[end])) end++;
	}
	if (end === from) throw new DurationError(text, from, "a number is missing");
	return { value: Number(text.slice(from, end)), end };
}

function isDigit(character: string | undefined): boolean {
	return character !== undefined && character >= "0" && character <= "9";
}

function readUnit(text: string, from: number): { unit: Unit; end: number } {
	let end = from;
	while (isLetter(text[end])) end++;
	const name = text.slice(from, end).toLowerCase();
	const unit = UNITS.find(({ names }) => names.some((known) => known === name));
	if (!unit) throw new DurationError(text, from, name === "" ? "a unit is missing" : `no unit is called "${name}"`);
	return { unit, end };
}

function isLetter(character: string | undefined): boolean {
	return character !== undefined && /[a-z]/i.test(character);
}

/** Words a duration in as few units as it takes: 5400000 becomes "1h 30m". */
export function formatDuration(duration: Duration): string {
	if (duration < 0) return `-${formatDuration(-duration)}`;
	let rest = Math.round(duration);
	const words: string[] = [];
	for (const { name, size } of UNITS) {
		const amount = Math.floor(rest / size);
		rest -= amount * size;
		if (amount > 0) words.push(`${amount}${name}`);
	}
	return words.length > 0 ? words.join(" ") : "0s";
}

/** Cuts a duration down to whole steps. */
export function roundDown(duration: Duration, step: Duration): Duration {
	if (!(step > 0)) throw new RangeError("a step must be longer than nothing");
	return Math.floor(duration / step) * step;
}

/** The longer of two durations. */
export function longer(a: Duration, b: Duration): Duration {
	return a > b ? a : b;
}
