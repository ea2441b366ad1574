import type { Citation } from "./cite.ts";
import { gutterText } from "./lines.ts";
import type { Clause, Hint, NoteSection, Part, Section } from "./types.ts";

/** An answer before it is worded: sections in order, and where its parts will be. */
export type Draft = { readonly sections: readonly Section[]; readonly parts: readonly Part[] };

/** A part of the arrival with the sections that will replace it. */
export type FilledPart = { readonly part: Part; readonly sections: readonly Section[] };

/** Puts the sections of each part between the wrapper lines; the first note carries the hint. */
export function layOut(lineCount: number, filled: readonly FilledPart[], hint: Hint): Draft {
	const sections: Section[] = [];
	const parts: Part[] = [];
	let line = 0;
	let at = 0;
	const wrap = (to: number): void => {
		if (to > line) sections.push({ kind: "fresh", from: line, count: to - line });
		at += to - line;
	};
	for (const { part, sections: inside } of filled) {
		wrap(part.from);
		const count = inside.reduce((sum, section) => sum + lengthOf(section), 0);
		sections.push(...inside);
		parts.push({ ...part, from: at, count });
		at += count;
		line = part.from + part.count;
	}
	wrap(lineCount);
	const first = sections.findIndex(({ kind }) => kind !== "fresh");
	const hinted = sections.map((section, index) => {
		return section.kind === "quoted" && index === first ? { ...section, note: { ...section.note, hint } } : section;
	});
	return { parts, sections: hinted };
}

function lengthOf(section: Section): number {
	return section.kind === "fresh" ? section.count : 1;
}

/** Notes for the cited lines of a part, and the fresh lines between them. Citations that touch share a note. */
export function quoteSections(part: Part, citations: readonly Citation[]): Section[] {
	const sections: Section[] = [];
	let line = 0;
	const freshTo = (to: number): void => {
		if (to > line) sections.push({ kind: "fresh", from: part.from + line, count: to - line });
	};
	for (const { line: from, clause } of citations) {
		freshTo(from);
		const last = sections.at(-1);
		if (last?.kind === "quoted") sections.pop();
		sections.push(quoted([...(last?.kind === "quoted" ? last.note.clauses : []), clause]));
		line = from + clause.count;
	}
	freshTo(part.count);
	return sections.map((section) => withGutter(section, part, sections));
}

function quoted(clauses: readonly Clause[]): NoteSection {
	return { kind: "quoted", note: { clauses, hint: "none" }, gutter: "" };
}

/** Whether the host will number the lines of a part anew, whatever they are. */
export function isForced({ gutter }: Part): boolean {
	return gutter.kind === "number" && gutter.forced;
}

/**
 * A note after the sign of the lines it replaces, or under the number that lets the host print true ones before the
 * only fresh run; alone, the first of all.
 */
function withGutter(section: Section, part: Part, sections: readonly Section[]): Section {
	if (section.kind !== "quoted") return section;
	if (part.gutter.kind === "sign") return { ...section, gutter: part.gutter.sign };
	if (!isForced(part)) return section;
	const fresh = sections.find(({ kind }) => kind === "fresh");
	if (fresh?.kind !== "fresh") return { ...section, gutter: gutterText(part.gutter, part.first) };
	const line = section === sections[0] ? fresh.from - 1 : fresh.from + fresh.count;
	return { ...section, gutter: gutterText(part.gutter, part.first + line - part.from) };
}
