import { CLOCK, plain, type Row, refusal, testUnwrap } from "../../../contracts/unwrap.ts";
import { unwrapClaudeCode } from "./claude-code.ts";

const reminder = (text: string): string => `<system-reminder>\n${text}\n</system-reminder>`;
const READ = "     1→export const tick = 1;\n     2→export const tock = 2;";
const MIDDLE = `${"a".repeat(40)}\n\n... [812 characters truncated] ...\n\n${"b".repeat(40)}`;
const RUNNING = "Output is being written to: /tmp/tasks/b1.output. You will be notified when it completes.";

const wrappers: readonly Row[] = [
	["nothing around a command's output", "Bash", CLOCK, CLOCK, "done"],
	["the exit code above a failing command", "Bash", `Exit code 2\n${CLOCK}`, CLOCK, "failed"],
	["the exit code alone", "Bash", "Exit code 1", "", "failed"],
	["a failing command keeps its leading blank lines", "PowerShell", "Exit code 1\n\nno", "\nno", "failed"],
	["the sentence for no output", "Bash", "(Bash completed with no output)", "", "done"],
	["the same of another tool", "mcp__clock__tell", "(mcp__clock__tell completed with no output)", "", "done"],
	["the directory set back", "Bash", `${CLOCK}\nShell cwd was reset to /home/you/project`, CLOCK, "done"],
	["the directory set back, no output", "Bash", "Shell cwd was reset to /home/you/project", "", "done"],
	["sent to the background", "Bash", `Command running in background with ID: b1. ${RUNNING}`, "", "failed"],
	[
		"moved to the background after some output",
		"Bash",
		`tick\nCommand did not complete within its 1s timeout and was moved to the background (ID: b1). ${RUNNING}`,
		"tick",
		"failed",
	],
	[
		"aborted, and the directory set back",
		"Bash",
		"tick\nShell cwd was reset to /home/you\n<error>Command was aborted before completion</error>",
		"tick",
		"failed",
	],
	["a failing command cut in the middle", "Bash", `Exit code 1\n${MIDDLE}`, MIDDLE, "cut"],
	["an old command cut at the end", "Bash", `${CLOCK}\n\n... [90 lines truncated] ...`, "", "cut"],
	[
		"a preview",
		"Bash",
		`<persisted-output>\nOutput too large (43KB).\n\n${CLOCK}\n...\n</persisted-output>`,
		"",
		"cut",
	],
	[
		"a text saved later on",
		"Grep",
		"<persisted-output>Tool result saved to: /tmp/x\n\nUse it</persisted-output>",
		"",
		"cut",
	],
	["a preview that was not saved", "Bash", `<truncated-output>\nOutput too large (9MB).\n${CLOCK}`, "", "cut"],
	[
		"a text of an MCP tool saved to a file",
		"mcp__clock__tell",
		"Error: result (388,889 characters across 40,000 lines) exceeds maximum allowed tokens. Output has been saved to /tmp/x.",
		"",
		"cut",
	],
	["a cleared result", "Read", "[Old tool result content cleared]", "", "cut"],
	["an interrupted call", "Edit", "[Request interrupted by user for tool use]", "", "cut"],
	refusal("an error of the tool", "Edit", "<tool_use_error>String not found.\nString: tick</tool_use_error>"),
	refusal("a denial", "Write", "The user doesn't want to proceed with this tool use. The tool use was rejected."),
	["a reminder below a file", "Read", `${READ}\n\n${reminder("Be careful.")}\n`, READ, "done"],
	["several reminders", "Read", `${READ}\n\n${reminder("One.")}\n\n\n${reminder("Two.")}\n`, READ, "done"],
	["a reminder on one line", "Read", `${READ}\n<system-reminder>Be careful.</system-reminder>`, READ, "done"],
	["tokens left below a file", "Read", `${READ}\n<total_tokens>90000 tokens left</total_tokens>`, READ, "done"],
	["the same in a reminder", "Read", `${READ}\n\n${reminder("<total_tokens>9 left</total_tokens>")}\n`, READ, "done"],
	[
		"a reminder below an edit",
		"Edit",
		`The file was updated.\n\n${reminder("Be careful.")}`,
		"The file was updated.",
		"done",
	],
	["a reminder below a command, which may have printed it", "Bash", `${CLOCK}\n${reminder("Be careful.")}`, "", "cut"],
];

const lookalikes: readonly Row[] = [
	plain(
		"a file numbered line by line with a reminder in it",
		"Read",
		"1\t<system-reminder>\n2\thi\n3\t</system-reminder>",
	),
	plain("a reminder between lines", "Bash", `tick\n${reminder("hi")}\ntock`),
	plain("a reminder without its beginning", "Bash", "tick\nhi\n</system-reminder>"),
	plain("a reminder without its end", "Read", `${READ}\n<system-reminder>\nhi`),
	plain("a reminder that is all of the text", "Read", "<system-reminder>Warning: the file is empty.</system-reminder>"),
	plain(
		"a reminder above a file, which the read tool puts there",
		"Read",
		`<system-reminder>[part]</system-reminder>\n${READ}`,
	),
	plain("an exit code below the first line", "Bash", "tick\nExit code 1"),
	plain("an exit code that goes on", "Bash", "Exit code 1 means failure\ntick"),
	plain("an exit code above a file", "Read", "Exit code 1"),
	plain("the sentence for no output among others", "Bash", "(Bash completed with no output)\ntick"),
	plain("the sentence for no output of another tool", "Bash", "(Read completed with no output)"),
	plain("the directory set back in the middle", "Bash", "Shell cwd was reset to /home/you\ntick"),
	plain("a preview's tag in the middle", "Bash", "tick\n<persisted-output>\ntock\n</persisted-output>"),
	plain("a sign of a cut in a command that went well", "Bash", MIDDLE),
	plain("lines truncated, but not at the end", "Bash", "tick\n\n... [90 lines truncated] ...\ntock"),
	plain("lines truncated, no empty line above", "Bash", "tick\n... [90 lines truncated] ..."),
	plain("a cleared result quoted among lines", "Bash", "[Old tool result content cleared]\ntick"),
	plain("an error's tag in the middle", "Bash", "tick\n<tool_use_error>no</tool_use_error>"),
	plain("half an error's tags", "Bash", "<tool_use_error>no"),
	plain(
		"a background command told of in the middle",
		"Bash",
		`Command running in background with ID: b1. ${RUNNING}\ntick`,
	),
	plain("a search result's own last line", "Grep", "src/clock.ts\n\n[Showing results with pagination = limit: 9]"),
	plain(
		"a limit told of inside a text",
		"mcp__clock__tell",
		"tick\nError: result (9 characters) exceeds maximum allowed tokens",
	),
];

testUnwrap("Claude Code", unwrapClaudeCode, wrappers, lookalikes, []);
