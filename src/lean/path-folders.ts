import type { LeanLines, LeanRule, LeanSource } from "./types.ts";

/** Paths of a list below their folder: `src/core/`, then ` fold.ts`. A path that is alone in its folder stays as it is. */
export const pathFolders: LeanRule = {
	name: "path-folders",
	lean: groupPaths,
	readSentence: (words) =>
		words.startsWith(SENTENCE) ? { sentence: SENTENCE, undo: (lines) => ungroupPaths(lines) } : undefined,
};

const SENTENCE = 'Paths stand below their folder: " name" below "folder/" is "folder/name".';

function groupPaths({ text, lines }: LeanSource): LeanLines | undefined {
	if (!ANY_PATH.test(text)) return undefined;
	const folders = lines.map((line) => PATH.exec(line)?.[1]);
	if (!isList(lines, folders)) return undefined;
	const grouped: string[] = [];
	let groups = 0;
	for (let line = 0, end: number; line < lines.length; line = end) {
		const folder = folders[line];
		end = line + 1;
		while (folder !== undefined && folders[end] === folder) end++;
		if (folder === undefined || end === line + 1) {
			grouped.push(lines[line]!);
			continue;
		}
		groups++;
		grouped.push(folder);
		for (let at = line; at < end; at++) grouped.push(MEMBER + lines[at]!.slice(folder.length));
	}
	return groups > 0 ? { lines: grouped, sentence: SENTENCE } : undefined;
}

/** Whether most lines are paths: in other texts a line may look like a path by chance. */
function isList(lines: readonly string[], folders: readonly (string | undefined)[]): boolean {
	const paths = folders.filter((folder) => folder !== undefined).length;
	return paths * 2 > lines.filter((line) => line.trim() !== "").length;
}

/** A path and nothing else, without blanks: its folder and its name. */
const PATH = /^([^\s]{0,1000}[\\/])[^\s\\/]+[\\/]?$/;

const ANY_PATH = /[\\/][^\s\\/]+[\\/]?$/m;

const MEMBER = " ";

function ungroupPaths(lines: readonly string[]): readonly string[] {
	const flat: string[] = [];
	let folder: string | undefined;
	for (const [at, line] of lines.entries()) {
		if (folder !== undefined && line.startsWith(MEMBER)) {
			flat.push(folder + line.slice(MEMBER.length));
			continue;
		}
		folder = /[\\/]$/.test(line) && lines[at + 1]?.startsWith(MEMBER) ? line : undefined;
		if (folder === undefined) flat.push(line);
	}
	return flat;
}
