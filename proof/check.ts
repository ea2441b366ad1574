/**
 * A text as it stands in a window. `gutter` is a regular expression source for what the host prints before each line
 * ("" for nothing), e.g. "^ *[0-9]+\\t".
 */
export type Text = { readonly text: string; readonly gutter: string; readonly shortened: boolean };

/** A text that was sent, the text that would have been sent without ibid, and what stood in the window before. */
export type Delivery = {
	readonly earlier: readonly Text[];
	readonly original: Text;
	readonly delivered: Text;
	readonly diff: boolean;
};

/** A line as it stands (`raw`) and with its gutter taken off (`bare`). */
type Line = { readonly raw: string; readonly bare: string; readonly note: boolean };

/** What one delivered line demands of the original; `at` counts delivered lines from 1. */
type Piece =
	| { readonly kind: "gap"; readonly at: number; readonly least: 0 | 1 }
	| { readonly kind: "line" | "body" | "removed"; readonly at: number; readonly text: string };

const HEADER = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@$/;

/** What is wrong with a delivery, in one sentence; undefined where nothing is. */
export function check(delivery: Delivery): string | undefined {
	const { original, delivered } = delivery;
	if (original.shortened) return "The original is marked as shortened.";
	if (!delivered.shortened) {
		return delivered.text === original.text ? undefined : "The text is not shortened, yet it is not the original.";
	}
	const pieces = delivery.diff ? piecesOfDiff(linesOf(delivered)) : piecesOfQuotes(linesOf(delivered));
	if (typeof pieces === "string") return pieces;
	return faultInRemoved(pieces, delivery.earlier) ?? faultInPlaces(pieces, linesOf(original), delivery.earlier);
}

function linesOf({ text, gutter, shortened }: Text): readonly Line[] {
	const pattern = new RegExp(`^(?:${gutter})`);
	return text.split("\n").map((raw) => {
		const bare = raw.replace(pattern, "");
		return { raw, bare, note: shortened && bare.startsWith("[ibid] ") };
	});
}

function piecesOfQuotes(lines: readonly Line[]): readonly Piece[] | string {
	if (!lines.some((line) => line.note)) return "The text is marked as shortened, yet it has no note.";
	return lines.map((line, index) =>
		line.note ? { kind: "gap", at: index + 1, least: 1 } : { kind: "line", at: index + 1, text: line.raw },
	);
}

function piecesOfDiff(lines: readonly Line[]): readonly Piece[] | string {
	const note = lines.findIndex((line) => line.note);
	if (note === -1) return "The text is marked as shortened, yet it has no note.";
	let hunks: readonly Piece[] = [];
	let next = note + 1;
	while (HEADER.test(lines[next]?.raw ?? "")) {
		const hunk = piecesOfHunk(lines, next);
		if (hunk === undefined) return `The hunk at delivered line ${next + 1} does not have the lines its header counts.`;
		hunks = [...hunks, ...hunk];
		next += hunk.length;
	}
	if (hunks.length === 0) return "No hunk follows the note of the diff.";
	const second = lines.findIndex((line, index) => index >= next && line.note);
	if (second !== -1) return `Delivered line ${second + 1} is a second note in a diff.`;
	return [...wrapper(lines, 0, note), ...hunks, { kind: "gap", at: next, least: 0 }, ...wrapper(lines, next)];
}

/** One piece for each line of the hunk, its header included; undefined where the lines do not add up to its counts. */
function piecesOfHunk(lines: readonly Line[], header: number): readonly Piece[] | undefined {
	const [, before, after] = HEADER.exec(lines[header]?.raw ?? "") ?? [];
	let oldLeft = Number(before ?? 1);
	let newLeft = Number(after ?? 1);
	if (oldLeft + newLeft === 0) return undefined;
	const pieces: Piece[] = [{ kind: "gap", at: header + 1, least: 0 }];
	while (oldLeft > 0 || newLeft > 0) {
		const at = header + 1 + pieces.length;
		// The sign stands before any gutter, and a gutter of spaces would swallow it: so the raw line is read here.
		const raw = lines[at - 1]?.raw ?? "";
		const sign = raw.charAt(0);
		if (sign !== " " && sign !== "+" && sign !== "-") return undefined;
		if (sign !== "+") oldLeft--;
		if (sign !== "-") newLeft--;
		if (oldLeft < 0 || newLeft < 0) return undefined;
		pieces.push({ kind: sign === "-" ? "removed" : "body", at, text: raw.slice(1) });
	}
	return pieces;
}

function wrapper(lines: readonly Line[], from: number, to: number = lines.length): readonly Piece[] {
	return lines.slice(from, to).map((line, index) => ({ kind: "line", at: from + index + 1, text: line.raw }));
}

function faultInRemoved(pieces: readonly Piece[], earlier: readonly Text[]): string | undefined {
	const removed = pieces.flatMap((piece) => (piece.kind === "removed" ? [piece] : []));
	const missing = missingFrom(
		earlier,
		removed.map(({ text }) => text),
		({ raw, bare }) => [raw, bare],
	);
	const fault = removed.find(({ text }) => missing.has(text));
	return fault && `Delivered line ${fault.at} takes away a line that stands in no earlier text.`;
}

/** Which of some lines stand in none of the texts; `formsOf` says as what a line of these counts. */
function missingFrom(
	texts: readonly Text[],
	lines: readonly string[],
	formsOf: (line: Line) => readonly string[],
): ReadonlySet<string> {
	const missing = new Set(lines);
	// A long session has millions of lines: those of one text at a time are enough to hold.
	for (const text of texts) {
		if (missing.size === 0) break;
		for (const line of linesOf(text)) if (!line.note) for (const form of formsOf(line)) missing.delete(form);
	}
	return missing;
}

function faultInPlaces(
	pieces: readonly Piece[],
	original: readonly Line[],
	earlier: readonly Text[],
): string | undefined {
	// A missing run may be put together from runs of one line, so it is enough that each of its lines stands somewhere.
	const missing = missingFrom(
		earlier,
		original.map((line) => line.bare),
		({ bare }) => [bare],
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
 * The delivered line at which no way of filling the gaps is left; undefined where one of them ends with the original.
 * All ways are followed at once: `places` are all counts of original lines that the pieces so far can stand for.
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
	switch (piece.kind) {
		case "gap":
			return placesAfterGap(piece.least, places, standing);
		case "line":
			return places.filter((place) => original[place]?.raw === piece.text).map((place) => place + 1);
		case "body":
			// The lines of a diff may come without the gutter, since its headers carry the numbers.
			return places
				.filter((place) => original[place]?.raw === piece.text || original[place]?.bare === piece.text)
				.map((place) => place + 1);
		case "removed":
			return places;
	}
}

function placesAfterGap(least: 0 | 1, places: readonly number[], standing: readonly boolean[]): readonly number[] {
	const starts = new Set(places);
	const ends: number[] = [];
	let open = false;
	for (let place = 0; place <= standing.length; place++) {
		const isStart = starts.has(place);
		const isEnd: boolean = (open && standing[place - 1] === true) || (isStart && least === 0);
		if (isEnd) ends.push(place);
		open = isStart || isEnd;
	}
	return ends;
}
