import { isInstructions, isSensitive } from "../../core/policy.ts";
import { askLens, callSubject } from "../other.ts";
import { fileSubject } from "../paths.ts";
import { NOTHING_SHOWN } from "../text.ts";
import type { Lens } from "../types.ts";
import { hitView } from "./hits.ts";

/**
 * Claude Code's Grep. Where it shows the hits of one file, runs of their lines are lines of that file. Of several
 * files each line begins with a path, relative before some lines and absolute before others: these are of the search.
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
		view: (page) => hitView(page, { file, search, context, isExact }),
	};
};

/** Arguments that leave the lines as they are. Numbers are on unless switched off. */
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
 * Grep takes what stands before the first colon of a line for a path and straightens it: of `7-// note: x` it shows
 * `7-/ note: x`, and on a drive of `7-"a\\b": x` it shows `7-"a\b": x`. A hit has its first colon behind the number; a
 * context line is safe without a slash of either kind before it.
 */
function isUntouched(text: string): boolean {
	const colon = text.indexOf(":");
	return colon < 0 || !/[\\/]/.test(text.slice(0, colon));
}
