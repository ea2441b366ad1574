import { findText } from "./edit.ts";
import { allIn, valueAt } from "./layered.ts";
import { cutHunk, hashOf, type SplitText, splitLines } from "./lines.ts";
import { enterOwn } from "./own.ts";
import { isSensitive } from "./policy.ts";
import { countLines, expand, read } from "./read.ts";
import { hideLines, type LaidRun, type LeftOut, lay, leaveOut, type Run, sharedWith } from "./sheet.ts";
import type { Call, Event, Hunk, OwnText, Part, Place, Range, Result, Subject, View, Witness } from "./types.ts";
import type { NotedLines } from "./window.ts";
import { emptyWindow, keyOf, overlap, type Window } from "./window.ts";
import { addShowing, append, build, hide, numberIn, update, type WindowBuilder } from "./window-builder.ts";

/** The window after an event. The window before it stays true. */
export function fold(window: Window, event: Event): Window {
	switch (event.kind) {
		case "turn":
			return nextTurn(window);
		case "call":
			return begin(window, event.call);
		case "result":
			return enter(window, event);
		case "erase":
			return { ...window, erased: erasedBy(window, new Set(event.ids)) };
		case "hide":
			return build(window, (builder) => hide(builder, event.place));
		case "ask":
			return build(window, (builder) => ask(builder, event.place));
		case "reset":
			return { ...emptyWindow(), turn: window.turn };
	}
}

/** A call names its subjects, whatever comes of it. */
function begin(window: Window, call: Call): Window {
	const open = [...window.open, { ...call, turn: window.turn }];
	return build({ ...window, open }, (builder) => {
		for (const subject of call.subjects) if (!isSensitive(subject)) update(builder, subject, (state) => state);
	});
}

/** A call that has not answered may have done its work or not: what it writes is in doubt, now and when it answers. */
function nextTurn(window: Window): Window {
	const next = { ...window, turn: window.turn + 1 };
	const doubtful = window.open.filter(({ turn }) => turn === window.turn).flatMap(({ own }) => own);
	if (doubtful.length === 0) return next;
	return build(next, (builder) => {
		for (const { subject } of doubtful) hide(builder, { subject });
	});
}

function enter(window: Window, result: Result): Window {
	const call = window.open.findLast(({ id }) => id === result.id);
	const open = window.open.filter((other) => other !== call);
	const latest = { id: result.id, message: window.messages + 2, before: window.latest };
	const answered = { ...window, open, latest };
	const { view } = result;
	return build(answered, (builder) => {
		const outcome = view.kind === "failed" ? "failed" : call?.turn === window.turn ? "done" : "late";
		// All that a call writes is one message, so that "the last" cannot mean either of two hunks that begin alike.
		builder.messages++;
		for (const own of call?.own ?? []) enterOwn(builder, own, result.id, outcome);
		builder.messages++;
		const split = splitLines(result.text);
		const parts = quotableParts(view);
		for (const place of hiddenBy(view)) hide(builder, place);
		const unknown = parts.filter((part) => !enterPart(builder, answered, result, split, part, call?.by));
		if (call) enterShowing(builder, call.by, view, filesIn(parts), filesIn(unknown));
		for (const hunk of view.kind === "diff" ? view.hunks : []) enterHunk(builder, result, split, hunk);
		if (view.kind === "shown" || view.kind === "diff") enterRun(builder, answered, result, view, call?.subjects ?? []);
		if (view.kind === "left") leaveOutLines(builder, view.place, { inPassing: false, inDiff: false });
		if (view.kind === "failed") enterFailure(builder, call);
		if (result.original !== undefined) enterOriginal(builder, result.original, call?.subjects ?? []);
	});
}

/** A failed run is still the last run of its command. After a failed edit the model looks at the file to see why. */
function enterFailure(builder: WindowBuilder, call: Call | undefined): void {
	for (const subject of call?.subjects ?? []) if (subject.kind !== "file") hide(builder, { subject });
	for (const subject of filesOfFailedEdits(builder, call?.own ?? []))
		update(builder, subject, (state) => ({ ...state, hasFailedEdit: true }));
}

/**
 * The files whose text a failed edit did not find, by their sheets; all files that the call was to change if the sheets
 * do not say.
 */
function filesOfFailedEdits({ index, states }: WindowBuilder, own: readonly OwnText[]): Subject[] {
	const isMissing = (each: OwnText): boolean => {
		const sheet = valueAt(states, keyOf(each.subject))?.sheet ?? [];
		return each.kind === "edit" && findText(index, sheet, each.old).length === 0;
	};
	const missing = own.filter(isMissing);
	const all = missing.length > 0 ? missing : own;
	return all.map(({ subject }) => subject).filter((subject) => !isSensitive(subject));
}

/**
 * Which files a result shows line by line; one of which some lines are not known is shown in another way. Each run of a
 * command is a showing; of a tool that reads files those are that are about the file.
 */
