import { isMark } from "./outline.ts";

/**
 * A text in a window. `gutter` is a regular expression source for what the host prints before each line ("" for
 * nothing), e.g. "^ *[0-9]+\\t".
 */
export type Text = { readonly text: string; readonly gutter: string; readonly shortened: boolean };

/** A text that was sent, the text that would have been sent without ibid, and what was in the window before. */
export type Delivery = {
	readonly earlier: readonly Text[];
	readonly original: Text;
	readonly delivered: Text;
};

/** A line as printed (`raw`) and without its gutter (`bare`). */
type Line = { readonly raw: string; readonly bare: string; readonly note: boolean };

/** What one delivered line requires of the original; `at` counts delivered lines from 1. */
type Piece =
	| { readonly kind: "gap"; readonly at: number }
	| { readonly kind: "line"; readonly at: number; readonly text: string };

/** What is wrong with a delivery, in one sentence; undefined if nothing is. */
export function check(delivery: Delivery): string | undefined {
	const { original, delivered } = delivery;
	if (original.shortened) return "The original is marked as shortened.";
	if (!delivered.shortened) {
		return delivered.text === original.text ? undefined : "The text is not shortened, yet it is not the original.";
	}
	const pieces = piecesOf(linesOf(delivered));
	if (typeof pieces === "string") return pieces;
	return faultInPlaces(pieces, linesOf(original), delivery.earlier);
}

function linesOf({ text, gutter, shortened }: Text): readonly Line[] {
	const pattern = new RegExp(`^(?:${gutter})`);
	return text.split("\n").map((raw) => {
		const bare = raw.replace(pattern, "");
		return { raw, bare, note: shortened && bare.startsWith("[ibid] ") && !isMark(bare) };
	});
}

function piecesOf(lines: readonly Line[]): readonly Piece[] | string {
	if (!lines.some((line) => line.note)) return "The text is marked as shortened, yet it has no note.";
	return lines.map((line, index) =>
		line.note ? { kind: "gap", at: index + 1 } : { kind: "line", at: index + 1, text: line.raw },
	);
}

/** Those of the lines that are in none of the texts. */
function missingFrom(texts: readonly Text[], lines: readonly string[]): ReadonlySet<string> {
	const missing = new Set(lines);
	// A long session has millions of lines, so only those of one text at a time are held in memory.
	for (const text of texts) {
		if (missing.size === 0) break;
		for (const line of linesOf(text)) if (!line.note) missing.delete(line.bare);
	}
	return missing;
}

function faultInPlaces(
	pieces: readonly Piece[],
	original: readonly Line[],
	earlier: readonly Text[],
): string | undefined {
	// Missing lines may come from several places, so it is enough that each of them is somewhere.
	const missing = missingFrom(
		earlier,
		original.map((line) => line.bare),
	);
	const stuck = stuckAt(
		pieces,
		original,
		original.map((line) => !missing.has(line.bare)),
	);
	if (stuck === undefined) return undefined;
	const stuckAnyway = stuckAt(
		pieces,
		original,
		original.map(() => true),
	);
	return stuckAnyway === undefined
		? `Up to delivered line ${stuck} a line is left out that stands in no earlier text.`
		: `Up to delivered line ${stuckAnyway} the lines are not those of the original at that place.`;
}

/**
 * The delivered line at which no way of filling the gaps is left; undefined if one way ends with the original. All ways
 * are followed at once: `places` are all counts of original lines that the pieces so far can stand for.
 */
function stuckAt(
	pieces: readonly Piece[],
	original: readonly Line[],
	standing: readonly boolean[],
): number | undefined {
	let places: readonly number[] = [0];
	for (const piece of pieces) {
		places = placesAfter(piece, places, original, standing);
		if (places.length === 0) return piece.at;
	}
	return places.includes(original.length) ? undefined : pieces.at(-1)?.at;
}

function placesAfter(
	piece: Piece,
	places: readonly number[],
	original: readonly Line[],
	standing: readonly boolean[],
): readonly number[] {
	if (piece.kind === "gap") return placesAfterGap(places, standing);
	return places.filter((place) => original[place]?.raw === piece.text).map((place) => place + 1);
}

function placesAfterGap(places: readonly number[], standing: readonly boolean[]): readonly number[] {
	const starts = new Set(places);
	const ends: number[] = [];
	let open = false;
	for (let place = 0; place <= standing.length; place++) {
		const isStart = starts.has(place);
		const isEnd: boolean = open && standing[place - 1] === true;
		if (isEnd) ends.push(place);
		open = isStart || isEnd;
	}
	return ends;
}
