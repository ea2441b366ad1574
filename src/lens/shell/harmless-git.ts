/** Whether a call of git is known for certain to change neither files nor the repository, and to ask no other machine. */
export function isHarmlessGit(words: readonly string[]): boolean {
	const [name = "", ...rest] = withoutGlobals(words);
	const isHarmless = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
	return isHarmless?.(rest) ?? false;
}

/** The words of a call of git from its command on. Options that could change what a command does make it none. */
export function withoutGlobals(words: readonly string[]): readonly string[] {
	let at = 0;
	while (at < words.length) {
		if (words[at] === "-C") at += 2;
		else if (words[at] === "--no-pager" || words[at] === "-P") at++;
		else break;
	}
	return words[at]?.startsWith("-") ? [] : words.slice(at);
}

type Check = (words: readonly string[]) => boolean;

const writesNowhere: Check = (words) => words.every((word) => !/^(?:--(?:out|ext|textc|op|filters)|-O)/.test(word));
const only =
	(...allowed: readonly string[]): Check =>
	(words) =>
		words.every((word) => allowed.includes(word.split("=")[0]!));
const begins =
	(...names: readonly string[]): Check =>
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

/** Without a flag that asks for a list, a name would make a new one. */
function isListing(words: readonly string[]): boolean {
	const flags = words.filter((word) => word.startsWith("-"));
	return only(...LISTINGS)(flags) && (words.length === flags.length || flags.some((flag) => LISTS.test(flag)));
}

const LISTS = /^(--list|-l|--merged|--no-merged|--contains|--points-at)(=|$)/;

const COMMANDS: Readonly<Record<string, Check>> = {
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
