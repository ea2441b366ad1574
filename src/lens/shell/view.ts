import type { Part, Subject, View } from "../../core/types.ts";
import { sliceOf } from "../page.ts";
import { hitView } from "../search/hits.ts";
import { NO_GUTTER, opaqueView, plainView, UNLIMITED } from "../text.ts";
import type { Page } from "../types.ts";
import { hasRun, isOrderly, tellsOfTrouble } from "./order.ts";
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
};

/** What the output of a script shows: lines of files where that is certain, else the output of its statements. */
export function viewOutput(plan: Plan, page: Page): View {
	const { script } = plan;
	const whole = plainView(plan.subjectOf(script), page);
	const isTrouble = page.lines.some(tellsOfTrouble(script));
	const isCertain = !isTrouble && script.every(({ own }, at) => own.length === 0 || hasRun(script, at));
	if (!isCertain) return viewFailure(plan, page);
	if (!isOrderly(script)) return whole;
	const sections = sectionsOf(script, page);
	if (!sections) return whole;
	const files = sections.map((section) => fileParts(plan, page, section) ?? hitParts(plan, page, section));
	if (files.every((parts) => parts === undefined)) return whole;
	return { kind: "shown", parts: sections.flatMap((section, at) => files[at] ?? outputPart(plan, section)) };
}

/** The lines of files in a section; undefined where it prints anything else, or which lines are whose is not certain. */
function fileParts({ trims }: Plan, page: Page, { script, from, end }: Section): Part[] | undefined {
	const printing = script.filter(({ output }) => output.kind !== "nothing");
	const streams = printing.flatMap(({ output }) => (output.kind === "file" ? [output.stream] : []));
	if (streams.length === 0 || streams.length < printing.length) return undefined;
	const trimmed: Trimmed = { top: trims && from === 0, bottom: trims && end === page.lines.length };
	const isMissing = from === end && printing.some(({ manners }) => manners === "fails silently");
	return isMissing ? undefined : partsOf(streams, { page, from, end, trimmed });
}

/** What a search finds in one file; undefined where the section holds anything else. */
function hitParts({ subjectOf }: Plan, page: Page, { script, from, end }: Section): Part[] | undefined {
	const printing = script.filter(({ output }) => output.kind !== "nothing");
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
	return written.length > 0 ? opaqueView([subjectOf(script), ...written]) : plainView(subjectOf(script), page);
}
