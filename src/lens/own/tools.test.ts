import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { openDesk } from "../../../sim/desk.ts";
import { fold } from "../../core/fold.ts";
import type { OwnEdit, OwnWrite, View } from "../../core/types.ts";
import { emptyWindow } from "../../core/window.ts";
import { deliver } from "../deliver.ts";
import { lookAtCall, lookAtText } from "../look.ts";
import { unwrapNothing } from "../page.ts";
import { claudeCodeRead } from "../read/claude-code.ts";
import type { Lens, Outcome, ToolCall } from "../types.ts";
import { editLens } from "./edit.ts";
import { claudeCodeOwn, codexOwn, copilotOwn, editorLens, geminiOwn, openCodeOwn, piOwn } from "./tools.ts";

type Lenses = Readonly<Record<string, Lens>>;
type Input = ToolCall["input"];

const PROJECT = "/home/you/project";
const CLOCK = `${PROJECT}/src/clock.ts`;

/** In words: what the lens says of a call, and of the text that answers it. */
function said(lenses: Lenses, tool: string, input: Input, text: string, outcome?: Outcome): string {
	const tools = { lenses, unwrap: unwrapNothing };
	const call = { id: "1", tool, input, directory: PROJECT };
	const { subjects, own, readOnly } = lookAtCall(tools, call);
	if (subjects[0]?.kind !== "file") return "nothing";
	expect(readOnly).toBe(false);
	return [...own.map(wordOwn), wordView(lookAtText(tools, call, text, outcome))].join("; ");
}

function wordOwn(own: OwnWrite | OwnEdit): string {
	const file = own.subject.name.split("/").at(-1);
	if (own.kind === "write") return `${file} = ${JSON.stringify(own.text)}`;
	return `${file}: ${JSON.stringify(own.old)} > ${JSON.stringify(own.text)}${own.all ? " everywhere" : ""}`;
}

function wordView(view: View): string {
	if (view.kind === "failed") return "failed";
	if (view.kind === "opaque")
		return `hides ${view.hides.map(({ subject }) => subject.name.split("/").at(-1)).join(" ")}`;
	return view.parts.map(({ first, count, from }) => `shows ${first}-${first + count - 1} from ${from}`).join() || "ok";
}

type Row = readonly [tool: string, input: Input, text: string, expected: string];

const UPDATED = `The file ${CLOCK} has been updated successfully.`;
const CURRENT = `${UPDATED} (file state is current in your context — no need to Read it back)`;
const ECHOED = `The file ${CLOCK} has been updated. Here's the result of running \`cat -n\` on a snippet of the edited file:`;
const edit = (old_string: unknown, new_string: unknown, more: Input = {}): Input => {
	return { file_path: CLOCK, old_string, new_string, ...more };
};
const write = (content: unknown): Input => ({ file_path: CLOCK, content });

