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
	const behind = script.findIndex(({ statement }, each) => each > at && statement.after !== "&&");
	// The exit code of the last chain tells that none of it failed; of others only words on the output do.
	const isProved = behind < 0;
	return script.slice(start, at + 1).every((known, each, chain) => {
		const isLast = each === chain.length - 1;
		const isReached = each === 0 || known.statement.after === "&&";
		return isReached && (isLast || isProved || tellsFailure(known));
	});
}

function tellsFailure(known: Known): boolean {
	return known.manners === "never fails" || known.manners === "fails loudly" || isQuietWrite(known);
}

/** A write of the model's own, or a command that only makes place for one. */
function isQuietWrite({ own, output, statement }: Known): boolean {
	const [name] = statement.commands.length === 1 ? statement.commands[0]!.words : [];
	return output.kind === "nothing" && (own.length > 0 || name?.text === "mkdir" || name?.text === "chmod");
}

/** Whether a line of output tells of trouble: a shell or one of these programs complains. */
export function tellsOfTrouble(script: readonly Known[]): (line: string) => boolean {
	const names = new Set(script.flatMap(({ statement }) => statement.commands.map(({ words }) => words[0]!.text)));
	return (line) => {
		if (PROFILE.test(line)) return true;
		const colon = line.indexOf(": ");
		if (colon <= 0 || colon > LONGEST_NAME) return false;
		const who = line.slice(0, colon);
		return names.has(who) || SHELL.test(who) || (names.has("git") && GIT.test(who));
	};
}

/** What programs that hook into a login shell say above the output of every command. */
const PROFILE = /^(?:mise|direnv|asdf|nvm|pyenv|rbenv|fnm|volta|conda)(?:: | (?:WARN|ERROR|INFO|warning|error)\b)/;

const LONGEST_NAME = 64;
const SHELL = /^(?:\/\S*\/)?-?(?:ba|z|da)?sh(?::\d+)?$|^[a-z0-9-]+:\d+$|^cd$/;
const GIT = /^(?:fatal|error|warning|hint)$/;
