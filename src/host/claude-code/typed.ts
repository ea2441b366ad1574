/** What was typed behind Claude Code, as far as it changes which settings count, or where it runs. */
export type TypedOptions = {
	/** The last value of `--settings`; the host uses no other. */
	readonly settings: string | undefined;
	/** The kinds of settings files that the host reads. */
	readonly sources: readonly string[];
	/** What was typed that the host needs to answer for itself. */
	readonly said: readonly string[];
	/** Hooks and plugins are off. */
	readonly isBare: boolean;
	/** It goes on, or is, in another process. */
	readonly isElsewhere: boolean;
};

/** Reads what was typed; what follows `--` are no options. */
export function typedOptions(args: readonly string[]): TypedOptions {
	const words = optionWords(args);
	const has = (...names: readonly string[]): boolean => names.some((name) => words.includes(name));
	const settings = valuesOf(words, SETTINGS).at(-1);
	const wanted = valuesOf(words, SOURCES).at(-1);
	const isRestricted = has("--restricted");
	return {
		settings,
		sources: isRestricted ? [] : (wanted?.split(",").map((each) => each.trim()) ?? ALL_SOURCES),
		said: [
			...(settings === undefined ? [] : [SETTINGS, settings]),
			...(wanted === undefined ? [] : [SOURCES, wanted]),
			...(isRestricted ? ["--restricted"] : []),
		],
		isBare: has("--bare", "--safe-mode"),
		isElsewhere: has("--bg", "--background", "--cloud") || ELSEWHERE.has(args[0] ?? ""),
	};
}

/** The same arguments with these settings in place of those that were typed. */
export function withSettings(args: readonly string[], settings: object): string[] {
	const words = optionWords(args);
	const rest: string[] = [];
	for (let at = 0; at < words.length; at++) {
		if (words[at] === SETTINGS) at++;
		else if (!words[at]?.startsWith(`${SETTINGS}=`)) rest.push(words[at] ?? "");
	}
	return [SETTINGS, JSON.stringify(settings), ...rest, ...args.slice(words.length)];
}

const SETTINGS = "--settings";
const SOURCES = "--setting-sources";
const ALL_SOURCES: readonly string[] = ["user", "project", "local"];
const ELSEWHERE: ReadonlySet<string> = new Set(["agents", "attach", "respawn"]);

function optionWords(args: readonly string[]): readonly string[] {
	const end = args.indexOf("--");
	return end < 0 ? args : args.slice(0, end);
}

function valuesOf(words: readonly string[], name: string): string[] {
	return words.flatMap((word, at) => {
		if (word === name) return [words[at + 1] ?? ""];
		return word.startsWith(`${name}=`) ? [word.slice(name.length + 1)] : [];
	});
}