describe("Claude Code", () => {
	test.each<Row>([
		["Edit", edit("now", "then"), UPDATED, 'clock.ts: "now" > "then"; ok'],
		["Edit", edit("now", "then", { replace_all: false }), CURRENT, 'clock.ts: "now" > "then"; ok'],
		["Edit", edit("a\nb", "a\nx\nb", { replace_all: null }), CURRENT, 'clock.ts: "a\\nb" > "a\\nx\\nb"; ok'],
		[
			"Edit",
			edit("now", "then", { replace_all: true }),
			`The file ${CLOCK} has been updated. All occurrences of 'now' were successfully replaced with 'then'.`,
			'clock.ts: "now" > "then" everywhere; ok',
		],
		[
			"Edit",
			edit("now", "then", { replace_all: true }),
			`The file ${CLOCK} has been updated. All occurrences were successfully replaced. (file state is current)`,
			'clock.ts: "now" > "then" everywhere; ok',
		],
		["Edit", edit("", "new\nfile\n"), UPDATED, 'clock.ts = "new\\nfile\\n"; ok'],
		["Edit", edit("gone\n", ""), UPDATED, 'clock.ts: "gone\\n" > ""; ok'],
		["Edit", edit("gone", ""), UPDATED, 'clock.ts: "gone\\n" > ""; clock.ts: "gone" > ""; ok'],
		[
			"Edit",
			edit("now", "then"),
			`${ECHOED}\n     5→a\n     6→then\n     7→b`,
			'clock.ts: "now" > "then"; shows 5-7 from 1',
		],
		[
			"Edit",
			edit("now", "then"),
			`${ECHOED}\n     9→a\n    10→then\n    11→`,
			'clock.ts: "now" > "then"; shows 9-10 from 1',
		],
		["Edit", edit("now", "→"), `${ECHOED}\n123456→→\n123457→`, 'clock.ts: "now" > "→"; shows 123456-123456 from 1'],
		["Write", write("x\n"), `File created successfully at: ${CLOCK}`, 'clock.ts = "x\\n"; ok'],
		["Write", write("x"), `The file ${CLOCK} has been overwritten successfully.`, 'clock.ts = "x"; ok'],
		["Write", write(""), CURRENT, 'clock.ts = ""; ok'],
		["Write", write("x\ny\n"), `${ECHOED}\n     1→x\n     2→y\n     3→`, 'clock.ts = "x\\ny\\n"; shows 1-2 from 1'],
		[
			"MultiEdit",
			{ file_path: CLOCK, edits: [edit("", "a b"), edit("a", "c"), edit("b", "d", { replace_all: true })] },
			`Applied 3 edits to ${CLOCK}:`,
			'clock.ts = "a b"; clock.ts: "a" > "c"; clock.ts: "b" > "d" everywhere; ok',
		],
	])("%s %j answered by %j: %s", (tool, input, text, expected) => {
		expect(said(claudeCodeOwn, tool, input, text)).toBe(expected);
	});

	test.each<Row>([
		["Edit", edit(7, "then"), UPDATED, "hides clock.ts"],
		["Edit", edit("now", undefined), UPDATED, "hides clock.ts"],
		["Edit", edit("now", "then", { replace_all: "yes" }), UPDATED, "hides clock.ts"],
		["Edit", { file_path: CLOCK }, UPDATED, "hides clock.ts"],
		["Edit", { old_string: "now", new_string: "then" }, UPDATED, "nothing"],
		["Edit", { ...edit("now", "then"), file_path: "~/clock.ts" }, UPDATED, "nothing"],
		["Edit", edit("now", "then"), `${ECHOED}\n     5→a\n     7→b`, 'clock.ts: "now" > "then"; hides clock.ts'],
		["Edit", edit("now", "then"), `${ECHOED}\n     5\ta`, 'clock.ts: "now" > "then"; hides clock.ts'],
		["Edit", edit("now", "then"), `${ECHOED}\n  5→a`, 'clock.ts: "now" > "then"; hides clock.ts'],
		["Edit", edit("now", "then"), ECHOED, 'clock.ts: "now" > "then"; hides clock.ts'],
		["Edit", edit("now", "then"), `${ECHOED}\n     5→a\n[cut]`, 'clock.ts: "now" > "then"; hides clock.ts'],
		[
			"Edit",
			edit("now", "then"),
			`The file ${CLOCK} has been updated.  The user modified your proposed changes before accepting them.`,
			'clock.ts: "now" > "then"; hides clock.ts',
		],
		[
			"Edit",
			edit("now", "then"),
			`${ECHOED.replace(". Here", ".  The user modified your proposed changes before accepting them. Here")}\n     5→a`,
			'clock.ts: "now" > "then"; hides clock.ts',
		],
		["Write", write(["x"]), CURRENT, "hides clock.ts"],
		["Write", { file_path: 7, content: "x" }, CURRENT, "nothing"],
		["MultiEdit", { file_path: CLOCK, edits: [edit("a", "b"), edit("", "c")] }, "Applied", "hides clock.ts"],
		["MultiEdit", { file_path: CLOCK, edits: [edit("a", "b"), null] }, "Applied", "hides clock.ts"],
		["MultiEdit", { file_path: CLOCK, edits: [] }, "Applied", "hides clock.ts"],
		["MultiEdit", { file_path: CLOCK, edits: "[{" }, "Applied", "hides clock.ts"],
		[
			"NotebookEdit",
			{ notebook_path: "/n.ipynb", cell_id: "c", new_source: "x" },
			"Updated cell c with x",
			"hides n.ipynb",
		],
		["NotebookEdit", { new_source: "x" }, "Updated cell c with x", "nothing"],
	])("%s %j answered by %j: %s", (tool, input, text, expected) => {
		expect(said(claudeCodeOwn, tool, input, text)).toBe(expected);
	});

	test("what failed has changed nothing, be it understood or not", () => {
		const text = "<tool_use_error>File has not been read yet.</tool_use_error>";
		expect(said(claudeCodeOwn, "Edit", edit("now", "then"), text, "failed")).toBe('clock.ts: "now" > "then"; failed');
		expect(said(claudeCodeOwn, "NotebookEdit", { notebook_path: "/n.ipynb" }, text, "failed")).toBe("failed");
		expect(said(claudeCodeOwn, "Write", write(undefined), text, "failed")).toBe("failed");
	});
});

