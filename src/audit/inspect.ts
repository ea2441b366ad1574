import { splitLines } from "../core/lines.ts";
import { countLines, expand, type Piece } from "../core/read.ts";
import type { Run, Stretch } from "../core/sheet.ts";
import { numberOf, stretchAt } from "../core/shelf.ts";
import type { Form, Part, Reason } from "../core/types.ts";
import type { Window } from "../core/window.ts";
import { lookAtText } from "../lens/look.ts";
import { hashText } from "../store/record.ts";
import type { Strand } from "../transcript/types.ts";
import { faultsIn, type Sent } from "./inspect-faults.ts";
import { windowAsSent } from "./inspect-window.ts";
import type { Actual } from "./lived.ts";
import type { Answered, Terms } from "./replay.ts";

/** An answer looked at closely: both texts, and where each quote stands. */
export type Inspected = {
	/** Names it among all answers. */
	readonly id: string;
	readonly turn: number;
	/** What the host would have sent, where anybody can say; and what the model saw, or would have seen. */
	readonly original: string;
	readonly delivered: string;
	readonly really: Really;
	readonly form: Form;
	readonly reason: Reason | undefined;
	readonly quotes: readonly Quote[];
	/** What keeps one from rebuilding the original; nothing where it was rebuilt. Only a single answer is checked twice. */
	readonly faults: readonly string[];
};

/** Whether `delivered` was sent; or something else, which is not kept; or nothing, since ibid was not at work. */
export type Really = "sent" | "sent otherwise" | "not sent";

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
	/** The first of the lines in the text that brought them, counted from 0; its number in the file, 0 where unknown. */
	readonly line: number;
	readonly number: number;
};

/** Where an answer was given; and what was sent there, if the second check is to be asked. */
export type Scene = { readonly strand: Strand; readonly terms: Terms; readonly sent: Sent | undefined };

/** What stands where in an answer; `actual` is what ibid did in its place, where it was at work. */
export function inspect(id: string, step: Answered, actual: Actual | undefined, scene: Scene): Inspected {
	const { call, version, result } = step;
	const seen = seenFor(step, actual, scene);
	const { text, form, reason, really, window } = seen;
	const isShortened = form !== "whole";
	const outcome = result.plain ? result.outcome : "cut";
	const view = lookAtText(scene.terms.tools(version), call, text, outcome, isShortened);
	const parts = isShortened && view.kind === "shown" ? view.parts : [];
	return {
		...{ id, turn: window.turn, original: result.text, delivered: text, really, form, reason },
		quotes: result.isLost ? [] : quotesIn(window, text, parts),
		faults: isShortened ? faultsIn({ result, text, parts, window }, scene) : [],
	};
}

/** What the model has for a result, and the window that it came into. */
type Seen = Pick<Inspected, "form" | "reason" | "really"> & { readonly text: string; readonly window: Window };

function seenFor({ result, answer, window }: Answered, actual: Actual | undefined, { strand, terms }: Scene): Seen {
	const now = { text: answer.text, form: answer.form, reason: answer.reason, window };
	if (!actual) return { ...now, really: "not sent" };
	const { form, reason } = actual;
	if (result.delivered !== undefined)
		return { text: result.delivered, form, reason, window: windowAsSent(strand, result, terms), really: "sent" };
	if (form === "whole" || result.isLost) return { text: result.text, form, reason, window, really: "sent" };
	return { ...now, really: hashText(answer.text) === actual.delivered ? "sent" : "sent otherwise" };
}

function quotesIn(window: Window, text: string, parts: readonly Part[]): Quote[] {
	const split = splitLines(text);
	const quotes: Quote[] = [];
	// How many lines of the original stand before the same line of the delivered text, less that line.
	let ahead = 0;
	for (const part of parts) {
		let [note, from] = [part.from, part.from + ahead];
		for (const piece of expand(window, split, part, true) ?? []) {
			if (piece.kind === "noted") quotes.push(...quotesOf(window, piece, note, from));
			note += piece.kind === "noted" ? 1 : countLines(piece);
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

function sourceOf({ shelf }: Window, run: Run): Source {
	const stretch = stretchAt(shelf, run.at);
	const start = stretch.starts[run.at - stretch.at] ?? 0;
	const line = stretch.text.slice(0, start).split("\n").length - 1;
	const number = stretch.first > 0 ? numberOf(shelf, run) : 0;
	return { call: stretch.id, turn: stretch.turn, by: stretch.by, line, number };
}
