import type { View } from "../../core/types.ts";
import { fileSubject } from "../paths.ts";
import { NOTHING_SHOWN, opaqueView } from "../text.ts";
import type { Lens, Page, Sight, ToolCall } from "../types.ts";
import { echoLook } from "./echo.ts";
import { editLens } from "./edit.ts";
import { ownOfPatch, type Patch, type PatchEffect, parsePatch, pathsInPatch } from "./patch.ts";
import { changeLens, writeLens } from "./write.ts";

const claudeEdit = {
	path: "file_path",
	old: "old_string",
	text: "new_string",
	all: "replace_all",
	empty: "whole file",
	deletion: "with newline",
} as const;

/** Claude Code's tools that change files. Up to 2.1.33 some answers show lines around the change. */
export const claudeCodeOwn: Readonly<Record<string, Lens>> = {
	Edit: editLens(claudeEdit, echoLook),
	MultiEdit: editLens({ ...claudeEdit, list: "edits" }, echoLook),
	Write: writeLens({ path: "file_path", text: "content" }, echoLook),
	NotebookEdit: changeLens({ path: "notebook_path" }),
};

/** Codex's only tool that changes files. */
export const codexOwn: Readonly<Record<string, Lens>> = { apply_patch: patchLens };

const openCodeEdit = {
	path: "filePath",
	old: "oldString",
	text: "newString",
	all: "replaceAll",
	empty: "whole file",
} as const;

/** OpenCode's: where the old text is not found as it is, it looks for one that is alike, and a formatter may follow. */
export const openCodeOwn: Readonly<Record<string, Lens>> = {
	edit: editLens(openCodeEdit),
	multiedit: editLens({ ...openCodeEdit, list: "edits" }),
	write: writeLens({ path: "filePath", text: "content" }),
	apply_patch: strictPatchLens,
	patch: strictPatchLens,
};

/** pi's: one edit in the arguments themselves, or several, each for a place of the file as it was. */
export const piOwn: Readonly<Record<string, Lens>> = {
	edit: editLens({ path: "path", old: "oldText", text: "newText", list: "edits" }),
	write: writeLens({ path: "path", text: "content" }),
};

/** Gemini CLI's: the lines around a change that its answers show have no numbers, so nobody knows where they stand. */
export const geminiOwn: Readonly<Record<string, Lens>> = {
	replace: editLens({
		path: "file_path",
		old: "old_string",
		text: "new_string",
		all: "allow_multiple",
		times: "expected_replacements",
		empty: "whole file",
	}),
	write_file: writeLens({ path: "file_path", text: "content" }),
};

const copilotEdit = editLens({ path: "path", old: "old_str", text: "new_str" });
const copilotCreate = writeLens({ path: "path", text: "file_text" });

/** Copilot CLI's. */
export const copilotOwn: Readonly<Record<string, Lens>> = {
	edit: copilotEdit,
	create: copilotCreate,
	apply_patch: patchLens,
};

/** Copilot CLI's one tool for everything in earlier versions, with the lens for its views. */
export function editorLens(view: Lens): Lens {
	return (call) => {
		switch (call.input.command) {
			case "view":
				return view(call);
			case "create":
				return copilotCreate(call);
			case "str_replace":
				return copilotEdit(call);
			default:
				return changeLens({ path: "path" })(call);
		}
	};
}

/** A tool that takes a patch, whatever its argument is called. */
export function patchLens(call: ToolCall): Sight | undefined {
	const text = patchOf(call);
	return text === undefined ? undefined : patchSight(call.directory, text, parsePatch(text));
}

/** One that passes over lines without a sign, and drops a blank line at the end of a file that it adds. */
function strictPatchLens(call: ToolCall): Sight | undefined {
	const text = patchOf(call);
	if (text === undefined) return undefined;
	const isPlain = !/\n(?:\r?\n|\+\r?\n\*\*\* )/.test(text.trim());
	return patchSight(call.directory, text, isPlain ? parsePatch(text) : undefined);
}

function patchOf({ input }: ToolCall): string | undefined {
	return [input.input, input.patch, input.patchText, input.command].find((value) => typeof value === "string");
}

function patchSight(directory: string, text: string, patch: Patch | undefined): Sight | undefined {
	const effect = patch ? ownOfPatch(directory, patch) : namedIn(directory, text);
	if (!effect) return undefined;
	const { subjects, own } = effect;
	const view = (page: Page): View => answerView(effect, page);
	// One that failed halfway has changed some of its files.
	return { subjects, readOnly: false, own, view, failure: (page) => (isRefused(page) ? FAILED : opaqueView(subjects)) };
}

/** The effect of a patch that is not understood: of the files it names nothing is known any more. */
function namedIn(directory: string, text: string): PatchEffect | undefined {
	const found = pathsInPatch(text).map((path) => fileSubject(directory, path));
	const subjects = found.filter((subject) => subject !== undefined);
	return subjects.length > 0 ? { subjects, own: [], gone: subjects } : undefined;
}

/** Not every host says in other ways than by words that a patch was not applied. */
function answerView({ subjects, gone }: PatchEffect, page: Page): View {
	if (isRefused(page)) return FAILED;
	if (!isDone(page)) return opaqueView(subjects);
	return gone.length > 0 ? opaqueView(gone) : NOTHING_SHOWN;
}

const FAILED: View = { kind: "failed" };

/** Whether nothing was changed, because a patch did not fit, or the user or a hook did not want it. */
function isRefused({ lines }: Page): boolean {
	return /^(?:apply_patch verification failed|patch rejected by user|Command blocked by PreToolUse hook: )/.test(
		lines[0] ?? "",
	);
}

/** Where the tool has no words of its own, the host has said that all went well. */
function isDone({ lines }: Page): boolean {
	return lines.length === 0 || lines.slice(0, MOST_HEAD).some((line) => DONE.test(line));
}

/** Codex puts a few lines before the words of the tool, or wraps all of it into JSON. */
const MOST_HEAD = 8;
const DONE =
	/^(?:\{"output":")?Success\. Updated the following files:|^(?:Added|Modified|Deleted|Moved) \d+ file\(s\): /;