const PATCH = "*** Begin Patch\n*** Update File: src/clock.ts\n@@\n-now\n+then\n*** End Patch";
const PATCHED = 'clock.ts: "now\\n" > "then\\n"';
const ADDED = "*** Begin Patch\n*** Add File: src/clock.ts\n+now\n*** End Patch\n";
const DELETED = "*** Begin Patch\n*** Delete File: src/clock.ts\n*** Add File: src/watch.ts\n+x\n*** End Patch\n";
const MOVED = "*** Begin Patch\n*** Update File: src/clock.ts\n*** Move to: src/watch.ts\n@@\n-x\n+y\n*** End Patch\n";
const APPENDED = "*** Begin Patch\n*** Update File: src/clock.ts\n@@\n+now\n+then\n*** End Patch\n";
const SUCCESS = "Success. Updated the following files:\nM src/clock.ts\n";
const RUN = (text: string, code = 0): string => `Exit code: ${code}\nWall time: 0 seconds\nOutput:\n${text}`;
const JSONED = (output: string): string => JSON.stringify({ output, metadata: { exit_code: 0, duration_seconds: 0 } });

describe("Codex", () => {
	test.each<Row>([
		["apply_patch", { input: PATCH }, RUN(SUCCESS), `${PATCHED}; ok`],
		["apply_patch", { input: PATCH }, JSONED(SUCCESS), `${PATCHED}; ok`],
		["apply_patch", { input: PATCH }, SUCCESS, `${PATCHED}; ok`],
		["apply_patch", { patch: PATCH }, RUN(SUCCESS), `${PATCHED}; ok`],
		["apply_patch", { input: `${PATCH}\n` }, RUN(SUCCESS), `${PATCHED}; ok`],
		["apply_patch", { command: PATCH }, "", `${PATCHED}; ok`],
		["apply_patch", { input: PATCH }, "patch rejected by user", `${PATCHED}; failed`],
		[
			"apply_patch",
			{ input: ADDED },
			RUN("Success. Updated the following files:\nA src/clock.ts\n"),
			'clock.ts = "now\\n"; ok',
		],
		["apply_patch", { input: APPENDED }, RUN(SUCCESS), 'clock.ts: "" > "now\\nthen"; ok'],
		["apply_patch", { input: DELETED }, RUN(SUCCESS), 'watch.ts = "x\\n"; hides clock.ts'],
		["apply_patch", { input: DELETED }, JSONED(SUCCESS), 'watch.ts = "x\\n"; hides clock.ts'],
		["apply_patch", { input: MOVED }, RUN(SUCCESS), "hides clock.ts watch.ts"],
		[
			"apply_patch",
			{ input: PATCH },
			"apply_patch verification failed: Failed to find expected lines in x",
			`${PATCHED}; failed`,
		],
	])("%s %j answered by %j: %s", (tool, input, text, expected) => {
		expect(said(codexOwn, tool, input, text)).toBe(expected);
	});

	test.each<Row>([
		["apply_patch", { input: PATCH }, RUN("Failed to write", 1), `${PATCHED}; hides clock.ts`],
		["apply_patch", { input: PATCH }, "aborted by user", `${PATCHED}; hides clock.ts`],
		["apply_patch", { input: PATCH }, "\n", `${PATCHED}; hides clock.ts`],
		["apply_patch", { input: DELETED }, "patch rejected", 'watch.ts = "x\\n"; hides clock.ts watch.ts'],
		["apply_patch", { input: `<<'EOF'\n${PATCH}\nEOF` }, RUN(SUCCESS), "hides clock.ts"],
		["apply_patch", { input: PATCH.replace("+then", "then") }, RUN(SUCCESS), "hides clock.ts"],
		["apply_patch", { input: PATCH.replace("+then", "then") }, "apply_patch verification failed: no", "failed"],
		["apply_patch", { input: "*** Begin Patch\n*** End Patch" }, RUN(SUCCESS), "nothing"],
		["apply_patch", { input: "echo" }, RUN(SUCCESS), "nothing"],
		["apply_patch", { input: PATCH.replace("src/", "~/") }, RUN(SUCCESS), "nothing"],
		["apply_patch", {}, RUN(SUCCESS), "nothing"],
		["apply_patch", { input: [PATCH] }, RUN(SUCCESS), "nothing"],
	])("%s %j answered by %j: %s", (tool, input, text, expected) => {
		expect(said(codexOwn, tool, input, text)).toBe(expected);
	});
});

