import type { OwnEdit, OwnText } from "../../core/types.ts";
import { unifiedDiff } from "../../wire/unified-diff.ts";
import type { RuleSaving } from "../findings.ts";
import { unchanged } from "./repeated-results.ts";
import {
	type CountTokens,
	type FileReading,
	type Rule,
	replacementSaving,
	type SeenResult,
	watchResults,
} from "./rule.ts";

/**
 * DRIP: a reading of lines shown before is a mark if they are the same, else a diff if that is shorter.
 *
 * For each path the lines shown so far, whatever ranges they came in; what the model wrote whole counts as shown. A
 * reading that contradicts them is all that is known from then on. A whole reading soon after an edit that shows
 * nothing but that edit is a certificate. A reset forgets, erasure is not seen.
 */
export const intervals: Rule = {
	name: "intervals and diff",
	follow(host, count) {
		const see = watchResults(host);
		const sheets = new Map<string, ShownFile>();
		return (entry) => {
			if (entry.kind === "reset") sheets.clear();
			const seen = see(entry);
			if (!seen) return undefined;
			const { own, reading, result } = seen;
			for (const each of own) {
				const sheet = afterOwn(sheets.get(each.subject.name), each, result.time);
				if (sheet) sheets.set(each.subject.name, sheet);
			}
			if (!reading) return undefined;
			const sheet = sheets.get(reading.path);
			sheets.set(reading.path, afterReading(sheet, reading));
			const spared = sheet && intervalSaving(sheet, seen, reading, count);
			return spared && spared.net > 0 ? spared : undefined;
		};
	},
};

function intervalSaving(
	sheet: ShownFile,
	{ result }: SeenResult,
	reading: FileReading,
	count: CountTokens,
): RuleSaving | undefined {
	const { path, first, lines, isWhole } = reading;
	if (isVerified(sheet, reading, result.time)) return replacementSaving(count, result.text, CERTIFICATE);
	const areWhole = isWhole && sheet.isWhole;
	const before = areWhole ? sheet.lines : sheet.lines.slice(first - 1, first - 1 + lines.length);
	if ((!areWhole && before.length < lines.length) || before.includes(undefined)) return undefined;
	const name = path.slice(path.lastIndexOf("/") + 1);
	const diff = unifiedDiff(`${before.join("\n")}\n`, `${lines.join("\n")}\n`, name);
	if (diff === undefined) return undefined;
	return replacementSaving(count, result.text, diff === "" ? unchanged(lines.length) : changed(lines.length), diff);
}

/** As long as the published mark. */
function changed(lines: number): string {
	return `[this is what changed in ${lines} lines]`;
}

/** As long as the published one, which names the change, counts the other lines and gives a hash. */
const CERTIFICATE = `[the edit stands in the file as you made it, hash 3f8a90c1d27e]
The file is what you last read with your edit in it.
Changed: nameOfSomething (lines 120-131)
All other lines: 240, as they were
Hash of the file: 3f8a90c1d27e
Ask for the whole text if you need it again`;

/** The lines of a file that were shown; those between them are undefined. */
type ShownFile = {
	readonly lines: SeenLines;
	readonly isWhole: boolean;
	/** What they should be after edits that the model has made since, and when it made the last of them. */
	readonly edited?: { readonly lines: SeenLines; readonly time: number | undefined };
};

type SeenLines = readonly (string | undefined)[];

/** A sheet with newly shown lines: merged with the others, or alone if they contradict them. */
function afterReading(sheet: ShownFile | undefined, reading: FileReading): ShownFile {
	const { first, lines } = reading;
	const before = sheet && isAgreed(sheet, reading) ? sheet : undefined;
	const length = Math.max(before?.lines.length ?? 0, first - 1 + lines.length);
	const after = Array.from({ length }, (_, index) => lines[index - first + 1] ?? before?.lines[index]);
	return { lines: after, isWhole: reading.isWhole || before?.isWhole === true };
}

function isAgreed(sheet: ShownFile, { first, lines, isWhole }: FileReading): boolean {
	const [shown, known] = [first - 1 + lines.length, sheet.lines.length];
	if ((isWhole && known > shown) || (sheet.isWhole && shown > known)) return false;
	return lines.every((line, index) => (sheet.lines[first - 1 + index] ?? line) === line);
}

/** A sheet after the model wrote or edited the file; undefined if nothing is known of it. */
function afterOwn(sheet: ShownFile | undefined, own: OwnText, time: number | undefined): ShownFile | undefined {
	if (own.kind === "write") return { lines: own.text.replace(/\n$/, "").split("\n"), isWhole: true };
	if (own.kind === "patch") return sheet;
	return sheet && { ...sheet, edited: { lines: applyEdit(sheet.edited?.lines ?? sheet.lines, own), time } };
}

function applyEdit(lines: SeenLines, { old, text, all }: OwnEdit): SeenLines {
	const before = lines.map((line) => line ?? UNKNOWN_LINE).join("\n");
	const after = all ? before.replaceAll(old, () => text) : before.replace(old, () => text);
	return after.split("\n").map((line) => (line === UNKNOWN_LINE ? undefined : line));
}

/** A line that was not shown, and is in no text. */
const UNKNOWN_LINE = "\0";

/** Whether a whole file is what the model's own recent edits made of it. */
function isVerified({ isWhole, edited }: ShownFile, reading: FileReading, time: number | undefined): boolean {
	if (!isWhole || !edited || !reading.isWhole || (time ?? 0) - (edited.time ?? 0) > SOON_AFTER_EDIT) return false;
	return edited.lines.length === reading.lines.length && edited.lines.every((line, at) => line === reading.lines[at]);
}

/** Five minutes. */
const SOON_AFTER_EDIT = 300_000;
