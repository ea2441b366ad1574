import { askLens } from "../other.ts";
import { geminiOwn } from "../own/tools.ts";
import { geminiRead } from "../read/gemini-cli.ts";
import { geminiSearches } from "../search/tools.ts";
import { shellLens } from "../shell/shell.ts";
import type { Tools } from "../types.ts";
import { unwrapGeminiCli } from "../unwrap/gemini-cli.ts";

/** Gemini CLI's tools. */
export const geminiCliTools: Tools = {
	lenses: {
		read_file: geminiRead,
		...geminiOwn,
		...geminiSearches,
		run_shell_command: shellLens({
			command: "command",
			directory: "dir_path",
			background: "is_background",
			trims: true,
			word: "Output: ",
			terminal: true,
		}),
		web_fetch: askLens,
		google_web_search: askLens,
	},
	unwrap: unwrapGeminiCli,
};
