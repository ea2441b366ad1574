import type { Range } from "../../core/types.ts";
import { awkStage, printedLines } from "./sed-awk.ts";
import { chain, ending, numberLines, passAll, passLast, passLines, restarting, type Stage } from "./stream.ts";

/** A program that prints lines of a file: what it does with them, and the path, undefined if it reads its input. */
export type ReadingProgram = { readonly stage: Stage; readonly path: string | undefined };

/** Parses a command that prints all lines of a file, or some by number. Undefined if its arguments ask for more. */
export function readingProgram([name, ...words]: readonly string[]): ReadingProgram | undefined {
	const read = name !== undefined && Object.hasOwn(READERS, name) ? READERS[name] : undefined;
	const found = read?.(words);
	if (!found) return undefined;
	const [path, another] = found.operands;
	if (another !== undefined || path === "" || path === "-") return undefined;
	return { stage: found.stage, path };
}

type StageAndOperands = { readonly stage: Stage; readonly operands: readonly string[] };
type ReaderArguments = (words: readonly string[]) => StageAndOperands | undefined;

const READERS: Readonly<Record<string, ReaderArguments>> = {
	cat: (words) => readWithFlags(words, { "-n": numberAll, "--number": numberAll, "-u": passAll }),
	bat: bat,
	batcat: bat,
	less: onlyInPipe,
	more: onlyInPipe,
	nl,
	head,
	tail,
	sed,
	awk,
	gawk: awk,
	mawk: awk,
};

const numberAll: Stage = numberLines(6, "\t");

/** Programs with options without values, and what each option does with the lines. */
function readWithFlags(
	words: readonly string[],
	options: Readonly<Record<string, Stage>>,
): StageAndOperands | undefined {
	const { flags, operands } = apart(words);
	const stages = flags.map((flag) => (Object.hasOwn(options, flag) ? options[flag] : undefined));
	return stages.every((stage) => stage !== undefined) ? { stage: chain(...stages), operands } : undefined;
}

/** Given a file, a pager may print a header or run a filter. */
function onlyInPipe(words: readonly string[]): StageAndOperands | undefined {
	return words.length === 0 ? { stage: passAll, operands: [] } : undefined;
}

/** Options first, then operands; `--` ends the options. */
function apart(words: readonly string[]): { flags: readonly string[]; operands: readonly string[] } {
	const end = words.indexOf("--");
	const [head, tail] = end < 0 ? [words, []] : [words.slice(0, end), words.slice(end + 1)];
	const isFlag = (word: string): boolean => word.startsWith("-") && word !== "-";
	return { flags: head.filter(isFlag), operands: [...head.filter((word) => !isFlag(word)), ...tail] };
}

/** Only with plain output: decorations depend on the terminal. */
function bat(words: readonly string[]): StageAndOperands | undefined {
	const ranges: Range[] = [];
	const rest = takeOptions(words, ["-r", "--line-range"], (value) => {
		const [all, from = "1", to = "Infinity"] = /^(\d{1,9})?:(\d{1,9})?$/.exec(value) ?? [];
		const [first, last] = [Number(from), Number(to)];
		ranges.push({ first, last });
		return all !== undefined && ranges.length === 1 && first >= 1 && first <= last;
	});
	const { flags, operands } = apart(rest ?? ["--unknown"]);
	const isPlain = flags.some((flag) => BAT_PLAIN.has(flag));
	const isKnown = flags.every((flag) => BAT_PLAIN.has(flag) || BAT_QUIET.has(flag));
	const stage = ranges.length > 0 ? passLines(ranges) : passAll;
	return isPlain && isKnown ? { stage, operands } : undefined;
}

const BAT_PLAIN: ReadonlySet<string> = new Set(["-p", "-pp", "--plain", "--style=plain"]);
const BAT_QUIET: ReadonlySet<string> = new Set(["--paging=never", "--color=never", "--decorations=never"]);

/** Only if blank lines are counted, too. */
function nl(words: readonly string[]): StageAndOperands | undefined {
	let [body, width, mark] = ["t", 6, "\t"];
	let rest = takeOptions(words, ["-b", "--body-numbering"], (value) => {
		body = value;
		return true;
	});
	rest &&= takeOptions(rest, ["-w", "--number-width"], (value) => {
		width = /^[1-9]\d?$/.test(value) ? Number(value) : 0;
		return width > 0;
	});
	rest &&= takeOptions(rest, ["-s", "--number-separator"], (value) => {
		mark = value;
		return true;
	});
	const { flags, operands } = apart(rest ?? ["--unknown"]);
	return body === "a" && flags.length === 0
		? { stage: chain(numberLines(width, mark), restarting, ending), operands }
		: undefined;
}

