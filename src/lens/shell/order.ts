import type { KnownStatement } from "./outputs.ts";

/**
 * Whether every statement of a script has run, in order, if the script succeeded and its output shows no error: then the
 * output is that of all of them, in order.
 */
export function isOrderly(script: readonly KnownStatement[]): boolean {
	const isKnown = (known: KnownStatement): boolean => known.failureSign !== undefined || isQuietWrite(known);
	return script.every((known, at) => isKnown(known) && (isForgiving(known, script[at + 1]) || hasRun(script, at)));
}

/** `… || true`: it makes no difference whether it runs. */
function isForgiving({ statement, output }: KnownStatement, next: KnownStatement | undefined): boolean {
	return statement.after === "||" && output.kind === "nothing" && (!next || next.statement.after === ";");
}

/** Whether a statement has run for certain, if the script succeeded and its output shows no error. */
export function hasRun(script: readonly KnownStatement[], at: number): boolean {
	const start = script.findLastIndex(({ statement }, each) => each <= at && (statement.after === ";" || each === 0));
	if (script.slice(0, at).some(mayEnd)) return false;
	const behind = script.findIndex(({ statement }, each) => each > at && statement.after !== "&&");
	// The exit code proves that the last chain succeeded; a failure in another chain shows only as a message.
	const isProved = behind < 0;
	return script.slice(start, at + 1).every((known, each, chain) => {
		const isLast = each === chain.length - 1;
		const isReached = each === 0 || known.statement.after === "&&";
		return isReached && (isLast || isProved || tellsFailure(known));
	});
}

/** Whether a statement may end the whole script with any exit code. */
function mayEnd({ statement, failureSign }: KnownStatement): boolean {
	return statement.commands.some(({ words: [name] }) => {
		return failureSign === undefined && (!name!.known || ENDS.has(name!.text));
	});
}

const ENDS: ReadonlySet<string> = new Set("exit exec return logout eval . source builtin command trap kill".split(" "));

function tellsFailure(known: KnownStatement): boolean {
	return known.failureSign === "never fails" || known.failureSign === "fails loudly" || isQuietWrite(known);
}

/** A file that the model writes, or a command that only prepares one. */
function isQuietWrite({ own, output, statement }: KnownStatement): boolean {
	const [name] = statement.commands.length === 1 ? statement.commands[0]!.words : [];
	return output.kind === "nothing" && (own.length > 0 || name?.text === "mkdir" || name?.text === "chmod");
}

/**
 * Whether a line of output is an error message of the shell or a program, perhaps after an unfinished line of another
 * program. If the exit code proves that every command succeeded, only messages at the start of a line count.
 */
export function tellsOfTrouble(script: readonly KnownStatement[]): (line: string) => boolean {
	const isProved = script.every(({ statement }, at) => {
		return statement.commands.length === 1 && (at === 0 || statement.after === "&&");
	});
	const names = new Set(script.flatMap(({ statement }) => statement.commands.map(({ words }) => words[0]!.text)));
	const complaints = [...names].map((name) => `${name}: `);
	const hasBat = names.has("bat") || names.has("batcat");
	return (line) => {
		if (PROFILE.test(line)) return true;
		if (!line.includes(": ")) return false;
		if (STARTUP.test(line) || complaints.some((words) => line.startsWith(words))) return true;
		if (hasBat && /\[bat \w+\]/.test(line)) return true;
		if (isProved) return false;
		const isAmid = complaints.some((words) => line.includes(words)) && TROUBLE.test(line);
		return isAmid || SHELL.test(line) || (names.has("git") && GIT.test(line));
	};
}

/** Words of error messages: without one of them `sed: ` in the middle of a line counts as text. */
const TROUBLE =
	/No such file|[Cc]annot |can't |[Cc]ould(?: not|n't) |[Nn]ot (?:found|permitted|a directory)|denied|s a directory|nvalid|illegal|unknown|nrecognized|missing|sage:|[Tt]oo |error|expected|extra char|[Ss]yntax/;

/** Whether a line is a message of a tool in the login shell, which comes above the output of every command. */
export function isOfProfile(line: string): boolean {
	return PROFILE.test(line);
}

const PROFILE = /^(?:mise|direnv|asdf|nvm|pyenv|rbenv|fnm|volta|conda)(?:: | (?:WARN|ERROR|INFO|warning|error)\b)/;

/** Messages of a shell with faulty settings, above the output of every command. */
const STARTUP = /^(?:\/\S*\/)?(?:ba|z|da)?sh: |^\/\S+(?:: line |:)\d+: |^(?:tput|stty|manpath): /;

const SHELL = /(?:ba|z|da)sh: |\bsh: |sh:(?:\w{1,20}:)?\d{1,6}: |: command not found/;
const GIT = /^(?:fatal|error|warning|hint): /;
