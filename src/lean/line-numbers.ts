import type { LeanLines, LeanRule, LeanSentence, LeanSource, NumberedLines } from "./types.ts";

/** A number on every tenth line of a file, and where a run of lines begins; a tab before the other lines. */
export const sparseNumbers: LeanRule = {
	name: "sparse-numbers",
	isOfNumbers: true,
	lean: thinOut,
	readSentence: (words) => (words.startsWith(SPARSE) ? { sentence: SPARSE, undo: numberAll } : undefined),
};

const SPARSE = "Only every tenth line has its number; a line that begins with a tab has the next one.";
const TAB = "\t";

function thinOut({ lines, numbered }: LeanSource): LeanLines | undefined {
	const thin = [...lines];
	let above: LineNumber | undefined;
	for (const { at, number } of numbersIn(lines, numbered)) {
		const isNext = above && above.at + 1 === at && above.value + 1 === number.value;
		if (isNext && number.value % 10 !== 0) thin[at] = TAB + lines[at]!.slice(number.length);
		above = { ...number, at };
	}
	return thin.some((line, at) => line !== lines[at]) ? { lines: thin, sentence: SPARSE } : undefined;
}

function numberAll(lines: readonly string[]): string[] {
	let above: PrintedNumber | undefined;
	return lines.map((line) => {
		const isNext = above && line.startsWith(TAB);
		above = isNext && above ? { ...above, value: above.value + 1 } : readNumber(line);
		return isNext && above ? String(above.value).padStart(above.width) + above.mark + line.slice(TAB.length) : line;
	});
}

/** Numbers before the lines of a file as short as they can be: `12`, a tab, and the line. */
export const shortGutters: LeanRule = {
	name: "short-gutters",
	isOfNumbers: true,
	lean: shorten,
	readSentence: readShort,
};

function shorten({ lines, numbered }: LeanSource): LeanLines | undefined {
	const [first] = numbered;
	if (!first || numbered.some(({ width, mark }) => width !== first.width || mark !== first.mark)) return undefined;
	const shorter = [...lines];
	for (const { at, number } of numbersIn(lines, numbered))
		shorter[at] = `${number.value}${TAB}${lines[at]!.slice(number.length)}`;
	const long = JSON.stringify("1".padStart(first.width) + first.mark);
	return { lines: shorter, sentence: `${JSON.stringify(`1${TAB}`)} before a line is short for ${long}.` };
}

/** Line 1 as an example also tells the width. */
const SHORT = /^"1\\t" before a line is short for ("( *1)(?:\\t|: )")\./;

function readShort(words: string): LeanSentence | undefined {
	const [sentence, long, sample] = SHORT.exec(words) ?? [];
	if (sentence === undefined || long === undefined || sample === undefined) return undefined;
	const mark = long.endsWith(': "') ? ": " : TAB;
	const undo = (lines: readonly string[]): string[] =>
		lines.map((line) => {
			const end = endOfDigits(line, 0);
			if (end === 0 || line.charCodeAt(end) !== TAB_CODE) return line;
			return line.slice(0, end).padStart(sample.length) + mark + line.slice(end + 1);
		});
	return { sentence, undo };
}

const TAB_CODE = 9;

/** Where a whole number above 0 ends that begins here; the beginning if there is none. */
function endOfDigits(line: string, from: number): number {
	if (line.charCodeAt(from) === ZERO) return from;
	let at = from;
	for (let code = line.charCodeAt(at); code >= ZERO && code <= ZERO + 9; code = line.charCodeAt(++at));
	return at;
}

const ZERO = 48;

/** A number as it is printed before a line. */
type PrintedNumber = { readonly value: number; readonly width: number; readonly mark: string; readonly length: number };

type LineNumber = PrintedNumber & { readonly at: number };

function* numbersIn(
	lines: readonly string[],
	numbered: readonly NumberedLines[],
): Generator<{ readonly at: number; readonly number: PrintedNumber }> {
	for (const { from, count, mark } of numbered) {
		for (let at = from; at < from + count; at++) {
			const number = readNumber(lines[at] ?? "");
			// There may be notes between the lines, which have no number.
			if (number?.mark === mark) yield { at, number };
		}
	}
}

/** This runs for every line of every file, so it uses no pattern. */
function readNumber(line: string): PrintedNumber | undefined {
	let from = 0;
	while (from < MOST_BLANKS && line.charCodeAt(from) === BLANK) from++;
	const width = endOfDigits(line, from);
	if (width === from || width - from > MOST_DIGITS) return undefined;
	const mark = line.charCodeAt(width) === TAB_CODE ? TAB : line.startsWith(COLON, width) ? COLON : undefined;
	if (mark === undefined) return undefined;
	return { value: Number(line.slice(from, width)), width, mark, length: width + mark.length };
}

const BLANK = 32;
const MOST_BLANKS = 15;
const MOST_DIGITS = 9;
/** The other mark that tools print behind a number. */
const COLON = ": ";