function head(words: readonly string[]): StageAndOperands | undefined {
	let last = 10;
	const rest = takeOptions(shortCount(words), ["-n", "--lines"], (value) => {
		last = /^\d{1,9}$/.test(value) ? Number(value) : 0;
		return last > 0;
	});
	const { flags, operands } = apart(rest ?? ["--unknown"]);
	return flags.length === 0 ? { stage: passLines([{ first: 1, last }]), operands } : undefined;
}

function tail(words: readonly string[]): StageAndOperands | undefined {
	let stage = passLast(10);
	const rest = takeOptions(shortCount(words), ["-n", "--lines"], (value) => {
		const [, sign, count] = /^([+-]?)(\d{1,9})$/.exec(value) ?? [];
		if (count === undefined) return false;
		const from = { first: Math.max(1, Number(count)), last: Number.POSITIVE_INFINITY };
		stage = sign === "+" ? passLines([from]) : passLast(Number(count));
		return true;
	});
	const { flags, operands } = apart(rest ?? ["--unknown"]);
	return flags.length === 0 ? { stage, operands } : undefined;
}

/** `-20` and `+20` as `-n 20` and `-n +20`. */
function shortCount([first = "", ...rest]: readonly string[]): readonly string[] {
	const [, sign, count] = /^([-+])(\d{1,9})$/.exec(first) ?? [];
	if (count === undefined) return first === "" && rest.length === 0 ? [] : [first, ...rest];
	return ["-n", sign === "+" ? `+${count}` : count, ...rest];
}

function sed(words: readonly string[]): StageAndOperands | undefined {
	const scripts: string[] = [];
	const rest = takeOptions(words, ["-e", "--expression"], (script) => scripts.push(script) > 0);
	const { flags, operands } = apart(rest ?? ["--unknown"]);
	if (flags.some((flag) => !SED_FLAGS.has(flag))) return undefined;
	const files = scripts.length > 0 ? operands : operands.slice(1);
	const script = scripts.length > 0 ? scripts : operands.slice(0, 1);
	if (flags.some((flag) => QUIET.has(flag))) {
		const lines = printedLines(script);
		return lines && { stage: passLines(lines), operands: files };
	}
	const [, quit] = /^([1-9]\d{0,8})q$/.exec(script.join(";")) ?? [];
	return quit === undefined ? undefined : { stage: passLines([{ first: 1, last: Number(quit) }]), operands: files };
}

const QUIET: ReadonlySet<string> = new Set(["-n", "--quiet", "--silent"]);
const SED_FLAGS: ReadonlySet<string> = new Set([...QUIET, "-E", "-r", "--regexp-extended"]);

function awk([program, ...operands]: readonly string[]): StageAndOperands | undefined {
	const stage = program === undefined || program.startsWith("-") ? undefined : awkStage(program);
	const isPlain = operands.every((operand) => !/^-|=/.test(operand));
	return stage && isPlain ? { stage, operands } : undefined;
}

/**
 * Takes options with a value out of words: `-n 5`, `-n5`, `--lines 5`, `--lines=5`. Undefined if a value is missing or
 * `use` refuses it.
 */
function takeOptions(
	words: readonly string[],
	[short, long]: readonly [string, string],
	use: (value: string) => boolean,
): readonly string[] | undefined {
	const rest: string[] = [];
	for (let at = 0; at < words.length; at++) {
		const word = words[at]!;
		if (word === "--") return [...rest, ...words.slice(at)];
		const isApart = word === short || word === long;
		const value = isApart
			? words[at + 1]
			: word.startsWith(`${long}=`)
				? word.slice(long.length + 1)
				: glued(word, short);
		if (value === undefined && !isApart) rest.push(word);
		else if (value === undefined || !use(value)) return undefined;
		if (isApart) at++;
	}
	return rest;
}

function glued(word: string, short: string): string | undefined {
	return word.startsWith(short) && word.length > short.length ? word.slice(short.length) : undefined;
}
