import type { Note, Part, Subject, View } from "../../core/types.ts";
import { sliceOf } from "../result-text.ts";
import { hitView } from "../search.ts";
import type { ResultText } from "../types.ts";
import { lowered, NO_GUTTER, opaqueView, plainView, UNLIMITED, wholePart } from "../views.ts";
import { type DiffParts, readDiff } from "./diff.ts";
import { hasRun, isOfProfile, isOrderly, tellsOfTrouble } from "./order.ts";
import type { KnownStatement } from "./outputs.ts";
import { partsOfStreams, type TrimmedEnds } from "./parts.ts";

/** A script, with all we know before it runs. */
export type ScriptPlan = {
	readonly script: readonly KnownStatement[];
	/** Some consecutive statements as a subject. */
	readonly scriptSubject: (script: readonly KnownStatement[]) => Subject;
	/** The host trims blank lines from the top and the bottom of the output. */
	readonly trims: boolean;
	/** It also trims the indent of the first line. */
	readonly trimsIndent: boolean;
	/** The host may show a terminal screen, with spaces instead of tabs. */
	readonly terminal: boolean;
};

/** What the output of a script shows: lines of files where that is certain, else the output of its statements. */
export function viewOutput(plan: ScriptPlan, result: ResultText): View {
	const said = result.lines.findIndex((line) => !isOfProfile(line));
	return said > 0
		? lowered(viewPrinted(plan, sliceOf(result, said, result.lines.length)), said)
		: viewPrinted(plan, result);
}

function viewPrinted(plan: ScriptPlan, result: ResultText): View {
	const { script } = plan;
	const isTrouble = result.lines.some(tellsOfTrouble(script));
	const isCertain = !isTrouble && script.every(({ own }, at) => own.length === 0 || hasRun(script, at));
	if (!isCertain) return viewFailure(plan, result);
	const sections = isOrderly(script) ? sectionsOf(script, result) : undefined;
	if (!sections) return plainView(plan.scriptSubject(script), result);
	const read = (section: OutputSection): Part[] | undefined =>
		fileParts(plan, result, section) ?? hitParts(plan, result, section);
	const files = sections.map((section) => (isVerbatim(plan, result) ? read(section) : undefined));
	const diffs = sections.map((section) => diffIn(plan, result, section));
	const parts = files.every((each) => each === undefined)
		? [wholePart(plan.scriptSubject(script), result)]
		: sections.flatMap((section, at) => files[at] ?? outputPart(plan, section));
	if (diffs.every((each) => each === undefined)) return { kind: "shown", parts };
	const signed = sections.flatMap((section, at) => diffs[at]?.signed ?? files[at] ?? outputPart(plan, section));
	// Notes after signs show that ibid read the text as signed lines.
	if (hasSignedNotes(result)) return { kind: "shown", parts: signed };
	return { kind: "diff", parts, signed, hunks: diffs.flatMap((diff) => diff?.hunks ?? []) };
}

/** Whether lines are shown unchanged: a terminal lets no tab through; and a note of ours for a file proves it. */
function isVerbatim({ terminal }: ScriptPlan, { lines, notes }: ResultText): boolean {
	const isOfFile = ({ clauses }: Note): boolean => clauses.some(({ first }) => first > 0);
	return !terminal || lines.some((line) => line.includes("\t")) || [...notes.values()].some(isOfFile);
}

/** The parts of a section that is a diff. */
function diffIn(plan: ScriptPlan, result: ResultText, { script, from, end }: OutputSection): DiffParts | undefined {
	const printing = printingIn(script);
	const diffs = printing.flatMap(({ output }) => (output.kind === "diff" ? [output] : []));
	if (diffs.length === 0 || diffs.length < printing.length) return undefined;
	const isOne = diffs.length === 1 && isVerbatim(plan, result);
	const fileOf = (path: string): Subject | undefined => (isOne ? diffs[0]!.fileOf(path) : undefined);
	const seen = readDiff(result, from, end, { command: plan.scriptSubject(script), fileOf });
	return seen && seen.signed.length > 0 ? seen : undefined;
}

/** The statements that print something. */
function printingIn(script: readonly KnownStatement[]): readonly KnownStatement[] {
	return script.filter(({ output }) => output.kind !== "nothing");
}

function hasSignedNotes({ lines, notes }: ResultText): boolean {
	return [...notes.keys()].some((line) => /^[ +-]\[ibid\]/.test(lines[line]!));
}

/** The lines of files in a section; undefined if it prints anything else, or if a line may be from several files. */
function fileParts(
	{ trims, trimsIndent }: ScriptPlan,
	result: ResultText,
	{ script, from, end }: OutputSection,
): Part[] | undefined {
	const printing = printingIn(script);
	const streams = printing.flatMap(({ output }) => (output.kind === "file" ? [output.stream] : []));
	if (streams.length === 0 || streams.length < printing.length || hasCountingNotes(result, from, end)) return undefined;
	const [isTop, isBottom] = [from === 0, end === result.lines.length];
	const trimmed: TrimmedEnds = { top: trims && isTop, bottom: trims && isBottom, indent: trimsIndent && isTop };
	const parts = partsOfStreams(streams, { result, from, end, trimmed });
	// A program that failed silently prints no line: that is not the end of a file.
	const isQuiet = printing.some(({ failureSign }) => failureSign === "fails silently");
	return isQuiet && parts?.some(({ count }) => count === 0) ? undefined : parts;
}

