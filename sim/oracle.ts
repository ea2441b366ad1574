import type { Saying } from "./notes.ts";
import type { Known, Told } from "./told.ts";
import type { Shown } from "./types.ts";
import type { Piece } from "./walk.ts";

/**
 * Whether the notes of a text are honest: every line they stand for is, as far as the model has been told, as they
 * say. `pieces` are what was delivered for `shown`. Undefined where nothing is wrong.
 *
 * "Unchanged" says that a line is as it was last shown: under its own number, or under the number in brackets if
 * nobody has moved it since. Any other quote stands, as one run, in what the model was last told of the quoted thing.
 */
export function dishonesty(told: Told, shown: Shown, pieces: readonly Piece[]): string | undefined {
	const isFile = shown.key.startsWith("file");
	for (const piece of pieces) {
		if (piece.kind === "literal") continue;
		const { at, count, saying } = piece;
		const lines = shown.lines.slice(at, at + count);
		const words = `${saying.wording} of lines ${shown.first + at}-${shown.first + at + count - 1}`;
		if (lines.length < count) return `${words}: there are only ${shown.lines.length} lines`;
		if (saying.first !== (isFile ? shown.first + at : 0)) return `wrong numbers: ${words}`;
		if (!isHonest(told, shown, saying, lines)) return `not told: ${words}`;
	}
	const last = pieces.at(-1);
	const covered = last ? last.at + last.count : 0;
	return covered === shown.lines.length ? undefined : `stands for ${covered} lines instead of ${shown.lines.length}`;
}

/** The one thing that the model knows by a name; none where it knows two. */
export function keyNamed(told: Told, name: string, wording: string): string | undefined {
	const kind = wording.includes("output") ? "run" : "file";
	const isNamed = (label: string): boolean =>
		label === name || (kind === "run" && name.endsWith("…") && label.startsWith(name.slice(0, -1)));
	const named = [...told].filter(
		([key, known]) => key.startsWith(kind) && isKnown(known) && known.labels.some(isNamed),
	);
	if (named.length > 0) return named.length === 1 ? named[0]![0] : undefined;
	return kind === "file" ? `file ${name}` : undefined;
}

function isKnown({ texts, loose }: Known): boolean {
	return loose.length > 0 || texts.some((text) => text !== undefined);
}

function isHonest(told: Told, shown: Shown, saying: Saying, lines: readonly string[]): boolean {
	const { first, from, of, wording } = saying;
	const key = of === undefined ? shown.key : keyNamed(told, of, wording);
	const known = key === undefined ? undefined : told.get(key);
	if (wording === "unchanged") return isToldAs(known, lines, first, first);
	if (wording === "unchanged, shifted") return isToldAs(known, lines, first, from);
	const place = of === undefined && shown.key.startsWith("file") ? first : undefined;
	if (known && standsIn(known, lines, place)) return true;
	return wording.includes("your edit") && (known?.loose ?? []).some((loose) => startOf(loose, lines, 0) >= 0);
}

/** Whether the model takes each line to be where it arrives, or where the note says that it was, unmoved since. */
function isToldAs(known: Known | undefined, lines: readonly string[], first: number, from: number): boolean {
	if (!known) return false;
	const { texts, came } = known;
	return lines.every((line, index) => {
		const old = from + index;
		return texts[first + index] === line || (texts[old] === line && came[old] === old);
	});
}

/** Whether lines stand one below the other; where a place is given, only there or where nobody has moved them. */
function standsIn({ texts, came }: Known, lines: readonly string[], place: number | undefined): boolean {
	for (let at = startOf(texts, lines, 1); at >= 0; at = startOf(texts, lines, at + 1)) {
		if (place === undefined || at === place) return true;
		if (lines.every((_, index) => came[at + index] === at + index)) return true;
	}
	return false;
}

function startOf(texts: readonly (string | undefined)[], lines: readonly string[], from: number): number {
	for (let at = texts.indexOf(lines[0], from); at >= 0; at = texts.indexOf(lines[0], at + 1)) {
		if (lines.every((line, index) => texts[at + index] === line)) return at;
	}
	return -1;
}
