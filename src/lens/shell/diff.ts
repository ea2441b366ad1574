import type { Hunk, Part, Subject } from "../../core/types.ts";
import { heightOf } from "../page.ts";
import type { Page } from "../types.ts";

/** A diff that a command prints, and the files whose present lines its new side shows, where that is known. */
export type Printed = {
	/** The command itself: what no file is known for is of it. */
	readonly command: Subject;
	readonly fileOf: (path: string) => Subject | undefined;
};

/** What is seen in a diff: runs of lines with one sign, and whole hunks. */
export type SeenDiff = { readonly signed: readonly Part[]; readonly hunks: readonly Hunk[] };

/**
 * The longer runs of lines of a unified diff that have the same sign, each with the sign as its gutter. Lines of files
 * have their numbers there, others their place in the output. Undefined where the text is not such a diff throughout.
 */
export function seeDiff(page: Page, from: number, end: number, printed: Printed): SeenDiff | undefined {
	const parts: Part[] = [];
	const hunks: Hunk[] = [];
	let hunk: Counted | undefined;
	let file: Subject | undefined;
	let hasPrefixes = false;
	let place = 1;
	for (let line = from; line < end; line++) {
		const text = page.lines[line]!;
		const height = heightOf(page, line);
		if (!hunk || (hunk.old === 0 && hunk.new === 0)) {
			if (page.notes.has(line)) return undefined;
			// Without prefixes of its own `b/` is a folder.
			if (text.startsWith("diff --git ")) hasPrefixes = text.startsWith("diff --git a/");
			const path = hasPrefixes ? /^\+\+\+ b\/([^\t]+)\t?$/.exec(text)?.[1] : undefined;
			if (text.startsWith("+++ ")) file = path === undefined ? undefined : printed.fileOf(path);
			hunk = hunkOf(text) ?? hunk;
		} else if (!text.startsWith("\\")) {
			const sign = text.charAt(0);
			if (sign !== " " && sign !== "+" && sign !== "-") return undefined;
			const next = passed(hunk, sign, height);
			if (next.old < 0 || next.new < 0) return undefined;
			const subject = sign === "-" ? undefined : file;
			const first = subject ? hunk.line : place;
			extend(parts, { subject: subject ?? printed.command, from: line, first, sign, height });
			lengthen(hunks, printed.command, line);
			hunk = next;
		}
		place += height;
	}
	return { signed: parts.filter(({ from: top, count }) => heightFrom(page, top, count) >= SHORTEST), hunks };
}

/** As long as the shortest quote. */
const SHORTEST = 5;

/** How many lines of each side a hunk still has, and the number of the next line of the new side. */
type Counted = { readonly old: number; readonly new: number; readonly line: number };

function hunkOf(text: string): Counted | undefined {
	const [all, old = "1", line, fresh = "1"] =
		/^@@ -\d{1,9}(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@/.exec(text) ?? [];
	return all === undefined ? undefined : { old: Number(old), new: Number(fresh), line: Number(line) };
}

function passed(hunk: Counted, sign: string, height: number): Counted {
	const [old, fresh] = [sign === "+" ? 0 : height, sign === "-" ? 0 : height];
	return { old: hunk.old - old, new: hunk.new - fresh, line: hunk.line + fresh };
}

type Signed = {
	readonly subject: Subject;
	readonly from: number;
	readonly first: number;
	readonly sign: string;
	readonly height: number;
};

/** Adds a line to the run that ends right before it, if that has the same sign; else it begins another. */
function extend(parts: Part[], { subject, from, first, sign }: Signed): void {
	const last = parts.at(-1);
	const isNext =
		last?.gutter.kind === "sign" &&
		last.gutter.sign === sign &&
		last.from + last.count === from &&
		last.subject === subject;
	if (isNext) parts[parts.length - 1] = { ...last, count: last.count + 1 };
	else parts.push({ subject, from, count: 1, first, gutter: { kind: "sign", sign }, room: 0 });
}

/** Adds a line to the hunk that ends right before it; else it begins another. */
function lengthen(hunks: Hunk[], subject: Subject, from: number): void {
	const last = hunks.at(-1);
	if (last && last.from + last.count === from) hunks[hunks.length - 1] = { ...last, count: last.count + 1 };
	else hunks.push({ subject, from, count: 1 });
}

function heightFrom(page: Page, from: number, count: number): number {
	let height = 0;
	for (let line = from; line < from + count; line++) height += heightOf(page, line);
	return height;
}
