/** A search by command that shows whole lines of one file, or of its input, under their numbers. */
export type WordedSearch = {
	/** The file as the command names it; undefined where it reads its input. */
	readonly path: string | undefined;
	/** Whether lines around the hits are asked for. */
	readonly context: boolean;
};

/**
 * What the words of a `grep` or `rg` command ask for. Undefined where lines may not be shown whole and under their
 * numbers: any option that is not known to leave them so.
 */
export function searchOf([name = "", ...words]: readonly string[]): WordedSearch | undefined {
	const program = Object.hasOwn(PROGRAMS, name) ? PROGRAMS[name] : undefined;
	const items = program && itemsOf(program, words);
	if (!items || items.some(isAmiss)) return undefined;
	const operands = items.filter((item) => item.name === OPERAND).map(({ value }) => value);
	const hasPattern = items.some((item) => item.name === "e" || item.name === "regexp");
	const [path, another] = hasPattern ? operands : operands.slice(1);
	const isNumbered = items.some((item) => item.name === "n" || item.name === "line-number");
	if (!isNumbered || another !== undefined || (path !== undefined && !isOneFile(path))) return undefined;
	if (!hasPattern && operands.length === 0) return undefined;
	return { path, context: items.some((item) => CONTEXT.has(item.name) && Number(item.value) !== 0) };
}

/** A pattern of the shell may stand for another file; a dash stands for the input. */
function isOneFile(path: string): boolean {
	return path !== "" && path !== "-" && !/[*?[\]{}]/.test(path);
}

/** An option with its value, "" where it takes none; or an operand. */
type Item = { readonly name: string; readonly value: string };

const OPERAND = "";
const CONTEXT: ReadonlySet<string> = new Set(["A", "B", "C", "after-context", "before-context", "context"]);

/** Options that leave lines whole: letters, letters with a value, words, words with a value. */
type Program = {
	readonly flags: string;
	readonly valued: string;
	readonly words: ReadonlySet<string>;
	readonly valuedWords: ReadonlySet<string>;
};

const WORDS = ["line-number", "ignore-case", "word-regexp", "line-regexp", "fixed-strings", "invert-match", "text"];
const VALUED_WORDS = [...CONTEXT, "regexp", "max-count"].filter((word) => word.length > 1);

const GREP: Program = {
	flags: "niwxvaFEPGs",
	valued: "ABCme",
	words: new Set([...WORDS, "extended-regexp", "perl-regexp", "basic-regexp", "no-messages", "color=never"]),
	valuedWords: new Set(VALUED_WORDS),
};

const RG: Program = {
	flags: "niwxvaFPsSu",
	valued: "ABCmegt",
	words: new Set([...WORDS, "case-sensitive", "smart-case", "pcre2", "hidden", "no-ignore", "no-heading"]),
	valuedWords: new Set([...VALUED_WORDS, "glob", "type"]),
};

const PROGRAMS: Readonly<Record<string, Program>> = { grep: GREP, egrep: GREP, fgrep: GREP, rg: RG };

function itemsOf(program: Program, words: readonly string[]): Item[] | undefined {
	const items: Item[] = [];
	for (let at = 0; at < words.length; at++) {
		const word = words[at]!;
		if (word === "--") return [...items, ...words.slice(at + 1).map((value) => ({ name: OPERAND, value }))];
		const found = word.startsWith("--") ? longOption(program, word) : shortOptions(program, word);
		const last = found?.at(-1);
		if (!found || !last) return undefined;
		items.push(...found.slice(0, -1));
		const isOpen = last.name !== OPERAND && last.value === "" && takesValue(program, last.name);
		if (isOpen) at++;
		items.push({ name: last.name, value: isOpen ? (words[at] ?? "") : last.value });
	}
	return items;
}

function takesValue({ valued, valuedWords }: Program, name: string): boolean {
	return name.length === 1 ? valued.includes(name) : valuedWords.has(name);
}

function longOption({ words, valuedWords }: Program, word: string): Item[] | undefined {
	const [name = "", ...values] = word.slice(2).split("=");
	const value = values.join("=");
	if (words.has(word.slice(2))) return [{ name, value: "" }];
	return valuedWords.has(name) ? [{ name, value }] : undefined;
}

/** A word that is an operand, or letters behind a dash, the last of which may have its value behind it. */
function shortOptions({ flags, valued }: Program, word: string): Item[] | undefined {
	if (!/^-./.test(word)) return [{ name: OPERAND, value: word }];
	const items: Item[] = [];
	for (let at = 1; at < word.length; at++) {
		const name = word.charAt(at);
		if (valued.includes(name)) return [...items, { name, value: word.slice(at + 1) }];
		if (!flags.includes(name)) return undefined;
		items.push({ name, value: "" });
	}
	return items;
}

/** A count that is none. */
function isAmiss({ name, value }: Item): boolean {
	return (CONTEXT.has(name) || name === "m" || name === "max-count") && !/^\d{1,9}$/.test(value);
}