/** Notes that only count lines are ours for output: what they stand for showed that these are not lines of a file. */
function hasCountingNotes({ notes }: ResultText, from: number, end: number): boolean {
	const isCounting = ({ clauses }: Note): boolean => clauses.some(({ first }) => first === 0);
	return [...notes].some(([line, note]) => from <= line && line < end && isCounting(note));
}

/** The hits of a search of one file; undefined if the section holds anything else. */
function hitParts(
	{ scriptSubject: subjectOf }: ScriptPlan,
	result: ResultText,
	{ script, from, end }: OutputSection,
): Part[] | undefined {
	const printing = printingIn(script);
	const [only, another] = printing.map(({ output }) => output);
	if (only?.kind !== "hits" || another) return undefined;
	const { file, context } = only;
	const search = subjectOf(script);
	const view = hitView(sliceOf(result, from, end), { file, search, context, isExact: () => true });
	return view.kind === "shown" && view.parts.length > 1
		? view.parts.map((part) => ({ ...part, from: part.from + from }))
		: undefined;
}

function outputPart({ scriptSubject: subjectOf }: ScriptPlan, { script, from, end }: OutputSection): Part[] {
	if (from === end) return [];
	return [{ subject: subjectOf(script), from, count: end - from, first: 1, gutter: NO_GUTTER, room: UNLIMITED }];
}

/** The view of a script that failed or may not have run to the end: its output, and all files it writes are hidden. */
export function viewFailure({ script, scriptSubject: subjectOf }: ScriptPlan, result: ResultText): View {
	const written = script.flatMap(({ own }) => own.map(({ subject }) => subject));
	if (written.length > 0) return opaqueView([subjectOf(script), ...written]);
	return plainView(subjectOf(script), result);
}

/** Statements between two separators that the script prints, and the lines of their output. */
type OutputSection = { readonly script: readonly KnownStatement[]; readonly from: number; readonly end: number };

/**
 * Cuts output at the lines that `echo` and `printf` print. Undefined if these do not occur exactly as often and in the
 * same order, since then another line may look like a separator.
 */
function sectionsOf(script: readonly KnownStatement[], { lines }: ResultText): OutputSection[] | undefined {
	const blocks = literalBlocks(script);
	const places = blockPlaces(blocks, lines);
	if (!places) return undefined;
	const sections: OutputSection[] = [];
	let from = 0;
	for (const [index, block] of blocks.entries()) {
		const at = places[index]!;
		if (at < from) return undefined;
		sections.push({ script: block.before, from, end: at });
		from = at + block.lines.length;
	}
	sections.push({ script: blocks.length > 0 ? statementsBehind(script) : script, from, end: lines.length });
	return sections.every(isFilled) ? sections : undefined;
}

/** Those behind the last separator. */
function statementsBehind(script: readonly KnownStatement[]): readonly KnownStatement[] {
	return script.slice(script.findLastIndex(({ output }) => output.kind === "literal") + 1);
}

/** The statements between separators: these have run whether or not the separators can be found in the output. */
export function sectionScripts(script: readonly KnownStatement[]): readonly (readonly KnownStatement[])[] {
	const blocks = literalBlocks(script);
	const sections = blocks.length > 0 ? [...blocks.map(({ before }) => before), statementsBehind(script)] : [];
	return sections.filter((section) => printingIn(section).length > 0);
}

/** Consecutive lines that the script prints itself, and the statements since the last such block. */
type LiteralBlock = { readonly lines: readonly string[]; readonly before: readonly KnownStatement[] };

function literalBlocks(script: readonly KnownStatement[]): LiteralBlock[] {
	const blocks: LiteralBlock[] = [];
	let before: KnownStatement[] = [];
	for (const known of script) {
		if (known.output.kind !== "literal") {
			before.push(known);
			continue;
		}
		const last = blocks.at(-1);
		const isNext = last && before.every(({ output }) => output.kind === "nothing");
		if (isNext) blocks[blocks.length - 1] = { ...last, lines: [...last.lines, ...known.output.lines] };
		else blocks.push({ lines: known.output.lines, before });
		before = [];
	}
	return blocks;
}

/** Where each block begins. */
function blockPlaces(blocks: readonly LiteralBlock[], lines: readonly string[]): number[] | undefined {
	if (blocks.length === 0) return [];
	const expected = new Map<string, number>();
	for (const line of blocks.flatMap((block) => block.lines)) expected.set(line, (expected.get(line) ?? 0) + 1);
	const found = new Map<string, number[]>();
	lines.forEach((line, at) => {
		if (!expected.has(line)) return;
		const places = found.get(line);
		if (places) places.push(at);
		else found.set(line, [at]);
	});
	const used = new Map<string, number>();
	const places: number[] = [];
	for (const block of blocks) {
		const telling = block.lines.findIndex((line) => hasWords(line) && found.get(line)?.length === expected.get(line));
		if (telling < 0) return undefined;
		const line = block.lines[telling]!;
		// After a line without a newline, a separator is printed at the end of that line.
		if (lines.some((each) => each.length > line.length && each.endsWith(line))) return undefined;
		const at = found.get(line)![used.get(line) ?? 0]! - telling;
		for (const each of block.lines) used.set(each, (used.get(each) ?? 0) + 1);
		if (!block.lines.every((each, index) => lines[at + index] === each)) return undefined;
		places.push(at);
	}
	return places;
}

function hasWords(line: string): boolean {
	return line.trim() !== "";
}

/** If no statement prints, there must be no lines. */
function isFilled({ script, from, end }: OutputSection): boolean {
	return from === end || script.some(({ output }) => output.kind !== "nothing");
}
