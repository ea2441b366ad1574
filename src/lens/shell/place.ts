import type { Subject } from "../../core/types.ts";
import { fileSubject } from "../paths.ts";
import type { Statement } from "./grammar.ts";
import type { Manners } from "./harmless.ts";

/** Where a statement runs: undefined where that cannot be told; and whether the command line itself has led there. */
export type Place = { readonly directory: string | undefined; readonly isStepped: boolean };

/**
 * A file as a program finds it. Shells count steps as they are written, programs follow links: the folder above one
 * that may be a link is not known.
 */
export function fileAt({ directory, isStepped }: Place, path: string | undefined): Subject | undefined {
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

/** Whether a statement may lead the shell to another directory. */
export function mayStep({ statement, manners }: { statement: Statement; manners: Manners | undefined }): boolean {
	return statement.commands.some(({ words: [name] }) => {
		return name!.text === "cd" || (manners === undefined && (!name!.known || STEPS.has(name!.text)));
	});
}

const STEPS: ReadonlySet<string> = new Set("pushd popd chdir . source eval builtin command".split(" "));

/** Where a statement leads that does nothing but `cd`, if it succeeds or says that it did not. */
export function stepped({ commands: [command, another] }: Statement, { directory }: Place): string | undefined {
	const [name, path, more] = command!.words;
	const isPlain = name!.text === "cd" && !more && !another && command!.redirects.length === 0;
	return isPlain && path?.known && !/^[-+]/.test(path.text) ? fileSubject(directory ?? "", path.text)?.name : undefined;
}
