import { CLOCK, plain, type Row, testUnwrap } from "../../../contracts/unwrap.ts";
import type { Outcome } from "../types.ts";
import { unwrapGeminiCli } from "./gemini-cli.ts";

/** What the host says below an output if something went wrong. */
type Amiss = { readonly error?: string; readonly code?: number; readonly signal?: number; readonly pids?: string };
/** How a version reports a command: what comes before its output, below it, and around all of it. */
type Version = {
	readonly above: string;
	readonly word: (output: string) => string;
	readonly below: (amiss: Amiss) => readonly string[];
	readonly around: (text: string) => string;
	/** What the host says about a command that printed something and succeeded. */
	readonly ended: Outcome;
};

const all = ({ error = "(none)", code = 0, signal, pids = "(none)" }: Amiss): string[] => [
	`Error: ${error}`,
	`Exit Code: ${code}`,
	`Signal: ${signal ?? "(none)"}`,
	`Background PIDs: ${pids}`,
	"Process Group PGID: 26593",
];
const some = ({ error, code, signal, pids }: Amiss): string[] => [
	...(error === undefined ? [] : [`Error: ${error}`]),
	...(code === undefined ? [] : [`Exit Code: ${code}`]),
	...(signal === undefined ? [] : [`Signal: ${signal}`]),
	...(pids === undefined ? [] : [`Background PIDs: ${pids}`]),
	"Process Group PGID: 26593",
];

const above = "Command: cat clock.ts\nDirectory: (root)\n";
const bare = (text: string): string => text;
const wrapped = (text: string): string => `<untrusted_context>\n${text}\n</untrusted_context>`;
const output = (text: string): string => `Output: ${text}`;
const streams = (text: string): string => `Stdout: ${text}\nStderr: (empty)`;

const CANCELLED = "Command was cancelled by user before it could complete.";

const told = ({ above, word, below, around }: Version, text: string, amiss: Amiss = {}): string =>
	around([`${above}${word(text)}`, ...below(amiss)].join("\n"));

const wrappersOf = (version: Version): readonly Row[] => {
	const { word, around, ended } = version;
	return [
		["an output, which begins behind a word", "run_shell_command", told(version, "tick"), word("tick"), ended],
		["an output of several lines", "run_shell_command", told(version, CLOCK), word(CLOCK), ended],
		["a signal", "run_shell_command", told(version, CLOCK, { signal: 9 }), word(CLOCK), "failed"],
		["an error", "run_shell_command", told(version, "tick", { error: "spawn ENOENT" }), word("tick"), "failed"],
		["a bad exit", "run_shell_command", told(version, "tick", { code: 3 }), word("tick"), "failed"],
		["no output", "run_shell_command", told(version, "(empty)"), "", "done"],
		["no output and a bad exit", "run_shell_command", told(version, "(empty)", { code: 7 }), "", "failed"],
		["no output and a signal", "run_shell_command", told(version, "(empty)", { signal: 9 }), "", "failed"],
		["no output and an error", "run_shell_command", told(version, "(empty)", { error: "spawn ENOENT" }), "", "failed"],
		[
			"no output and a process left behind",
			"run_shell_command",
			told(version, "(empty)", { pids: "2, 3" }),
			"",
			"done",
		],
		["processes left behind", "run_shell_command", told(version, "tick", { pids: "2, 3" }), word("tick"), ended],
		[
			"a command that was given up",
			"run_shell_command",
			around(`${CANCELLED} There was no output before it was cancelled.`),
			`${CANCELLED} There was no output before it was cancelled.`,
			"failed",
		],
		[
			"the same after some output",
			"run_shell_command",
			around(`${CANCELLED} Below is the output before it was cancelled:\ntick`),
			`${CANCELLED} Below is the output before it was cancelled:\ntick`,
			"failed",
		],
		[
			"a summary in place of the output",
			"run_shell_command",
			around("The time was told."),
			"The time was told.",
			"cut",
		],
		["nothing around a file", "read_file", `${CLOCK}\n`, CLOCK, "done"],
	];
};

/** Outputs that contain field names, and results of other tools that look like a command's. */
const lookalikesOf = (version: Version): readonly Row[] => {
	const shows = (name: string, text: string): Row => [
		`an output that shows ${name}`,
		"run_shell_command",
		told(version, text),
		version.word(text),
		version.ended,
	];
	return [
		shows("a field in the middle", "tick\nExit Code: 3\ntock"),
		shows("a group of processes", "tick\nProcess Group PGID: 2\ntock"),
		shows("the word for none, and more", "(empty)\ntick"),
		shows("another command", "Command: ls\nDirectory: (root)\nOutput: x\ntick"),
		shows("what is not to be trusted", `${wrapped("tick")}\ntock`),
		[
			"a summary that tells of an output",
			"run_shell_command",
			version.around("The time was told.\nDirectory: (root)\nOutput: tick"),
			"The time was told.\nDirectory: (root)\nOutput: tick",
			"cut",
		],
		plain("a command's words in a file", "read_file", told({ ...version, around: bare }, "tick", { code: 3 })),
		plain("a mask in the middle", "read_file", "tick\n<tool_output_masked>\ntock\n</tool_output_masked>"),
		plain("a wrapper in a file", "read_file", wrapped("tick")),
		plain(
			"a long text told of below the first line",
			"read_file",
			"tick\nOutput too large. Showing first 8 and last 32 characters.",
		),
		plain("another long text told of below", "read_file", "tick\nTool output was too large and has been truncated."),
	];
};