test("a patch that failed has changed nothing if it did not fit, and who knows what if it broke off", () => {
	const end = (text: string): string => said(openCodeOwn, "apply_patch", { patchText: PATCH }, text, "failed");
	expect(end("apply_patch verification failed: Error: no such lines")).toBe(`${PATCHED}; failed`);
	expect(end("The disk is full")).toBe(`${PATCHED}; hides clock.ts`);
	expect(end(SUCCESS)).toBe(`${PATCHED}; hides clock.ts`);
});

describe("OpenCode", () => {
	const swap = (oldString: unknown, newString: unknown, more: Input = {}): Input => {
		return { filePath: CLOCK, oldString, newString, ...more };
	};
	const APPLIED = "Edit applied successfully.";
	const TROUBLE = `${APPLIED}\n\nLSP errors detected in this file, please fix:\n<diagnostics file="${CLOCK}">\nERROR [1:1] x\n</diagnostics>`;

	test.each<Row>([
		["edit", swap("now", "then"), APPLIED, 'clock.ts: "now" > "then"; ok'],
		["edit", swap("now", "then", { replaceAll: false }), APPLIED, 'clock.ts: "now" > "then"; ok'],
		["edit", swap("now", "then", { replaceAll: true }), APPLIED, 'clock.ts: "now" > "then" everywhere; ok'],
		["edit", swap("now", "then"), TROUBLE, 'clock.ts: "now" > "then"; ok'],
		["edit", swap("now", ""), APPLIED, 'clock.ts: "now" > ""; ok'],
		["edit", swap("", "new\n"), APPLIED, 'clock.ts = "new\\n"; ok'],
		["edit", { ...swap("a", "b"), filePath: "src/clock.ts" }, APPLIED, 'clock.ts: "a" > "b"; ok'],
		["write", { filePath: CLOCK, content: "x\n" }, "Wrote file successfully.", 'clock.ts = "x\\n"; ok'],
		[
			"multiedit",
			{ filePath: CLOCK, edits: [swap("a", "b"), swap("c", "d")] },
			APPLIED,
			'clock.ts: "a" > "b"; clock.ts: "c" > "d"; ok',
		],
		["apply_patch", { patchText: PATCH }, "Success. Updated the following files:\nM src/clock.ts", `${PATCHED}; ok`],
		["patch", { patchText: ADDED }, "Success. Updated the following files:\nA src/clock.ts", 'clock.ts = "now\\n"; ok'],
		["apply_patch", { patchText: DELETED }, SUCCESS, 'watch.ts = "x\\n"; hides clock.ts'],
		[
			"apply_patch",
			{ patchText: PATCH },
			`${SUCCESS}\n\nLSP errors detected in src/clock.ts, please fix:`,
			`${PATCHED}; ok`,
		],
	])("%s %j answered by %j: %s", (tool, input, text, expected) => {
		expect(said(openCodeOwn, tool, input, text)).toBe(expected);
	});

	test.each<Row>([
		["edit", swap("now", 7), APPLIED, "hides clock.ts"],
		["edit", swap(undefined, "then"), APPLIED, "hides clock.ts"],
		["edit", swap("now", "then", { replaceAll: 1 }), APPLIED, "hides clock.ts"],
		["edit", { filePath: CLOCK, edits: [swap("a", "b")] }, APPLIED, "hides clock.ts"],
		["edit", { filePath: "$HOME/clock.ts", oldString: "a", newString: "b" }, APPLIED, "nothing"],
		["write", { filePath: CLOCK }, "Wrote file successfully.", "hides clock.ts"],
		["write", { content: "x" }, "Wrote file successfully.", "nothing"],
		["multiedit", { filePath: CLOCK, edits: [swap("a", "b"), {}] }, APPLIED, "hides clock.ts"],
		["multiedit", { filePath: CLOCK, edits: { 0: swap("a", "b") } }, APPLIED, "hides clock.ts"],
		["apply_patch", { patchText: PATCH }, "Rejected", `${PATCHED}; hides clock.ts`],
		["patch", { patchText: "--- a\n+++ b" }, SUCCESS, "nothing"],
	])("%s %j answered by %j: %s", (tool, input, text, expected) => {
		expect(said(openCodeOwn, tool, input, text)).toBe(expected);
	});
});

