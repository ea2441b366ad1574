import { isHarmlessGit } from "./harmless-git.ts";
import { isHarmlessScript } from "./sed.ts";

/** How a program that changes nothing tells that it failed: not at all, by its exit code alone, or in words too. */
export type Manners = "never fails" | "fails silently" | "fails loudly";

/**
 * The manners of a program that is known for certain to change nothing when called with these words: no file, no
 * setting, nothing on another machine. Undefined where that is not certain.
 */
export function mannersOf(words: readonly string[]): Manners | undefined {
	const [name = "", ...rest] = words;
	const known = Object.hasOwn(PROGRAMS, name) ? PROGRAMS[name] : undefined;
	return known?.isHarmless(rest) ? known.manners : undefined;
}

type Program = { readonly manners: Manners; readonly isHarmless: (words: readonly string[]) => boolean };

const always = (): boolean => true;
const alone = (words: readonly string[]): boolean => words.length === 0;

/** Programs that write only if one of these options asks for it: with `=`, cut short, or, if short, among others. */
function unless(...options: readonly string[]): (words: readonly string[]) => boolean {
	return (words) => {
		return words.every((word) => {
			const name = word.split("=", 1)[0]!;
			return options.every((option) => {
				if (option.startsWith("--")) return name.length < 3 || !option.startsWith(name);
				return !(word.startsWith("-") && !word.startsWith("--") && word.includes(option.slice(1)));
			});
		});
	};
}

function all(manners: Manners, names: string, isHarmless: Program["isHarmless"] = always): [string, Program][] {
	return names.split(" ").map((name) => [name, { manners, isHarmless }]);
}

const operandsOf = (words: readonly string[]): readonly string[] => words.filter((word) => !/^-./.test(word));

const PROGRAMS: Readonly<Record<string, Program>> = Object.fromEntries([
	...all("never fails", "echo true : pwd"),
	...all("fails loudly", "whoami uname nproc seq"),
	...all("fails loudly", "printf", runsNothing),
	...all("fails silently", "grep egrep fgrep cmp which pgrep"),
	...all("fails silently", "test [", runsNothing),
	...all("fails silently", "false", alone),
	...all("fails silently", "rg", unless("--pre", "--hostname-bin")),
	...all("fails silently", "diff comm", unless("--output")),
	...all("fails silently", "command", ([flag]) => flag === "-v" || flag === "-V"),
	...all("fails loudly", "cat nl head wc ls du df stat basename dirname realpath readlink cut tr tac rev"),
	...all("fails loudly", "fold paste expand strings od cksum md5sum sha1sum sha256sum jq id ps printenv column"),
	...all("fails loudly", "more"),
	...all("fails silently", "bat batcat", isHarmlessBat),
	...all("fails loudly", "less", isHarmlessLess),
	...all("fails loudly", "tail", unless("-f", "-F", "--follow", "--retry")),
	...all("fails loudly", "sort", unless("-o", "--output", "--compress-program")),
	...all("fails loudly", "file", unless("-C", "--compile")),
	...all("fails loudly", "tree", unless("-o", "-R")),
	...all("fails loudly", "uniq", isHarmlessUniq),
	...all("fails loudly", "hostname", alone),
	...all("fails loudly", "date", (words) => words.every((word) => word.startsWith("+") || word === "-u")),
	...all("fails loudly", "sleep", (words) => words.every((word) => /^[\d.]+s?$/.test(word))),
	...all("fails loudly", "cd", (words) => words.length === 1 && !words[0]!.startsWith("-")),
	...all("fails loudly", "find", isHarmlessFind),
	...all("fails loudly", "sed", isHarmlessSed),
	...all("fails loudly", "awk gawk mawk", isHarmlessAwk),
	...all("fails silently", "git", isHarmlessGit),
	...all("fails silently", "gh", isHarmlessGh),
	...all("fails silently", "npm", ([name]) => name === "view" || name === "ls"),
	...all("fails silently", "go", isHarmlessGo),
	...all("fails loudly", "base64", unless("-o", "--output")),
	...all("fails loudly", "env", alone),
]);

/** Shells compute what stands between brackets in the name of a variable, commands in it included. */
function runsNothing(words: readonly string[]): boolean {
	return words.every((word) => !/\$\(|`/.test(word));
}

function isHarmlessBat(words: readonly string[]): boolean {
	return words[0] !== "cache" && unless("--generate-config-file", "--pager")(words);
}

/** What follows a plus sign is done at the start, and may run or write. */
function isHarmlessLess(words: readonly string[]): boolean {
	return words.every((word) => !word.startsWith("+")) && unless("-o", "-O", "--log-file", "--LOG-FILE")(words);
}

/** A second operand is the file to write; a pattern may stand for two. */
function isHarmlessUniq(words: readonly string[]): boolean {
	const operands = operandsOf(words);
	return operands.length <= 1 && !words.includes("--") && operands.every((word) => !/[*?[{]/.test(word));
}

function isHarmlessGo([name, ...words]: readonly string[]): boolean {
	if (name === "env") return words.every((word) => !/^--?[wu]/.test(word));
	if (name === "list") return words.every((word) => !/^--?(?:mod|toolexec|export|compiled|test|exec)/.test(word));
	return name === "version";
}

const GH_VIEWS =
	/^(pr (view|list|diff|checks|status)|issue (view|list|status)|run (view|list)|repo (view|list)|release (view|list)|workflow (view|list)|search .*)$/;

/** Views of what stands on the other side; `api` asks with GET unless told otherwise. */
function isHarmlessGh(words: readonly string[]): boolean {
	const [area, name] = words;
	if (words.some((word) => word === "-w" || word === "--web")) return false;
	if (area === "api") return words.every((word) => !/^(-[^-]*[XfF]|--method|--field|--raw-field|--input)/.test(word));
	return GH_VIEWS.test(`${area} ${name}`);
}

const FIND_ACTIONS = /^-(exec|execdir|ok|okdir|delete|fprint|fprint0|fprintf|fls)$/;

function isHarmlessFind(words: readonly string[]): boolean {
	return words.every((word) => !FIND_ACTIONS.test(word));
}

function isHarmlessSed(words: readonly string[]): boolean {
	const flags = words.filter((word) => /^-./.test(word));
	if (flags.some((flag) => !/^(-[nErsuz]+|--quiet|--silent|--regexp-extended|-e)$/.test(flag))) return false;
	const given = words.flatMap((word, at) => (word === "-e" ? [words[at + 1] ?? ""] : []));
	const scripts = given.length > 0 ? given : operandsOf(words).slice(0, 1);
	return scripts.length > 0 && scripts.every(isHarmlessScript);
}

/** A program that prints and computes. What opens files or runs commands is taken for the worst wherever it stands. */
function isHarmlessAwk(words: readonly string[]): boolean {
	const flags = words.filter((word) => /^-./.test(word));
	const [program] = operandsOf(words);
	const isPlain = flags.every((flag) => /^-(F.+|v.+)$/.test(flag));
	if (!isPlain || program === undefined || /system|getline|close|\||@/.test(program)) return false;
	// Behind `print` it is no comparison but the way into a file.
	const printing = program.indexOf("print");
	return printing < 0 || program.indexOf(">", printing) < 0;
}
