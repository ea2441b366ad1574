import { isNote, type Saying, understand } from "./notes.ts";

/** What some lines of a shortened text stand for: `count` lines of the original, from `at` on. */
export type Piece =
	/** They stand there themselves. */
	| { readonly kind: "literal"; readonly at: number; readonly count: number; readonly numbered: boolean }
	/** A clause of a note says where they are. */
	| { readonly kind: "quoted"; readonly at: number; readonly count: number; readonly saying: Saying }
	/** A diff passes over them: lines from `old` on of what it changes. */
	| {
			readonly kind: "silent";
			readonly at: number;
			readonly count: number;
			readonly old: number;
			readonly saying: Saying;
	  };

/** The pieces of a delivered text of which `count` lines are expected; undefined where a note has unknown words. */
export function walk(delivered: readonly string[], count: number, numbered: boolean): readonly Piece[] | undefined {
	const pieces: Piece[] = [];
	let at = 0;
	for (const [index, line] of delivered.entries()) {
		const last = pieces.at(-1);
		if (!isNote(line)) {
			if (last?.kind === "literal") pieces[pieces.length - 1] = { ...last, count: last.count + 1 };
			else pieces.push({ kind: "literal", at, count: 1, numbered });
			at++;
			continue;
		}
		const sayings = understand(line)?.sayings;
		if (!sayings) return undefined;
		for (const saying of sayings) {
			if (saying.wording.startsWith("diff")) return walkDiff(saying, delivered.slice(index + 1), count);
			pieces.push({ kind: "quoted", at, count: saying.count, saying });
			at += saying.count;
		}
	}
	return pieces;
}

function walkDiff(saying: Saying, diff: readonly string[], count: number): readonly Piece[] {
	const pieces: Piece[] = [];
	let [at, old] = [0, 0];
	const silentTo = (to: number): void => {
		if (to > at) pieces.push({ kind: "silent", at, count: to - at, old, saying });
		old += to - at;
		at = to;
	};
	let last = "@";
	for (const line of diff) {
		const sign = line.charAt(0);
		const [header, start, length] = /^@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@$/.exec(line) ?? [];
		// A hunk that adds nothing names the line before it.
		if (header !== undefined) silentTo(Number(start) - (length === "0" ? 0 : 1));
		else if (sign === "-") old++;
		else {
			const open = pieces.at(-1);
			const goesOn = open?.kind === "literal" && last !== "-" && last !== "@";
			if (goesOn) pieces[pieces.length - 1] = { ...open, count: open.count + 1 };
			else pieces.push({ kind: "literal", at, count: 1, numbered: false });
			at++;
			if (sign === " ") old++;
		}
		last = sign;
	}
	silentTo(count);
	return pieces;
}