describe("pi", () => {
	const change = (oldText: unknown, newText: unknown): Input => ({ oldText, newText });
	const at = (more: Input): Input => ({ path: "src/clock.ts", ...more });
	const REPLACED = "Successfully replaced text in src/clock.ts. Changed 3 characters to 4 characters.";
	const BLOCKS = "Successfully replaced 2 block(s) in src/clock.ts.";
	const TWO = [change("a", "b"), change("c", "d")];
	const BOTH = 'clock.ts: "a" > "b"; clock.ts: "c" > "d"; ok';

	test.each<Row>([
		["edit", at(change("now", "then")), REPLACED, 'clock.ts: "now" > "then"; ok'],
		["edit", at(change("now\n", "")), REPLACED, 'clock.ts: "now\\n" > ""; ok'],
		["edit", at(change("now", "")), REPLACED, 'clock.ts: "now" > ""; ok'],
		["edit", { path: CLOCK, ...change("now", "then") }, REPLACED, 'clock.ts: "now" > "then"; ok'],
		["edit", at({ edits: TWO }), BLOCKS, BOTH],
		["edit", at({ edits: [change("a", "b")] }), BLOCKS, 'clock.ts: "a" > "b"; ok'],
		["edit", at({ edits: JSON.stringify(TWO) }), BLOCKS, BOTH],
		["edit", at({ edits: [change("a", "b")], ...change("c", "d") }), BLOCKS, BOTH],
		["write", at({ content: "x\n" }), "Successfully wrote 2 bytes to src/clock.ts", 'clock.ts = "x\\n"; ok'],
		["write", at({ content: "" }), "Successfully wrote 0 bytes to src/clock.ts", 'clock.ts = ""; ok'],
	])("%s %j answered by %j: %s", (tool, input, text, expected) => {
		expect(said(piOwn, tool, input, text)).toBe(expected);
	});

	test.each<Row>([
		["edit", at(change("", "then")), REPLACED, "hides clock.ts"],
		["edit", at(change("now", null)), REPLACED, "hides clock.ts"],
		["edit", at({ oldText: "now" }), REPLACED, "hides clock.ts"],
		["edit", at({ edits: [] }), BLOCKS, "hides clock.ts"],
		["edit", at({ edits: [change("a", "b"), change("", "d")] }), BLOCKS, "hides clock.ts"],
		["edit", at({ edits: [change("a", "b"), "c"] }), BLOCKS, "hides clock.ts"],
		["edit", at({ edits: "not JSON" }), BLOCKS, "hides clock.ts"],
		["edit", at({}), BLOCKS, "hides clock.ts"],
		["edit", { path: "~/clock.ts", ...change("a", "b") }, REPLACED, "nothing"],
		["write", at({}), "Successfully wrote", "hides clock.ts"],
		["write", { path: "", content: "x" }, "Successfully wrote", "nothing"],
	])("%s %j answered by %j: %s", (tool, input, text, expected) => {
		expect(said(piOwn, tool, input, text)).toBe(expected);
	});
});

