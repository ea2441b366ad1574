import { allLines, cutLines, splitLines } from "../core/lines.ts";
import { estimateTokens } from "../core/tokens.ts";
import type { Answer, Part, Range, View } from "../core/types.ts";
import { keyOf, overlap, type SubjectState, stateOf, type Window } from "../core/window.ts";
import { foldedLike, foldPart, hasMark } from "./fold-view.ts";
import { linesFound } from "./search-hits.ts";

/**
 * The bodies of functions in a file, from top to bottom; "pending" if its grammar is not loaded yet, undefined if the file
 * is not to be folded.
 */
export type FoldFinder = (path: string, text: string) => readonly Range[] | "pending" | undefined;

/** Which files may be folded. */
export type OutlineTerms = {
	readonly findFolds: FoldFinder;
	/** Whether the user has named a file in a prompt. */
	readonly isNamed: (path: string) => boolean;
};

/** A text with withheld lines, and its view. */
export type OutlinedText = { readonly text: string; readonly view: Extract<View, { kind: "shown" }> };

/** What a tool has shown, and what the core has decided on it. */
export type FirstView = { readonly id: string; readonly text: string; readonly view: View; readonly decided: Answer };

/**
 * The first view of a large file of code, with the bodies of its functions folded; undefined if it is to be shown as it
 * is. What the model has seen or written of the file stays open.
 */
export function outlineOfFirstView(
	window: Window,
	{ id, text, view, decided }: FirstView,
	{ findFolds, isNamed }: OutlineTerms,
): OutlinedText | "pending" | undefined {
	const isNew = decided.form === "quoted" || decided.reason === "fresh" || decided.reason === "small";
	if (!isNew) return undefined;
	const part = view.kind === "shown" && !view.hides ? wholeFile(view.parts) : undefined;
	if (!part || hasMark(text)) return undefined;
	const { subject } = part;
	if (isConfiguration(subject.name) || isNamed(subject.name) || isAskedTwice(window, id, part)) return undefined;
	const lines = cutLines(splitLines(text), part);
	if (!lines) return undefined;
	const file = allLines(lines).join("\n");
	const found = findFolds(subject.name, file);
	if (found === "pending" || found === undefined) return found;
	const state = stateOf(window, subject);
	const hits = linesFound(window, subject);
	const isOpen = (fold: Range): boolean => isTouched(fold, state) || isHit(fold, hits);
	const folds = mayFold(state) ? found.filter((fold) => !isOpen(fold) && isInside(fold, part)) : [];
	if (folds.length === 0) return undefined;
	const folded = foldPart(text, part, folds);
	// The self-check: nothing but these lines is missing, and each mark stands where its lines do.
	if (foldedLike(folded.text, text) !== folded.text || !hasNumbersOf(folded.parts, folds, part)) return undefined;
	const isCheaper = estimateTokens(folded.text) < decided.after && folded.text.length < text.length;
	if (!isCheaper) return undefined;
	return { text: folded.text, view: { kind: "shown", parts: folded.parts, withholds: { subject, folds, text: file } } };
}

/** The part that shows all of a file and is all that is shown; its numbers, if any, are ours to write. */
function wholeFile([part, other]: readonly Part[]): Part | undefined {
	if (!part || other || part.subject.kind !== "file" || part.isMatch || part.first !== 1) return undefined;
	const { gutter, count, room } = part;
	if (gutter.kind === "sign" || (gutter.kind === "number" && (gutter.forced || gutter.lead !== undefined)))
		return undefined;
	return count < room ? part : undefined;
}

/** What configures a program is read for its details. */
function isConfiguration(path: string): boolean {
	return /(?:config|settings|[\\/]\.)[^\\/]*$/i.test(path);
}

/** Whether another call of the turn is about the same file. */
function isAskedTwice(window: Window, id: string, { subject }: Part): boolean {
	return window.open.some((call) => {
		return call.id !== id && call.turn === window.turn && call.subjects.some((each) => keyOf(each) === keyOf(subject));
	});
}

/** A model that works on a file in ways that we cannot place needs all of it. */
function mayFold(state: SubjectState | undefined): boolean {
	return !state || (state.loose.length === 0 && !state.hasFailedEdit && !state.withheld);
}

/** Whether a line of a fold was shown or written before. */
function isTouched(fold: Range, state: SubjectState | undefined): boolean {
	const spans = state?.sheet ?? [];
	return spans.some(({ line, count }) => overlap(fold, { first: line, last: line + count - 1 }));
}

function isHit({ first, last }: Range, hits: ReadonlySet<number>): boolean {
	return [...hits].some((line) => line >= first && line <= last);
}

/** The line above a fold is shown, so that a mark can be read. */
function isInside({ first, last }: Range, part: Part): boolean {
	return first > part.first && last < part.first + part.count;
}

function hasNumbersOf(parts: readonly Part[], folds: readonly Range[], part: Part): boolean {
	const shown = parts.reduce((sum, { count }) => sum + count, 0);
	const withheld = folds.reduce((sum, { first, last }) => sum + last - first + 1, 0);
	return shown + withheld === part.count;
}
