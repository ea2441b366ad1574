import type { QuoteSource } from "../../../audit/inspect.ts";
import { MARK } from "../../../core/lines.ts";
import type { Form } from "../../../core/types.ts";
import type { AnswerText } from "../../data.ts";

/** A line of a result: fresh, quoted (left out, because it is elsewhere in the context), or a note. */
export type TextLine = { readonly number: number; readonly text: string; readonly kind: "fresh" | "quoted" | "note" };

/** Where the lines of a quote are. */
export type QuotePlace = {
	/** The result that shows them, if it is known. */
	readonly answer: string | undefined;
	readonly turn: number;
	readonly by: QuoteSource["by"];
	/** The number of the first of them in the file, 0 if unknown. */
	readonly number: number;
	/** The first of them in the text that shows them, and in the original, counted from 0. */
	readonly line: number;
	readonly from: number;
	readonly count: number;
};

/** Lines of the original next to the lines that were sent for them, and where the left-out ones are. */
export type LineBlock = {
	readonly before: readonly TextLine[];
	readonly after: readonly TextLine[];
	readonly places: readonly QuotePlace[];
};

/** A result in blocks from top to bottom: fresh lines between notes, and one block for each note. */
export function lineBlocks(text: AnswerText): LineBlock[] {
	const [before, after] = [beforeLines(text), afterLines(text.delivered, text.form)];
	const blocks: LineBlock[] = [];
	let [left, right] = [0, 0];
	const cut = (toLeft: number, toRight: number, places: readonly QuotePlace[]): void => {
		const block = { before: before.slice(left, toLeft), after: after.slice(right, toRight), places };
		if (block.before.length + block.after.length > 0) blocks.push(block);
		[left, right] = [Math.max(left, toLeft), Math.max(right, toRight)];
	};
	for (const [note, places] of placesByNote(text)) {
		const [first, last] = [places[0], places.at(-1)];
		if (!first || !last) continue;
		cut(first.from, note, []);
		cut(last.from + last.count, note + 1, places);
	}
	cut(before.length, after.length, []);
	return blocks;
}

function beforeLines({ original, quotes }: AnswerText): TextLine[] {
	const quoted = new Set(quotes.flatMap(({ from, count }) => Array.from({ length: count }, (_, at) => from + at)));
	return splitText(original).map((text, at) => ({ number: at + 1, text, kind: quoted.has(at) ? "quoted" : "fresh" }));
}

/** In a text that was sent in full, a line that looks like a note is not one. */
function afterLines(text: string, form: Form): TextLine[] {
	return splitText(text).map((line, at) => {
		const isNote = form !== "whole" && line.includes(MARK);
		return { number: at + 1, text: line, kind: isNote ? "note" : "fresh" };
	});
}

function splitText(text: string): string[] {
	const lines = text.split("\n");
	// After a final line break there is no further line.
	if (lines.length > 1 && lines.at(-1) === "") lines.pop();
	return lines;
}

function placesByNote({ quotes }: AnswerText): [number, QuotePlace[]][] {
	const places = new Map<number, QuotePlace[]>();
	for (const { note, from, count, source, answer } of quotes) {
		const { turn, by, line, number } = source;
		const place = { answer, turn, by, line, number, from, count };
		places.set(note, [...(places.get(note) ?? []), place]);
	}
	return [...places].sort(([a], [b]) => a - b);
}

/** The lines of a result's original that it quotes from these lines of another result. */
export function quotedFrom(
	text: AnswerText,
	answer: string,
	{ from, count }: { from: number; count: number },
): string[] {
	const places = placesByNote(text).flatMap(([, each]) => each);
	const place = places.find((each) => each.answer === answer && each.line === from && each.count === count);
	return place ? splitText(text.original).slice(place.from, place.from + place.count) : [];
}
