/** A call as the model wrote it, and the text that the model got. */
export type VisibleCall = {
	readonly tool: string;
	readonly input: Readonly<Record<string, unknown>>;
	/** The folder in which the call ran. */
	readonly directory: string;
	/** The text as delivered, or what the host has replaced it with; undefined if there is none yet. */
	readonly text: string | undefined;
	readonly shortened: boolean;
};

/** Every path that the arguments of a call may name. */
export function pathsIn(call: VisibleCall): ReadonlySet<string> {
	const known = PATHS.get(call);
	if (known) return known;
	const bases = basesOf(call);
	const paths = new Set([...wordsIn(call)].flatMap((word) => bases.map((base) => resolved(base, word))));
	PATHS.set(call, paths);
	return paths;
}

const PATHS = new WeakMap<VisibleCall, ReadonlySet<string>>();

/** A line of a patch that names a file. */
export const PATCHED_FILE: RegExp = /^\*\*\* (?:Add|Update|Delete) File: (.+?)\s*$/;

/** The words in the arguments of a call that may be paths. */
export function wordsIn(call: VisibleCall): ReadonlySet<string> {
	const words = stringsIn(call.input).flatMap(({ key, text }) => {
		if (/^(old|new|content|text)/i.test(key)) return [];
		const expanded = text.replace(/\$\{?PWD\}?/g, call.directory);
		const patched = text.split("\n").flatMap((line) => PATCHED_FILE.exec(line)?.[1] ?? []);
		if (patched.length > 0) return patched;
		const unquoted = expanded.replaceAll(/["'\\]/g, "");
		return [expanded, ...unquoted.split(/[\s=;|&()<>:,`{}]+/), ...endsOf(unquoted)];
	});
	return new Set(words.filter((word) => word !== "" && !word.includes("\n")));
}

/** A path may contain blanks, so every end of a text that may be a path. */
function endsOf(text: string): string[] {
	const words = text
		.trim()
		.replace(/:\d+\+\d*$/, "")
		.split(" ");
	return words.length > MOST_WORDS ? [] : words.map((_, at) => words.slice(at).join(" "));
}

const MOST_WORDS = 12;

/** The folders that relative paths in a call may start from. */
export function basesOf(call: VisibleCall): string[] {
	const command = commandOf(call) ?? "";
	const folders = [...command.matchAll(/\bcd (?:-- )?["']?([^\s"';&|]+)/g)].map(([, folder = ""]) => folder);
	const given = [call.input.workdir, call.input.cwd].filter((value) => typeof value === "string");
	const start = given.length > 0 ? given.map((folder) => resolved(call.directory, folder)) : [call.directory];
	return [...new Set([...start, ...folders.map((folder) => resolved(start[0]!, folder))])];
}

export function resolved(base: string, path: string): string {
	const parts: string[] = [];
	for (const part of (path.startsWith("/") ? path : `${base}/${path}`).split("/")) {
		if (part === "..") parts.pop();
		else if (part !== "" && part !== ".") parts.push(part);
	}
	return `/${parts.join("/")}`;
}

export type KeyedString = { readonly key: string; readonly text: string };

export function stringsIn(value: unknown, key = ""): KeyedString[] {
	if (typeof value === "string") return [{ key, text: value }];
	if (typeof value !== "object" || value === null) return [];
	return Object.entries(value).flatMap(([name, each]) => stringsIn(each, Array.isArray(value) ? key : name));
}

/** The command of a call; the last word if it is a list of words for a program. */
export function commandOf({ input }: VisibleCall): string | undefined {
	const { command = input.cmd } = input;
	const words: unknown = Array.isArray(command) ? command.at(-1) : command;
	return typeof words === "string" ? words : undefined;
}

/** Whether two calls ask for the same thing: the same command, more of the same session, or the same tool and arguments. */
export function isSameCall(a: VisibleCall, b: VisibleCall): boolean {
	const [command, other] = [commandOf(a), commandOf(b)];
	if (command !== undefined || other !== undefined) return withoutSteps(command) === withoutSteps(other);
	if (a.tool !== b.tool) return false;
	const session = a.input.session_id;
	return session === undefined ? inOrder(a.input) === inOrder(b.input) : session === b.input.session_id;
}

function inOrder(input: VisibleCall["input"]): string {
	return JSON.stringify(Object.entries(input).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The same command in another folder counts as the same command. */
function withoutSteps(command: string | undefined): string | undefined {
	return command?.replace(/^(?:cd (?:-- )?(?:"[^"]*"|'[^']*'|[^\s;&|]+) *(?:> *\/dev\/null *)?(?:&&|;|\n)\s*)+/, "");
}

/**
 * The names by which a note may refer to a call: its command, whole or without changes of folder before it; its tool
 * and arguments; or its tool and the session that the call continues.
 */
export function labelsOf(call: VisibleCall): string[] {
	const values = Object.values(call.input).map((value) => (typeof value === "string" ? value : JSON.stringify(value)));
	const asCall = [call.tool, ...values].join(" ");
	const command = commandOf(call);
	// Not every tool with a command is a shell that ibid knows.
	if (command !== undefined) return [command, withoutSteps(command) ?? "", asCall];
	return [asCall, ...values.map((value) => `${call.tool} to session ${value}`)];
}

export function statementsOf(call: VisibleCall): string[] {
	return commandOf(call)?.split(/\s*(?:;|&&|\|\||\n)\s*/) ?? [];
}

export function goesBy(label: string | undefined, said: string | undefined): boolean {
	if (label === undefined || said === undefined) return false;
	return label === said || (said.endsWith("…") && label.startsWith(said.slice(0, -1)));
}
