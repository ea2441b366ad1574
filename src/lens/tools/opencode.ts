import type { NumberGutter, View } from "../../core/types.ts";
import { type FileLines, fileLens, type LineRequest, lineRequest } from "../files.ts";
import { askLens, callSubject } from "../look.ts";
import { editLens, writeLens } from "../own/edit.ts";
import { strictPatchLens } from "../own/patch.ts";
import { blockAbove, endAbove, noLines, onlyLine, unwrapNothing, wholeText } from "../result-text.ts";
import { searchLens } from "../search.ts";
import { shellLens } from "../shell/shell.ts";
import type { Lens, ResultBody, ResultText, ToolCall, Tools } from "../types.ts";
import { NO_GUTTER, opaqueView, UNLIMITED } from "../views.ts";

/** OpenCode's read, of files and of directories. */
export const openCodeRead: Lens = (call) => {
	const meaning = fileLens({
		path: ({ filePath }) => filePath,
		// It reads line 0 as line 1.
		ask: ({ offset, limit }) => lineRequest(offset === 0 ? 1 : offset, limit),
		find: findLines,
	})(call);
	if (!meaning) return undefined;
	const view = (result: ResultText): View =>
		result.lines[1] === DIRECTORY ? directoryView(call, result) : meaning.view(result);
	return { ...meaning, view };
};

const openCodeEdit = {
	path: "filePath",
	old: "oldString",
	text: "newString",
	all: "replaceAll",
	empty: "whole file",
} as const;

/** OpenCode's tools that change files. It may edit a text that is only similar, and a formatter may run after. */
export const openCodeOwn: Readonly<Record<string, Lens>> = {
	edit: editLens(openCodeEdit),
	multiedit: editLens({ ...openCodeEdit, list: "edits" }),
	write: writeLens({ path: "filePath", text: "content" }),
	apply_patch: strictPatchLens,
	patch: strictPatchLens,
};

/** OpenCode's tools. */
export const openCodeTools: Tools = {
	lenses: {
		read: openCodeRead,
		...openCodeOwn,
		// There is a blank line below each hit, so no two lines of a file are neighbours.
		grep: searchLens,
		glob: askLens,
		list: askLens,
		bash: shellLens({ command: "command", directory: "workdir", trims: false }),
		webfetch: askLens,
		websearch: askLens,
		codesearch: askLens,
		todoread: askLens,
	},
	unwrap: unwrapOpenCode,
};

/** OpenCode's tools in a request, which does not have what the host knows besides: how a command ended. */
export const openCodeRequestTools: Tools = {
	...openCodeTools,
	lenses: { ...openCodeTools.lenses, bash: withUnknownEnd(openCodeTools.lenses.bash!) },
};

/** Output as that of a command that may have failed: none of its lines count as lines of a file. */
function withUnknownEnd(lens: Lens): Lens {
	return (call) => {
		const meaning = lens(call);
		return meaning?.failure ? { ...meaning, view: meaning.failure } : meaning;
	};
}

const FILE = "<type>file</type>";
const DIRECTORY = "<type>directory</type>";
const GUTTER: NumberGutter = { kind: "number", width: 0, mark: ": ", forced: false };

const CONTENT = "<content>";

/**
 * There are three lines above the content; below it a blank line, and one that says how far it goes. Before 1.4 the
 * first line of the file is on the third of them, behind the opening tag: a part of its own.
 */
function findLines(result: ResultText, { first }: LineRequest): readonly FileLines[] | undefined {
	const { lines, notes } = result;
	const isBehindTag = lines[2]?.startsWith(`${CONTENT}${first}${GUTTER.mark}`) ?? false;
	const close = lines.indexOf("</content>", 3);
	const end = close - 2;
	const from = isBehindTag ? 2 : 3;
	if (lines[1] !== FILE || (!isBehindTag && lines[2] !== CONTENT) || end < from || lines[end] !== "") return undefined;
	const reach = reachOf(lines[close - 1]!, first);
	if (!reach) return undefined;
	const { last, isEnd } = reach;
	if (isEnd && last === 0 && !isBehindTag) return [{ from: 3, count: 0, first, gutter: GUTTER, room: UNLIMITED }];
	if (notes.size === 0 && first + end - from - 1 !== last) return undefined;
	const room = isEnd ? UNLIMITED : 0;
	if (!isBehindTag) return [{ from, count: end - from, first, gutter: GUTTER, room }];
	const lead: FileLines = { from, count: 1, first, gutter: { ...GUTTER, lead: CONTENT }, room: 0 };
	return [lead, { from: 3, count: end - 3, first: first + 1, gutter: GUTTER, room }];
}

