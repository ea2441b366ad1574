import { gutterText } from "../core/lines.ts";
import type { Gutter } from "../core/types.ts";
import { type FileLines, fileLens, type LineRequest, lineRequest } from "./files.ts";
import { askLens } from "./look.ts";
import { changeLens, type EditTool, editLens, writeLens } from "./own/edit.ts";
import { heightOf, unwrapNothing } from "./result-text.ts";
import { searchLens } from "./search.ts";
import { type ShellTool, shellLens } from "./shell/shell.ts";
import type { Lens, ResultText, ToolCall, Tools } from "./types.ts";
import { NO_GUTTER, UNLIMITED } from "./views.ts";

/** The entry point `ibid/lens`: tools of known agents, and functions that describe other tools. */
export type { Call, Gutter, Part, Subject, View } from "../core/types.ts";
export { lookAtCall, lookAtText } from "./look.ts";
export type { EditTool } from "./own/edit.ts";
export type { ShellTool } from "./shell/shell.ts";
export { claudeCodeTools } from "./tools/claude-code.ts";
export { codexTools } from "./tools/codex.ts";
export { copilotCliTools } from "./tools/copilot-cli.ts";
export { geminiCliTools } from "./tools/gemini-cli.ts";
export { openCodeTools } from "./tools/opencode.ts";
export { piTools } from "./tools/pi.ts";
export type { CallMeaning, Lens, Outcome, ResultBody, ResultText, ToolCall, Tools } from "./types.ts";

/** How a tool that reads files is called, by the names of its arguments, and how it prints their lines. */
export type ReadToolDescription = {
	readonly path: string;
	/** The argument with the number of the first line, counted from 1. */
	readonly first?: string;
	/** The argument with how many lines to show. */
	readonly count?: string;
	/** The argument with the number of the last line. */
	readonly last?: string;
	/** What is between a line's number and the line, such as a tab; without it lines have no numbers. */
	readonly numbers?: string;
	/** The largest number of lines that it shows, whatever is requested. */
	readonly most?: number;
};

/** The tools of an agent, by name. All lines of each result are the tool's own: the agent puts nothing around them. */
export function describeTools(lenses: Readonly<Record<string, Lens>>): Tools {
	return { lenses, unwrap: unwrapNothing };
}

/**
 * A tool whose result is lines of one file and nothing else. Deliver any other result with the outcome "failed", and a
 * result that lacks requested lines with the outcome "cut".
 */
export function readTool(tool: ReadToolDescription): Lens {
	const gutter: Gutter =
		tool.numbers === undefined ? NO_GUTTER : { kind: "number", width: 0, mark: tool.numbers, forced: false };
	return fileLens({
		path: (input) => input[tool.path],
		ask: (input) => askedOf(tool, input),
		find: (result, asked) => findLines(result, asked, gutter),
	});
}

function askedOf(tool: ReadToolDescription, input: ToolCall["input"]): LineRequest | undefined {
	const named = (name: string | undefined): unknown => (name === undefined ? undefined : (input[name] ?? undefined));
	const asked = lineRequest(named(tool.first), named(tool.count));
	const to = lineRequest(named(tool.last), undefined);
	if (!asked || !to) return undefined;
	const upToLast = named(tool.last) === undefined ? UNLIMITED : to.first - asked.first + 1;
	const most = Math.min(asked.most, upToLast, tool.most ?? UNLIMITED);
	return most > 0 ? { first: asked.first, most } : undefined;
}

/** All lines of a result, if each has the number that it must have. */
function findLines(result: ResultText, { first, most }: LineRequest, gutter: Gutter): FileLines[] | undefined {
	let number = first;
	for (const [index, line] of result.lines.entries()) {
		if (!result.notes.has(index) && !line.startsWith(gutterText(gutter, number))) return undefined;
		number += heightOf(result, index);
	}
	const count = number - first;
	if (count === 0 || count > most) return undefined;
	return [{ from: 0, count: result.lines.length, first, gutter, room: most }];
}

/** A tool that writes a whole file, by the names of its arguments. */
export function writeTool(tool: { readonly path: string; readonly text: string }): Lens {
	return writeLens(tool);
}

/** A tool that replaces old text in a file by new text, by the names of its arguments. */
export function editTool(tool: EditTool): Lens {
	return editLens(tool);
}

/** A tool that changes a file, but its arguments do not say how. */
export function changeTool(tool: { readonly path: string }): Lens {
	return changeLens(tool);
}

/** A tool that searches for lines in files; without a path it searches anywhere. */
export function searchTool(tool: { readonly path?: string } = {}): Lens {
	return (call) => searchLens(call, tool.path === undefined ? [] : [tool.path]);
}

/** A tool that runs a command line of a POSIX shell. Failed commands are delivered with the outcome "failed". */
export function shellTool(tool: ShellTool): Lens {
	return shellLens(tool);
}

/** A tool that changes nothing, whatever it shows. */
export function readOnlyTool(): Lens {
	return askLens;
}
