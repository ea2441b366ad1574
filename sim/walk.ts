import { type Quotation, splitNote, understandNote } from "../proof/words.ts";

/** What some lines of a shortened text stand for: `count` lines of the original, from `at` on. */
export type Piece =
	/** The lines themselves are in the text. */
	| { readonly kind: "literal"; readonly at: number; readonly count: number; readonly numbered: boolean }
	/** A clause of a note says where they are. */
	| { readonly kind: "quoted"; readonly at: number; readonly count: number; readonly saying: Quotation };

/** The pieces of a delivered text; undefined if a note has unknown words. */
export function walk(delivered: readonly string[], numbered: boolean): readonly Piece[] | undefined {
	const pieces: Piece[] = [];
	let at = 0;
	for (const line of delivered) {
		const last = pieces.at(-1);
		const note = splitNote(line);
		if (!note) {
			if (last?.kind === "literal") pieces[pieces.length - 1] = { ...last, count: last.count + 1 };
			else pieces.push({ kind: "literal", at, count: 1, numbered });
			at++;
			continue;
		}
		const sayings = understandNote(note.words)?.quotations;
		if (!sayings) return undefined;
		for (const saying of sayings) {
			pieces.push({ kind: "quoted", at, count: saying.count, saying });
			at += saying.count;
		}
	}
	return pieces;
}
