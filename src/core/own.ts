import { applyEdit, doubtEdit, findText, isCertain, mayTouch } from "./edit.ts";
import { plainLines } from "./lines.ts";
import { isSensitive } from "./policy.ts";
import { lay } from "./sheet.ts";
import type { OwnEdit, OwnPatch, OwnText, OwnWrite } from "./types.ts";
import { append, hide, numberIn, update, type WindowBuilder } from "./window-builder.ts";
import { withReplaced } from "./withheld.ts";

/** A text that the model wrote in a call. It is in the window in any case; if the call failed, it is not quoted. */
export function enterOwn(builder: WindowBuilder, own: OwnText, id: string, outcome: "done" | "failed" | "late"): void {
	const { index } = builder;
	if (isSensitive(own.subject)) return;
	if (own.kind === "patch") {
		enterPatch(builder, own, id);
		return;
	}
	if (outcome === "late") hide(builder, { subject: own.subject });
	const { old, text, isClosed } = withoutLastNewline(own);
	const isWrite = own.kind === "write" && outcome === "done";
	update(builder, own.subject, (state) => {
		const matches = outcome === "done" ? findText(index, state.sheet, old, isClosed) : [];
		const isPlaced = own.kind === "edit" && isCertain(matches, own.all);
		const first = isWrite ? 1 : isPlaced ? matches[0]!.line : 0;
		const facts = { by: own.kind, id, first, failed: outcome !== "done" };
		const latest = append(builder, own.subject, state.latest, plainLines(text), facts);
		if (outcome !== "done") return { ...state, latest };
		const withheld = own.kind === "edit" ? withReplaced(state.withheld, own) : undefined;
		const done = { ...state, latest, hasFailedEdit: false, withheld };
		if (isWrite) return { ...done, sheet: lay([], 1, [latest], numberIn(builder)), loose: [] };
		const loose = state.loose.filter((run) => !mayTouch(index, run, old));
		if (isPlaced) return { ...done, sheet: applyEdit(index, state.sheet, matches, latest), loose };
		const sheet = doubtEdit(index, state.sheet, old, matches, latest.count);
		return { ...done, sheet, loose: [...loose, latest] };
	});
}

/** The text is in the window as the model wrote it, whatever the outcome. */
function enterPatch(builder: WindowBuilder, { subject, text }: OwnPatch, id: string): void {
	update(builder, subject, (state) => {
		return { ...state, latest: append(builder, subject, state.latest, plainLines(text), { by: "patch", id }) };
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
