import type { Citation } from "./cite.ts";
import { gutterText } from "./lines.ts";
import type { Form, Hint, Part, Section } from "./types.ts";

/** An answer before it is worded: sections in order, and where its parts will stand. */
export type Draft = {
	readonly form: Form;
	readonly sections: readonly Section[];
	readonly parts: readonly Part[];
	readonly notes: number;
};

/** A part of the arrival with what is to be said of it. */
export type Cited = { readonly part: Part; readonly citations: readonly Citation[] };

/** Lays out quotes and the fresh lines between them. Undefined where nothing is quoted. */
export function draftQuotes(lineCount: number, parts: readonly Cited[], hint: Hint): Draft | undefined {
	const sections: Section[] = [];
	const delivered: Part[] = [];
	let line = 0;
	let at = 0;
	let notes = 0;
	let fresh = 0;
	const wrap = (to: number): void => {
		if (to > line) sections.push({ kind: "fresh", from: line, count: to - line });
		at += to - line;
	};
	for (const cited of parts) {
		const { part } = cited;
		wrap(part.from);
		const inside = sectionsOf(cited, hint, notes);
		const count = inside.reduce((sum, section) => sum + (section.kind === "fresh" ? section.count : 1), 0);
		sections.push(...inside);
		delivered.push({ ...part, from: at, count });
		at += count;
		line = part.from + part.count;
		notes += inside.filter(({ kind }) => kind === "quoted").length;
		fresh += inside.filter(({ kind }) => kind === "fresh").length;
	}
	wrap(lineCount);
	if (notes === 0) return undefined;
	return { form: fresh === 0 ? "same" : "quoted", sections, parts: delivered, notes };
}

/** The sections of one part. Quotes that touch share a note; the first note of the answer carries the hint. */
function sectionsOf({ part, citations }: Cited, hint: Hint, notesBefore: number): Section[] {
	const sections: Section[] = [];
	let line = 0;
	let notes = notesBefore;
	const freshTo = (to: number): void => {
		if (to > line) sections.push({ kind: "fresh", from: part.from + line, count: to - line });
	};
	for (const citation of citations) {
		freshTo(citation.line);
		const last = sections.at(-1);
		if (last?.kind === "quoted" && citation.line === line) {
			const clauses = [...last.note.clauses, citation.clause];
			sections[sections.length - 1] = { ...last, note: { ...last.note, clauses } };
		} else {
			const note = { kind: "quote", clauses: [citation.clause], hint: notes++ === 0 ? hint : "none" } as const;
			sections.push({ kind: "quoted", note, gutter: forcedGutter(part, citations, citation) });
		}
		line = citation.line + citation.clause.count;
	}
	freshTo(part.count);
	return sections;
}

/** The number that makes the host print true numbers before the fresh lines around a note. */
function forcedGutter(part: Part, citations: readonly Citation[], { line }: Citation): string {
	if (part.gutter.kind !== "number" || !part.gutter.forced) return "";
	const quoted = citations.reduce((sum, citation) => sum + citation.clause.count, 0);
	if (quoted === part.count) return gutterText(part.gutter, part.first);
	return gutterText(part.gutter, line === 0 ? part.first + firstFresh(citations) - 1 : part.first + line);
}

/** The first line of a part that no citation covers, if the citations at its top touch each other. */
export function firstFresh(citations: readonly Citation[]): number {
	let line = 0;
	for (const citation of citations) {
		if (citation.line !== line) break;
		line += citation.clause.count;
	}
	return line;
}
