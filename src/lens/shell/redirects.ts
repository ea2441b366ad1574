import type { Command, Redirect } from "./grammar.ts";

/** Whether a redirection writes no file. */
export function isHarmlessRedirect({ operator, target }: Redirect): boolean {
	if (target.kind === "document" || operator.startsWith("<")) return operator !== "<>";
	return target.text === "/dev/null" || (operator === ">&" && /^\d$/.test(target.text));
}

/** Whether words go nowhere. Whichever stream it is: the other may follow, and some programs complain on their output. */
export function hidesWords({ operator, target }: Redirect): boolean {
	return !operator.startsWith("<") && target.kind === "word" && target.text === "/dev/null";
}

/** Whether errors become lines for the next program, which may leave them out. */
export function joinsErrors({ operator, stream }: Redirect): boolean {
	return operator === ">&" && stream === "2";
}

/** Whether a redirection takes what a command prints. */
export function takesOutput({ operator, stream }: Redirect): boolean {
	return !operator.startsWith("<") && stream !== "2";
}

/** The file that a command is given as its input, if any; undefined where its input is something else. */
export function inputOf({ redirects }: Command): { readonly path: string | undefined } | undefined {
	const [source, another] = redirects.filter(({ operator }) => operator.startsWith("<"));
	if (!source) return { path: undefined };
	const { operator, stream, target } = source;
	if (another || operator !== "<" || !/^0?$/.test(stream) || target.kind !== "word") return undefined;
	return target.known ? { path: target.text } : undefined;
}
