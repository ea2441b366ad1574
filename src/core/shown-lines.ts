import { valueAt, valuesIn } from "./layered.ts";
import { cutHunk, hashOf, type SplitText } from "./lines.ts";
import { isSensitive } from "./policy.ts";
import { countLines, expand, read } from "./read.ts";
import { hideLines, type LaidRun, type LeftOut, lay, leaveOut, type Run, sharedWith } from "./sheet.ts";
import type { Hunk, Part, Place, Range, Result, Subject, View, Witness } from "./types.ts";
import { keyOf, type NotedLines, overlap, type Window } from "./window.ts";
import { append, hide, numberIn, update, type WindowBuilder } from "./window-builder.ts";
import { withoutShown } from "./withheld.ts";

export function isSigned({ gutter }: Part): boolean {
	return gutter.kind === "sign";
}

/** Lays the lines of a part on the sheet of its subject; false if they are not known. */
export function enterPart(
	builder: WindowBuilder,
	window: Window,
	{ id, shortened }: Result,
	split: SplitText,
	part: Part,
	by: Witness | undefined,
): boolean {
	if (isSensitive(part.subject)) return false;
	const pieces = expand(window, split, part, shortened);
	const state = valueAt(builder.states, keyOf(part.subject));
	if (!pieces) {
		hide(builder, { subject: part.subject });
		return false;
	}
	const witness = part.subject.kind === "file" ? by : undefined;
	const count = pieces.reduce((sum, piece) => sum + countLines(piece), 0);
	const last = part.first + count - 1;
	const isEnd = count < part.room;
	const signed = isSigned(part);
	const { messages: message, turn } = builder;
	const runs: LaidRun[] = [];
	const noted: NotedLines[] = [];
	let latest = state?.latest;
	let first = part.first;
	for (const piece of pieces) {
		const next = first + countLines(piece);
		if (piece.kind === "noted") {
			const leftOut = { message, turn, inPassing: false, inDiff: signed };
			runs.push(...piece.runs.map((run) => ({ ...run, leftOut })));
			if (witness) noted.push({ message, by: witness, first, runs: piece.runs });
			leaveOutElsewhere(builder, part, piece.runs);
		} else {
			const numbered = piece.numbered && part.subject.kind === "file";
			const facts = { by: "result", id, first, numbered, signed, isJson: part.isJson === true, witness } as const;
			latest = append(builder, part.subject, latest, piece.lines, facts);
			runs.push({ at: latest.at, count: latest.count });
		}
		first = next;
	}
	update(builder, part.subject, (known) => {
		const sheet = isEnd ? hideLines(known.sheet, last + 1, Number.POSITIVE_INFINITY) : known.sheet;
		const asked = known.asked.filter(
			(range) => !overlap(range, { first: part.first, last: Math.max(part.first, last) }),
		);
		const laid = lay(sheet, part.first, runs, numberIn(builder));
		const shown = {
			shown: message,
			shortenedFrom: undefined,
			noted: [...known.noted, ...noted],
			withheld: known.withheld && withoutShown(known.withheld, { first: part.first, pieces, isEnd }),
		};
		return { ...known, ...shown, sheet: laid, loose: [], latest, asked, hasFailedEdit: false };
	});
	return true;
}

/** Lines of a file that are left out of another text are left out too. */
function leaveOutElsewhere(builder: WindowBuilder, part: Part, runs: readonly Run[]): void {
	const own = keyOf(part.subject);
	for (const { subject, sheet } of valuesIn(builder.states)) {
		if (subject.kind !== "file" || keyOf(subject) === own) continue;
		for (const lines of runs.flatMap((run) => sharedWith(sheet, run)))
			leaveOutLines(builder, { subject, lines }, { inPassing: true, inDiff: isSigned(part) });
	}
}

/** What the host has left out by itself may be asked for again, as if we had left it out. */
export function leaveOutLines(builder: WindowBuilder, { subject, lines = ALL }: Place, how: LeftOutHow): void {
	const leftOut = { message: builder.messages, turn: builder.turn, ...how };
	if (!isSensitive(subject))
		update(builder, subject, (state) => ({ ...state, sheet: leaveOut(state.sheet, lines, leftOut) }));
}

type LeftOutHow = Pick<LeftOut, "inPassing" | "inDiff">;

export const ALL: Range = { first: 1, last: Number.POSITIVE_INFINITY };

/** All lines of a hunk once more, without their signs. */
export function enterHunk(builder: WindowBuilder, { id }: Result, split: SplitText, { subject, ...hunk }: Hunk): void {
	const lines = isSensitive(subject) ? undefined : cutHunk(split, hunk);
	if (!lines) return;
	enterLast(builder, subject);
	update(builder, subject, (state) => {
		const latest = append(builder, subject, state.latest, lines, { by: "result", id, signed: true });
		return { ...state, latest, loose: [...state.loose, latest] };
	});
}

/** Commands have run, whatever of them is shown as theirs. A diff that was shortened is remembered as it was. */
export function enterRun(
	builder: WindowBuilder,
	window: Window,
	result: Result,
	view: ShownView,
	subjects: readonly Subject[],
): void {
	const { text, shortened } = result;
	const signed = view.kind === "shown" ? view.parts.filter(isSigned) : [];
	const original = shortened && signed.length > 0 ? read(window, text, view.parts) : undefined;
	const runs = [...subjects, ...signed.map(({ subject }) => subject)].filter(({ kind }) => kind !== "file");
	for (const subject of runs) {
		enterLast(builder, subject);
		if (original !== undefined) remember(builder, subject, original);
	}
}

function remember(builder: WindowBuilder, subject: Subject, original: string): void {
	const shortenedFrom = { hash: hashOf(original), turn: builder.turn };
	update(builder, subject, (state) => ({ ...state, shortenedFrom }));
}

/** A run is the last one even if none of its lines came as such; those before it are not. */
function enterLast(builder: WindowBuilder, subject: Subject): void {
	const { messages: shown } = builder;
	if (valueAt(builder.states, keyOf(subject))?.shown === shown) return;
	update(builder, subject, (state) => {
		return { ...state, sheet: [], loose: [], isPartial: true, shown, shortenedFrom: undefined };
	});
}

type ShownView = Extract<View, { kind: "shown" | "diff" }>;
