import type { Own, OwnEdit } from "../../core/types.ts";
import type { Reading } from "./seen.ts";

/** The lines of a file that were shown; those between them are undefined. */
export type Sheet = {
	readonly lines: Lines;
	readonly isWhole: boolean;
	/** What they should be after edits that the model has made since, and when it made the last of them. */
	readonly edited?: { readonly lines: Lines; readonly time: number | undefined };
};

type Lines = readonly (string | undefined)[];

/** A sheet with lines that were shown now: put among the others, or alone where they contradict them. */
export function afterReading(sheet: Sheet | undefined, reading: Reading): Sheet {
	const { first, lines } = reading;
	const before = sheet && isAgreed(sheet, reading) ? sheet : undefined;
	const length = Math.max(before?.lines.length ?? 0, first - 1 + lines.length);
	const after = Array.from({ length }, (_, index) => lines[index - first + 1] ?? before?.lines[index]);
	return { lines: after, isWhole: reading.isWhole || before?.isWhole === true };
}

function isAgreed(sheet: Sheet, { first, lines, isWhole }: Reading): boolean {
	const [shown, known] = [first - 1 + lines.length, sheet.lines.length];
	if ((isWhole && known > shown) || (sheet.isWhole && shown > known)) return false;
	return lines.every((line, index) => (sheet.lines[first - 1 + index] ?? line) === line);
}

/** A sheet after the model has written or edited the file; undefined where nothing was and is known of it. */
export function afterOwn(sheet: Sheet | undefined, own: Own, time: number | undefined): Sheet | undefined {
	if (own.kind === "write") return { lines: own.text.replace(/\n$/, "").split("\n"), isWhole: true };
	if (own.kind === "patch") return sheet;
	return sheet && { ...sheet, edited: { lines: edit(sheet.edited?.lines ?? sheet.lines, own), time } };
}

function edit(lines: Lines, { old, text, all }: OwnEdit): Lines {
	const before = lines.map((line) => line ?? UNKNOWN).join("\n");
	const after = all ? before.replaceAll(old, () => text) : before.replace(old, () => text);
	return after.split("\n").map((line) => (line === UNKNOWN ? undefined : line));
}

/** Stands for a line that was not shown, and in no text. */
const UNKNOWN = "\0";

/** Whether a whole file is what the model's own edits, not long ago, have made of it. */
export function isVerified({ isWhole, edited }: Sheet, reading: Reading, time: number | undefined): boolean {
	if (!isWhole || !edited || !reading.isWhole || (time ?? 0) - (edited.time ?? 0) > SOON) return false;
	return edited.lines.length === reading.lines.length && edited.lines.every((line, at) => line === reading.lines[at]);
}

/** Five minutes. */
const SOON = 300_000;
