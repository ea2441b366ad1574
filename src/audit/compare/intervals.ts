import { unifiedDiff } from "../../wire/unified-diff.ts";
import type { Spared } from "../findings.ts";
import { unchanged } from "./same-range.ts";
import { type Reading, type Seen, watch } from "./seen.ts";
import { afterOwn, afterReading, isVerified, type Sheet } from "./sheet.ts";
import { replaced } from "./spared.ts";
import type { Count, Rule } from "./types.ts";

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
		const see = watch(host);
		const sheets = new Map<string, Sheet>();
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
			const spared = sheet && sparedBy(sheet, seen, reading, count);
			return spared && spared.net > 0 ? spared : undefined;
		};
	},
};

function sparedBy(sheet: Sheet, { result }: Seen, reading: Reading, count: Count): Spared | undefined {
	const { path, first, lines, isWhole } = reading;
	if (isVerified(sheet, reading, result.time)) return replaced(count, result.text, CERTIFICATE);
	const areWhole = isWhole && sheet.isWhole;
	const before = areWhole ? sheet.lines : sheet.lines.slice(first - 1, first - 1 + lines.length);
	if ((!areWhole && before.length < lines.length) || before.includes(undefined)) return undefined;
	const name = path.slice(path.lastIndexOf("/") + 1);
	const diff = unifiedDiff(`${before.join("\n")}\n`, `${lines.join("\n")}\n`, name);
	if (diff === undefined) return undefined;
	return replaced(count, result.text, diff === "" ? unchanged(lines.length) : changed(lines.length), diff);
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