function enterShowing(
	builder: WindowBuilder,
	by: Witness,
	view: View,
	all: readonly string[],
	unknown: readonly string[],
): void {
	if (view.kind === "left" || view.kind === "failed") return;
	const shown = new Set(all.filter((file) => !unknown.includes(file)));
	const about = [...all, ...filesIn(hiddenBy(view))];
	for (const file of by.kind === "command" ? [""] : new Set(about)) addShowing(builder, by, file, shown);
}

/** What a text may have replaced and does not show. */
export function hiddenBy(view: View): readonly Place[] {
	return view.kind === "shown" || view.kind === "opaque" ? (view.hides ?? []) : [];
}

/** The files among subjects, by their keys. */
function filesIn(places: readonly Place[]): string[] {
	return places.flatMap(({ subject }) => (subject.kind === "file" ? keyOf(subject) : []));
}

/** What a text shows. Of lines after signs only those of files: the hunks cover the rest of a diff. */
function quotableParts(view: View): readonly Part[] {
	if (view.kind === "shown") return view.parts.filter((part) => !isSigned(part) || part.subject.kind === "file");
	return view.kind === "diff" ? [...view.parts, ...view.signed.filter(({ subject }) => subject.kind === "file")] : [];
}

function isSigned({ gutter }: Part): boolean {
	return gutter.kind === "sign";
}

/** Lays the lines of a part on the sheet of its subject; false if they are not known. */
function enterPart(
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
			for (const run of piece.runs) leaveOutElsewhere(builder, part, run);
		} else {
			const numbered = piece.numbered && part.subject.kind === "file";
			const facts = { by: "result", id, first, numbered, signed, witness } as const;
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
		const shown = { shown: message, shortenedFrom: undefined, noted: [...known.noted, ...noted] };
		return { ...known, ...shown, sheet: laid, loose: [], latest, asked, hasFailedEdit: false };
	});
	return true;
}

/** Lines of a file that are left out of another text are left out too. */
function leaveOutElsewhere(builder: WindowBuilder, part: Part, run: Run): void {
	const own = keyOf(part.subject);
	for (const [key, { subject, sheet }] of [...allIn(builder.states)]) {
		if (subject.kind !== "file" || key === own) continue;
		for (const lines of sharedWith(sheet, run))
			leaveOutLines(builder, { subject, lines }, { inPassing: true, inDiff: isSigned(part) });
	}
}

/** What the host has left out by itself may be asked for again, as if we had left it out. */
function leaveOutLines(builder: WindowBuilder, { subject, lines = ALL }: Place, how: LeftOutHow): void {
	const leftOut = { message: builder.messages, turn: builder.turn, ...how };
	if (!isSensitive(subject))
		update(builder, subject, (state) => ({ ...state, sheet: leaveOut(state.sheet, lines, leftOut) }));
}

type LeftOutHow = Pick<LeftOut, "inPassing" | "inDiff">;

const ALL: Range = { first: 1, last: Number.POSITIVE_INFINITY };

/** All lines of a hunk once more, without their signs. */
function enterHunk(builder: WindowBuilder, { id }: Result, split: SplitText, { subject, ...hunk }: Hunk): void {
	const lines = isSensitive(subject) ? undefined : cutHunk(split, hunk);
	if (!lines) return;
	enterLast(builder, subject);
	update(builder, subject, (state) => {
		const latest = append(builder, subject, state.latest, lines, { by: "result", id, signed: true });
		return { ...state, latest, loose: [...state.loose, latest] };
	});
}

/** Commands have run, whatever of them is shown as theirs. A diff that was shortened is remembered as it was. */
function enterRun(
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
		if (original !== undefined)
			update(builder, subject, (state) => ({
				...state,
				shortenedFrom: { hash: hashOf(original), turn: builder.turn },
			}));
	}
}

/** What a text stands for is remembered, so that it is known if it comes again. */
function enterOriginal(builder: WindowBuilder, original: string, subjects: readonly Subject[]): void {
	const runs = subjects.filter(({ kind }) => kind !== "file");
	for (const subject of runs.length > 0 ? runs : subjects)
		if (!isSensitive(subject))
			update(builder, subject, (state) => ({
				...state,
				shortenedFrom: { hash: hashOf(original), turn: builder.turn },
			}));
}

/** A run is the last one even if none of its lines came as such; those before it are not. */
function enterLast(builder: WindowBuilder, subject: Subject): void {
	const { messages: shown } = builder;
	if (valueAt(builder.states, keyOf(subject))?.shown === shown) return;
	update(builder, subject, (state) => {
		return { ...state, sheet: [], loose: [], isPartial: true, shown, shortenedFrom: undefined };
	});
}

function erasedBy({ erased, latest }: Window, ids: ReadonlySet<string>): ReadonlySet<number> {
	const all = new Set(erased);
	for (let result = latest; result; result = result.before) {
		if (ids.has(result.id)) all.add(result.message).add(result.message - 1);
	}
	return all;
}

function ask(builder: WindowBuilder, { subject, lines = ALL }: Place): void {
	update(builder, subject, (state) => ({ ...state, asked: [...state.asked, lines] }));
}

type ShownView = Extract<View, { kind: "shown" | "diff" }>;
