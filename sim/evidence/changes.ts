import type { Random } from "../random.ts";
import { MARK } from "./commands.ts";

/** The lines of a file after a change, and where they differ from before. */
export type ChangedFile = { readonly lines: readonly string[]; readonly first: number; readonly last: number };

type LineChange = (lines: readonly string[], random: Random) => readonly string[];

/** Kinds of change for a file of 25 lines or more. */
const KINDS: Readonly<Record<string, LineChange>> = {
	"one line": (lines, random) => marked(lines, random, [random.int(2, lines.length - 3)]),
	"seven lines": (lines, random) => {
		const at = random.int(1, lines.length - 9);
		return marked(
			lines,
			random,
			Array.from({ length: 7 }, (_, index) => at + index),
		);
	},
	"every third line": (lines, random) =>
		marked(
			lines,
			random,
			[...lines.keys()].filter((at) => at % 3 === 2),
		),
	"the first line": (lines, random) => marked(lines, random, [0]),
	"the last line": (lines, random) => marked(lines, random, [lines.length - 1]),
	"the first and last three": (lines, random) => {
		const end = lines.length;
		return marked(lines, random, [0, 1, 2, end - 3, end - 2, end - 1]);
	},
	"a block of twenty": (lines, random) => {
		const at = random.int(0, lines.length - 20);
		return marked(
			lines,
			random,
			Array.from({ length: 20 }, (_, index) => at + index),
		);
	},
	"a line that stands there twice": (lines, random) => {
		const twice = [...lines.keys()].filter((at) => lines.indexOf(lines[at]!) !== lines.lastIndexOf(lines[at]!));
		return marked(lines, random, [twice.length > 0 ? random.pick(twice) : random.int(0, lines.length - 1)]);
	},
	"a line put in": (lines, random) => lines.toSpliced(random.int(1, lines.length - 1), 0, ...fresh(random, 1)),
	"five lines put in": (lines, random) => lines.toSpliced(random.int(1, lines.length - 1), 0, ...fresh(random, 5)),
	"a line taken out": (lines, random) => lines.toSpliced(random.int(1, lines.length - 2), 1),
	"five lines taken out": (lines, random) => lines.toSpliced(random.int(1, lines.length - 6), 5),
	"three become five": (lines, random) => lines.toSpliced(random.int(1, lines.length - 4), 3, ...fresh(random, 5)),
	"two lines change places": (lines, random) => {
		const at = random.int(1, lines.length - 3);
		return lines.with(at, lines[at + 1]!).with(at + 1, lines[at]!);
	},
	"a block changes its place": (lines, random) => {
		const at = random.int(1, lines.length - 12);
		const moved = lines.slice(at, at + 6);
		return lines.toSpliced(at, 6).toSpliced(random.int(0, lines.length - 7), 0, ...moved);
	},
	indentation: (lines, random) => {
		const at = random.int(0, lines.length - 6);
		const by = random.pick(["\t", "  ", " "]);
		return lines.map((line, index) => (index >= at && index < at + 5 && line !== "" ? by + line : line));
	},
	"the whole file": (lines, random) => fresh(random, lines.length + random.int(-3, 3)),
};

export const CHANGES: readonly string[] = Object.keys(KINDS);

/** A file after a change of this kind. */
export function changed(kind: string, lines: readonly string[], random: Random): ChangedFile {
	const after = KINDS[kind]!(lines, random);
	const isOther = (line: string, at: number): boolean => line !== lines[at];
	const first = after.findIndex(isOther);
	const shift = after.length - lines.length;
	const last = after.findLastIndex((line, at) => line !== lines[at - shift]);
	const from = first < 0 ? after.length - 1 : first;
	return { lines: after, first: from + 1, last: Math.max(from, last) + 1 };
}

/** Some lines with the mark in them: near their beginning, or at their end. */
function marked(lines: readonly string[], random: Random, places: readonly number[]): readonly string[] {
	const isEarly = random.chance(0.5);
	return lines.map((line, at) => {
		if (!places.includes(at)) return line;
		const indented = /^\s*/.exec(line)![0];
		return isEarly ? `${indented}${MARK}${line.slice(indented.length)}` : `${line} ${MARK}`;
	});
}

function fresh(random: Random, count: number): string[] {
	return Array.from({ length: count }, () => `\tawait ${MARK}.record(${random.int(1000, 9999)}, "a new row");`);
}
