import { type Citation, claimRun, isOnly, leadsTo } from "./cite.ts";
import { type Change, findChanges, hunkLines, toHunks } from "./diff.ts";
import { allLines, gutterText, type Lines } from "./lines.ts";
import type { Sheet, Stretch } from "./sheet.ts";
import { linesOf } from "./shelf.ts";
import type { Claim, Clause, Hint, Part, Quoted, Section } from "./types.ts";
import { stands, topicOf, type Window } from "./window.ts";

/** An answer before it is worded: sections in order, and where its parts will stand. */
export type Draft = { readonly sections: readonly Section[]; readonly parts: readonly Part[] };

/** A part of the arrival with the sections that are to stand for it. */
export type Filled = { readonly part: Part; readonly sections: readonly Section[] };

/** Puts the sections of each part between the wrapper lines; the first note carries the hint. */
export function layOut(lineCount: number, filled: readonly Filled[], hint: Hint): Draft {
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
	return section.kind === "fresh" ? section.count : 1 + section.diff.length;
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

function quoted(clauses: readonly Clause[], diff: readonly string[] = []): Quoted {
	return { kind: "quoted", note: { clauses, hint: "none" }, diff, gutter: "" };
}

/** Whether the host will number the lines of a part anew, whatever they are. */
export function isForced({ gutter }: Part): boolean {
	return gutter.kind === "number" && gutter.forced;
}

/**
 * A note behind the sign of the lines it stands for, or under the number that lets the host print true ones before the
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

/**
 * A unified diff against the latest whole view of the same file. Undefined where there is none, or where a line that
 * the diff passes over in silence may not be quoted.
 */
export function diffSection(window: Window, part: Part, lines: Lines): Quoted | undefined {
	const topic = topicOf(window, part.subject);
	const isWhole = part.first === 1 && part.count > 0 && part.count < part.room;
	if (!topic || part.subject.kind !== "file" || !isWhole || isForced(part) || part.gutter.kind === "sign")
		return undefined;
	if (!isOnly(window, part.subject, part.subject.label)) return undefined;
	let base = topic.latest;
	while (base && !(base.entire && base.by === "result" && stands(window, base))) base = base.before;
	if (!base) return undefined;
	const view = base;
	const before = window.shelf.hashes.subarray(view.at, view.at + view.count);
	const changes = findChanges(before, lines.hashes, MOST_EDITS) ?? [];
	const hunks = toHunks(changes, before.length, lines.hashes.length);
	if (hunks.length === 0 || hunks.length > MOST_HUNKS) return undefined;
	const numbers: Claim = { kind: "numbers", from: view.first };
	const anchored = view.numbered ? undefined : claimRun(window, topic, view);
	const claim = view.numbered && leadsTo(window, topic, numbers, before) ? numbers : anchored?.claim;
	const isNamed = claim && (anchored?.skipped ?? 0) === 0;
	if (!isNamed || !keptLinesStand(topic.sheet, view, changes, part)) return undefined;
	const { count, first } = part;
	const [old, current] = [linesOf(window.shelf, view), allLines(lines)];
	const diff = hunks.flatMap((hunk) => hunkLines(hunk, old, current));
	return quoted([{ count, first, of: undefined, claim, before: view.count }], diff);
}

const MOST_EDITS = 1000;
const MOST_HUNKS = 50;

/** Lines that the diff keeps are called unchanged, context included: they must be on the sheet, and where it has them. */
function keptLinesStand(sheet: Sheet, base: Stretch, changes: readonly Change[], part: Part): boolean {
	let position = base.at;
	let number = part.first;
	for (const { a, removed, added } of [...changes, { a: base.count, removed: 0, added: 0 }]) {
		while (position < base.at + a) {
			const span = sheet.find(({ at, count }) => at <= position && position < at + count);
			if (!span || (span.moved && span.line + position - span.at !== number)) return false;
			const count = Math.min(base.at + a, span.at + span.count) - position;
			position += count;
			number += count;
		}
		position += removed;
		number += added;
	}
	return true;
}
