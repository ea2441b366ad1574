import { isInstructions, isSensitive } from "../../core/policy.ts";
import { askLens } from "../other.ts";
import { fileSubject } from "../paths.ts";
import { NOTHING_SHOWN } from "../text.ts";
import type { Lens, Sight, ToolCall } from "../types.ts";
import { grepLens } from "./grep.ts";

/** Claude Code's tools that look for files and lines. */
export const claudeCodeSearches: Readonly<Record<string, Lens>> = { Grep: grepLens, Glob: askLens, LS: askLens };

/** OpenCode's: a blank line stands below each hit, so no two lines of a file are neighbours. */
export const openCodeSearches: Readonly<Record<string, Lens>> = { grep: searchLens, glob: askLens, list: askLens };

/** pi's: a path stands before each hit, and a line near two hits is shown twice. */
export const piSearches: Readonly<Record<string, Lens>> = { grep: searchLens, find: askLens, ls: askLens };

/** Gemini CLI's: an `L` stands before each number. */
export const geminiSearches: Readonly<Record<string, Lens>> = {
	grep_search: searchLens,
	search_file_content: searchLens,
	glob: askLens,
	list_directory: askLens,
};

/** Copilot CLI's: a path stands before each hit, even of one file. */
export const copilotSearches: Readonly<Record<string, Lens>> = { grep: searchLens, rg: searchLens, glob: askLens };

/** A search whose hits are not told as lines of a file. What it finds in a file of secrets or of rules is not kept. */
function searchLens(call: ToolCall): Sight {
	const { input, directory } = call;
	const files = [input.path, input.dir_path, input.paths].flat().map((path) => fileSubject(directory, path));
	const isOpen = files.every((file) => !file || (!isSensitive(file) && !isInstructions(file)));
	return isOpen ? askLens(call) : { ...askLens(call), view: () => NOTHING_SHOWN };
}
