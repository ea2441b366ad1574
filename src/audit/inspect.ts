import { splitLines } from "../core/lines.ts";
import { countLines, expand, type Piece } from "../core/read.ts";
import type { Run, Stretch } from "../core/sheet.ts";
import { stretchAt } from "../core/shelf.ts";
import type { Form, Part } from "../core/types.ts";
import type { Window } from "../core/window.ts";
import { lookAtText } from "../lens/look.ts";
import type { Answered, Terms } from "./replay.ts";

/** An answer looked at closely: both texts, and where each quote stands. */
export type Inspected = {
	/** Names it among all answers. */
	readonly id: string;
	readonly turn: number;
	/** What the host would have sent, and what ibid sends. */
	readonly original: string;
	readonly delivered: string;
	readonly quotes: readonly Quote[];
	/** What ibid really sent, where the host's log has that. */
	readonly sent?: string;
};

/** Lines of the original that were left out, and where the model has them before it. */
export type Quote = {
	/** The line of the delivered text that speaks for them, and the first of them in the original, counted from 0. */
	readonly note: number;
	readonly from: number;
	readonly count: number;
	readonly source: Source;
};

/** Lines that stand before the model. */
export type Source = {
	/** The call, and the turn in which the model made it; whether the lines are its answer or the model's own writing. */
	readonly call: string;
	readonly turn: number;
	readonly by: Stretch["by"];
	/** The first of the lines in the text that brought them, counted from 0. */
	readonly line: number;
};

/** What stands where in an answer. */
export function inspect(id: string, { call, version, result, answer, window }: Answered, { tools }: Terms): Inspected {
	const { text: delivered, form } = answer;
	const view = lookAtText(tools(version), call, delivered, result.plain ? result.outcome : "cut", form !== "whole");
	const parts = form !== "whole" && view.kind === "shown" ? view.parts : [];
	const quotes = quotesIn(window, delivered, parts, form);
	const sent = result.delivered === undefined ? {} : { sent: result.delivered };
	return { id, turn: window.turn, original: result.text, delivered, quotes, ...sent };
}

function quotesIn(window: Window, text: string, parts: readonly Part[], form: Form): Quote[] {
	const split = splitLines(text);
	const quotes: Quote[] = [];
	// How many lines of the original stand before the same line of the delivered text, less that line.
	let ahead = 0;
	for (const part of parts) {
		let [note, from] = [part.from, part.from + ahead];
		for (const piece of expand(window, split, part, true) ?? []) {
			if (piece.kind === "noted") quotes.push(...quotesOf(window, piece, note, from));
			// One note speaks for all that a diff keeps.
			if (form !== "diff") note += piece.kind === "noted" ? 1 : countLines(piece);
			from += countLines(piece);
		}
		ahead = from - (part.from + part.count);
	}
	return quotes;
}

function quotesOf(window: Window, { runs }: Extract<Piece, { kind: "noted" }>, note: number, first: number): Quote[] {
	let from = first;
	return runs.map((run) => {
		const quote = { note, from, count: run.count, source: sourceOf(window, run) };
		from += run.count;
		return quote;
	});
}

function sourceOf({ shelf }: Window, { at }: Run): Source {
	const stretch = stretchAt(shelf, at);
	const start = stretch.starts[at - stretch.at] ?? 0;
	const line = stretch.text.slice(0, start).split("\n").length - 1;
	return { call: stretch.id, turn: stretch.turn, by: stretch.by, line };
}
