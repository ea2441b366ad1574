import { CLOCK, plain, type Row, refusal, testUnwrap } from "../../../contracts/unwrap.ts";
import { unwrapCodex } from "./codex.ts";

const chunk = (end: string, tokens = 12): string =>
	`Chunk ID: 26f599\nWall time: 0.6550 seconds\n${end}\nOriginal token count: ${tokens}\nOutput:\n`;
const OK = "Process exited with code 0";
const SHORT = "Total output lines: 900\n\ntick…811 tokens truncated…tock\n";
const PATCH = "Exit code: 0\nWall time: 0 seconds\nOutput:\n";

const wrappers: readonly Row[] = [
	["0.118 names the command", "exec_command", `Command: /bin/zsh -lc 'cat a'\n${chunk(OK)}${CLOCK}\n`, CLOCK, "done"],
	["0.125 and later", "exec_command", `${chunk(OK)}${CLOCK}\n`, CLOCK, "done"],
	["no output", "exec_command", chunk(OK), "", "done"],
	["an output without a last line end", "exec_command", `${chunk(OK)}tick`, "tick", "done"],
	["a bad exit", "exec_command", `${chunk("Process exited with code 127")}tick\n`, "tick", "failed"],
	["still running", "write_stdin", `${chunk("Process running with session ID 79860")}tick\n`, "tick", "failed"],
	["cut, up to 0.141", "exec_command", `${chunk(OK, 900)}${SHORT}`, "", "cut"],
	[
		"cut, from 0.142",
		"exec_command",
		`${chunk(OK, 900)}Warning: truncated output (original token count: 900)\n${SHORT}`,
		"",
		"cut",
	],
	["whole in the log, too long for the model", "exec_command", `${chunk(OK, 10_191)}${CLOCK}\n`, "", "cut"],
	["as long as the model may see", "exec_command", `${chunk(OK, 10_000)}${CLOCK}\n`, CLOCK, "done"],
	["a patch", "apply_patch", `${PATCH}Success.\nM src/clock.ts\n`, "Success.\nM src/clock.ts", "done"],
	["a patch that may have been done in part", "apply_patch", `${PATCH.replace("0", "1")}no\n`, "", "cut"],
	[
		"an older patch",
		"apply_patch",
		'{"output":"Success.\\n","metadata":{"exit_code":0,"duration_seconds":0.1}}',
		"",
		"done",
	],
	[
		"an older patch gone wrong",
		"apply_patch",
		'{"output":"no\\n","metadata":{"exit_code":1,"duration_seconds":0.1}}',
		"",
		"cut",
	],
	refusal(
		"a patch refused",
		"apply_patch",
		"apply_patch verification failed: Failed to find expected lines in a:\ntick",
	),
	[
		"a patch given to the shell",
		"exec_command",
		`Wall time: 0.0000 seconds\nOutput:\n${PATCH}Success.\n`,
		"Success.",
		"done",
	],
	[
		"a patch given to the shell, gone wrong",
		"exec_command",
		`Wall time: 0.0000 seconds\nOutput:\n${PATCH.replace("0", "1")}no\n`,
		"",
		"cut",
	],
	["an older shell", "shell", `${PATCH}${CLOCK}\n`, CLOCK, "done"],
	[
		"an older shell's cut text",
		"shell",
		`Exit code: 0\nWall time: 1.5 seconds\nTotal output lines: 900\nOutput:\n${CLOCK}\n`,
		"",
		"cut",
	],
	[
		"an older shell's object, whose lines are not lines",
		"shell",
		'{"output":"tick\\n","metadata":{"exit_code":0}}',
		"",
		"cut",
	],
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
	refusal("a call refused", "exec_command", "exec_command failed: CreateProcess { message: no }"),
	["a call that somebody stopped half way", "write_stdin", "aborted by user after 29.7s", "", "cut"],
	["a text that somebody else put there", "exec_command", "unchanged since the last call", "", "cut"],
	[
		"a command of several lines, which may imitate anything",
		"exec_command",
		`Command: sh -c 'a\nb'\n${chunk(OK)}tick`,
		"",
		"cut",
	],
	["a hook's text has no head", "Bash", `${CLOCK}\n`, CLOCK, "done"],
	["a hook's cut text", "Bash", SHORT, "", "cut"],
	["what ibid puts there", "exec_command", `${OK}\nOutput:\n${CLOCK}\n`, CLOCK, "done"],
];

const lookalikes: readonly Row[] = [
	[
		"a sign of a cut that may be the host's, somewhere in another tool's text",
		"mcp__clock__tell",
		"Wall time: 0.0021 seconds\nOutput:\nti…7 tokens truncated…ck",
		"",
		"cut",
	],
	plain("a head in a hook's text, which has none", "Bash", `${chunk(OK)}tick\n`),
	plain("a count of lines that is not above an empty one", "Bash", "Total output lines: 900\ntick"),
	plain("a count of lines below the first line", "Bash", `tick\n${SHORT}`),
	plain("a sign in the middle of a line", "Bash", "tick…811 tokens truncated…tock"),
	plain("a plan", "update_plan", "Plan updated"),
	plain("agents' words", "wait_agent", '{"status":{"a":{"completed":"Exit code: 1"}}}'),
	plain("a head without its end", "mcp__clock__tell", "Wall time: 0.0021 seconds\ntick"),
	plain("a head's end without its head", "mcp__clock__tell", "Output:\ntick"),
	plain("a head below the first line", "mcp__clock__tell", `tick\n${PATCH}tock`),
	[
		"a second head",
		"exec_command",
		`${chunk(OK)}${chunk("Process exited with code 1")}tick`,
		`${chunk("Process exited with code 1")}tick`,
		"done",
	],
	["an output that begins with an end of a head", "exec_command", `${chunk(OK)}Output:\ntick`, "Output:\ntick", "done"],
	[
		"an output that shows a sign",
		"exec_command",
		`${chunk(OK)}ti…811 tokens truncated…ck`,
		"ti…811 tokens truncated…ck",
		"done",
	],
	[
		"an output that shows an old sign",
		"exec_command",
		`${chunk(OK)}[... omitted 9 of 99 lines ...]`,
		"[... omitted 9 of 99 lines ...]",
		"done",
	],
	[
		"an output that tells of an exit",
		"exec_command",
		`${chunk(OK)}Process exited with code 1\n`,
		"Process exited with code 1",
		"done",
	],
	[
		"an output that tells of a cut below its first line",
		"exec_command",
		`${chunk(OK)}tick\nTotal output lines: 9\n\n`,
		"tick\nTotal output lines: 9\n",
		"done",
	],
];

testUnwrap("Codex", unwrapCodex, wrappers, lookalikes, ["exec_command", "write_stdin", "shell", "apply_patch"]);