describe("Gemini CLI", () => {
	const swap = (old: unknown, text: unknown, more: Input = {}): Input => {
		return { file_path: "src/clock.ts", instruction: "change it", old_string: old, new_string: text, ...more };
	};
	const MODIFIED = `Successfully modified file: ${CLOCK} (1 replacements).`;
	const SNIPPET = `${MODIFIED} Here is the updated code:\n...\nabove\nthen\nbelow\n...`;

	test.each<Row>([
		["replace", swap("now", "then"), MODIFIED, 'clock.ts: "now" > "then"; ok'],
		["replace", swap("now", "then"), SNIPPET, 'clock.ts: "now" > "then"; ok'],
		["replace", swap("now", "then", { allow_multiple: true }), SNIPPET, 'clock.ts: "now" > "then" everywhere; ok'],
		["replace", swap("now", "then", { allow_multiple: false }), SNIPPET, 'clock.ts: "now" > "then"; ok'],
		["replace", swap("now", "then", { expected_replacements: 1 }), MODIFIED, 'clock.ts: "now" > "then"; ok'],
		["replace", swap("now", "then", { expected_replacements: 2 }), MODIFIED, 'clock.ts: "now" > "then" everywhere; ok'],
		["replace", swap("", "new\n"), `Created new file: ${CLOCK} with provided content.`, 'clock.ts = "new\\n"; ok'],
		["replace", swap("now", ""), SNIPPET, 'clock.ts: "now" > ""; ok'],
		["write_file", { file_path: CLOCK, content: "x" }, `Successfully overwrote file: ${CLOCK}.`, 'clock.ts = "x"; ok'],
		[
			"write_file",
			{ file_path: "src/clock.ts", content: "x\n" },
			`Successfully created and wrote to new file: ${CLOCK}. Here is the updated code:\nx\n`,
			'clock.ts = "x\\n"; ok',
		],
	])("%s %j answered by %j: %s", (tool, input, text, expected) => {
		expect(said(geminiOwn, tool, input, text)).toBe(expected);
	});

	const BY_USER = " User modified the `new_string` content to be: later.";
	test.each<Row>([
		["replace", swap("now", "then"), MODIFIED + BY_USER, 'clock.ts: "now" > "then"; hides clock.ts'],
		["replace", swap("now", "then"), `${SNIPPET}\n${BY_USER}`, 'clock.ts: "now" > "then"; hides clock.ts'],
		["replace", swap("now", 1), MODIFIED, "hides clock.ts"],
		["replace", swap(null, "then"), MODIFIED, "hides clock.ts"],
		["replace", swap("now", "then", { allow_multiple: "true" }), MODIFIED, "hides clock.ts"],
		["replace", swap("now", "then", { expected_replacements: "2" }), MODIFIED, "hides clock.ts"],
		["replace", { file_path: CLOCK, instruction: "x" }, MODIFIED, "hides clock.ts"],
		["replace", { old_string: "a", new_string: "b" }, MODIFIED, "nothing"],
		[
			"write_file",
			{ file_path: CLOCK, content: "x" },
			"Done. User modified the `content` to be: y",
			'clock.ts = "x"; hides clock.ts',
		],
		["write_file", { file_path: CLOCK }, "Done.", "hides clock.ts"],
		["write_file", { content: "x" }, "Done.", "nothing"],
	])("%s %j answered by %j: %s", (tool, input, text, expected) => {
		expect(said(geminiOwn, tool, input, text)).toBe(expected);
	});
});

