import { dayOf } from "../../audit/days.ts";
import type { AnswerFinding } from "../../audit/findings.ts";
import type { InspectedAnswer, QuoteSource } from "../../audit/inspect.ts";
import { PUT_BACK, REASON_WORDS } from "../../audit/reason-words.ts";
import { beyondOf, titleOf as hostTitle } from "../../hosts.ts";
import { hasNotes } from "../../lens/result-text.ts";
import { counted, grouped, percent } from "../terminal/table.ts";
import { harmless } from "../terminal/text.ts";
import type { ShownResult } from "./show-search.ts";

/** Estimated tokens of a result: without ibid, with it, and the saving, which is negative for a loss. */
export type ResultCost = { readonly before: number; readonly after: number; readonly saved: number };

/** The tokens of a result, or what they would have been. */
export function costOf({ answer: { actual, tokens, saved }, inspected: { really } }: ShownResult): ResultCost {
	if (actual && really === "sent") return { before: actual.before, after: actual.after, saved: actual.saved };
	return { before: tokens, after: tokens - saved, saved };
}

/** The title of a result: its tool and subject, with a path relative to the project if it is inside. */
export function resultTitle(
	{ tool, subject }: Pick<AnswerFinding, "tool" | "subject">,
	project: string | undefined,
): string {
	const name = nameIn(project, subject);
	return harmless(name === "" || name === tool ? tool : `${tool} ${name}`);
}

function nameIn(project: string | undefined, subject: string): string {
	const isInside =
		project !== undefined && subject.startsWith(project) && /^[\\/]./.test(subject.slice(project.length));
	return isInside ? subject.slice(project.length + 1) : subject;
}

/** Where and when. */
export function whereWords({ answer, inspected, host, session }: ShownResult): string[] {
	const when = answer.time === undefined ? [] : [minuteWords(new Date(answer.time))];
	return [answer.id, hostTitle(host), `session ${harmless(session)}`, `turn ${inspected.turn}`, ...when];
}

function minuteWords(time: Date): string {
	const two = (number: number): string => String(number).padStart(2, "0");
	return `${dayOf(time.getTime())} ${two(time.getHours())}:${two(time.getMinutes())}`;
}

/** The form, and what it saved. */
export function costWords(hit: ShownResult): string[] {
	const { before, after, saved } = costOf(hit);
	const share = saved === 0 ? "" : ` (${percent(saved, before)})`;
	return [
		FORM_WORDS[hit.inspected.form],
		`${grouped(before)} → ${grouped(after)} tokens (estimate)`,
		`saved ${grouped(saved)}${share}`,
	];
}

const FORM_WORDS = {
	same: "one note for all",
	quoted: "notes and new lines",
	lean: "all lines, in fewer tokens",
	outline: "outline, with folded bodies",
	whole: "sent in full",
} as const;

/** Whether the model saw this, and why if it was sent in full. */
export function fateWords(hit: ShownResult): string {
	const { inspected, answer, withIbid } = hit;
	const isWhole = inspected.form === "whole";
	switch (inspected.really) {
		case "sent": {
			if (isLost(inspected)) return `The model saw this. ${UNPROVED}`;
			const now = answer.form === inspected.form ? "" : ` ibid would now send it ${nowWords(answer.form)}.`;
			return isWhole ? `The model saw all of it. ${wholeWords(hit)}${now}` : `The model saw this.${now}`;
		}
		case "sent otherwise":
			return "The model saw a shortened result, which was not kept; ibid would now send this.";
		case "not sent": {
			if (withIbid && hasNotes(inspected.original)) return `The model saw this. ${LOST}`;
			const without = withIbid ? "ibid has no record of this tool result" : "ibid was not active in this session";
			return isWhole
				? `${without}; it would have sent it in full. ${wholeWords(hit)}`
				: `${without}; it would have sent this.`;
		}
	}
}

/** Whether a result was shortened and its original is unknown. */
export function isLost({ form, original, delivered }: InspectedAnswer): boolean {
	return form !== "whole" && original === delivered;
}

const UNPROVED = "The original in ibid's record cannot be rebuilt from the log.";
const LOST = "The lines that its notes replace are not in the log, so it cannot be rebuilt.";

function nowWords(form: string): string {
	return form === "whole" ? "in full" : "shortened";
}

function wholeWords(hit: ShownResult): string {
	const { inspected, host } = hit;
	const { before, after } = costOf(hit);
	// The only recorded loss: a text instead of a sentence of the agent.
	if (before < after) return PUT_BACK.sentence;
	if (inspected.reason === undefined) return "";
	const words = REASON_WORDS[inspected.reason].sentence;
	if (inspected.reason !== "unreachable" || inspected.really === "sent") return words;
	return `${words} ${hostTitle(host)}: ${beyondOf(host)}.`;
}

/** Where the quoted lines are, one line for each text that has some. */
export function sourceWords({ inspected, answers, project }: ShownResult): string[] {
	const texts = new Map<string, { readonly source: QuoteSource; readonly ranges: LineRange[]; lines: number }>();
	for (const { source, count } of inspected.quotes) {
		const name = `${source.by} ${source.call}`;
		const text = texts.get(name) ?? { source, ranges: [], lines: 0 };
		texts.set(name, text);
		text.lines += count;
		if (source.number > 0) text.ranges.push([source.number, source.number + count - 1]);
	}
	return [...texts.values()]
		.sort((a, b) => a.source.turn - b.source.turn)
		.map(({ source, ranges, lines }) => {
			const answer = answers.get(source.call);
			const whose = answer ? ownerWords(source, answer, project) : "an earlier call";
			const which = ranges.length > 0 ? rangeWords(ranges) : counted(lines, "line");
			return `${whose}, turn ${source.turn}: ${which}`;
		});
}

function ownerWords({ by }: QuoteSource, answer: AnswerFinding, project: string | undefined): string {
	return by === "result"
		? resultTitle(answer, project)
		: `the model's own ${resultTitle({ ...answer, tool: by }, project)}`;
}

type LineRange = readonly [first: number, last: number];

function rangeWords(ranges: readonly LineRange[]): string {
	const joined: LineRange[] = [];
	for (const range of [...ranges].sort((a, b) => a[0] - b[0])) {
		const last = joined.at(-1);
		if (last && range[0] <= last[1] + 1) joined.splice(-1, 1, [last[0], Math.max(last[1], range[1])]);
		else joined.push(range);
	}
	const words = joined.map(([first, last]) => (first === last ? String(first) : `${first}-${last}`));
	return `${joined.length === 1 && words[0] === String(joined[0]?.[0]) ? "line" : "lines"} ${words.join(", ")}`;
}

/** Whether the original was rebuilt; undefined for a result that was sent in full. */
export function proofWords({ inspected: { form, faults, really } }: ShownResult): string | undefined {
	if (form === "whole") return undefined;
	if (faults.length > 0) return `✗ not rebuilt: ${faults.join("; ")}`;
	const asRecorded = really === "sent" ? ", and ibid's record has the same original" : "";
	const from = form === "lean" ? "what was sent" : "the context";
	return `✓ rebuilt line for line from ${from}; a second check agrees${asRecorded}.`;
}
