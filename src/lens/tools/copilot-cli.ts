import type { Gutter } from "../../core/types.ts";
import { type FileLines, fileLens, type LineRequest, lineRequest } from "../files.ts";
import { askLens } from "../look.ts";
import { changeLens, editLens, writeLens } from "../own/edit.ts";
import { patchLens } from "../own/patch.ts";
import { unwrapNothing, wholeText } from "../result-text.ts";
import { searchLens } from "../search.ts";
import { shellLens } from "../shell/shell.ts";
import type { CallMeaning, Lens, ResultBody, ResultText, ToolCall, Tools } from "../types.ts";
import { UNLIMITED } from "../views.ts";

/** Copilot CLI's view of a file. Its results for directories and for files that are too large have no line numbers. */
export const copilotView: Lens = fileLens({ path: ({ path }) => path, ask: askedRange, find: findLines });

const copilotEdit = editLens({ path: "path", old: "old_str", text: "new_str" });

const copilotCreate = writeLens({ path: "path", text: "file_text" });

/** Copilot CLI's tools that change files. */
export const copilotOwn: Readonly<Record<string, Lens>> = {
	edit: copilotEdit,
	create: copilotCreate,
	apply_patch: patchLens,
};

/** Copilot CLI's tools. */
export const copilotCliTools: Tools = {
	lenses: {
		view: copilotView,
		...copilotOwn,
		// There is a path before each hit, even in a search of one file.
		grep: searchLens,
		rg: searchLens,
		glob: askLens,
		str_replace_editor: editorLens,
		bash: shellLens({ command: "command", trims: true }),
	},
	unwrap: unwrapCopilotCli,
};

const GUTTER: Gutter = { kind: "number", width: 0, mark: ". ", forced: false };

/** A last line of -1 is the end of the file. */
function askedRange({ view_range }: ToolCall["input"]): LineRequest | undefined {
	if (view_range === undefined || view_range === null) return lineRequest(1, undefined);
	const [first, last, ...others]: unknown[] = Array.isArray(view_range) ? view_range : [];
	if (typeof first !== "number" || typeof last !== "number" || others.length > 0) return undefined;
	return lineRequest(first, last === -1 ? UNLIMITED : last - first + 1);
}

const NOTICE = /^\[Output truncated\. Use view_range=\[(\d+), \.\.\.\] to continue reading\./;

function findLines({ lines, notes }: ResultText, { first, most }: LineRequest): FileLines[] | undefined {
	const isOriginal = notes.size === 0;
	if (!notes.has(0) && !lines[0]?.startsWith(`${first}. `)) return undefined;
	const bottom = lines.at(-1)!;
	if (!bottom.startsWith("[Output truncated.")) {
		if (isOriginal && lines.length > most) return undefined;
		return [{ from: 0, count: lines.length, first, gutter: GUTTER, room: most }];
	}
	const count = lines.length - 2;
	const next = NOTICE.exec(bottom)?.[1];
	if (next === undefined || lines[count] !== "") return undefined;
	if (isOriginal && first + count !== Number(next)) return undefined;
	return [{ from: 0, count, first, gutter: GUTTER, room: 0 }];
}

/** Takes off what Copilot CLI puts around the result of a tool. */
export function unwrapCopilotCli(lines: readonly string[], tool: string): ResultBody {
	if (/^Output too large to read at once \(.*\)\. Saved to: /.test(lines[0] ?? "")) return wholeText(lines, "cut");
	if (!SHELLS.has(tool)) return unwrapNothing(lines);
	const below = unwrapNothing(lines).end;
	const last = lines[below - 1] ?? "";
	// If a command printed nothing, there is an empty line above the line of the host.
	const end = below === 2 && lines[0] === "" ? 0 : below - 1;
	const code = ENDED.exec(last)?.[1];
	if (code !== undefined) return { from: 0, end, outcome: Number(code) === 0 ? "done" : "failed" };
	if (UNENDED.test(last)) return { from: 0, end, outcome: "failed" };
	// Every command's result ends with a line of the host. Without one, we do not know what this is.
	return wholeText(lines, "cut");
}

const SHELLS: ReadonlySet<string> = new Set(["bash", "read_bash", "write_bash", "stop_bash"]);

const ENDED = /^<(?:exited|shellId: \S+ completed) with exit code (-?\d+)>$/;
const UNENDED = /^<command with (?:shellId|id): .*>$/;

/** The single tool for viewing and changing files in earlier versions. */
function editorLens(call: ToolCall): CallMeaning | undefined {
	switch (call.input.command) {
		case "view":
			return copilotView(call);
		case "create":
			return copilotCreate(call);
		case "str_replace":
			return copilotEdit(call);
		default:
			return changeLens({ path: "path" })(call);
	}
}
