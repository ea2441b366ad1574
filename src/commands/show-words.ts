import { dayOf } from "../audit/days.ts";
import type { AnswerFound } from "../audit/findings.ts";
import { TITLES } from "../audit/hosts.ts";
import type { Inspected, Source } from "../audit/inspect.ts";
import { PUT_BACK, REASON_WORDS } from "../audit/reason-words.ts";
import { hasNotes } from "../lens/page.ts";
import { limitsOf } from "../limits/limits.ts";
import { harmless } from "./config-words.ts";
import type { Hit } from "./show-search.ts";
import { counted, grouped, percent } from "./table.ts";

/** Tokens of an answer, estimated: without ibid, with it, and what that saves, below zero where it is a loss. */
export type Cost = { readonly before: number; readonly after: number; readonly saved: number };

/** What an answer cost, or would have. */
export function costOf({ answer: { actual, tokens, saved }, inspected: { really } }: Hit): Cost {
	if (actual && really === "sent") return { before: actual.before, after: actual.after, saved: actual.saved };
	return { before: tokens, after: tokens - saved, saved };
}

/** What was asked for, by a path from the project on where it lies there. */
export function titleOf({ tool, subject }: Pick<AnswerFound, "tool" | "subject">, project: string | undefined): string {
	const name = nameIn(project, subject);
	return harmless(name === "" || name === tool ? tool : `${tool} ${name}`);
}

function nameIn(project: string | undefined, subject: string): string {
	const isInside =
		project !== undefined && subject.startsWith(project) && /^[\\/]./.test(subject.slice(project.length));
	return isInside ? subject.slice(project.length + 1) : subject;
}

/** Where and when. */
export function placeWords({ answer, inspected, host, session }: Hit): string[] {
	const when = answer.time === undefined ? [] : [timeWords(new Date(answer.time))];
	return [answer.id, TITLES[host], `session ${harmless(session)}`, `turn ${inspected.turn}`, ...when];
}

function timeWords(time: Date): string {
	const two = (number: number): string => String(number).padStart(2, "0");
	return `${dayOf(time.getTime())} ${two(time.getHours())}:${two(time.getMinutes())}`;
}

/** The form, and what it came to. */
export function costWords(hit: Hit): string[] {
	const { before, after, saved } = costOf(hit);
	const share = saved === 0 ? "" : ` (${percent(saved, before)})`;
	return [
		hit.inspected.form,
		`${grouped(before)} → ${grouped(after)} tokens (estimate)`,
		`saved ${grouped(saved)}${share}`,
	];
}

/** Whether the model saw this, and if it is the whole, why. */
export function fateWords(hit: Hit): string {
	const { inspected, answer, lived } = hit;
	const isWhole = inspected.form === "whole";
	switch (inspected.really) {
		case "sent": {
			if (isLost(inspected)) return `The model saw this. ${UNPROVED}`;
			const now = answer.form === inspected.form ? "" : ` ibid would now send it ${nowWords(answer.form)}.`;
			return isWhole ? `The model saw all of it. ${wholeWords(hit)}${now}` : `The model saw this.${now}`;
		}
		case "sent otherwise":
			return "The model saw a shorter text, which nobody has kept; ibid would now send this.";
		case "not sent": {
			if (lived && hasNotes(inspected.original)) return `The model saw this. ${LOST}`;
			const without = lived ? "ibid has no record of this answer" : "ibid was not at work here";
			return isWhole
				? `${without}; it would have sent all of it. ${wholeWords(hit)}`
				: `${without}; it would have sent this.`;
		}
	}
}

/** Whether a text was shortened and nobody can say from what. */
export function isLost({ form, original, delivered }: Inspected): boolean {
	return form !== "whole" && original === delivered;
}

const UNPROVED = "The log does not give back what the record says was there.";
const LOST = "The lines that its notes stand for are not in the log, so it cannot be rebuilt from there.";

function nowWords(form: string): string {
	return form === "whole" ? "whole" : `shortened (${form})`;
}

function wholeWords(hit: Hit): string {
	const { inspected, host } = hit;
	const { before, after } = costOf(hit);
	// The one loss that is recorded: a text in place of a sentence.
	if (before < after) return PUT_BACK.sentence;
	if (inspected.reason === undefined) return "";
	const words = REASON_WORDS[inspected.reason].sentence;
	if (inspected.reason !== "unreachable" || inspected.really === "sent") return words;
	return `${words} ${TITLES[host]}: ${limitsOf(host).beyond}.`;
}

/** Where the quoted lines stand, one line for each text that has some. */
export function sourceWords({ inspected, answers, project }: Hit): string[] {
	const texts = new Map<string, { readonly source: Source; readonly ranges: Range[]; lines: number }>();
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

function ownerWords({ by }: Source, answer: AnswerFound, project: string | undefined): string {
	return by === "result" ? titleOf(answer, project) : `the model's own ${titleOf({ ...answer, tool: by }, project)}`;
}

type Range = readonly [first: number, last: number];

function rangeWords(ranges: readonly Range[]): string {
	const joined: Range[] = [];
	for (const range of [...ranges].sort((a, b) => a[0] - b[0])) {
		const last = joined.at(-1);
		if (last && range[0] <= last[1] + 1) joined.splice(-1, 1, [last[0], Math.max(last[1], range[1])]);
		else joined.push(range);
	}
	const words = joined.map(([first, last]) => (first === last ? String(first) : `${first}-${last}`));
	return `${joined.length === 1 && words[0] === String(joined[0]?.[0]) ? "line" : "lines"} ${words.join(", ")}`;
}

/** Whether the original was rebuilt; undefined of an answer that is the whole. */
export function proofWords({ inspected: { form, faults, really } }: Hit): string | undefined {
	if (form === "whole") return undefined;
	if (faults.length > 0) return `not rebuilt ✗ ${faults.join("; ")}`;
	const asRecorded = really === "sent" ? ", and it is what the record says was there" : "";
	return `rebuilt ✓ line for line from what stood before the model; a second check agrees${asRecorded}.`;
}
