import { MARK, type SplitText, sliceLines } from "./lines.ts";
import type { Claim, Clause, Hint, Note, Noun, Section, Witness } from "./types.ts";

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
	if (claim.kind === "own" || claim.kind === "run") return wordText(claim, of);
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

function wordText(claim: TextClaim, of: string | undefined): string {
	const { own, other } = TEXT_WORDS.find(({ origin }) => isOf(claim, origin))!;
	if (of === undefined) return own;
	return other + (claim.kind === "run" ? JSON.stringify(of) : wordPath(of));
}

function isOf(claim: TextClaim, origin: TextOrigin): boolean {
	if (origin.kind === "own") return claim.kind === "own" && claim.by === origin.by;
	return claim.kind === "run" && claim.isLast === origin.isLast && claim.signed === origin.signed;
}

type TextClaim = Extract<Claim, { kind: "own" | "run" }>;
type TextOrigin = Omit<Extract<Claim, { kind: "own" }>, "anchor"> | Omit<Extract<Claim, { kind: "run" }>, "anchor">;

/** What a clause says of lines that no witness shows: those of the arrival's own subject, and those of another. */
export const TEXT_WORDS: readonly { readonly origin: TextOrigin; readonly own: string; readonly other: string }[] = [
	{ origin: { kind: "own", by: "write" }, own: "as you wrote them", other: "= your write of " },
	{ origin: { kind: "own", by: "edit" }, own: "as in your edit", other: "= your edit of " },
	{ origin: { kind: "own", by: "patch" }, own: "as in your patch", other: "= your patch of " },
	{ origin: { kind: "run", isLast: true, signed: false }, own: "as in the last run", other: "= output of " },
	{ origin: { kind: "run", isLast: false, signed: false }, own: "as in an earlier run", other: "= earlier output of " },
	{
		origin: { kind: "run", isLast: true, signed: true },
		own: `as in the last diff${SIGNS_OFF}`,
		other: `= diff${SIGNS_OFF}, by `,
	},
	{
		origin: { kind: "run", isLast: false, signed: true },
		own: `as in an earlier diff${SIGNS_OFF}`,
		other: `= earlier diff${SIGNS_OFF}, by `,
	},
];

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

/** Paths that could be misread are put in quotes. */
function wordPath(path: string): string {
	return /^[\w./@+~-]+$/.test(path) ? path : JSON.stringify(path);
}
