import { hashOf } from "./lines.ts";
import { type Covered, stretchAt, type Topic } from "./shelf.ts";
import type { Arrival, Call, Part, Range } from "./types.ts";
import { overlap, stands, topicOf, type Window } from "./window.ts";

/** Lines of a part that were left out when they were last asked for. */
export type Owed = {
	readonly ranges: readonly Range[];
	/** One of the answers that left them out was about all of the part. */
	readonly isAgain: boolean;
};

/**
 * What the model is owed of a part: of each line the latest answer that covered it counts. Who has `changed` something
 * shown here since wants to see that; and a diff asks for lines of a file again only where a diff has left them out.
 * If the last answer about any of it came whole, the model goes on from there, and is owed nothing until it has been
 * refused half of it twice.
 */
export function owedOf(window: Window, part: Part, isDiff: boolean, changed: number): Owed {
	const range = rangeOf(part);
	const isOfFile = isDiff && part.subject.kind === "file";
	const answers = answersOn(window, part).map(({ first, last, left, passage, signed }) => {
		const owes = passage > changed && (signed || !isOfFile);
		return { first, last, passage, left: owes ? left.flatMap((each) => common(each, range)) : [] };
	});
	const since = topicOf(window, part.subject)?.changed ?? 0;
	const refusals = answers.filter(({ passage, left }) => passage > since && heightOf(left) * 2 >= heightOf([range]));
	if (answers[0]?.left.length === 0 && refusals.length < 2) return { ranges: [], isAgain: false };
	const ranges: Range[] = [];
	let unseen: readonly Range[] = [range];
	for (const { first, last, left } of answers) {
		ranges.push(...left.flatMap((each) => unseen.flatMap((other) => common(each, other))));
		unseen = unseen.flatMap((each) => [
			...common(each, { first: each.first, last: first - 1 }),
			...common(each, { first: last + 1, last: each.last }),
		]);
		if (unseen.length === 0) break;
	}
	return { ranges, isAgain: answers.some((answer) => isAbout(answer, range) && answer.left.length > 0) };
}

/** Whether the user wants these lines whole, or the model has just failed to edit the file and looks why. */
export function isAsked(topic: Topic | undefined, lines: Range): boolean {
	return topic !== undefined && (topic.isMisfit || topic.asked.some((range) => overlap(range, lines)));
}

/** The answers that stand and covered a line of a part, the latest first; those before one that gave all of it do not matter. */
function answersOn(window: Window, part: Part): Covered[] {
	const range = rangeOf(part);
	const answers: Covered[] = [];
	for (let answer = topicOf(window, part.subject)?.answer; answer; answer = answer.before) {
		if (!stands(window, answer) || !overlap(answer, range)) continue;
		answers.push(answer);
		if (isAbout(answer, range) && !answer.left.some((left) => overlap(left, range))) break;
	}
	return answers;
}

function isAbout(answer: Range, range: Range): boolean {
	return answer.first <= range.first && answer.last >= range.last;
}

/** The latest passage in which the model wrote lines that it takes to be shown here; 0 where it wrote none of them. */
export function lastChangeIn(window: Window, parts: readonly Part[]): number {
	let latest = 0;
	for (const part of parts) {
		const range = rangeOf(part);
		for (const { at, line, count } of topicOf(window, part.subject)?.sheet ?? []) {
			const { by, passage } = stretchAt(window.shelf, at);
			const isShown = by !== "result" && overlap(range, { first: line, last: line + count - 1 });
			if (isShown && passage > latest) latest = passage;
		}
	}
	return latest;
}

/**
 * Whether a part is asked for again. Who reads on where an answer ended, and begins a few lines early, has not asked for
 * these again: if no answer was about all of it, most of it must be owed.
 */
export function isWantedAgain({ count }: Part, { ranges, isAgain }: Owed): boolean {
	return isAgain || heightOf(ranges) > count / 2;
}

function heightOf(ranges: readonly Range[]): number {
	return ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0);
}

/** Whether a command prints just what it did when its output was last shortened. */
export function isRepeated(window: Window, call: Call | undefined, { text }: Arrival): boolean {
	const originals = (call?.subjects ?? []).flatMap((subject) => topicOf(window, subject)?.answer?.original ?? []);
	return originals.length > 0 && originals.includes(hashOf(text));
}

/** The lines that a part shows; where it has none, the one that would have been the first. */
export function rangeOf({ first, count }: Part): Range {
	return { first, last: first + Math.max(count, 1) - 1 };
}

function common(a: Range, b: Range): Range[] {
	const [first, last] = [Math.max(a.first, b.first), Math.min(a.last, b.last)];
	return first <= last ? [{ first, last }] : [];
}
