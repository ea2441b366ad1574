import { isHarmlessScript } from "./sed-awk.ts";

/** How a harmless program shows that it failed: it never fails, only by its exit code, or with a message too. */
export type FailureSign = "never fails" | "fails silently" | "fails loudly";

/**
 * How a command shows failure, if it certainly changes nothing: no file, no setting, nothing on another machine.
 * Undefined if that is not certain.
 */
export function failureSignOf(words: readonly string[]): FailureSign | undefined {
	const [name = "", ...rest] = words;
	const known = Object.hasOwn(PROGRAMS, name) ? PROGRAMS[name] : undefined;
	return known?.isHarmless(rest) ? known.failureSign : undefined;
}

type HarmlessProgram = {
	readonly failureSign: FailureSign;
	readonly isHarmless: (words: readonly string[]) => boolean;
};

const always = (): boolean => true;
const alone = (words: readonly string[]): boolean => words.length === 0;

/** Programs that write only with one of these options: with `=`, abbreviated, or combined with other short options. */
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

function all(
	failureSign: FailureSign,
	names: string,
	isHarmless: HarmlessProgram["isHarmless"] = always,
): [string, HarmlessProgram][] {
	return names.split(" ").map((name) => [name, { failureSign, isHarmless }]);
}

const operandsOf = (words: readonly string[]): readonly string[] => words.filter((word) => !/^-./.test(word));

const PROGRAMS: Readonly<Record<string, HarmlessProgram>> = Object.fromEntries([
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

/** Shells evaluate array indexes in variable names, and run command substitutions in them. */
function runsNothing(words: readonly string[]): boolean {
	return words.every((word) => !/\$\(|`/.test(word));
}

function isHarmlessBat(words: readonly string[]): boolean {
	return words[0] !== "cache" && unless("--generate-config-file", "--pager")(words);
}

/** less runs commands given after a plus sign, and these may write. */
function isHarmlessLess(words: readonly string[]): boolean {
	return words.every((word) => !word.startsWith("+")) && unless("-o", "-O", "--log-file", "--LOG-FILE")(words);
}

/** The second operand is the output file; a glob may match two files. */
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

/** Commands that only show; `api` sends GET by default. */
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

/** An awk program that only prints. Anything that looks like opening files or running commands is refused. */
function isHarmlessAwk(words: readonly string[]): boolean {
	const flags = words.filter((word) => /^-./.test(word));
	const [program] = operandsOf(words);
	const isPlain = flags.every((flag) => /^-(F.+|v.+)$/.test(flag));
	if (!isPlain || program === undefined || /system|getline|close|\||@/.test(program)) return false;
	// After `print` a `>` is not a comparison but writes a file.
	const printing = program.indexOf("print");
	return printing < 0 || program.indexOf(">", printing) < 0;
}

/** Whether a git command certainly changes neither files nor the repository, and asks no other machine. */
function isHarmlessGit(words: readonly string[]): boolean {
	const [name = "", ...rest] = withoutGlobals(words);
	const isHarmless = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
	return isHarmless?.(rest) ?? false;
}

/** The words of a git call from its subcommand on; none if global options could change what it does. */
export function withoutGlobals(words: readonly string[]): readonly string[] {
	let at = 0;
	while (at < words.length) {
		if (words[at] === "-C") at += 2;
		else if (words[at] === "--no-pager" || words[at] === "-P") at++;
		else break;
	}
	return words[at]?.startsWith("-") ? [] : words.slice(at);
}

type GitCheck = (words: readonly string[]) => boolean;

const writesNowhere: GitCheck = (words) => words.every((word) => !/^(?:--(?:out|ext|textc|op|filters)|-O)/.test(word));
const only =
	(...allowed: readonly string[]): GitCheck =>
	(words) =>
		words.every((word) => allowed.includes(word.split("=")[0]!));
const begins =
	(...names: readonly string[]): GitCheck =>
	([first]) =>
		first !== undefined && names.includes(first);

const LISTINGS = [
	"--merged",
	"--no-merged",
	"--contains",
	"--points-at",
	"-a",
	"--all",
	"-r",
	"--remotes",
	"-v",
	"-vv",
	"--verbose",
	"--list",
	"-l",
	"--show-current",
	"--no-color",
];

/** Without a flag that lists, a name would create a branch or tag. */
function isListing(words: readonly string[]): boolean {
	const flags = words.filter((word) => word.startsWith("-"));
	return only(...LISTINGS)(flags) && (words.length === flags.length || flags.some((flag) => LISTS.test(flag)));
}

const LISTS = /^(--list|-l|--merged|--no-merged|--contains|--points-at)(=|$)/;

const COMMANDS: Readonly<Record<string, GitCheck>> = {
	status: writesNowhere,
	diff: writesNowhere,
	show: writesNowhere,
	log: writesNowhere,
	blame: writesNowhere,
	grep: (words) => writesNowhere(words) && words.every((word) => !/^-[^-]*O/.test(word)),
	shortlog: writesNowhere,
	describe: writesNowhere,
	"ls-files": writesNowhere,
	"ls-tree": writesNowhere,
	"rev-parse": writesNowhere,
	"rev-list": writesNowhere,
	"cat-file": writesNowhere,
	"merge-base": writesNowhere,
	"name-rev": writesNowhere,
	"for-each-ref": writesNowhere,
	"diff-tree": writesNowhere,
	"diff-index": writesNowhere,
	"show-ref": (words) => !words.includes("-d"),
	"check-ignore": writesNowhere,
	"count-objects": writesNowhere,
	branch: isListing,
	tag: isListing,
	remote: (words) => only("-v", "--verbose")(words) || begins("get-url")(words),
	stash: (words) => begins("list", "show")(words) && writesNowhere(words),
	worktree: begins("list"),
	config: begins("--get", "--get-all", "--list", "-l"),
	reflog: (words) => words.length === 0 || (begins("show")(words) && writesNowhere(words)),
};
