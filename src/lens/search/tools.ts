import { askLens } from "../other.ts";
import type { Lens } from "../types.ts";
import { grepLens } from "./grep.ts";

/** Claude Code's tools that look for files and lines. */
export const claudeCodeSearches: Readonly<Record<string, Lens>> = { Grep: grepLens, Glob: askLens, LS: askLens };

/** OpenCode's: a blank line stands below each hit, so no two lines of a file are neighbours. */
export const openCodeSearches: Readonly<Record<string, Lens>> = { grep: askLens, glob: askLens, list: askLens };

/** pi's: a path stands before each hit, and a line near two hits is shown twice. */
export const piSearches: Readonly<Record<string, Lens>> = { grep: askLens, find: askLens, ls: askLens };

/** Gemini CLI's: an `L` stands before each number. */
export const geminiSearches: Readonly<Record<string, Lens>> = {
	grep_search: askLens,
	search_file_content: askLens,
	glob: askLens,
	list_directory: askLens,
};

/** Copilot CLI's: a path stands before each hit, even of one file. */
export const copilotSearches: Readonly<Record<string, Lens>> = { grep: askLens, rg: askLens, glob: askLens };
