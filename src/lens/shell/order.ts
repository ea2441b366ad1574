import type { Known } from "./outputs.ts";

/**
 * Whether every statement of a script has run, one behind the other, if the script ended well and no line of its output
 * tells of trouble: then the output is that of all of them, in order.
 */
export function isOrderly(script: readonly Known[]): boolean {
	const isKnown = (known: Known): boolean => known.manners !== undefined || isQuietWrite(known);
	return script.every((known, at) => isKnown(known) && (isForgiving(known, script[at + 1]) || hasRun(script, at)));
}

/** `… || true`: whether it runs makes no difference. */
function isForgiving({ statement, output }: Known, next: Known | undefined): boolean {
	return statement.after === "||" && output.kind === "nothing" && (!next || next.statement.after === ";");
}

/** Whether a statement has run for certain, if the script ended well and no line of its output tells of trouble. */
export function hasRun(script: readonly Known[], at: number): boolean {
	const start = script.findLastIndex(({ statement }, each) => each <= at && (statement.after === ";" || each === 0));
	if (script.slice(0, at).some(mayEnd)) return false;
	const behind = script.findIndex(({ statement }, each) => each > at && statement.after !== "&&");
	// The exit code of the last chain tells that none of it failed; of others only words on the output do.
	const isProved = behind < 0;
	return script.slice(start, at + 1).every((known, each, chain) => {
		const isLast = each === chain.length - 1;
		const isReached = each === 0 || known.statement.after === "&&";
		return isReached && (isLast || isProved || tellsFailure(known));
	});
}

/** Whether a statement may end the whole script with an exit code that tells nothing. */
function mayEnd({ statement, manners }: Known): boolean {
	return statement.commands.some(({ words: [name] }) => {
		return manners === undefined && (!name!.known || ENDS.has(name!.text));
	});
}

const ENDS: ReadonlySet<string> = new Set("exit exec return logout eval . source builtin command trap kill".split(" "));

function tellsFailure(known: Known): boolean {
	return known.manners === "never fails" || known.manners === "fails loudly" || isQuietWrite(known);
}

/** A write of the model's own, or a command that only makes place for one. */
function isQuietWrite({ own, output, statement }: Known): boolean {
	const [name] = statement.commands.length === 1 ? statement.commands[0]!.words : [];
	return output.kind === "nothing" && (own.length > 0 || name?.text === "mkdir" || name?.text === "chmod");
}

/**
 * Whether a line of output tells of trouble: the shell or one of the programs complains, be it in the middle of a line
 * that another program did not end. Where every command must have ended well, that does not happen.
 */
export function tellsOfTrouble(script: readonly Known[]): (line: string) => boolean {
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

/** Words without which `passed: ` in a text is not taken for what `sed: ` has to say. */
const TROUBLE =
	/No such file|[Cc]annot |can't |[Cc]ould(?: not|n't) |[Nn]ot (?:found|permitted|a directory)|denied|s a directory|nvalid|illegal|unknown|nrecognized|missing|sage:|[Tt]oo |error|expected|extra char|[Ss]yntax/;

/** Whether a line is what programs that hook into a login shell say above the output of every command. */
export function isOfProfile(line: string): boolean {
	return PROFILE.test(line);
}

const PROFILE = /^(?:mise|direnv|asdf|nvm|pyenv|rbenv|fnm|volta|conda)(?:: | (?:WARN|ERROR|INFO|warning|error)\b)/;

/** What a shell says above the output of every command if its settings do not fit. */
const STARTUP = /^(?:\/\S*\/)?(?:ba|z|da)?sh: |^\/\S+(?:: line |:)\d+: |^(?:tput|stty|manpath): /;

const SHELL = /(?:ba|z|da)sh: |\bsh: |sh:(?:\w{1,20}:)?\d{1,6}: |: command not found/;
const GIT = /^(?:fatal|error|warning|hint): /;
