import { CLOCK, plain, type Row, testUnwrap } from "../../../contracts/unwrap.ts";
import { unwrapGeminiCli } from "./gemini-cli.ts";

const wrapped = (text: string): string => `<untrusted_context>\n${text}\n</untrusted_context>`;
const old = (output: string, code = "0", signal = "(none)"): string =>
	`Command: cat clock.ts\nDirectory: (root)\n${output}\nError: (none)\nExit Code: ${code}\nSignal: ${signal}\nBackground PIDs: (none)\nProcess Group PGID: 26593`;

const wrappers: readonly Row[] = [
	["nothing around a file", "read_file", `${CLOCK}\n`, CLOCK, "done"],
	[
		"an output whose first line is not bare",
		"run_shell_command",
		wrapped("Output: tick\ntock\nProcess Group PGID: 1"),
		"Output: tick\ntock",
		"failed",
	],
	[
		"the same before it was wrapped",
		"run_shell_command",
		"Output: tick\ntock\nProcess Group PGID: 1",
		"Output: tick\ntock",
		"failed",
	],
	[
		"a bad exit",
		"run_shell_command",
		wrapped("Output: tick\nExit Code: 3\nProcess Group PGID: 1"),
		"Output: tick",
		"failed",
	],
	["no output", "run_shell_command", wrapped("Output: (empty)\nProcess Group PGID: 1"), "", "done"],
	[
		"no output and a bad exit",
		"run_shell_command",
		wrapped("Output: (empty)\nExit Code: 7\nProcess Group PGID: 1"),
		"",
		"failed",
	],
	[
		"no output and a signal",
		"run_shell_command",
		wrapped("Output: (empty)\nSignal: 9\nProcess Group PGID: 1"),
		"",
		"failed",
	],
	[
		"processes left behind",
		"run_shell_command",
		wrapped("Output: tick\nBackground PIDs: 2, 3\nProcess Group PGID: 1"),
		"Output: tick",
		"failed",
	],
	["the older form", "run_shell_command", old("Output: tick\ntock"), "Output: tick\ntock", "failed"],
	["the older form without output", "run_shell_command", old("Output: (empty)"), "", "done"],
	["the older form without output, of signal 0", "run_shell_command", old("Output: (empty)", "0", "0"), "", "done"],
	["the older form without output, gone wrong", "run_shell_command", old("Output: (empty)", "1"), "", "failed"],
	["the oldest form", "run_shell_command", old("Stdout: (empty)\nStderr: (empty)"), "", "done"],
	[
		"the oldest form with output",
		"run_shell_command",
		old("Stdout: tick\nStderr: (empty)"),
		"Stdout: tick\nStderr: (empty)",
		"failed",
	],
	[
		"a command of several lines",
		"run_shell_command",
		old("Output: tick").replace("clock.ts", "a\ncat b"),
		"Output: tick",
		"failed",
	],
	[
		"a command in the background",
		"run_shell_command",
		wrapped("Command moved to background (PID: 2). Output hidden."),
		"Command moved to background (PID: 2). Output hidden.",
		"failed",
	],
	[
		"a summary in place of the output",
		"run_shell_command",
		wrapped("The command told the time."),
		"The command told the time.",
		"cut",
	],
	["an MCP tool", "mcp_clock_tell", wrapped(`${CLOCK}\n`), CLOCK, "done"],
	["an MCP tool's text without a last line end", "mcp_clock_tell", wrapped(CLOCK), CLOCK, "done"],
	[
		"a long text",
		"mcp_clock_tell",
		`Output too large. Showing first 8,000 and last 32,000 characters. For full output see: /tmp/x\n${wrapped(CLOCK)}`,
		"",
		"cut",
	],
	[
		"a long text of old",
		"run_shell_command",
		"Tool output was too large and has been truncated.\nThe full output is elsewhere.",
		"",
		"cut",
	],
	["a masked text", "read_file", "<tool_output_masked>\ntick\n</tool_output_masked>", "", "cut"],
	[
		"a call that a hook has changed",
		"read_file",
		"tick\n\n[System] Tool input parameters (file_path) were modified by a hook before execution.",
		"",
		"cut",
	],
];

const lookalikes: readonly Row[] = [
	[
		"a hook's words below a file, which may be the file's",
		"read_file",
		"tick\n\n\n<hook_context>Be careful.</hook_context>",
		"",
		"cut",
	],
	plain("a wrapper in a file", "read_file", wrapped("tick")),
	plain("a wrapper without its end", "mcp_clock_tell", "<untrusted_context>\ntick"),
	plain("a wrapper without its beginning", "mcp_clock_tell", "tick\n</untrusted_context>"),
	plain("a wrapper in the middle", "mcp_clock_tell", `tick\n${wrapped("tock")}\ntick`),
	["a wrapper in a wrapper", "mcp_clock_tell", wrapped(wrapped("tick")), wrapped("tick"), "done"],
	plain("a shell's words in a file", "read_file", "Output: tick\nExit Code: 3\nProcess Group PGID: 1"),
	plain("a shell's words of an MCP tool", "mcp_clock_tell", "Output: tick\nExit Code: 3"),
	plain("a mask in the middle", "read_file", "tick\n<tool_output_masked>\ntock\n</tool_output_masked>"),
	plain(
		"a long text told of below the first line",
		"read_file",
		"tick\nOutput too large. Showing first 8 and last 32 characters.",
	),
	plain("a hook's words in the middle", "read_file", "<hook_context>Be careful.</hook_context>\ntick"),
	plain(
		"a changed call told of in the middle",
		"read_file",
		"[System] Tool input parameters were modified by a hook before execution.\ntick",
	),
	[
		"fields in the middle of an output",
		"run_shell_command",
		wrapped("Output: tick\nExit Code: 3\ntock\nProcess Group PGID: 1"),
		"Output: tick\nExit Code: 3\ntock",
		"failed",
	],
	[
		"fields twice",
		"run_shell_command",
		wrapped("Output: tick\nProcess Group PGID: 2\nProcess Group PGID: 1"),
		"Output: tick\nProcess Group PGID: 2",
		"failed",
	],
	[
		"an output of the word for none",
		"run_shell_command",
		wrapped("Output: (empty)\ntick\nProcess Group PGID: 1"),
		"Output: (empty)\ntick",
		"failed",
	],
];

testUnwrap("Gemini CLI", unwrapGeminiCli, wrappers, lookalikes, ["run_shell_command"]);
