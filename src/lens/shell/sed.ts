import type { Range } from "../../core/types.ts";

/**
 * The lines that a script of `sed -n` prints, where it does nothing but print lines by their numbers, each once and in
 * order: `5p`, `5,9p`, `5,$p`, `5,+3p`, several of them, and a final `q`. Undefined for any other script.
 */
export function printedLines(scripts: readonly string[]): readonly Range[] | undefined {
	const commands = scripts.flatMap((script) => script.split(/[;\n]/)).map((command) => command.replaceAll(" ", ""));
	const asked = commands.filter((command) => command !== "");
	const [, quit] = /^([1-9]\d{0,8})q$/.exec(asked.at(-1) ?? "") ?? [];
	const ranges = (quit === undefined ? asked : asked.slice(0, -1)).map(rangeOf);
	if (!ranges.every((range) => range !== undefined)) return undefined;
	if (ranges.some(({ first }, index) => first <= (ranges[index - 1]?.last ?? 0))) return undefined;
	const end = quit === undefined ? Number.POSITIVE_INFINITY : Number(quit);
	return ranges.filter(({ first }) => first <= end).map(({ first, last }) => ({ first, last: Math.min(last, end) }));
}

const PRINT = /^([1-9]\d{0,8})(?:,(?:(\$)|\+(\d{1,9})|(\d{1,9})))?p$/;

/** A range that ends before it begins prints its first line. */
function rangeOf(command: string): Range | undefined {
	const [all, from, toEnd, more, to] = PRINT.exec(command) ?? [];
	if (all === undefined) return undefined;
	const first = Number(from);
	const last = toEnd ? Number.POSITIVE_INFINITY : more === undefined ? Number(to ?? first) : first + Number(more);
	return { first, last: Math.max(first, last) };
}

/** Whether a script neither writes files nor runs commands: numbered prints, deletions, quits and substitutions. */
export function isHarmlessScript(script: string): boolean {
	return script.length < 2000 && /^\s*(?:(?:\d+|\$)?(?:,(?:\d+|\$))?\s*[pdq=]\s*(?:[;\n]\s*|$))*$/.test(script)
		? true
		: isSubstitution(script);
}

/** `s/this/that/flags`, with any sign in place of the slash; the flags `e` and `w` run and write. */
function isSubstitution(script: string): boolean {
	const [, , sign] = /^\s*((?:\d+|\$)(?:,(?:\d+|\$))?\s*)?s([/#|,:@!])/.exec(script) ?? [];
	if (sign === undefined) return false;
	const pieces = script.replace(/\\./gs, "").split(sign);
	return pieces.length === 4 && /^[gpiI0-9]*\s*$/.test(pieces[3]!);
}
