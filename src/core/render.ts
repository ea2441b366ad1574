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
			return [wordDiffNote(section.note), ...section.lines].join("\n");
	}
}

/** A note in words. */
export function wordNote(note: Note): string {
	return MARK + note.clauses.map(wordClause).join("; ") + wordHint(note.hint);
}

/** The words of one quote. */
export function wordClause(clause: Clause): string {
	const { count, first, of, claim } = clause;
	const what = first > 0 ? numbers(first, count) : count === 1 ? "1 line" : `${count} lines`;
	if (claim.kind === "numbers") {
		if (of !== undefined) return `${what} = ${wordPath(of)}:${range(claim.from, count)} as last shown`;
		if (claim.from === first) return `${what} unchanged`;
		return `${what} unchanged (${range(claim.from, count)} when last shown)`;
	}
	return `${what} ${of === undefined ? wordOwn(claim.by) : wordOther(claim.by, of)}, from ${JSON.stringify(claim.anchor)}`;
}

function wordOwn(by: Origin): string {
	switch (by) {
		case "shown":
			return "unchanged";
		case "written":
			return "as you wrote them";
		case "edited":
			return "as in your edit";
		case "last run":
			return "as in the last run";
		case "earlier run":
			return "as in an earlier run";
	}
}

function wordOther(by: Origin, label: string): string {
	switch (by) {
		case "shown":
			return `= ${wordPath(label)} as last shown`;
		case "written":
			return `= your write of ${wordPath(label)}`;
		case "edited":
			return `= your edit of ${wordPath(label)}`;
		case "last run":
			return `= output of ${JSON.stringify(label)}`;
		case "earlier run":
			return `= earlier output of ${JSON.stringify(label)}`;
	}
}

/** The words before a diff. */
export function wordDiffNote(note: DiffNote): string {
	const { count, first, before, claim } = note;
	const base =
		claim.kind === "numbers"
			? `${numbers(claim.from, before)} as last shown`
			: `${before} lines as last shown, from ${JSON.stringify(claim.anchor)}`;
	return `${MARK}${numbers(first, count)} = ${base}, changed by this diff${wordHint(note.hint)}`;
}

function numbers(first: number, count: number): string {
	return count === 1 ? `line ${first}` : `lines ${range(first, count)}`;
}

function range(first: number, count: number): string {
	return count === 1 ? String(first) : `${first}-${first + count - 1}`;
}

/** Paths that could be misread stand in quotes. */
function wordPath(path: string): string {
	return /^[\w./@+~-]+$/.test(path) ? path : JSON.stringify(path);
}

function wordHint(hint: Hint): string {
	switch (hint) {
		case "none":
			return "";
		case "above":
			return ". Left out, already above.";
		case "ask":
			return ". Left out, already above. Ask again for the full text.";
	}
}