const first: Version = { above, word: streams, below: all, around: bare, ended: "failed" };

testUnwrap(
	"Gemini CLI that tells of two streams",
	unwrapGeminiCli,
	[
		...wrappersOf(first),
		[
			"an output of errors alone",
			"run_shell_command",
			told(first, "(empty)").replace("Stderr: (empty)", "Stderr: no"),
			"Stdout: (empty)\nStderr: no",
			"failed",
		],
	],
	lookalikesOf(first),
	["run_shell_command"],
);

const second: Version = { ...first, word: output };

testUnwrap(
	"Gemini CLI that names the command",
	unwrapGeminiCli,
	[
		...wrappersOf(second),
		["no output, of signal 0", "run_shell_command", told(second, "(empty)", { signal: 0 }), "", "done"],
		[
			"a command of several lines",
			"run_shell_command",
			told(second, "tick").replace("clock.ts", "a\ncat b"),
			"Output: tick",
			"failed",
		],
		[
			"a long text",
			"run_shell_command",
			"Tool output was too large and has been truncated.\nIt is elsewhere.",
			"",
			"cut",
		],
	],
	[
		...lookalikesOf(second),
		[
			"a command that names a directory, and below an output",
			"run_shell_command",
			told(second, "tick").replace("clock.ts", "a\nDirectory: x\nls\nOutput: y"),
			"Output: tick",
			"failed",
		],
		[
			"a command that names a directory and an output",
			"run_shell_command",
			told(second, "tick").replace("clock.ts", "a\nDirectory: x\nOutput: y"),
			"Output: y\nDirectory: (root)\nOutput: tick",
			"failed",
		],
	],
	["run_shell_command"],
);

const third: Version = { above: "", word: output, below: some, around: bare, ended: "done" };

testUnwrap(
	"Gemini CLI that tells only what is amiss",
	unwrapGeminiCli,
	[
		...wrappersOf(third),
		["a masked text", "read_file", "<tool_output_masked>\ntick\n</tool_output_masked>", "", "cut"],
	],
	[...lookalikesOf(third), plain("a command's words of an MCP tool", "mcp_clock_tell", "Output: tick\nExit Code: 3")],
	["run_shell_command"],
);

const CHANGED = "[System] Tool input parameters (file_path) were modified by a hook before execution.";
const LARGE = "Output too large. Showing first 8,000 and last 32,000 characters. For full output see: /tmp/x";
const newest: Version = { ...third, around: wrapped };

testUnwrap(
	"Gemini CLI 0.61",
	unwrapGeminiCli,
	[
		...wrappersOf(newest),
		[
			"a command in the background",
			"run_shell_command",
			wrapped("Command moved to background (PID: 2). Output hidden."),
			"Command moved to background (PID: 2). Output hidden.",
			"failed",
		],
		["an MCP tool", "mcp_clock_tell", wrapped(`${CLOCK}\n`), CLOCK, "done"],
		["an MCP tool's text without a last line end", "mcp_clock_tell", wrapped(CLOCK), CLOCK, "done"],
		["a long text", "mcp_clock_tell", `${LARGE}\n${wrapped(CLOCK)}`, "", "cut"],
		["a masked text", "read_file", "<tool_output_masked>\ntick\n</tool_output_masked>", "", "cut"],
		["a call that a hook has changed", "read_file", `tick\n\n${CHANGED}`, "", "cut"],
	],
	[
		...lookalikesOf(newest),
		[
			"a hook's words below a file, which may be the file's",
			"read_file",
			"tick\n\n\n<hook_context>No.</hook_context>",
			"",
			"cut",
		],
		plain("a wrapper without its end", "mcp_clock_tell", "<untrusted_context>\ntick"),
		plain("a wrapper without its beginning", "mcp_clock_tell", "tick\n</untrusted_context>"),
		plain("a wrapper in the middle", "mcp_clock_tell", `tick\n${wrapped("tock")}\ntick`),
		["a wrapper in a wrapper", "mcp_clock_tell", wrapped(wrapped("tick")), wrapped("tick"), "done"],
		plain("a hook's words in the middle", "read_file", "<hook_context>Be careful.</hook_context>\ntick"),
		plain("a changed call told of in the middle", "read_file", `${CHANGED}\ntick`),
	],
	["run_shell_command"],
);
