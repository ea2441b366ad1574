import { describe, expect, test } from "bun:test";
import { toolsOf } from "../../../contracts/hosts.ts";
import { code, numbered, plain } from "../../../sim/conversation-fixture.ts";
import { fold } from "../../core/fold.ts";
import { emptyWindow, type Window } from "../../core/window.ts";
import { deliver } from "../deliver.ts";
import { lookAtCall, lookAtText } from "../look.ts";
import type { HostName, Outcome, ToolCall } from "../types.ts";

const update = (path: string): string =>
	`*** Begin Patch\n*** Update File: ${path}\n@@\n-no such line\n+another\n*** End Patch`;
const UNFIT = "Failed to find expected lines in /w/a.txt:\nno such line";
const BLOCKED = 'Nothing was written: the line "[ibid] lines 2-7 unchanged" is a note of ibid';

const claude = { file_path: "/w/a.txt", old_string: "no such line", new_string: "another" };
const gemini = { file_path: "a.txt", old_string: "no such line", new_string: "another" };
const opencode = { filePath: "/w/a.txt", oldString: "no such line", newString: "another" };
const pi = { path: "a.txt", edits: [{ oldText: "no such line", newText: "another" }] };

/** A call that changed nothing, what the host says about it in its log, and how the failure is marked. */
const FAILED: readonly (readonly [HostName, string, ToolCall["input"], string, Outcome])[] = [
	[
		"claude-code",
		"Edit",
		claude,
		"<tool_use_error>String to replace not found in file.\nString: no such line</tool_use_error>",
		"failed",
	],
	[
		"claude-code",
		"Edit",
		claude,
		"<tool_use_error>String to replace not found in file.\nString: no such line</tool_use_error>",
		"done",
	],
	[
		"claude-code",
		"Edit",
		claude,
		"<tool_use_error>Found 3 matches of the string to replace, but replace_all is false.\nString: x</tool_use_error>",
		"failed",
	],
	[
		"claude-code",
		"Write",
		{ file_path: "/w/a.txt", content: "x" },
		`PreToolUse:Write hook error: ${BLOCKED}.`,
		"failed",
	],
	["claude-code", "Write", { file_path: "/w/a.txt", content: "x" }, `${BLOCKED}.`, "failed"],
	["codex", "apply_patch", { input: update("a.txt") }, `apply_patch verification failed: ${UNFIT}`, "done"],
	[
		"codex",
		"exec_command",
		{ cmd: `apply_patch <<'EOF'\n${update("a.txt")}\nEOF` },
		`apply_patch verification failed: ${UNFIT}`,
		"done",
	],
	[
		"codex",
		"apply_patch",
		{ input: update("a.txt") },
		`Command blocked by PreToolUse hook: ${BLOCKED}. Command: ${update("a.txt")}`,
		"done",
	],
	[
		"gemini-cli",
		"replace",
		gemini,
		"Could not find an exact match for 'old_string' in 'a.txt'. If previous edits modified the file",
		"failed",
	],
	[
		"gemini-cli",
		"replace",
		gemini,
		"Failed to edit, Expected 1 occurrence but found 3 for old_string in file: /w/a.txt",
		"failed",
	],
	["gemini-cli", "write_file", { file_path: "a.txt", content: "x" }, `Tool execution blocked: ${BLOCKED}.`, "failed"],
	[
		"opencode",
		"edit",
		opencode,
		"Could not find oldString in the file. It must match exactly, including whitespace",
		"failed",
	],
	[
		"opencode",
		"apply_patch",
		{ patchText: update("a.txt") },
		`apply_patch verification failed: Error: ${UNFIT}`,
		"failed",
	],
	["opencode", "write", { filePath: "/w/a.txt", content: "x" }, `${BLOCKED}.`, "failed"],
	["pi", "edit", pi, "Could not find the exact text in a.txt. The old text must match exactly", "failed"],
	["pi", "write", { path: "a.txt", content: "x" }, `${BLOCKED}.`, "failed"],
];

const cat: Readonly<Partial<Record<HostName, (path: string) => Pick<ToolCall, "tool" | "input">>>> = {
	"claude-code": (path) => ({ tool: "Read", input: { file_path: path } }),
	codex: (path) => ({ tool: "exec_command", input: { cmd: `cat ${path}` } }),
	"gemini-cli": (path) => ({ tool: "read_file", input: { file_path: path } }),
	opencode: (path) => ({ tool: "bash", input: { command: `cat ${path}` } }),
	pi: (path) => ({ tool: "read", input: { path } }),
};

describe("a call that failed to change a file", () => {
	test.each(FAILED)(
		"of %s, %s, is seen to have failed, and the next view of the file is whole: %j",
		(host, tool, input, text, outcome) => {
			const tools = toolsOf(host);
			const call: ToolCall = { id: "2", tool, input, directory: "/w" };
			const head = host === "codex" ? "Process exited with code 0\nOutput:\n" : "";
			const shown = head + (host === "claude-code" ? numbered : plain)(code(60));
			const reading = (id: string): ToolCall => ({ id, ...cat[host]!("a.txt"), directory: "/w" });
			const asked = (window: Window, each: ToolCall): Window =>
				fold(fold(window, { kind: "turn" }), { kind: "call", call: lookAtCall(tools, each) });
			const seen = deliver(asked(emptyWindow(), reading("1")), tools, reading("1"), shown).window;
			const view = lookAtText(tools, call, text, outcome);
			expect(view).toEqual({ kind: "failed" });
			const after = fold(asked(seen, call), { kind: "result", id: "2", text, view, shortened: false });
			expect(deliver(asked(seen, reading("3")), tools, reading("3"), shown).answer.form).toBe("same");
			expect(deliver(asked(after, reading("3")), tools, reading("3"), shown).answer.reason).toBe("asked");
		},
	);
});
