import { MARK, type Split, sliceLines } from "./lines.ts";
import { isRun } from "./resolve.ts";
import type { Clause, Hint, Note, Origin, Section } from "./types.ts";

/** The text of an answer to an arrival. */
export function render(arrival: Split, sections: readonly Section[]): string {
	const words = sections.flatMap((section) => {
		if (section.kind === "quoted") return [section.gutter + wordNote(section.note)];
		return [sliceLines(arrival, section.from, section.from + section.count)];
	});
	return words.join("\n");
}

/** A note in words: one line. */
export function wordNote({ clauses, hint }: Note): string {
	return MARK + clauses.map(wordClause).join("; ") + HINTS[hint];
}

/** The words of one quote. */
export function wordClause({ count, first, of, claim }: Clause): string {
	const isNumbered = claim.kind === "numbers";
	const by = isNumbered ? "shown" : claim.by;
	const anchor = isNumbered ? "" : `, beginning ${JSON.stringify(claim.anchor)}`;
	if (of !== undefined) {
		const place = isNumbered ? `:${wordRange(claim.from, count)}` : "";
		return `${wordLines(first, count)} ${OTHER[by]}${wordName(by, of)}${place}${by === "shown" ? AS_SHOWN : ""}${anchor}`;
	}
	const isElsewhere = claim.from > 0 && claim.from !== first;
	const was = isElsewhere ? ` (${wordRange(claim.from, count)} when last shown)` : "";
	return `${wordLines(first, count)} ${OWN[by]}${was}${anchor}`;
}

/** What a clause says of lines of the arrival's own subject. */
export const OWN: Readonly<Record<Origin, string>> = {
	shown: "unchanged",
	written: "as you wrote them",
	edited: "as in your edit",
	patched: "as in your patch",
	"last run": "as in the last run",
	"earlier run": "as in an earlier run",
	"last diff": "as in the last diff, signs off",
	"earlier diff": "as in an earlier diff, signs off",
};

/** What it says before the name of another subject. */
export const OTHER: Readonly<Record<Origin, string>> = {
	written: "= your write of ",
	edited: "= your edit of ",
	patched: "= your patch of ",
	"last run": "= output of ",
	"earlier run": "= earlier output of ",
	"last diff": "= diff, signs off, by ",
	"earlier diff": "= earlier diff, signs off, by ",
	shown: "= ",
};

/** What the first note of an answer says at its end. */
export const HINTS: Readonly<Record<Hint, string>> = {
	ask: ". Left out, already above. Ask again for the full text.",
	above: ". Left out, already above.",
	none: "",
};

const AS_SHOWN = " as last shown";

function wordLines(first: number, count: number): string {
	if (first === 0) return count === 1 ? "1 line" : `${count} lines`;
	return `${count === 1 ? "line" : "lines"} ${wordRange(first, count)}`;
}

function wordRange(first: number, count: number): string {
	return count === 1 ? String(first) : `${first}-${first + count - 1}`;
}

/** Commands stand in quotes, and so do paths that could be misread. */
function wordName(by: Origin, name: string): string {
	const isPlain = !isRun(by) && /^[\w./@+~-]+$/.test(name);
	return isPlain ? name : JSON.stringify(name);
}