describe("Copilot CLI", () => {
	const swap = (old_str: unknown, new_str: unknown): Input => ({ path: CLOCK, old_str, new_str });
	const lenses = { ...copilotOwn, str_replace_editor: editorLens(() => undefined) };
	const CHANGED = `File ${CLOCK} updated with changes.`;
	const CREATED = `Created file ${CLOCK} with 2 characters`;

	test.each<Row>([
		["edit", swap("now", "then"), CHANGED, 'clock.ts: "now" > "then"; ok'],
		["edit", swap("a\nb\n", "c\n"), CHANGED, 'clock.ts: "a\\nb\\n" > "c\\n"; ok'],
		["edit", swap("now", ""), CHANGED, 'clock.ts: "now" > ""; ok'],
		["create", { path: CLOCK, file_text: "x\n" }, CREATED, 'clock.ts = "x\\n"; ok'],
		["create", { path: "src/clock.ts", file_text: "" }, CREATED, 'clock.ts = ""; ok'],
		["apply_patch", { input: PATCH }, `Modified 1 file(s): ${CLOCK}`, `${PATCHED}; ok`],
		["apply_patch", { input: ADDED }, `Added 1 file(s): ${CLOCK}`, 'clock.ts = "now\\n"; ok'],
		[
			"apply_patch",
			{ input: DELETED },
			"Added 1 file(s): x\nDeleted 1 file(s): y",
			'watch.ts = "x\\n"; hides clock.ts',
		],
		["str_replace_editor", { command: "str_replace", ...swap("a", "b") }, CHANGED, 'clock.ts: "a" > "b"; ok'],
		["str_replace_editor", { command: "create", path: CLOCK, file_text: "x" }, CREATED, 'clock.ts = "x"; ok'],
	])("%s %j answered by %j: %s", (tool, input, text, expected) => {
		expect(said(lenses, tool, input, text)).toBe(expected);
	});

	test.each<Row>([
		["edit", swap("", "then"), CHANGED, "hides clock.ts"],
		["edit", { path: CLOCK, old_str: "now" }, CHANGED, "hides clock.ts"],
		["edit", swap(7, "then"), CHANGED, "hides clock.ts"],
		["edit", { old_str: "a", new_str: "b" }, CHANGED, "nothing"],
		["create", { path: CLOCK }, CREATED, "hides clock.ts"],
		["create", { path: 7, file_text: "x" }, CREATED, "nothing"],
		["apply_patch", { input: PATCH }, "Something else", `${PATCHED}; hides clock.ts`],
		["apply_patch", { input: PATCH.replace("@@", "@@\n@@") }, `Modified 1 file(s): ${CLOCK}`, "hides clock.ts"],
		["str_replace_editor", { command: "insert", path: CLOCK, insert_line: 3, new_str: "x" }, CHANGED, "hides clock.ts"],
		["str_replace_editor", { command: "undo_edit", path: CLOCK }, CHANGED, "hides clock.ts"],
		["str_replace_editor", { command: "view", path: CLOCK }, "1. x", "nothing"],
	])("%s %j answered by %j: %s", (tool, input, text, expected) => {
		expect(said(lenses, tool, input, text)).toBe(expected);
	});
});

