import { lineAt } from "./lines.ts";
import { hideLines, lay, replaceLines, type Sheet, type Span, type Stretch } from "./sheet.ts";

/** Where old text stands on a sheet: whole lines, but for the first and the last, which it may hold in part. */
export type Match = {
	readonly line: number;
	readonly count: number;
	readonly fromStart: boolean;
	readonly toEnd: boolean;
};

/** Every place where a text stands on a sheet. */
export function findText(sheet: Sheet, old: string): Match[] {
	const wanted = old.split("\n");
	const matches: Match[] = [];
	if (old === "") return matches;
	const known = sheet.flatMap((span) =>
		Array.from({ length: span.count }, (_, line) => ({
			line: span.line + line,
			body: lineAt(span.stretch, span.offset + line),
		})),
	);
	for (let at = 0; at + wanted.length <= known.length; at++) {
		const lines = known.slice(at, at + wanted.length);
		const line = lines[0]!.line;
		if (lines.at(-1)!.line !== line + wanted.length - 1) continue;
		const match = matchLines(
			lines.map(({ body }) => body),
			wanted,
		);
		if (!match) continue;
		matches.push({ line, count: wanted.length, ...match });
		at += wanted.length - 1;
	}
	return matches;
}

/** The sheet after an edit put the lines of `stretch` in the place of each match. */
export function applyEdit(sheet: Sheet, matches: readonly Match[], stretch: Stretch): Sheet {
	return matches.reduceRight<Sheet>((edited, { line, count, fromStart, toEnd }) => {
		const offset = fromStart ? 0 : 1;
		const whole = stretch.count - offset - (toEnd ? 0 : 1);
		const replaced = replaceLines(edited, line, count, stretch.count);
		return whole > 0 ? lay(replaced, line + offset, [{ stretch, offset, count: whole }]) : replaced;
	}, sheet);
}

/** The sheet after an edit hit one of several places, nobody knows which. */
export function doubtEdit(sheet: Sheet, matches: readonly Match[], added: number): Sheet {
	const [first] = matches;
	if (!first) return sheet;
	if (first.count !== added) return hideLines(sheet, first.line, Number.POSITIVE_INFINITY);
	return matches.reduce((hidden, { line, count }) => hideLines(hidden, line, line + count - 1), sheet);
}

/** Loose lines that an edit has not touched. */
export function untouchedBy(loose: readonly Span[], old: string): readonly Span[] {
	return old === "" ? loose : loose.filter((span) => findText([{ ...span, line: 1 }], old).length === 0);
}

function matchLines(
	bodies: readonly string[],
	wanted: readonly string[],
): Pick<Match, "fromStart" | "toEnd"> | undefined {
	const last = wanted.length - 1;
	if (last === 0) {
		const column = bodies[0]!.indexOf(wanted[0]!);
		if (column < 0) return undefined;
		return { fromStart: column === 0, toEnd: bodies[0]! === wanted[0] };
	}
	if (!bodies[0]!.endsWith(wanted[0]!) || !bodies[last]!.startsWith(wanted[last]!)) return undefined;
	for (let line = 1; line < last; line++) if (bodies[line] !== wanted[line]) return undefined;
	return { fromStart: bodies[0] === wanted[0], toEnd: bodies[last] === wanted[last] };
}
