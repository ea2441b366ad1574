import { describe, expect, test } from "bun:test";
import { toolsOf } from "../../contracts/hosts.ts";
import type { HostName, ToolCall } from "../lens/types.ts";
import { copiedNote } from "./copied-note.ts";

const NOTE = "[ibid] lines 3-30 unchanged";
const isNote = (line: string): boolean => line === NOTE;

const patch = (...lines: string[]): string => ["*** Begin Patch", ...lines, "*** End Patch"].join("\n");
const callOf = (tool: string, input: ToolCall["input"]): ToolCall => ({ id: "1", tool, input, directory: "/w" });

/** The note that a call would write, with these files on disk. */
function found(host: HostName, tool: string, input: ToolCall["input"], files: Readonly<Record<string, string>> = {}) {
	return copiedNote(toolsOf(host), callOf(tool, input), isNote, (file) => files[file] ?? "");
}

const FILE = "/w/a.ts";
const TEXT = `one\n${NOTE}\nlast\n`;
const HERE = (command: string): string => `${command} <<'EOF'\n${TEXT}EOF`;

describe("a note that would be written", () => {
	test.each<[string, HostName, string, ToolCall["input"]]>([
		["by a write of Claude Code", "claude-code", "Write", { file_path: FILE, content: TEXT }],
		["by an edit", "claude-code", "Edit", { file_path: FILE, old_string: "x", new_string: TEXT }],
		["by one of several edits", "pi", "edit", { path: "a.ts", edits: [{ oldText: "x", newText: TEXT }] }],
		["into a notebook", "claude-code", "NotebookEdit", { notebook_path: "/w/a.ipynb", new_source: TEXT }],
		["by a write of Gemini CLI", "gemini-cli", "write_file", { file_path: "a.ts", content: TEXT }],
		["by a replacement", "gemini-cli", "replace", { file_path: "a.ts", old_string: "x", new_string: TEXT }],
		["by a write of OpenCode", "opencode", "write", { filePath: FILE, content: TEXT }],
		["by a here-document", "claude-code", "Bash", { command: HERE("cat > a.ts") }],
		["by a here-document of a program that is not followed", "pi", "bash", { command: HERE("python3 -") }],
		["by a script that is not followed", "codex", "exec_command", { cmd: `for f in *; do ${HERE("cat >$f")}\ndone` }],
		["by a patch that adds a file", "codex", "apply_patch", { input: patch("*** Add File: a.ts", `+${NOTE}`) }],
		[
			"by a patch in the shell",
			"codex",
			"exec_command",
			{ cmd: HERE("apply_patch").replace(TEXT, `${patch("*** Update File: a.ts", "@@", "-x", `+${NOTE}`)}\n`) },
		],
		[
			"by a patch that moves its file",
			"opencode",
			"apply_patch",
			{ patchText: patch("*** Update File: a.ts", "*** Move to: b.ts", "@@", "-x", `+${NOTE}`) },
		],
		[
			"by a patch that is not understood",
			"codex",
			"apply_patch",
			{ input: patch("*** Update File: a.ts", "nonsense", `+${NOTE}`) },
		],
	])("is found %s", (_, host, tool, input) => {
		expect(found(host, tool, input)?.note).toBe(NOTE);
	});

	test.each<[string, HostName, string, ToolCall["input"]]>([
		["the old text of an edit", "claude-code", "Edit", { file_path: FILE, old_string: TEXT, new_string: "x" }],
		[
			"a line that an edit leaves",
			"claude-code",
			"Edit",
			{ file_path: FILE, old_string: NOTE, new_string: `x\n${NOTE}` },
		],
		[
			"a line that a patch takes away",
			"codex",
			"apply_patch",
			{ input: patch("*** Update File: a.ts", "@@", `-${NOTE}`, "+x") },
		],
		[
			"a line around a patch",
			"codex",
			"apply_patch",
			{ input: patch("*** Update File: a.ts", "@@", ` ${NOTE}`, "+x") },
		],
		["a diff that takes it away", "pi", "bash", { command: `git apply <<'EOF'\n@@ -1,2 +1,1 @@\n x\n-${NOTE}\nEOF` }],
		["a command that changes nothing", "claude-code", "Bash", { command: `grep -n '\n${NOTE}\n' a.ts` }],
		["a search", "claude-code", "Grep", { pattern: NOTE, path: "/w" }],
		["a question", "claude-code", "Agent", { prompt: TEXT }],
		["a write without one", "claude-code", "Write", { file_path: FILE, content: "[ibid] lines 9-9 unchanged" }],
	])("is not found in %s", (_, host, tool, input) => {
		expect(found(host, tool, input)).toBeUndefined();
	});

	test("is allowed if the file has that line already, however it is indented", () => {
		const input = { file_path: FILE, content: TEXT };
		expect(found("claude-code", "Write", input, { [FILE]: `\t// ${NOTE}\n` })).toBeUndefined();
		expect(found("claude-code", "Write", input, { "/w/b.ts": NOTE })).toEqual({ note: NOTE, files: [FILE] });
	});

	test("is found next to one that the file already has", () => {
		const other = "[ibid] lines 40-90 unchanged";
		const call = callOf("Write", { file_path: FILE, content: `${NOTE}\n${other}` });
		const isEither = (line: string): boolean => isNote(line) || line === other;
		expect(copiedNote(toolsOf("claude-code"), call, isEither, () => NOTE)?.note).toBe(other);
	});
});
