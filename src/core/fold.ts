import { findText } from "./edit.ts";
import { valueAt } from "./layered.ts";
import { splitLines } from "./lines.ts";
import { enterOwn } from "./own.ts";
import { isSensitive } from "./policy.ts";
import { ALL, enterHunk, enterPart, enterRun, isSigned, leaveOutLines } from "./shown-lines.ts";
import type { Call, Event, OwnText, Part, Place, Result, Subject, View, Withholding, Witness } from "./types.ts";
import { emptyWindow, keyOf, type Window } from "./window.ts";
import { addShowing, build, hide, update, type WindowBuilder } from "./window-builder.ts";
import { asTold, newlyWithheld } from "./withheld.ts";

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
		case "told":
			return build(window, (builder) => {
				update(builder, event.subject, (state) => ({ ...state, withheld: asTold(state.withheld) }));
			});
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
		if (call) enterShowing(builder, call.by, view, filesIn(parts), filesIn([...unknown, ...emptyBesideOthers(parts)]));
		for (const hunk of view.kind === "diff" ? view.hunks : []) enterHunk(builder, result, split, hunk);
		if (view.kind === "shown" || view.kind === "diff") enterRun(builder, answered, result, view, call?.subjects ?? []);
		if (view.kind === "shown" && view.withholds) enterWithheld(builder, view.withholds);
		if (view.kind === "left") leaveOutLines(builder, view.place, { inPassing: false, inDiff: false });
		if (view.kind === "failed") enterFailure(builder, call);
	});
}

function enterWithheld(builder: WindowBuilder, withholding: Withholding): void {
	if (isSensitive(withholding.subject)) return;
	update(builder, withholding.subject, (state) => ({ ...state, withheld: newlyWithheld(withholding) }));
}

/** The lines of the other files would pass for lines of one of which there are none. */
function emptyBesideOthers(parts: readonly Part[]): Part[] {
	return parts.length > 1 ? parts.filter(({ count }) => count === 0) : [];
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
