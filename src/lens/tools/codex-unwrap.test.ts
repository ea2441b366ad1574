import { CLOCK, plain, type Row, refusal, testUnwrap } from "../../../contracts/unwrap.ts";
import { unwrapCodex } from "./codex.ts";

/** What is above an output: how the command ended, and how long the output was. */
type Head = (end: string, tokens?: number) => string;

const chunk: Head = (end, tokens = 12) =>
	`Chunk ID: 26f599\nWall time: 0.6550 seconds\n${end}\nOriginal token count: ${tokens}\nOutput:\n`;
const named: Head = (end, tokens) => `Command: /bin/zsh -lc 'cat src/clock.ts'\n${chunk(end, tokens)}`;

const OK = "Process exited with code 0";
const SHORT = "Total output lines: 900\n\ntick…811 tokens truncated…tock\n";
const WARNED = `Warning: truncated output (original token count: 900)\n${SHORT}`;
const PATCH = "Exit code: 0\nWall time: 0 seconds\nOutput:\n";
const BROKEN = PATCH.replace("0", "1");
const ALWAYS = ["exec_command", "write_stdin", "shell", "shell_command", "apply_patch"];

/** What all versions since 0.118 put around a command's output, under a head and above a text that is cut. */
const wrappersOf = (head: Head, short: string): readonly Row[] => [
	["an output", "exec_command", `${head(OK)}${CLOCK}\n`, CLOCK, "done"],
	["no output", "exec_command", head(OK, 0), "", "done"],
	["an output without a last line end", "exec_command", `${head(OK)}tick`, "tick", "done"],
	["blank lines of the command", "exec_command", `${head(OK)}\n\ntick\n\n`, "\n\ntick\n", "done"],
	["a bad exit", "exec_command", `${head("Process exited with code 127")}tick\n`, "tick", "failed"],
	["a bad exit without output", "exec_command", head("Process exited with code 1", 0), "", "failed"],
	["still running", "write_stdin", `${head("Process running with session ID 79860")}tick\n`, "tick", "failed"],
	["ended at last", "write_stdin", `${head(OK)}tock\n`, "tock", "done"],
	["a cut output", "exec_command", `${head(OK, 900)}${short}`, "", "cut"],
	["a cut output of a bad exit", "exec_command", `${head("Process exited with code 2", 900)}${short}`, "", "cut"],
	["whole in the log, too long for the model", "exec_command", `${head(OK, 10_191)}${CLOCK}\n`, "", "cut"],
	["as long as the model may see", "exec_command", `${head(OK, 10_000)}${CLOCK}\n`, CLOCK, "done"],
	refusal(
		"a patch refused",
		"apply_patch",
		"apply_patch verification failed: Failed to find expected lines in a:\ntick",
	),
];

/** Outputs below a head that themselves contain heads and cut marks. */
const lookalikesOf = (head: string, tool = "exec_command"): readonly Row[] =>
	[
		["a second head", `${chunk("Process exited with code 1")}tick`],
		["the end of a head", "Output:\ntick"],
		["a head of a patch", `${PATCH}tick`],
		["a named command", "Command: ls\nOutput:\ntick"],
		["a sign of a cut", "ti…811 tokens truncated…ck"],
		["an old sign of a cut", "[... omitted 9 of 99 lines ...]"],
		["another exit", "Process exited with code 1"],
		["a count of lines below its first", "tick\nTotal output lines: 9\n"],
		["a count of lines above no empty one", "Total output lines: 9\ntick"],
		["a count of tokens", "Original token count: 90000"],
		["a refusal", "apply_patch verification failed: no"],
	].map(([name, text]) => [`an output that shows ${name}`, tool, `${head}${text}\n`, text!, "done"]);

testUnwrap(
	"Codex 0.118",
	unwrapCodex,
	[
		...wrappersOf(named, SHORT),
		[
			"a patch",
			"apply_patch",
			'{"output":"Success.\\n","metadata":{"exit_code":0,"duration_seconds":0.1}}',
			"",
			"done",
		],
		[
			"a patch gone wrong",
			"apply_patch",
			'{"output":"no\\n","metadata":{"exit_code":1,"duration_seconds":0.1}}',
			"",
			"cut",
		],
		["a patch that says no end", "apply_patch", '{"output":"Success.\\n"}', "", "cut"],
		[
			"a command of several lines, which may imitate anything",
			"exec_command",
			`Command: sh -c 'a\nb'\n${chunk(OK)}tick`,
			"",
			"cut",
		],
		refusal("a session that is gone", "write_stdin", "write_stdin failed: Unknown process id 7"),
	],
	[
		...lookalikesOf(named(OK)),
		plain("a plan", "update_plan", "Plan updated"),
		plain("agents' words", "wait_agent", '{"status":{"a":{"completed":"Exit code: 1"}}}'),
		plain("a list of nothing", "list_mcp_resources", '{"resources":[]}'),
	],
	ALWAYS,
);

const patches: readonly Row[] = [
	["a patch", "apply_patch", `${PATCH}Success.\nM src/clock.ts\n`, "Success.\nM src/clock.ts", "done"],
	["a patch that may have been done in part", "apply_patch", `${BROKEN}no\n`, "", "cut"],
	refusal("a command that could not begin", "exec_command", "exec_command failed for `/bin/zsh -lc ls`: no"),
	refusal("a session that takes no more", "write_stdin", "write_stdin failed: stdin is closed for this session"),
	["a call that somebody stopped half way", "write_stdin", "aborted by user after 29.7s", "", "cut"],
];

