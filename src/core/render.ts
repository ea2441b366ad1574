import { MARK, type SplitText, sliceLines } from "./lines.ts";
import { isRun } from "./resolve.ts";
import type { Claim, Clause, Hint, Note, Noun, Section, TextOrigin, Witness } from "./types.ts";

/** The text of an answer to an arrival. */
export function render(arrival: SplitText, sections: readonly Section[]): string {
	const words = sections.map((section) => {
		if (section.kind === "quoted") return section.gutter + wordNote(section.note);
		return sliceLines(arrival, section.from, section.from + section.count);
	});
	return words.join("\n");
}

/** A note in words: one line. */
export function wordNote({ clauses, hint }: Note): string {
	return MARK + clauses.map(wordClause).join("; ") + HINTS[hint];
}

/** The words of one quote. */
export function wordClause({ noun, count, first, of, claim }: Clause): string {
	const anchor = claim.kind === "numbers" ? "" : `, beginning ${JSON.stringify(claim.anchor)}`;
	return `${wordLines(noun, first, count)} ${wordClaim(first, count, of, claim)}${anchor}`;
}

function wordClaim(first: number, count: number, of: string | undefined, claim: Claim): string {
	if (claim.kind === "text") return of === undefined ? OWN[claim.by] : OTHER[claim.by] + wordName(claim.by, of);
	const isSigned = claim.kind === "view" && claim.signed;
	const witness = `${SHOWN_BY}${wordWitness(claim.by)}${isSigned ? SIGNS_OFF : ""}`;
	const isElsewhere = claim.from > 0 && claim.from !== first;
	if (of === undefined) return isElsewhere ? `= ${wordLines("lines", claim.from, count)} ${witness}` : witness;
	const place = claim.kind === "numbers" ? `:${wordRange(claim.from, count)}` : "";
	return `= ${wordPath(of)}${place} ${witness}`;
}

/** What a clause says before the name of a witness. */
export const SHOWN_BY = "as last shown by ";

/** What it says of lines of a diff. */
export const SIGNS_OFF = ", signs off";

/** What a clause says of other lines of the arrival's own subject. */
export const OWN: Readonly<Record<TextOrigin, string>> = {
	written: "as you wrote them",
	edited: "as in your edit",
	patched: "as in your patch",
	"last run": "as in the last run",
	"earlier run": "as in an earlier run",
	"last diff": `as in the last diff${SIGNS_OFF}`,
	"earlier diff": `as in an earlier diff${SIGNS_OFF}`,
};

/** What it says before the name of another subject. */
export const OTHER: Readonly<Record<TextOrigin, string>> = {
	written: "= your write of ",
	edited: "= your edit of ",
	patched: "= your patch of ",
	"last run": "= output of ",
	"earlier run": "= earlier output of ",
	"last diff": `= diff${SIGNS_OFF}, by `,
	"earlier diff": `= earlier diff${SIGNS_OFF}, by `,
};

/** What the first note of an answer says at its end. */
export const HINTS: Readonly<Record<Hint, string>> = {
	ask: ". Left out, already above. Ask again for the full text.",
	above: ". Left out, already above.",
	none: "",
};

function wordLines(noun: Noun, first: number, count: number): string {
	const word = count === 1 ? noun.slice(0, -1) : noun;
	return first === 0 ? `${count} ${word}` : `${word} ${wordRange(first, count)}`;
}

function wordRange(first: number, count: number): string {
	return count === 1 ? String(first) : `${first}-${first + count - 1}`;
}

/** A tool by its name, a command in quotes. */
function wordWitness({ kind, label }: Witness): string {
	return kind === "tool" ? label : JSON.stringify(label);
}

/** Commands stand in quotes. */
function wordName(by: TextOrigin, name: string): string {
	return isRun(by) ? JSON.stringify(name) : wordPath(name);
}

/** Paths that could be misread stand in quotes. */
function wordPath(path: string): string {
	return /^[\w./@+~-]+$/.test(path) ? path : JSON.stringify(path);
}
