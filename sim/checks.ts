import { isDeepStrictEqual } from "node:util";
import { check, type Delivery } from "../proof/check.ts";
import { faultInFollowing } from "../proof/follow.ts";
import { plainText } from "../proof/unlean.ts";
import { splitNote, understandNote } from "../proof/words.ts";
import type { Policy } from "../src/core/policy.ts";
import { read } from "../src/core/read.ts";
import { estimateTokens } from "../src/core/tokens.ts";
import type { Answer, View } from "../src/core/types.ts";
import { wordsOfSent } from "../src/lean/content.ts";
import type { LeanAnswer } from "../src/lean/deliver.ts";
import { type Came, isSecret, type Life, visibleCall } from "./life.ts";
import { dishonesty } from "./oracle.ts";
import { wordsOf } from "./receive.ts";
import type { Begun } from "./types.ts";
import type { Piece } from "./walk.ts";

/**
 * An answer with all that is needed to judge it. The lens finds `view` in the delivered text. `pieces` is what we find
 * there ourselves, for each thing that the original shows.
 */
export type Judged = {
	readonly life: Life;
	readonly came: Came;
	readonly answer: Answer;
	/** The answer as it is sent: lean, if that pays. */
	readonly sent: LeanAnswer;
	readonly view: View;
	readonly pieces: readonly (readonly Piece[])[];
	readonly policy: Policy;
};

/** What is wrong with an answer; undefined if nothing is. */
export function fault(judged: Judged): string | undefined {
	const { came, answer } = judged;
	if (answer.form === "whole") {
		if (answer.text !== came.performed.text) return "a whole answer is not the original";
		return faultInLean(judged) ?? faultInAskingAgain(judged);
	}
	return (
		faultInLean(judged) ??
		faultInReading(judged) ??
		faultInPassing(judged) ??
		faultInPaying(judged) ??
		faultInWords(judged) ??
		faultInNumbers(judged) ??
		check(delivery(judged)) ??
		faultInHonesty(judged) ??
		faultInWordsFollowed(judged) ??
		faultInAskingAgain(judged)
	);
}

/** Checks that both readers find in a lean text exactly what was to be sent, and that it is shorter. */
function faultInLean({ answer, sent }: Judged): string | undefined {
	if (sent.text === answer.text) return sent.steps ? "a text is called lean that is not" : undefined;
	const content = wordsOfSent(sent.text);
	if (content.text !== answer.text) return `a lean text is read back otherwise: ${sent.text}`;
	if (content.shortened !== (answer.form !== "whole")) return "notes are seen in a lean text where there are none";
	if (plainText(sent.text) !== answer.text) return `the second reader reads a lean text otherwise: ${sent.text}`;
	return sent.after < answer.after && sent.text.length < answer.text.length ? undefined : "a lean text is no shorter";
}

/** The answer in the form that the second check expects. */
export function delivery({ life, came, answer }: Pick<Judged, "life" | "came" | "answer">): Delivery {
	const { text, gutter } = came.performed;
	return {
		earlier: life.standing.filter(({ turn }) => turn < life.turn).map((standing) => standing.text),
		original: { text, gutter, shortened: false },
		delivered: { text: answer.text, gutter, shortened: true },
	};
}

/** Checks that the reader rebuilds the original from what the model gets, and that the lens sees what was meant. */
function faultInReading({ life, came, answer, view }: Judged): string | undefined {
	if (!isDeepStrictEqual(view, answer.view)) return "the lens sees other parts in the delivered text";
	if (view.kind !== "shown") return "the lens does not see what a shortened text shows";
	const rebuilt = read(life.window, answer.text, view.parts);
	return rebuilt === came.performed.text ? undefined : "the reader does not rebuild the original";
}

/** Rules 4, 7 and 8, and the user's own wish: such results are never shortened. */
function faultInPassing({ life, came, view, pieces, policy }: Judged): string | undefined {
	const { begun, performed } = came;
	if (performed.outcome !== "done" || performed.shows.length === 0 || view.kind !== "shown")
		return "shortened in doubt";
	const keys = performed.shows.map(({ key }) => key);
	const isOwnWork = (wanted: string): boolean => life.literals.some(({ key, by }) => key === wanted && by !== "shown");
	const isLeftAlone = (key: string): boolean => isSecret(key) || (key.endsWith("/AGENTS.md") && !isOwnWork(key));
	if (keys.some(isLeftAlone)) return "a file is shortened that must never be";
	if (keys.some((key) => life.asked.has(key))) return "shortened although the user wants it in full";
	const isAnyChange = policy.siblings === "any change";
	const touches = ({ harmless, about }: Begun): boolean =>
		!harmless && (isAnyChange || about.some(({ key }) => keys.includes(key)));
	const others = life.open.filter((other) => other !== begun);
	if (others.some(touches)) return "shortened beside a call that may touch it";
	for (const [index, { key, first }] of performed.shows.entries()) {
		const asked = others.flatMap(({ about }) => about.filter((each) => each.key === key));
		const left = pieces[index]!.filter((piece) => piece.kind !== "literal");
		const isAsked = ({ at, count }: Piece): boolean =>
			asked.some((range) => range.first <= first + at + count - 1 && first + at <= range.last);
		if (left.some(isAsked)) return "left out what another call of the turn asks for";
	}
	return undefined;
}

