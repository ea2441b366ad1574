import type { Quotation } from "../proof/words.ts";
import type { Life } from "./life.ts";
import { isSame, lookUp } from "./reader.ts";
import type { Shown } from "./types.ts";
import type { Piece } from "./walk.ts";

/**
 * Whether the notes of a text are honest: a model that follows their words finds exactly the lines that they stand for.
 * `pieces` are what was delivered for `shown`. Undefined if nothing is wrong.
 *
 * The words must lead to the lines in two ways: by what is literally in the window and, if they use line numbers, also
 * by what the model was told of these numbers. A note that says "lines 23-41 …, 21-39 then" says what line 23 is just
 * as a printed line does. If the two differ, a later note could mean either.
 */
export function dishonesty(life: Life, shown: Shown, pieces: readonly Piece[]): string | undefined {
	const isFile = shown.key.startsWith("file");
	for (const piece of pieces) {
		if (piece.kind === "literal") continue;
		const { at, count, saying } = piece;
		const lines = shown.lines.slice(at, at + count);
		const words = `${saying.wording} of lines ${shown.first + at}-${shown.first + at + count - 1}`;
		if (lines.length < count) return `${words}: there are only ${shown.lines.length} lines`;
		if (saying.first !== (isFile ? shown.first + at : 0)) return `wrong numbers: ${words}`;
		const key = saying.of === undefined ? shown.key : keyNamed(life.labels, saying.of, saying);
		if (!leadsTo(life.literals, key, saying, lines)) return `leads elsewhere: ${JSON.stringify(saying)}`;
		if (saying.from > 0 && !leadsTo(life.told, key, saying, lines)) return `${DISPUTED}: ${words}`;
	}
	const last = pieces.at(-1);
	const covered = last ? last.at + last.count : 0;
	return covered === shown.lines.length ? undefined : `stands for ${covered} lines instead of ${shown.lines.length}`;
}

/** How faults begin if the words lead to the lines, but the model has been told something else since. */
const DISPUTED = "told otherwise since";

/** Whether a fault is a dispute: a model that counts only what is literally in its window still finds the lines. */
export function isDispute(fault: string): boolean {
	return fault.startsWith(DISPUTED);
}

function leadsTo(
	standing: Life["literals"],
	key: string | undefined,
	saying: Quotation,
	lines: readonly string[],
): boolean {
	const found = key === undefined ? undefined : lookUp(standing, key, saying);
	return found !== undefined && isSame(found, lines);
}

/** The one thing that the model has called by a name; undefined if it called two things so. */
function keyNamed(labels: Life["labels"], name: string, { wording }: Quotation): string | undefined {
	const kind = wording.includes("output") ? "run" : "file";
	const isNamed = (label: string): boolean =>
		label === name || (kind === "run" && name.endsWith("…") && label.startsWith(name.slice(0, -1)));
	const named = [...labels].filter(([key, known]) => key.startsWith(kind) && known.some(isNamed));
	if (named.length > 0) return named.length === 1 ? named[0]![0] : undefined;
	return kind === "file" ? `file ${name}` : undefined;
}
