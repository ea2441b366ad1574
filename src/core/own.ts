import { applyEdit, doubtEdit, findText, isCertain, mayTouch } from "./edit.ts";
import { plainLines } from "./lines.ts";
import { hide, numberIn, type Pen, put, revise } from "./pen.ts";
import { isSensitive } from "./policy.ts";
import { lay } from "./sheet.ts";
import type { Own, OwnEdit, OwnPatch, OwnWrite } from "./types.ts";

/** A text that the model wrote in a call. It stands there in any case; if it did not do its work it is not quoted. */
export function enterOwn(pen: Pen, own: Own, id: string, outcome: "done" | "failed" | "late"): void {
	const { shelf } = pen;
	if (isSensitive(own.subject)) return;
	if (own.kind === "patch") {
		enterPatch(pen, own, id);
		return;
	}
	if (outcome === "late") hide(pen, { subject: own.subject });
	const { old, text, isClosed } = withoutLastNewline(own);
	const isWrite = own.kind === "write" && outcome === "done";
	revise(pen, own.subject, (topic) => {
		const matches = outcome === "done" ? findText(shelf, topic.sheet, old, isClosed) : [];
		const isPlaced = own.kind === "edit" && isCertain(matches, own.all);
		const first = isWrite ? 1 : isPlaced ? matches[0]!.line : 0;
		const failed = outcome !== "done";
		const standing = { by: own.kind, id, first, numbered: false, signed: false, failed, witness: undefined };
		const latest = put(pen, own.subject, topic.latest, plainLines(text), standing);
		if (outcome !== "done") return { ...topic, latest };
		const changed = pen.passages;
		const done = { ...topic, latest, changed, isMisfit: false };
		if (isWrite) return { ...done, sheet: lay([], 1, [latest], numberIn(pen)), loose: [] };
		const loose = topic.loose.filter((run) => !mayTouch(shelf, run, old));
		if (isPlaced) return { ...done, sheet: applyEdit(shelf, topic.sheet, matches, latest), loose };
		const sheet = doubtEdit(shelf, topic.sheet, old, matches, latest.count);
		return { ...done, sheet, loose: [...loose, latest] };
	});
}

/** It stands there as the model wrote it, whatever came of it. */
function enterPatch(pen: Pen, { subject, text }: OwnPatch, id: string): void {
	const standing = {
		by: "patch",
		id,
		first: 0,
		numbered: false,
		signed: false,
		failed: false,
		witness: undefined,
	} as const;
	revise(pen, subject, (topic) => {
		const latest = put(pen, subject, topic.latest, plainLines(text), standing);
		return { ...topic, latest, patches: [...topic.patches, latest] };
	});
}

/** A newline at the end of a file, or of both texts of an edit, ends the last line and begins no other. */
function withoutLastNewline(own: OwnWrite | OwnEdit): { old: string; text: string; isClosed: boolean } {
	const old = own.kind === "edit" ? own.old : "\n";
	const isClosed = old.endsWith("\n") && own.text.endsWith("\n");
	return isClosed
		? { old: old.slice(0, -1), text: own.text.slice(0, -1), isClosed }
		: { old, text: own.text, isClosed };
}