describe("an echo", () => {
	const block = Array.from({ length: 40 }, (_, index) => `export function step${index}(value: number): number {`);
	const read = claudeCodeRead("2.1.5");
	const tools = { lenses: { ...claudeCodeOwn, Read: read }, unwrap: unwrapNothing };
	const show = (lines: readonly string[], first: number): string => {
		return lines.map((line, index) => `${String(first + index).padStart(6)}→${line}`).join("\n");
	};
	const answerTo = (old: string, lines: readonly string[], echo: string) => {
		const calls = [
			{ id: "1", tool: "Read", input: { file_path: CLOCK }, directory: PROJECT },
			{ id: "2", tool: "Edit", input: edit(old, lines.join("\n")), directory: PROJECT },
		];
		const texts = [show(block, 1), `${ECHOED}\n${echo}`];
		let window = emptyWindow();
		return calls.map((call, index) => {
			window = fold(fold(window, { kind: "turn" }), { kind: "call", call: lookAtCall(tools, call) });
			const delivery = deliver(window, tools, call, texts[index]!);
			window = delivery.window;
			return delivery.answer;
		})[1]!;
	};

	test("of lines that stand in the window is shortened, and seen again as it was", () => {
		const lines = [block[19]!, "const added = 1;"];
		const after = [...block.slice(0, 19), ...lines, ...block.slice(20)];
		const answer = answerTo(block[19]!, lines, show(after.slice(2, 39), 3));
		expect(answer.form).not.toBe("whole");
		expect(answer.text.split("\n")[1]).toStartWith("[ibid] lines 3-");
	});

	test("that ends with a file ends with its last line", () => {
		const lines = [...block.slice(30), "const last = 1;"];
		const after = [...block.slice(0, 30), ...lines, ""];
		const answer = answerTo(block.slice(30).join("\n"), lines, show(after.slice(25), 26));
		expect(answer.form).not.toBe("whole");
		expect(answer.text).toEndWith("\n    42→");
		expect(answer.view).toMatchObject({ parts: [{ from: 1, first: 26 }] });
	});
});

test("an edit that is not understood hides what was shown before", () => {
	const lines = Array.from({ length: 20 }, (_, index) => `export const value${index} = ${index};`).join("\n");
	const isShortened = (old: unknown): boolean => {
		const desk = openDesk();
		desk.ask("Bash", { command: "cat a.ts" }, lines);
		desk.ask("Edit", { file_path: "a.ts", old_string: old, new_string: "x" }, "edited");
		return desk.ask("Bash", { command: "cat a.ts" }, lines).form !== "whole";
	};
	expect(["elsewhere", 7].map(isShortened)).toEqual([true, false]);
});

test("no arguments and no answer make a lens throw", () => {
	const all: Lenses = {
		...claudeCodeOwn,
		...codexOwn,
		...openCodeOwn,
		...geminiOwn,
		...copilotOwn,
		piEdit: piOwn.edit!,
	};
	const names = ["path", "file_path", "filePath", "old_string", "new_string", "oldText", "edits", "input", "content"];
	const value = fc.oneof(fc.string(), fc.constantFrom("src/a.ts", PATCH, ADDED), fc.jsonValue());
	const input = fc.dictionary(fc.constantFrom(...names), value);
	const text = fc
		.array(fc.constantFrom(ECHOED, "     1→x", "    2→", SUCCESS, "[ibid] line 1 unchanged"))
		.map((each) => each.join("\n"));
	fc.assert(
		fc.property(fc.constantFrom(...Object.keys(all)), input, text, fc.boolean(), (tool, given, answer, shortened) => {
			const call = { id: "1", tool, input: given, directory: PROJECT };
			const tools = { lenses: all, unwrap: unwrapNothing };
			expect(lookAtCall(tools, call).readOnly).toBe(false);
			lookAtText(tools, call, answer, "done", shortened);
		}),
	);
});

test("a tool without a word for everywhere replaces once", () => {
	const lens = editLens({ path: "path", old: "old", text: "text" });
	expect(said({ edit: lens }, "edit", { path: CLOCK, old: "a", text: "b", undefined: true }, "")).toBe(
		'clock.ts: "a" > "b"; ok',
	);
});
