import { claimRun, leadsTo } from "./cite.ts";
import { findChanges, type Hunk, hunkLines, toHunks } from "./diff.ts";
import type { Draft } from "./draft.ts";
import { type Lines, lineAt } from "./lines.ts";
import { isMoved, type Sheet, type Stretch } from "./sheet.ts";
import type { Topic } from "./shelf.ts";
import type { Claim, DiffNote, Hint, Part, Section } from "./types.ts";
import { keyOf, stands, topicOf, type Window } from "./window.ts";

/**
 * A unified diff against the latest whole view of the same file. Undefined where there is none, or where a line that
 * the diff passes over in silence may not be quoted.
 */
export function draftDiff(window: Window, lineCount: number, part: Part, lines: Lines, hint: Hint): Draft | undefined {
	const topic = topicOf(window, keyOf(part.subject));
	const isForced = part.gutter.kind === "number" && part.gutter.forced;
	if (
		!topic ||
		part.subject.kind !== "file" ||
		part.first !== 1 ||
		part.count >= part.room ||
		isForced ||
		lines.starts.length === 0
	)
		return undefined;
	const base = wholeView(window, topic.latest);
	if (!base) return undefined;
	const before = window.shelf.hashes.subarray(base.at, base.at + base.count);
	const changes = findChanges(before, lines.hashes, MOST_EDITS);
	if (!changes || changes.length === 0) return undefined;
	const hunks = toHunks(changes, before.length, lines.hashes.length);
	const claim = claimWhole(window, topic, base);
	if (!claim || !silentLinesStand(topic.sheet, base, hunks, part)) return undefined;
	const diff = hunks.flatMap((hunk) =>
		hunkLines(
			hunk,
			(line) => lineAt(base, line),
			(line) => lineAt(lines, line),
		),
	);
	const note: DiffNote = { kind: "diff", count: part.count, first: part.first, before: base.count, claim, hint };
	const sections: Section[] = [];
	if (part.from > 0) sections.push({ kind: "fresh", from: 0, count: part.from });
	sections.push({ kind: "diff", note, lines: diff });
	const behind = part.from + part.count;
	if (behind < lineCount) sections.push({ kind: "fresh", from: behind, count: lineCount - behind });
	return { form: "diff", sections, parts: [{ ...part, count: diff.length + 1 }], notes: 1 };
}

const MOST_EDITS = 1000;

function wholeView(window: Window, latest: Stretch | undefined): Stretch | undefined {
	let stretch = latest;
	while (stretch && !(stretch.entire && stretch.by === "result" && stands(window, stretch))) stretch = stretch.before;
	return stretch;
}

function claimWhole(window: Window, topic: Topic, base: Stretch): Claim | undefined {
	const run = { stretch: base, offset: 0, count: base.count };
	const numbers: Claim = { kind: "numbers", from: base.first };
	if (base.numbered && leadsTo(window, topic, numbers, run)) return numbers;
	const found = claimRun(window, topic, run);
	return found?.skipped === 0 ? found.claim : undefined;
}

/** Lines outside the hunks are quoted without a word: they must be on the sheet, and where it has them. */
function silentLinesStand(sheet: Sheet, base: Stretch, hunks: readonly Hunk[], part: Part): boolean {
	let offset = 0;
	let number = part.first;
	for (const hunk of [...hunks, { a: base.count, removed: 0, b: 0, added: 0 }]) {
		while (offset < hunk.a) {
			const span = sheet.find((s) => s.stretch === base && s.offset <= offset && offset < s.offset + s.count);
			if (!span || (isMoved(span) && span.line + offset - span.offset !== number)) return false;
			const count = Math.min(hunk.a, span.offset + span.count) - offset;
			offset += count;
			number += count;
		}
		offset += hunk.removed;
		number += hunk.added;
	}
	return true;
}
