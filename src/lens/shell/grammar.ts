import { type HereDocument, shellTokens, type Token, type Word } from "./tokens.ts";

/** Where a command's input comes from or its output goes. */
export type Redirect = { readonly operator: string; readonly stream: string; readonly target: Word | HereDocument };

/** A program with its arguments. */
export type ShellCommand = { readonly words: readonly Word[]; readonly redirects: readonly Redirect[] };

/** A pipeline of commands, and the operator that joins it to the statement before it. */
export type Statement = {
	readonly commands: readonly ShellCommand[];
	readonly after: ";" | "&&" | "||";
	/** Its place in the command line. */
	readonly start: number;
	readonly end: number;
};

/**
 * A strict, small part of the shell's grammar: simple commands in pipes, joined by `;`, newlines, `&&` and `||`, with
 * quotes, escapes, redirections and here-documents. Undefined for all else, such as loops, groups, substitutions,
 * assignments and background jobs. The dialects of sh, Bash and zsh agree on it.
 */
export function parseScript(source: string): readonly Statement[] | undefined {
	const tokens = source.length > LONGEST ? undefined : shellTokens(source);
	if (!tokens) return undefined;
	const statements: Statement[] = [];
	let after: Statement["after"] = ";";
	let at = 0;
	while (at < tokens.length) {
		const token = tokens[at]!;
		if (isOperator(token, "\n")) {
			at++;
			continue;
		}
		const found = statementAt(tokens, at, after);
		if (!found) return undefined;
		statements.push(found.statement);
		if (statements.length > MOST_STATEMENTS) return undefined;
		const joint = tokens[found.end];
		if (joint !== undefined && !isOperator(joint, ";", "\n", "&&", "||")) return undefined;
		after = isOperator(joint, "&&") ? "&&" : isOperator(joint, "||") ? "||" : ";";
		at = found.end + 1;
		if (after !== ";" && !tokens[at]) return undefined;
	}
	return statements;
}

/** Longer command lines contain data, and longer scripts are programs: we do not follow them. */
const LONGEST = 1_000_000;
const MOST_STATEMENTS = 100;

function isOperator(token: Token | undefined, ...texts: string[]): boolean {
	return token?.kind === "operator" && texts.includes(token.text);
}

function statementAt(
	tokens: readonly Token[],
	start: number,
	after: Statement["after"],
): { statement: Statement; end: number } | undefined {
	const commands: ShellCommand[] = [];
	let at = start;
	for (;;) {
		const found = commandAt(tokens, at);
		if (!found) return undefined;
		commands.push(found.command);
		at = found.end;
		if (!isOperator(tokens[at], "|")) break;
		at++;
		while (isOperator(tokens[at], "\n")) at++;
	}
	return { statement: { commands, after, start: tokens[start]!.start, end: tokens[at - 1]!.end }, end: at };
}

function commandAt(tokens: readonly Token[], start: number): { command: ShellCommand; end: number } | undefined {
	const words: Word[] = [];
	const redirects: Redirect[] = [];
	let at = start;
	for (let token = tokens[at]; token !== undefined; token = tokens[at]) {
		if (token.kind === "word") {
			words.push(token);
			at++;
			continue;
		}
		if (token.kind === "document" || !REDIRECTIONS.has(token.text)) break;
		const target = tokens[at + 1];
		if (target === undefined || target.kind === "operator") return undefined;
		redirects.push({ operator: token.text, stream: token.stream, target });
		at += 2;
	}
	const [name] = words;
	if (!name || (!name.quoted && (RESERVED.has(name.text) || ASSIGNMENT.test(name.text)))) return undefined;
	return { command: { words, redirects }, end: at };
}

/** Not `&>`: a plain sh runs such a command in the background. */
const REDIRECTIONS: ReadonlySet<string> = new Set("<<< <<- << <& <> >> >& >| < >".split(" "));

const RESERVED: ReadonlySet<string> = new Set(
	"if then else elif fi for while until do done case esac function select time coproc [[ ]] { } !".split(" "),
);

const ASSIGNMENT = /^\w+(\[.*\])?\+?=/;
