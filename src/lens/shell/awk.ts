import { chain, ending, number, pass, type Stage } from "./stream.ts";

/**
 * What an awk program does, where it only prints lines by their numbers: `NR==5`, `NR>=5 && NR<=9`, `NR==5,NR==9`,
 * with `{print}` or the number printed before each line. Undefined for any other program.
 */
export function awkStage(program: string): Stage | undefined {
	if (program.length > LONGEST) return undefined;
	const [, condition, action = ""] = /^([^{}]*)(?:\{([^{}]*)\})?\s*$/.exec(program) ?? [];
	if (condition === undefined) return undefined;
	// Only around signs do blanks mean nothing, and a newline may end the rule.
	const terms = condition.replaceAll(/[ \t]*(&&|[=<>]+|[(),])[ \t]*/g, "$1").replaceAll("FNR", "NR");
	const lines = linesWhere(terms.replaceAll(/^[ \t]+|[ \t]+$/g, ""));
	const shown = stageOf(action.trim().replace(/;\s*$/, ""));
	return lines && shown && chain(shown, pass([lines]), ending);
}

const LONGEST = 200;

type Lines = { readonly first: number; readonly last: number };

/** Conditions on the line's number that leave one range. */
function linesWhere(condition: string): Lines | undefined {
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

function rising({ first, last }: Lines): Lines | undefined {
	return first >= 1 && first <= last ? { first, last } : undefined;
}

/** How the lines are printed: as they are, or behind their numbers. */
function stageOf(action: string): Stage | undefined {
	if (/^(print(\s*\$0)?)?$/.test(action)) return (stream) => stream;
	const [, mark] = /^print\s+F?NR\s*"([^"\\%]*(?:\\t)?[^"\\%]*)"\s*\$0$/.exec(action) ?? [];
	if (mark !== undefined) return number(0, mark.replace("\\t", "\t"));
	const [, width, after] =
		/^printf\s*\(?\s*"%(\d{0,2})d([^"\\%]*(?:\\t)?[^"\\%]*)%s\\n"\s*,\s*F?NR\s*,\s*\$0\s*\)?$/.exec(action) ?? [];
	return after === undefined ? undefined : number(Number(width), after.replace("\\t", "\t"));
}
