import type { Gutter, Range, Subject } from "../../core/types.ts";

/** Lines of a file on their way to the output. */
export type Stream = {
	readonly subject: Subject;
	/** Which lines of the file, as far as it has them: rising, apart. */
	readonly ranges: readonly Range[];
	readonly gutter: Gutter;
	/** Which of the lines come cannot be told but from the numbers before them; at most this many. */
	readonly lastOnly: number | undefined;
	/** Some lines of a file make the numbers begin anew: they are true only as far as they go on from the first. */
	readonly mayRestart: boolean;
	/** The last line is ended, though the file may not end it: what another program prints then begins on its own. */
	readonly ends: boolean;
};

/** What a program does with the lines that it reads, whether they come from a file or through a pipe. */
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

/** Passes the lines at these places on: rising, apart. */
export function pass(places: readonly Range[]): Stage {
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

/** Passes the last lines on. Only numbers printed before them tell which those are. */
export function passLast(count: number): Stage {
	return (stream) => {
		if (stream.gutter.kind !== "number" || stream.mayRestart) return undefined;
		if (stream.ranges.length !== 1 || stream.lastOnly !== undefined) return undefined;
		return { ...stream, lastOnly: count };
	};
}

/** Prints a number before every line. True only where the lines of the file come from the first on. */
export function number(width: number, mark: string): Stage {
	return (stream) => {
		const [range] = stream.ranges;
		if (stream.gutter.kind !== "none" || stream.ranges.length !== 1 || range?.first !== 1) return undefined;
		return { ...stream, gutter: { kind: "number", width, mark, forced: false } };
	};
}

/** Numbers that begin anew behind a line which `nl` takes for the beginning of a page. */
export const restarting: Stage = (stream) => ({ ...stream, mayRestart: true });

/** Ends every line. */
export const ending: Stage = (stream) => ({ ...stream, ends: true });

/** One stage behind the other. */
export function chain(...stages: readonly Stage[]): Stage {
	return (stream) => stages.reduce<Stream | undefined>((passed, stage) => passed && stage(passed), stream);
}