/** Rule 5. */
function faultInPaying({ came, answer, policy }: Judged): string | undefined {
	const before = estimateTokens(came.performed.text);
	const after = estimateTokens(answer.text);
	if (before !== answer.before || after !== answer.after) return "the figures are wrong";
	const saved = before - after;
	return saved <= 0 || saved < policy.tokens || saved < before * policy.share ? "it does not pay" : undefined;
}

/** Checks that every note can be parsed, quotes as much as the policy requires, and gives a true hint. */
function faultInWords({ came, answer, policy }: Judged): string | undefined {
	const notes = answer.text.split("\n").flatMap((line) => {
		const note = splitNote(line);
		return note ? [understandNote(note.words)] : [];
	});
	if (notes.length !== answer.notes) return `there are ${notes.length} notes, said to be ${answer.notes}`;
	const sayings = notes.flatMap((note) => note?.quotations ?? []);
	if (notes.includes(undefined)) return "a note does not parse";
	const [first, ...others] = notes.map((note) => note?.hint);
	if (first !== (came.begun?.harmless ? "ask" : "above") || others.some((hint) => hint !== "none"))
		return "a wrong hint";
	if (sayings.length > policy.quotes) return "more quotes than the policy wants";
	const short = sayings.filter(({ count }) => count < policy.lines);
	return short.every(({ count }) => isAll(came, count)) ? undefined : "a quote is shorter than the policy wants";
}

/** Whether so many lines are all that a result shows. */
function isAll({ performed }: Judged["came"], count: number): boolean {
	return performed.shows.length === 1 && performed.shows[0]!.lines.length === count;
}

/** Rule 10: one fresh run, at most one note on each side of it, and line numbers as the host would count them. */
function faultInNumbers({ came, answer, view }: Judged): string | undefined {
	const part = view.kind === "shown" ? view.parts[0] : undefined;
	if (came.begun?.call.tool !== "Read" || !part) return undefined;
	const lines = answer.text.split("\n").slice(0, part.count);
	const fresh = lines.filter((line) => !splitNote(line));
	const [top, bottom] = [lines.findIndex((line) => !splitNote(line)), lines.findLastIndex((line) => !splitNote(line))];
	if (fresh.length === 0)
		return lines.length === 1 && startsWith(lines[0], part.first) ? undefined : "a lone note lies";
	if (bottom - top + 1 !== fresh.length || top > 1 || lines.length - bottom > 2) return "more than one fresh run";
	const original = came.performed.text.split("\n");
	const from = original.indexOf(fresh[0]!);
	if (fresh.some((line, index) => original[from + index] !== line)) return "a fresh line has a wrong number";
	const first = part.first + from - top;
	return lines.every((line, index) => startsWith(line, first + index)) ? undefined : "the host would count otherwise";
}

function startsWith(line: string | undefined, number: number): boolean {
	return line?.startsWith(`${number}\t`) ?? false;
}

/** Rule 3: a model that looks up what a note says finds exactly the lines that the note stands for. */
function faultInHonesty({ life, came, pieces }: Judged): string | undefined {
	const lies = came.performed.shows.map((shown, index) => dishonesty(life, shown, pieces[index]!));
	return lies.find((lie) => lie !== undefined);
}

/** The same for a model that has only the calls as it wrote them and the texts as delivered. */
function faultInWordsFollowed({ life, came, sent }: Judged): string | undefined {
	if (!came.begun) return "shortened without a call";
	const above = life.page.filter(({ begun }) => begun !== came.begun).map(({ call }) => call);
	const fault = faultInFollowing(above, visibleCall(came.begun, sent.text, true), came.performed.text);
	return fault === undefined ? undefined : `misleads: ${fault}`;
}

/** Asking again is a sign of a bad note for so many turns; later it is habit. */
const TURNS_OWED = 3;

/** Rule 6: the model asks for lines again that the latest answer has left out. */
function faultInAskingAgain({ life, came, answer }: Judged): string | undefined {
	const { begun, performed } = came;
	const [shown, ...others] = performed.shows;
	const latest = shown && others.length === 0 ? life.latest.get(shown.key) : undefined;
	if (!begun || !shown || !latest || latest.turn === life.turn) return undefined;
	if (life.turn - latest.turn > TURNS_OWED) return undefined;
	const isLeft = shown.lines.some((_, index) => latest.left.has(shown.first + index));
	const offset = shown.first - latest.shown.first;
	const isKnown = shown.lines.every((line, index) => latest.shown.lines[offset + index] === line);
	if (!isLeft || !isKnown) return undefined;
	if (answer.form !== "whole") return `the model asked again and gets "${answer.form}"`;
	if (latest.call !== wordsOf(begun) || latest.text !== performed.text) return undefined;
	const isRight = answer.reason === "asked again" || answer.reason === "sibling" || answer.reason === "asked";
	return isRight ? undefined : `the model asked again and gets "${answer.reason ?? answer.form}"`;
}
