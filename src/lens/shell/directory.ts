import type { Subject } from "../../core/types.ts";
import { fileSubject } from "../files.ts";
import type { Statement } from "./grammar.ts";
import type { FailureSign } from "./harmless.ts";

/** The directory in which a statement runs, undefined if unknown, and whether the script changed it. */
export type WorkingDirectory = { readonly directory: string | undefined; readonly isStepped: boolean };

/**
 * A file as a program finds it. In `a/..` a shell drops `a`, but a program follows it if it is a link, so we do not know
 * the folder above one that may be a link.
 */
export function fileAt({ directory, isStepped }: WorkingDirectory, path: string | undefined): Subject | undefined {
	return path !== undefined && climbs(path, isStepped) ? undefined : fileSubject(directory ?? "", path);
}

function climbs(path: string, isStepped: boolean): boolean {
	let isBelow = isStepped && !path.startsWith("/");
	for (const name of path.split("/")) {
		if (name === ".." && isBelow) return true;
		isBelow ||= name !== "" && name !== "." && name !== "..";
	}
	return false;
}

/** Whether a statement may change the directory. */
export function mayStep({
	statement,
	failureSign,
}: {
	statement: Statement;
	failureSign: FailureSign | undefined;
}): boolean {
	return statement.commands.some(({ words: [name] }) => {
		return name!.text === "cd" || (failureSign === undefined && (!name!.known || STEPS.has(name!.text)));
	});
}

const STEPS: ReadonlySet<string> = new Set("pushd popd chdir . source eval builtin command".split(" "));

/** The directory after a statement that is a plain `cd`. */
export function stepped(
	{ commands: [command, another] }: Statement,
	{ directory }: WorkingDirectory,
): string | undefined {
	const [name, path, more] = command!.words;
	const isPlain = name!.text === "cd" && !more && !another && command!.redirects.length === 0;
	return isPlain && path?.known && !/^[-+]/.test(path.text) ? fileSubject(directory ?? "", path.text)?.name : undefined;
}
