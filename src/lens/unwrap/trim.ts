import { unwrapNothing } from "../page.ts";
import type { Content, Outcome } from "../types.ts";

/** All of a text, with what the host says of it. */
export function wholeText(lines: readonly string[], outcome: Outcome): Content {
	return { ...unwrapNothing(lines), outcome };
}

/** A text of which no line is the tool's own. */
export function noLines(lines: readonly string[]): Content {
	const { end, outcome } = unwrapNothing(lines);
	return { from: end, end, outcome };
}

/** Where an output ends that stands above a wrapper: its own last line end leaves an empty string behind. */
export function endAbove(lines: readonly string[], from: number, end: number): number {
	return end > from && lines[end - 1] === "" ? end - 1 : end;
}

/** Where the block begins that ends with the line before `end`, if the lines say that there is one. */
export function blockAbove(
	lines: readonly string[],
	end: number,
	opens: (line: string) => boolean,
	closes: (line: string) => boolean,
): number | undefined {
	if (!closes(lines[end - 1] ?? "")) return undefined;
	for (let line = end - 1; line >= 0; line--) if (opens(lines[line] ?? "")) return line;
	return undefined;
}

/** The only line of a text that has one. */
export function onlyLine(lines: readonly string[]): string | undefined {
	return unwrapNothing(lines).end === 1 ? lines[0] : undefined;
}

/** The worst of what is said about one text. */
export function worst(...outcomes: readonly Outcome[]): Outcome {
	if (outcomes.includes("cut")) return "cut";
	return outcomes.includes("failed") ? "failed" : "done";
}