testUnwrap(
	"Codex 0.125 to 0.141",
	unwrapCodex,
	[
		...wrappersOf(chunk, SHORT),
		...patches,
		[
			"a patch up to 0.125",
			"apply_patch",
			'{"output":"Success.\\n","metadata":{"exit_code":0,"duration_seconds":0.1}}',
			"",
			"done",
		],
	],
	[
		...lookalikesOf(chunk(OK)),
		plain("a plan", "update_plan", "Plan updated"),
		plain("agents' words", "wait_agent", '{"status":{"a":{"completed":"Exit code: 1"}}}'),
	],
	ALWAYS,
);

testUnwrap(
	"Codex 0.142",
	unwrapCodex,
	[
		...wrappersOf(chunk, WARNED),
		...patches,
		[
			"a patch given to the shell",
			"exec_command",
			`Wall time: 0.0 seconds\nOutput:\n${PATCH}Success.\n`,
			"Success.",
			"done",
		],
		["the same gone wrong", "exec_command", `Wall time: 0.0 seconds\nOutput:\n${BROKEN}no\n`, "", "cut"],
		["a question", "ask_question", "Wall time: 2.0021 seconds\nOutput:\nyes\n", "yes", "done"],
	],
	[
		...lookalikesOf(chunk(OK)),
		[
			"a warning below the first line",
			"exec_command",
			`${chunk(OK)}tick\nWarning: truncated output (original token count: 9)\n`,
			"tick\nWarning: truncated output (original token count: 9)",
			"done",
		],
		[
			"a warning in other words",
			"exec_command",
			`${chunk(OK)}Warning: truncated output\n`,
			"Warning: truncated output",
			"done",
		],
	],
	ALWAYS,
);

testUnwrap(
	"Codex 0.166",
	unwrapCodex,
	[
		...wrappersOf(chunk, WARNED),
		...patches,
		["a script", "exec", `Script completed\nWall time 0.1 seconds\nOutput:\n${CLOCK}\n`, CLOCK, "done"],
		[
			"a script that failed",
			"exec",
			"Script failed\nWall time 0.1 seconds\nOutput:\nScript error:\nno",
			"Script error:\nno",
			"failed",
		],
		[
			"a script still running",
			"exec",
			"Script running with cell ID 8\nWall time 0.1 seconds\nOutput:\ntick",
			"tick",
			"failed",
		],
		["an MCP tool", "mcp__clock__tell", `Wall time: 0.0021 seconds\nOutput:\n${CLOCK}\n`, CLOCK, "done"],
		refusal("a hook's denial", "exec_command", "Command blocked by PreToolUse hook: no. Command: ls"),
		["a hook's text has no head", "Bash", `${CLOCK}\n`, CLOCK, "done"],
		["a hook's cut text", "Bash", WARNED, "", "cut"],
		["what ibid puts there", "exec_command", `${OK}\nOutput:\n${CLOCK}\n`, CLOCK, "done"],
		["a text that somebody else put there", "exec_command", "unchanged since the last call", "", "cut"],
	],
	[
		...lookalikesOf(chunk(OK)),
		[
			"a sign of a cut in an MCP tool's text, which may be the host's",
			"mcp__clock__tell",
			"Wall time: 0.1 seconds\nOutput:\nti…7 tokens truncated…ck",
			"",
			"cut",
		],
		plain("a head in a hook's text, which has none", "Bash", `${chunk(OK)}tick\n`),
		plain("a count of lines in a hook's text", "Bash", "Total output lines: 900\ntick"),
		plain("a count of lines below its first", "Bash", `tick\n${SHORT}`),
		plain("a sign in the middle of its line", "Bash", "tick…811 tokens truncated…tock"),
		plain("a head without its end", "mcp__clock__tell", "Wall time: 0.0021 seconds\ntick"),
		plain("a head's end without its head", "mcp__clock__tell", "Output:\ntick"),
		plain("a head below the first line", "mcp__clock__tell", `tick\n${PATCH}tock`),
	],
	ALWAYS,
);

testUnwrap(
	"Codex with its first shell",
	unwrapCodex,
	[
		["an output", "shell", `${PATCH}${CLOCK}\n`, CLOCK, "done"],
		["an output of the other name", "shell_command", `${PATCH}${CLOCK}\n`, CLOCK, "done"],
		["no output", "shell", PATCH, "", "done"],
		["an output without a last line end", "shell", `${PATCH}tick`, "tick", "done"],
		["blank lines of the command", "shell", `${PATCH}\n\ntick\n\n`, "\n\ntick\n", "done"],
		["a bad exit", "shell", `${BROKEN}tick\n`, "tick", "failed"],
		["an exit by a signal", "shell", `${PATCH.replace("0", "-1")}tick\n`, "tick", "failed"],
		[
			"a cut text",
			"shell",
			`Exit code: 0\nWall time: 1.5 seconds\nTotal output lines: 900\nOutput:\n${CLOCK}\n`,
			"",
			"cut",
		],
		["an object, whose lines are not lines", "shell", '{"output":"tick\\n","metadata":{"exit_code":0}}', "", "cut"],
		refusal("a call that could not be read", "shell", "failed to parse function arguments: missing field `command`"),
		refusal("a command that the user did not want", "shell", "exec command rejected by user"),
	],
	lookalikesOf(PATCH, "shell"),
	ALWAYS,
);
