import * as v from "valibot";
import type { Entry } from "../conversation/types.ts";
import { Properties, understood } from "./foreign.ts";

/*
 * What hosts write into prompts about directories and files. A request has no other sign of it.
 */

/**
 * The directory for relative paths, if one of these texts says it in the words of a host. A text counts only if it
 * begins as that host begins it: users and files may say anything.
 */
export function directoryIn(texts: readonly string[]): string | undefined {
	return texts.map(statedIn).findLast((directory) => directory !== undefined);
}

function statedIn(text: string): string | undefined {
	return STATED.map((words) => words.exec(text)?.[1]?.trim()).find((path) => path !== undefined && WHOLE.test(path));
}

const STATED: readonly RegExp[] = [
	/^(?:<system-reminder>\n(?:.*\n)?)?# Environment\n(?:.*\n)? - Primary working directory: (.+)/,
	/^<environment_context>\s+<cwd>(.+?)<\/cwd>/,
	/^<session_context>\n(?:.*\n)*?- \*\*Workspace Directories:\*\*\n {2}- (.+)/,
	/^This is the Qwen Code\. (?:.*\n){1,5}?I'm currently working in the directory: (.+)/,
	/^You are (?:.*\n)*?<env>\n {2}Working directory: (.+)/,
	/^You are (?:.*\n)*?\* Current working directory: (.+)/,
	/^You are (?:.*\n)*Current working directory: (.+)\s*$/,
];

/** A path from the root, or from a drive. */
const WHOLE = /^(?:\/|[A-Za-z]:[\\/])/;

/** A text without what a host says of the project for any prompt, such as the state of git: the user did not write it. */
export function withoutBackground(text: string): string {
	return text.replace(BACKGROUND, "");
}

const BACKGROUND =
	/^<system-reminder>\nAs you answer the user's questions, you can use the following context:\n.*?<\/system-reminder>/s;

/**
 * What texts show or say of files, as far as hosts have words for it: such lines are never quoted, but they hide what
 * the model knew before. Undefined if the words are known, but not which file they are about.
 */
export function attachedIn(texts: readonly string[], directory: string): Entry[] | undefined {
	const found = texts.flatMap((text) => [...calledIn(text, directory), ...namedIn(text, directory)]);
	const known = found.filter((entry) => entry !== undefined);
	return known.length === found.length ? known : undefined;
}

const CALLED = /Called the (\S+) tool with the following input: (.*)$/gm;

const InputShape = v.pipe(v.string(), v.parseJson(), Properties);

/** The host speaks as if the model had made this call; the result may be in a text of its own. */
function calledIn(text: string, directory: string): (Entry | undefined)[] {
	return [...text.matchAll(CALLED)].flatMap(([, tool = "", json]): (Entry | undefined)[] => {
		const input = understood(InputShape, json);
		if (!input) return [undefined];
		const call = { id: "attached", tool, input, directory };
		// The tool may have another name in this list than in these words.
		const paths = [input.file_path, input.filePath, input.path].filter((path) => typeof path === "string");
		return [
			{ kind: "shown", call, text: "", outcome: "cut" },
			...paths.map((path): Entry => ({ kind: "hidden", directory, path })),
		];
	});
}

/** Lines of this file follow, or it is not as it was. */
const NAMED: readonly RegExp[] = [
	/^Note: (.+?) (?:changed on disk|was modified)\b/gm,
	/^Content from @(.+):$/gm,
	/^<file (?:name|path)="(.+?)">/gm,
];

function namedIn(text: string, directory: string): Entry[] {
	const paths = NAMED.flatMap((words) => [...text.matchAll(words)].map(([, path = ""]) => path));
	return paths.map((path) => ({ kind: "hidden", directory, path }));
}
