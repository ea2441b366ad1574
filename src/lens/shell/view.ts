import type { Note, Part, Subject, View } from "../../core/types.ts";
import { sliceOf } from "../page.ts";
import { hitView } from "../search/hits.ts";
import { lowered, NO_GUTTER, opaqueView, plainView, UNLIMITED, wholePart } from "../text.ts";
import type { Page } from "../types.ts";
import { type SeenDiff, seeDiff } from "./diff.ts";
import { hasRun, isOfProfile, isOrderly, tellsOfTrouble } from "./order.ts";
import type { Known } from "./outputs.ts";
import { partsOf, type Trimmed } from "./parts.ts";
import { type Section, sectionsOf } from "./sections.ts";

/** A script with all that is known of it before it runs. */
export type Plan = {
	readonly script: readonly Known[];
	/** The statements of a stretch of the script as a subject. */
	readonly subjectOf: (script: readonly Known[]) => Subject;
	/** The host takes blank lines off the top and the bottom of the output. */
	readonly trims: boolean;
	/** And the space that the first line begins with. */
	readonly trimsIndent: boolean;
	/** The host may show what a terminal would, with spaces in place of tabs. */
	readonly terminal: boolean;
};

/** What the output of a script shows: lines of files where that is certain, else the output of its statements. */
export function viewOutput(plan: Plan, page: Page): View {
	const said = page.lines.findIndex((line) => !isOfProfile(line));
	return said > 0 ? lowered(viewPrinted(plan, sliceOf(page, said, page.lines.length)), said) : viewPrinted(plan, page);
}

function viewPrinted(plan: Plan, page: Page): View {
	const { script } = plan;
	const isTrouble = page.lines.some(tellsOfTrouble(script));
	const isCertain = !isTrouble && script.every(({ own }, at) => own.length === 0 || hasRun(script, at));
	if (!isCertain) return viewFailure(plan, page);
	const sections = isOrderly(script) ? sectionsOf(script, page) : undefined;
	if (!sections) return plainView(plan.subjectOf(script), page);
	const read = (section: Section): Part[] | undefined =>
		fileParts(plan, page, section) ?? hitParts(plan, page, section);
	const files = sections.map((section) => (isVerbatim(plan, page) ? read(section) : undefined));
	const diffs = sections.map((section) => diffIn(plan, page, section));
	const parts = files.every((each) => each === undefined)
		? [wholePart(plan.subjectOf(script), page)]
		: sections.flatMap((section, at) => files[at] ?? outputPart(plan, section));
	if (diffs.every((each) => each === undefined)) return { kind: "shown", parts };
	const signed = sections.flatMap((section, at) => diffs[at]?.signed ?? files[at] ?? outputPart(plan, section));
	// Where ibid has put notes behind signs, it has read the text in this one way.
	if (hasSignedNotes(page)) return { kind: "shown", parts: signed };
	return { kind: "diff", parts, signed, hunks: diffs.flatMap((diff) => diff?.hunks ?? []) };
}

/** Whether lines are shown as they are: no tab gets through a terminal, and a note of ours on a file stands for some. */
function isVerbatim({ terminal }: Plan, { lines, notes }: Page): boolean {
	const isOfFile = ({ clauses }: Note): boolean => clauses.some(({ first }) => first > 0);
	return !terminal || lines.some((line) => line.includes("\t")) || [...notes.values()].some(isOfFile);
}

/** What is seen in a section that is a diff. */
function diffIn(plan: Plan, page: Page, { script, from, end }: Section): SeenDiff | undefined {
	const printing = printingIn(script);
	const diffs = printing.flatMap(({ output }) => (output.kind === "diff" ? [output] : []));
	if (diffs.length === 0 || diffs.length < printing.length) return undefined;
	const isOne = diffs.length === 1 && isVerbatim(plan, page);
	const fileOf = (path: string): Subject | undefined => (isOne ? diffs[0]!.fileOf(path) : undefined);
	const seen = seeDiff(page, from, end, { command: plan.subjectOf(script), fileOf });
	return seen && seen.signed.length > 0 ? seen : undefined;
}

/** The statements that print something. */
function printingIn(script: readonly Known[]): readonly Known[] {
	return script.filter(({ output }) => output.kind !== "nothing");
}

function hasSignedNotes({ lines, notes }: Page): boolean {
	return [...notes.keys()].some((line) => /^[ +-]\[ibid\]/.test(lines[line]!));
}

/** The lines of files in a section; undefined where it prints anything else, or which lines are whose is not certain. */
function fileParts({ trims, trimsIndent }: Plan, page: Page, { script, from, end }: Section): Part[] | undefined {
	const printing = printingIn(script);
	const streams = printing.flatMap(({ output }) => (output.kind === "file" ? [output.stream] : []));
	if (streams.length === 0 || streams.length < printing.length) return undefined;
	const [isTop, isBottom] = [from === 0, end === page.lines.length];
	const trimmed: Trimmed = { top: trims && isTop, bottom: trims && isBottom, indent: trimsIndent && isTop };
	const parts = partsOf(streams, { page, from, end, trimmed });
	// Of what failed without a word there is no line; that does not make it the end of a file.
	const isQuiet = printing.some(({ manners }) => manners === "fails silently");
	return isQuiet && parts?.some(({ count }) => count === 0) ? undefined : parts;
}

/** What a search finds in one file; undefined where the section holds anything else. */
function hitParts({ subjectOf }: Plan, page: Page, { script, from, end }: Section): Part[] | undefined {
	const printing = printingIn(script);
	const [only, another] = printing.map(({ output }) => output);
	if (only?.kind !== "hits" || another) return undefined;
	const { file, context } = only;
	const search = subjectOf(script);
	const view = hitView(sliceOf(page, from, end), { file, search, context, isExact: () => true });
	return view.kind === "shown" && view.parts.length > 1
		? view.parts.map((part) => ({ ...part, from: part.from + from }))
		: undefined;
}

function outputPart({ subjectOf }: Plan, { script, from, end }: Section): Part[] {
	if (from === end) return [];
	return [{ subject: subjectOf(script), from, count: end - from, first: 1, gutter: NO_GUTTER, room: UNLIMITED }];
}

/** What is left of a script that ended badly, or may not have run whole: its output, and doubt about what it wrote. */
export function viewFailure({ script, subjectOf }: Plan, page: Page): View {
	const written = script.flatMap(({ own }) => own.map(({ subject }) => subject));
	if (written.length > 0) return opaqueView([subjectOf(script), ...written]);
	return plainView(subjectOf(script), page);
}