type ReadReach = { readonly last: number; readonly isEnd: boolean };

const END = /^\(End of file - total (\d+) lines\)$/;
const RANGE =
	/^\((?:Output capped at [\d.]+ [KM]?B\. )?Showing lines (\d+)-(\d+)(?: of \d+)?\. Use offset=(\d+) to continue\.\)$/;

function reachOf(foot: string, first: number): ReadReach | undefined {
	const total = END.exec(foot)?.[1];
	if (total !== undefined) return { last: Number(total), isEnd: true };
	const [from, last, next] = RANGE.exec(foot)?.slice(1).map(Number) ?? [];
	return from === first && last !== undefined && next === last + 1 ? { last, isEnd: false } : undefined;
}

/** The entries of a directory are not lines of a file: the subject is the call. */
function directoryView(call: ToolCall, { lines }: ResultText): View {
	const subject = callSubject(call);
	const end = lines.indexOf("</entries>", 3);
	if (lines[2] !== "<entries>" || end < 0) return opaqueView([subject]);
	return { kind: "shown", parts: [{ subject, from: 3, count: end - 3, first: 1, gutter: NO_GUTTER, room: UNLIMITED }] };
}

/** Takes off what OpenCode puts around the result of a tool. A result does not contain the exit code of a command. */
export function unwrapOpenCode(lines: readonly string[], tool: string): ResultBody {
	if (GONE.test(onlyLine(lines) ?? "") || endsCut(lines)) return wholeText(lines, "cut");
	if (/^The \w+ tool was called with invalid arguments: /.test(lines[0] ?? "")) return wholeText(lines, "failed");
	return tool === "bash" ? unwrapShell(lines) : unwrapNothing(lines);
}

/** Cleared by the host, removed by a plugin, or aborted: we do not know what the call did or showed. */
const GONE = /^\[Old tool result content cleared\]$|^\[Output removed\b.*\]$|^Tool execution aborted$/;

/** OpenCode cuts the end of a long result and says below it which file has all of it. */
function endsCut(lines: readonly string[]): boolean {
	return lines.slice(-8).some((line, index, tail) => {
		const isApart = tail[index - 1] === "" && tail[index + 1] === "";
		return GAP.test(line) && isApart && /\bFull output saved to: /.test(tail[index + 2] ?? "");
	});
}

const GAP = /^\.\.\.\d+ (?:lines|bytes) truncated\.\.\.$/;

function unwrapShell(lines: readonly string[]): ResultBody {
	if (onlyLine(lines) === NONE) return noLines(lines);
	const [first = "", second] = lines;
	const opensCut = second === "" && (first === "...output truncated..." || GAP.test(first));
	if (opensCut || lines.at(-1) === LIMITED) return wholeText(lines, "cut");
	const open = blockAbove(lines, lines.length, opensMetadata, closesMetadata);
	if (open === undefined || open === 0 || lines[open - 1] !== "") return unwrapNothing(lines);
	const isCut = lines.slice(open).some((line) => /\btruncated output\b/.test(line));
	const end = endAbove(lines, 0, open - 1);
	return { from: 0, end: end === 1 && lines[0] === NONE ? 0 : end, outcome: isCut ? "cut" : "failed" };
}

const NONE = "(no output)";
const LIMITED = "(Output was truncated due to length limit)";

function opensMetadata(line: string): boolean {
	return line === "<shell_metadata>" || line === "<bash_metadata>";
}

function closesMetadata(line: string): boolean {
	return line === "</shell_metadata>" || line === "</bash_metadata>";
}
