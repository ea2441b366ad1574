const GROUPED = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const TENTHS = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });
const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });
const DAY_OF_YEAR = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" });
const MINUTE = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });

/** A whole number with separated thousands and a true minus sign. */
export function grouped(value: number): string {
	return signed(GROUPED.format(value));
}

/** A rounded number, in about four characters: 41.2k, 1.7M. */
export function rough(value: number): string {
	const size = Math.abs(value);
	// From here on, rounding would give a thousand of the smaller unit.
	const [unit, name] = size >= 999_500 ? [1_000_000, "M"] : size >= 1000 ? [1000, "k"] : [1, ""];
	const scaled = value / unit;
	return signed(`${(Math.abs(scaled) < 100 && name ? TENTHS : GROUPED).format(scaled)}${name}`);
}

/** A part of a whole in percent, with one decimal; a dash if there is no whole. */
export function percent(part: number, whole: number): string {
	if (whole === 0) return "–";
	const share = (100 * part) / whole;
	if (share !== 0 && Math.abs(share) < 0.05) return signed(share < 0 ? ">-0.1%" : "<0.1%");
	return signed(`${share.toFixed(1)}%`);
}

function signed(text: string): string {
	return text.replace(/^-0$/, "0").replace("-", "−");
}

/** A count with its noun: "1 session", "1,204 results". */
export function counted(count: number, one: string, many = `${one}s`): string {
	return `${grouped(count)} ${count === 1 ? one : many}`;
}

/** The first moment of a day like 2026-11-03. */
export function dayStart(day: string): number {
	const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
	return new Date(year, month - 1, date).getTime();
}

/** A day in words: 3 Nov. */
export function dayWords(day: string): string {
	return DAY.format(dayStart(day));
}

/** A day in words, with its year. */
export function dateWords(time: number): string {
	return DAY_OF_YEAR.format(time);
}

/** A time in words; a dash if the log has none. */
export function timeWords(time: number | undefined): string {
	return time === undefined ? "–" : `${dateWords(time)}, ${MINUTE.format(time)}`;
}

/** The last names of a path, by which people know it. */
export function pathEnd(path: string): string {
	const names = namesIn(path);
	return names.length > 2 ? `…/${names.slice(-2).join("/")}` : path;
}

/** The last name of a path. */
export function lastName(path: string): string {
	return namesIn(path).at(-1) ?? path;
}

function namesIn(path: string): string[] {
	return path.split(/[/\\]/).filter(Boolean);
}
