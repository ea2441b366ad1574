import type { Outcome, ResultBody } from "./types.ts";

/** For hosts that wrap nothing around a result: all lines but the empty string after the last newline. */
export function unwrapNothing(lines: readonly string[]): ResultBody {
	return { from: 0, end: lines.length - (lines.at(-1) === "" ? 1 : 0), outcome: "done" };
}

/** All lines of a result, with this outcome. */
export function wholeText(lines: readonly string[], outcome: Outcome): ResultBody {
	return { ...unwrapNothing(lines), outcome };
}

/** A result without a line of the tool's own. */
export function noLines(lines: readonly string[]): ResultBody {
	const { end, outcome } = unwrapNothing(lines);
	return { from: end, end, outcome };
}

/** Where an output above a wrapper ends: its last newline leaves an empty string there. */
export function endAbove(lines: readonly string[], from: number, end: number): number {
	return end > from && lines[end - 1] === "" ? end - 1 : end;
}

/** The first line of the block that closes right above `end`, if there is one. */
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

/** The line of a result that has just one. */
export function onlyLine(lines: readonly string[]): string | undefined {
	return unwrapNothing(lines).end === 1 ? lines[0] : undefined;
}

/** The worst of several outcomes. */
export function worst(...outcomes: readonly Outcome[]): Outcome {
	if (outcomes.includes("cut")) return "cut";
	return outcomes.includes("failed") ? "failed" : "done";
}
