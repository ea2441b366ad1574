import { MARK } from "./lines.ts";
import type { Clause, DiffNote, Hint, Note, Origin, Section } from "./types.ts";

/** The text of an answer. `lineStarts` are those of the arrival's text. */
export function render(text: string, lineStarts: Int32Array, sections: readonly Section[]): string {
	return sections.map((section) => renderSection(text, lineStarts, section)).join("\n");
}

function renderSection(text: string, lineStarts: Int32Array, section: Section): string {
	switch (section.kind) {
		case "fresh":
			return text.slice(lineStarts[section.from], lineStarts[section.from + section.count]! - 1);
		case "quoted":
			return section.gutter + wordNote(section.note);
		case "diff":
			return [wordNote(section.note), ...section.lines].join("\n");
	}
}

/** A note in words: one line. */
export function wordNote(note: Note | DiffNote): string {
	const words = note.kind === "diff" ? wordDiff(note) : note.clauses.map(wordClause).join("; ");
	return MARK + words + HINTS[note.hint];
}

/** The words of one quote. */
export function wordClause({ count, first, of, claim }: Clause): string {
	const what = wordLines(first, count);
	if (claim.kind === "anchor") {
		const source = of === undefined ? OWN[claim.by] : OTHER[claim.by] + wordName(claim.by, of);
		return `${what} ${source}${of !== undefined && claim.by === "shown" ? AS_SHOWN : ""}${wordAnchor(claim.anchor)}`;
	}
	if (of !== undefined)
		return `${what} ${OTHER.shown}${wordName("shown", of)}:${wordRange(claim.from, count)}${AS_SHOWN}`;
	const was = claim.from === first ? "" : ` (${wordRange(claim.from, count)} when last shown)`;
	return `${what} ${OWN.shown}${was}`;
}

/** What a clause says of lines of the arrival's own subject. */
export const OWN: Readonly<Record<Origin, string>> = {
	shown: "unchanged",
	written: "as you wrote them",
	edited: "as in your edit",
	"last run": "as in the last run",
	"earlier run": "as in an earlier run",
};

/** What it says before the name of another subject. */
export const OTHER: Readonly<Record<Origin, string>> = {
	written: "= your write of ",
	edited: "= your edit of ",
	"last run": "= output of ",
	"earlier run": "= earlier output of ",
	shown: "= ",
};

/** What the first note of an answer says at its end. */
export const HINTS: Readonly<Record<Hint, string>> = {
	ask: ". Left out, already above. Ask again for the full text.",
	above: ". Left out, already above.",
	none: "",
};

const AS_SHOWN = " as last shown";

function wordDiff({ count, first, before, claim }: DiffNote): string {
	const isNumbered = claim.kind === "numbers";
	const base = wordLines(isNumbered ? claim.from : 0, before) + AS_SHOWN + (isNumbered ? "" : wordAnchor(claim.anchor));
	return `${wordLines(first, count)} = ${base}, changed by this diff`;
}

function wordLines(first: number, count: number): string {
	if (first === 0) return count === 1 ? "1 line" : `${count} lines`;
	return `${count === 1 ? "line" : "lines"} ${wordRange(first, count)}`;
}

function wordRange(first: number, count: number): string {
	return count === 1 ? String(first) : `${first}-${first + count - 1}`;
}

function wordAnchor(anchor: string): string {
	return `, from ${JSON.stringify(anchor)}`;
}

/** Commands stand in quotes, and so do paths that could be misread. */
function wordName(by: Origin, name: string): string {
	const isPlain = by !== "last run" && by !== "earlier run" && /^[\w./@+~-]+$/.test(name);
	return isPlain ? name : JSON.stringify(name);
}
