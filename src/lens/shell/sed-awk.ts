import type { Range } from "../../core/types.ts";
import { chain, ending, numberLines, passLines, type Stage } from "./stream.ts";

/**
 * The lines that a script of `sed -n` prints, if it only prints lines by their numbers, each once and in order:
 * `5p`, `5,9p`, `5,$p`, `5,+3p`, several of them, and a final `q`. Undefined for any other script.
 */
export function printedLines(scripts: readonly string[]): readonly Range[] | undefined {
	const commands = scripts.flatMap((script) => script.split(/[;\n]/)).map((command) => command.replaceAll(" ", ""));
	const asked = commands.filter((command) => command !== "");
	const [, quit] = /^([1-9]\d{0,8})q$/.exec(asked.at(-1) ?? "") ?? [];
	const ranges = (quit === undefined ? asked : asked.slice(0, -1)).map(sedRange);
	if (!ranges.every((range) => range !== undefined)) return undefined;
	if (ranges.some(({ first }, index) => first <= (ranges[index - 1]?.last ?? 0))) return undefined;
	const end = quit === undefined ? Number.POSITIVE_INFINITY : Number(quit);
	return ranges.filter(({ first }) => first <= end).map(({ first, last }) => ({ first, last: Math.min(last, end) }));
}

const PRINT = /^([1-9]\d{0,8})(?:,(?:(\$)|\+(\d{1,9})|(\d{1,9})))?p$/;

/** If the end of a range is before its start, sed prints one line. */
function sedRange(command: string): Range | undefined {
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

/** `s/this/that/flags`, with any delimiter; the flags `e` and `w` run commands and write files. */
function isSubstitution(script: string): boolean {
	const [, , sign] = /^\s*((?:\d+|\$)(?:,(?:\d+|\$))?\s*)?s([/#|,:@!])/.exec(script) ?? [];
	if (sign === undefined) return false;
	const pieces = script.replace(/\\./gs, "").split(sign);
	return pieces.length === 4 && /^[gpiI0-9]*\s*$/.test(pieces[3]!);
}

/**
 * What an awk program does, if it only prints lines by their numbers: `NR==5`, `NR>=5 && NR<=9`, `NR==5,NR==9`,
 * with `{print}` or the number printed before each line. Undefined for any other program.
 */
export function awkStage(program: string): Stage | undefined {
	if (program.length > LONGEST) return undefined;
	const [, condition, action = ""] = /^([^{}]*)(?:\{([^{}]*)\})?\s*$/.exec(program) ?? [];
	if (condition === undefined) return undefined;
	// Blanks are removed only around operators; a newline may end the rule.
	const terms = condition.replaceAll(/[ \t]*(&&|[=<>]+|[(),])[ \t]*/g, "$1").replaceAll("FNR", "NR");
	const lines = linesWhere(terms.replaceAll(/^[ \t]+|[ \t]+$/g, ""));
	const shown = stageOf(action.trim().replace(/;\s*$/, ""));
	return lines && shown && chain(shown, passLines([lines]), ending);
}

const LONGEST = 200;

type PrintedSpan = { readonly first: number; readonly last: number };

/** The range that a condition on the line number selects. */
function linesWhere(condition: string): PrintedSpan | undefined {
	if (condition === "") return { first: 1, last: Number.POSITIVE_INFINITY };
	const [, from, to] = /^NR==(\d{1,9}),NR==(\d{1,9})$/.exec(condition) ?? [];
	if (from !== undefined) return rising({ first: Number(from), last: Number(to) });
	let [first, last] = [1, Number.POSITIVE_INFINITY];
	for (const term of condition.replace(/^\((.*)\)$/, "$1").split("&&")) {
		const [all, sign, value] = /^\(?NR(==|>=|<=|>|<)(\d{1,9})\)?$/.exec(term) ?? [];
		if (all === undefined) return undefined;
		const bound = Number(value);
		if (sign === "==" || sign === ">=" || sign === ">") first = Math.max(first, sign === ">" ? bound + 1 : bound);
		if (sign === "==" || sign === "<=" || sign === "<") last = Math.min(last, sign === "<" ? bound - 1 : bound);
	}
	return rising({ first, last });
}

function rising({ first, last }: PrintedSpan): PrintedSpan | undefined {
	return first >= 1 && first <= last ? { first, last } : undefined;
}

/** How lines are printed: as they are, or after their numbers. */
function stageOf(action: string): Stage | undefined {
	if (/^(print(\s*\$0)?)?$/.test(action)) return (stream) => stream;
	const [, mark] = /^print\s+F?NR\s*"([^"\\%]*(?:\\t)?[^"\\%]*)"\s*\$0$/.exec(action) ?? [];
	if (mark !== undefined) return numberLines(0, mark.replace("\\t", "\t"));
	const [, width, after] =
		/^printf\s*\(?\s*"%(\d{0,2})d([^"\\%]*(?:\\t)?[^"\\%]*)%s\\n"\s*,\s*F?NR\s*,\s*\$0\s*\)?$/.exec(action) ?? [];
	return after === undefined ? undefined : numberLines(Number(width), after.replace("\\t", "\t"));
}
