import type { Gutter, Range, Subject } from "../../core/types.ts";

/** Lines of a file on their way to the output. */
export type Stream = {
	readonly subject: Subject;
	/** Which lines of the file, as far as it has them: in order, without overlaps. */
	readonly ranges: readonly Range[];
	readonly gutter: Gutter;
	/** Only the last lines, at most this many; only printed numbers say which. */
	readonly lastOnly: number | undefined;
	/** The numbers may restart in the middle of the file: they are right only until they do. */
	readonly mayRestart: boolean;
	/** The program ends the last line even if the file does not, so that the next output begins on a new line. */
	readonly ends: boolean;
};

/** What a program does with the lines that it reads from a file or a pipe. */
export type Stage = (stream: Stream) => Stream | undefined;

/** All lines of a file. */
export function fileStream(subject: Subject): Stream {
	return {
		subject,
		ranges: [EVERYTHING],
		gutter: { kind: "none" },
		lastOnly: undefined,
		mayRestart: false,
		ends: false,
	};
}

const EVERYTHING: Range = { first: 1, last: Number.POSITIVE_INFINITY };

/** Passes every line on. */
export const passAll: Stage = (stream) => stream;

/** Passes these lines on: in order, without overlaps. */
export function passLines(places: readonly Range[]): Stage {
	return (stream) => {
		const [range, another] = stream.ranges;
		if (!range || another || stream.lastOnly !== undefined) return undefined;
		const ranges = places
			.map(({ first, last }) => ({
				first: range.first + first - 1,
				last: Math.min(range.last, range.first + last - 1),
			}))
			.filter(({ first, last }) => first <= last);
		return { ...stream, ranges };
	};
}

/** Passes the last lines on, if they have numbers: only these say which lines they are. */
export function passLast(count: number): Stage {
	return (stream) => {
		if (stream.gutter.kind !== "number" || stream.mayRestart) return undefined;
		if (stream.ranges.length !== 1 || stream.lastOnly !== undefined) return undefined;
		return { ...stream, lastOnly: count };
	};
}

/** Prints a number before every line. It is the line number only if the lines begin with the first. */
export function numberLines(width: number, mark: string): Stage {
	return (stream) => {
		const [range] = stream.ranges;
		if (stream.gutter.kind !== "none" || stream.ranges.length !== 1 || range?.first !== 1) return undefined;
		return { ...stream, gutter: { kind: "number", width, mark, forced: false } };
	};
}

/** `nl` restarts its numbers after a line that looks like a page delimiter. */
export const restarting: Stage = (stream) => ({ ...stream, mayRestart: true });

/** Ends the last line, too. */
export const ending: Stage = (stream) => ({ ...stream, ends: true });

/** One stage after the other. */
export function chain(...stages: readonly Stage[]): Stage {
	return (stream) => stages.reduce<Stream | undefined>((passed, stage) => passed && stage(passed), stream);
}
