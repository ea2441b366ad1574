import { isInstructions, isSensitive } from "../../core/policy.ts";
import { askLens, callSubject } from "../other.ts";
import { fileSubject } from "../paths.ts";
import type { CallMeaning, Lens, ToolCall } from "../types.ts";
import { NOTHING_SHOWN } from "../views.ts";
import { hitView } from "./hits.ts";

/** A search whose hits we do not read as lines of a file. Hits in files with secrets or instructions are not kept. */
export function searchLens(call: ToolCall, names: readonly string[] = ["path", "dir_path", "paths"]): CallMeaning {
	const { input, directory } = call;
	const files = names.flatMap((name) => input[name]).map((path) => fileSubject(directory, path));
	const isOpen = files.every((file) => !file || (!isSensitive(file) && !isInstructions(file)));
	return isOpen ? askLens(call) : { ...askLens(call), view: () => NOTHING_SHOWN };
}

/**
 * Claude Code's Grep. In a search of one file, runs of hits are lines of that file. In a search of several files each
 * line begins with a path, sometimes relative and sometimes absolute, so all of it is output of the search.
 */
export const grepLens: Lens = (call) => {
	const { input, directory } = call;
	const file = input.output_mode === "content" ? fileSubject(directory, input.path) : undefined;
	const asked = askLens(call);
	if (!file) return asked;
	if (isSensitive(file) || isInstructions(file)) return { ...asked, view: () => NOTHING_SHOWN };
	if (input["-n"] === false || Object.keys(input).some((name) => !KNOWN.has(name))) return asked;
	const search = callSubject(call);
	const context = ["-A", "-B", "-C", "context"].some((name) => (input[name] ?? 0) !== 0);
	const isExact = context ? isUntouched : () => true;
	return {
		...asked,
		subjects: [search, file],
		by: { kind: "command", label: search.label },
		view: (result) => hitView(result, { file, search, context, isExact }),
	};
};

/** Arguments that do not change how lines are shown. Line numbers are on by default. */
const KNOWN: ReadonlySet<string> = new Set([
	"pattern",
	"path",
	"glob",
	"type",
	"output_mode",
	"-n",
	"-i",
	"-A",
	"-B",
	"-C",
	"context",
	"head_limit",
	"offset",
]);

/**
 * Grep takes everything up to the first colon of a line for a path and normalizes it: `7-// note: x` becomes `7-/ note:
 * x`, and on Windows `7-"a\\b": x` becomes `7-"a\b": x`. In a hit the first colon follows the number; a context line is
 * safe if there is no slash or backslash before its first colon.
 */
function isUntouched(text: string): boolean {
	const colon = text.indexOf(":");
	return colon < 0 || !/[\\/]/.test(text.slice(0, colon));
}
