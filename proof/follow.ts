import type { VisibleCall } from "./calls.ts";
import { countsValues, valueByValue } from "./json-values.ts";
import { byAnchor, byNumbers, type LineRun, type WitnessText } from "./look-up.ts";
import { isMark } from "./outline.ts";
import { plainText } from "./unlean.ts";
import { textsNamed } from "./witness-texts.ts";
import { type Quotation, splitNote, understandNote } from "./words.ts";

/**
 * Follows the words of every note in a shortened text, as a model would that has only the calls above and their texts:
 * to the call that the words name, newest first. Returns in one sentence what keeps it from the original; undefined if
 * it finds the original.
 */
export function faultInFollowing(
	above: readonly VisibleCall[],
	arriving: VisibleCall,
	original: string,
): string | undefined {
	const isByValue = countsValues(arriving.text ?? "");
	const plainAbove = above.map(plainCall).map((call) => (isByValue ? callByValue(call) : call));
	const wanted = (isByValue ? valueByValue(original) : original).split("\n");
	let at = 0;
	for (const line of (plainCall(arriving).text ?? "").split("\n")) {
		const note = arriving.shortened && !isMark(line) ? splitNote(line) : undefined;
		if (!note) {
			if (wanted[at] !== line) return `Line ${at + 1} is not that of the original: ${line}`;
			at++;
			continue;
		}
		const said = understandNote(note.words);
		if (!said) return `A note has unknown words: ${note.words}`;
		for (const quotation of said.quotations) {
			const lines = wanted.slice(at, at + quotation.count);
			const found = linesNamed(plainAbove, arriving, quotation);
			if (typeof found === "string") return `${found} ${note.words}`;
			if (!found.some((run) => isShownBy(lines, run, quotation.first, note.gutter)))
				return `The words lead to other lines. ${note.words}`;
			at += quotation.count;
		}
	}
	return at === wanted.length ? undefined : `The lines are ${at}, those of the original ${wanted.length}.`;
}

/** A call with what its text says. */
function plainCall(call: VisibleCall): VisibleCall {
	if (!call.shortened || call.text === undefined) return call;
	const text = plainText(call.text);
	if (text === call.text) return call;
	const known = PLAIN.get(call) ?? { ...call, text };
	PLAIN.set(call, known);
	return known;
}

function callByValue(call: VisibleCall): VisibleCall {
	return call.text === undefined ? call : { ...call, text: valueByValue(call.text) };
}

const PLAIN = new WeakMap<VisibleCall, VisibleCall>();

/**
 * The lines that a clause names, or a sentence why there are none. There are several runs only if the text is about
 * several files; the model then knows which file it is looking at.
 */
function linesNamed(above: readonly VisibleCall[], arriving: VisibleCall, quotation: Quotation): LineRun[] | string {
	const groups = textsNamed(above, arriving, quotation);
	const runs = groups.flatMap((texts) => runsIn(texts, quotation));
	if (runs.length === 0) return groups.length === 0 ? "No call goes by the words." : "The words lead nowhere.";
	return runs;
}

function runsIn(texts: readonly WitnessText[], quotation: Quotation): LineRun[] {
	const { from, anchor, count } = quotation;
	if (anchor !== undefined) return byAnchor(texts, anchor, quotation);
	const run = byNumbers(texts, from, count);
	return run ? [run] : [];
}

/**
 * Whether lines of a text are these, with what is printed before each: the note's sign, or the number that the note
 * gives.
 */
function isShownBy(lines: LineRun, run: LineRun, first: number, sign: string): boolean {
	return lines.length === run.length && lines.every((line, index) => isShown(line, run[index]!, first, index, sign));
}

function isShown(line: string, bare: string, first: number, index: number, sign: string): boolean {
	if (line === bare) return true;
	if (!line.endsWith(bare)) return false;
	const gutter = line.slice(0, line.length - bare.length);
	const [, number] = /^(?:[^\s:]+[:-])?[ ]*(\d+)(?:\t|→|: ?|\| | {2}|\. |-)$/.exec(gutter) ?? [];
	return number === undefined ? gutter === sign : first > 0 && Number(number) === first + index;
}
