/** An option that was typed, with all its words; other words have no name. */
export type TypedOption = {
	readonly words: readonly string[];
	readonly name: CodexOption | undefined;
	/** Empty if it has none. */
	readonly value: string;
};

type CodexOption = "config" | "enable" | "disable" | "profile" | "cd" | "oss" | "remote";

/** What was typed behind Codex, as far as it may change which API it uses; what follows `--` are no options. */
export function typedOptions(args: readonly string[]): TypedOption[] {
	const options: TypedOption[] = [];
	for (let at = 0; at < args.length; ) {
		if (args[at] === "--") return [...options, { words: args.slice(at), name: undefined, value: "" }];
		const option = optionAt(args, at);
		options.push(option);
		at += option.words.length;
	}
	return options;
}

function optionAt(args: readonly string[], at: number): TypedOption {
	const word = args[at] ?? "";
	for (const { name, spellings, hasValue } of OPTIONS) {
		const spelling = spellings.find((each) => word === each || isJoined(word, each, hasValue));
		if (spelling === undefined) continue;
		if (!hasValue) return { words: [word], name, value: "" };
		if (word === spelling) return { words: args.slice(at, at + 2), name, value: args[at + 1] ?? "" };
		return { words: [word], name, value: word.slice(spelling.length).replace(/^=/, "") };
	}
	return { words: [word], name: undefined, value: "" };
}

function isJoined(word: string, spelling: string, hasValue: boolean): boolean {
	return hasValue && word.startsWith(spelling.startsWith("--") ? `${spelling}=` : spelling);
}

const OPTIONS: readonly {
	readonly name: CodexOption;
	readonly spellings: readonly string[];
	readonly hasValue: boolean;
}[] = [
	{ name: "config", spellings: ["--config", "-c"], hasValue: true },
	{ name: "enable", spellings: ["--enable"], hasValue: true },
	{ name: "disable", spellings: ["--disable"], hasValue: true },
	{ name: "profile", spellings: ["--profile", "-p"], hasValue: true },
	{ name: "cd", spellings: ["--cd", "-C"], hasValue: true },
	{ name: "oss", spellings: ["--oss"], hasValue: false },
	{ name: "oss", spellings: ["--local-provider"], hasValue: true },
	{ name: "remote", spellings: ["--remote"], hasValue: true },
];

/** The same arguments with a value of the configuration that counts before what the user typed of it. */
export function withConfig(args: readonly string[], config: string): string[] {
	const own = ["-c", config];
	// The last value counts, and those before a command come before those behind it.
	const all = typedOptions(args).flatMap(({ words, name }) => (name === "config" ? [...words, ...own] : words));
	return [...own, ...all];
}
