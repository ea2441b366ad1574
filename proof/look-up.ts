import { commandOf, pathsIn, statementsOf, type VisibleCall } from "./calls.ts";
import type { Quotation } from "./words.ts";

/** Consecutive lines. */
export type LineRun = readonly string[];

/** A text to look up lines in: results with their notes as gaps, or what the model wrote itself. */
export type WitnessText = {
	readonly lines: readonly (string | undefined)[];
	readonly call: VisibleCall;
	/** The file that we look for, if the words name one. */
	readonly file?: string;
};

/** Each line as the newest text shows it under its printed number. */
export function byNumbers(texts: readonly WitnessText[], from: number, count: number): LineRun | undefined {
	const found: string[] = [];
	for (let number = from; number < from + count; number++) {
		const line = firstOf(texts, (text) => lineNumbered(text, number));
		if (line === undefined) return undefined;
		found.push(line);
	}
	return found;
}

function firstOf<Item, Found>(items: readonly Item[], find: (item: Item) => Found | undefined): Found | undefined {
	for (const item of items) {
		const found = find(item);
		if (found !== undefined) return found;
	}
	return undefined;
}

/** The line that a text shows under a number; if the text has several files, the line of the file that we look for. */
function lineNumbered(text: WitnessText, number: number): string | undefined {
	const sections = sectionsOf(text);
	const hasNumber = ({ lines }: NumberedSection): boolean => lines.has(number);
	const named = sections.filter(({ head }) => isHeadOf(text, head));
	const inOrder = named.length > 0 ? [] : sectionsInOrder(text, sections).filter(hasNumber);
	const own = [named, inOrder, sections].find((some) => some.length > 0) ?? [];
	return own.findLast(hasNumber)?.lines.get(number);
}

/**
 * Those that a statement about the file that we look for may have printed. Two files are one section if the numbers of
 * the second one go on above those of the first.
 */
function sectionsInOrder(text: WitnessText, sections: readonly NumberedSection[]): readonly NumberedSection[] {
	const statements = statementsOf(text.call);
	const fewer = statements.length - sections.length;
	if (fewer < 0) return [];
	return sections.filter((_, at) => statements.slice(at, at + fewer + 1).some((words) => isHeadOf(text, words)));
}

/** Whether a line above other lines names the file that we look for. */
function isHeadOf({ call, file }: WitnessText, head: string): boolean {
	return file !== undefined && pathsIn({ ...call, input: { head } }).has(file);
}

/** Lines by the numbers printed before them, up to where the numbers start again, and what is above them. */
type NumberedSection = { readonly head: string; readonly lines: ReadonlyMap<number, string> };

function sectionsOf({ lines, call }: WitnessText): readonly NumberedSection[] {
	const known = SECTIONS.get(call);
	if (known) return known;
	const pattern = isSearch(call) ? SEARCH_NUMBER : VIEW_NUMBER;
	const sections: { head: string; lines: Map<number, string> }[] = [];
	let [isInHead, last] = [false, 0];
	for (const line of lines) {
		const [gutter, number] = pattern.exec(line ?? "") ?? [];
		const isHead = line !== undefined && gutter === undefined;
		if (sections.length === 0 || (isHead && !isInHead) || Number(number) <= last) {
			sections.push({ head: "", lines: new Map() });
			last = 0;
		}
		isInHead = isHead;
		const section = sections.at(-1)!;
		if (isHead) section.head += `${line} `;
		if (line === undefined || gutter === undefined) continue;
		last = Number(number);
		section.lines.set(last, line.slice(gutter.length));
	}
	SECTIONS.set(call, sections);
	return sections;
}

const SECTIONS = new WeakMap<VisibleCall, readonly NumberedSection[]>();

/** OpenCode before 1.4 prints the first line of a file behind a tag. */
const VIEW_NUMBER = /^(?:<content>)? *(\d+)(?:\t|→|: |\| | {2}|\. )/;
const SEARCH_NUMBER = /^(?:[^\s:]+:)?(\d+)[:-]/;

function isSearch(call: VisibleCall): boolean {
	return /\b(?:[ef]?grep|rg)\b/i.test(commandOf(call) ?? call.tool);
}

/** The run that begins with the anchor, ignoring indentation, in the newest text that has such a line. */
export function byAnchor(texts: readonly WitnessText[], anchor: string, quotation: Quotation): LineRun[] {
	const beginning = anchor.replace(/…$/, "");
	for (const text of texts) {
		for (const column of columnsFor(quotation)) {
			const bare = text.lines.map((line) => line?.replace(column, ""));
			// A note means the lines of a diff without their signs, but we find them with their signs.
			const searched = column === SIGNS ? text.lines : bare;
			const hits = bare.flatMap((_, at) => (searched[at]?.trimStart().startsWith(beginning) ? [at] : []));
			const starts = ofFile(text, hits, column);
			const { count } = quotation;
			if (starts.length > 0)
				return onlyRun(
					starts.map((start) => bare.slice(start, start + count)),
					count,
				);
		}
	}
	return [];
}

/** Those of the places in a text that are below lines that name the file; all places if the text has no such lines. */
function ofFile(text: WitnessText, places: readonly number[], column: RegExp): readonly number[] {
	const isHead = (line: string | undefined): line is string =>
		line !== undefined && line !== "" && column !== SIGNS && !column.test(line);
	if (!text.lines.some((line) => isHead(line) && isHeadOf(text, line))) return places;
	return places.filter((place) => {
		const last = text.lines.slice(0, place).findLastIndex(isHead);
		const first = text.lines.slice(0, last).findLastIndex((line) => !isHead(line)) + 1;
		return isHeadOf(text, text.lines.slice(first, last + 1).join(" "));
	});
}

/** The run, if all runs are equal and none has a gap. */
function onlyRun(runs: readonly (readonly (string | undefined)[])[], count: number): LineRun[] {
	const [first = []] = runs;
	const run = first.flatMap((line) => (line === undefined ? [] : [line]));
	const isOne = runs.every((each) => each.length === count && each.every((line, at) => line === run[at]));
	return isOne ? [run] : [];
}

const NO_COLUMN = /^/;
const NUMBERS = /^(?:<content>)? *\d+(?:\t|→|: |:|-|\. )/;
const SIGNS = /^[-+ ]/;
const BARS = /^[|] /;

/** What may be printed before the quoted lines. A file may itself have numbers before its lines. */
function columnsFor({ source, isSigned }: Quotation): readonly RegExp[] {
	if (isSigned) return [SIGNS, BARS];
	return source === "shown" ? [NO_COLUMN, NUMBERS, BARS] : [NO_COLUMN];
}
