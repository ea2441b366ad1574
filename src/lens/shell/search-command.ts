/** A `grep` or `rg` command that prints whole lines of one file, or of its input, with their numbers. */
type SearchCommand = {
	/** The file as the command names it; undefined if it reads its input. */
	readonly path: string | undefined;
	/** Whether lines around the hits are asked for. */
	readonly context: boolean;
};

/**
 * Parses the words of such a command. Undefined if an option is not on the list of those that keep lines whole and
 * numbered.
 */
export function searchCommand([name = "", ...words]: readonly string[]): SearchCommand | undefined {
	const program = Object.hasOwn(PROGRAMS, name) ? PROGRAMS[name] : undefined;
	const items = program && searchArguments(program, words);
	if (!items || items.some(isAmiss)) return undefined;
	const operands = items.filter((item) => item.name === OPERAND).map(({ value }) => value);
	const hasPattern = items.some((item) => item.name === "e" || item.name === "regexp");
	const [path, another] = hasPattern ? operands : operands.slice(1);
	const isNumbered = items.some((item) => item.name === "n" || item.name === "line-number");
	if (!isNumbered || another !== undefined || (path !== undefined && !isOneFile(path))) return undefined;
	if (!hasPattern && operands.length === 0) return undefined;
	return { path, context: items.some((item) => CONTEXT.has(item.name) && Number(item.value) !== 0) };
}

/** A glob may match other files; a dash is the input. */
function isOneFile(path: string): boolean {
	return path !== "" && path !== "-" && !/[*?[\]{}]/.test(path);
}

/** An option with its value ("" if it takes none), or an operand. */
type SearchArgument = { readonly name: string; readonly value: string };

const OPERAND = "";
const CONTEXT: ReadonlySet<string> = new Set(["A", "B", "C", "after-context", "before-context", "context"]);

/** Options that keep lines whole: short, short with a value, long, long with a value. */
type SearchProgram = {
	readonly flags: string;
	readonly valued: string;
	readonly words: ReadonlySet<string>;
	readonly valuedWords: ReadonlySet<string>;
};

const WORDS = ["line-number", "ignore-case", "word-regexp", "line-regexp", "fixed-strings", "invert-match", "text"];
const VALUED_WORDS = [...CONTEXT, "regexp", "max-count"].filter((word) => word.length > 1);

const GREP: SearchProgram = {
	flags: "niwxvaFEPGs",
	valued: "ABCme",
	words: new Set([...WORDS, "extended-regexp", "perl-regexp", "basic-regexp", "no-messages", "color=never"]),
	valuedWords: new Set(VALUED_WORDS),
};

const RG: SearchProgram = {
	flags: "niwxvaFPsSu",
	valued: "ABCmegt",
	words: new Set([...WORDS, "case-sensitive", "smart-case", "pcre2", "hidden", "no-ignore", "no-heading"]),
	valuedWords: new Set([...VALUED_WORDS, "glob", "type"]),
};

const PROGRAMS: Readonly<Record<string, SearchProgram>> = { grep: GREP, egrep: GREP, fgrep: GREP, rg: RG };

function searchArguments(program: SearchProgram, words: readonly string[]): SearchArgument[] | undefined {
	const items: SearchArgument[] = [];
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

function takesValue({ valued, valuedWords }: SearchProgram, name: string): boolean {
	return name.length === 1 ? valued.includes(name) : valuedWords.has(name);
}

function longOption({ words, valuedWords }: SearchProgram, word: string): SearchArgument[] | undefined {
	const [name = "", ...values] = word.slice(2).split("=");
	const value = values.join("=");
	if (words.has(word.slice(2))) return [{ name, value: "" }];
	return valuedWords.has(name) ? [{ name, value }] : undefined;
}

/** An operand, or short options in one word, the last of which may have its value attached. */
function shortOptions({ flags, valued }: SearchProgram, word: string): SearchArgument[] | undefined {
	if (!/^-./.test(word)) return [{ name: OPERAND, value: word }];
	const items: SearchArgument[] = [];
	for (let at = 1; at < word.length; at++) {
		const name = word.charAt(at);
		if (valued.includes(name)) return [...items, { name, value: word.slice(at + 1) }];
		if (!flags.includes(name)) return undefined;
		items.push({ name, value: "" });
	}
	return items;
}

/** A count that is not a number. */
function isAmiss({ name, value }: SearchArgument): boolean {
	return (CONTEXT.has(name) || name === "m" || name === "max-count") && !/^\d{1,9}$/.test(value);
}
