import { CLOCK, plain, type Row, refusal, testUnwrap } from "../../../contracts/unwrap.ts";
import { unwrapClaudeCode } from "./claude-code.ts";

const reminder = (text: string): string => `<system-reminder>\n${text}\n</system-reminder>`;
const COLUMNS = "     1→export const tick = 1;\n     2→export const tock = 2;";
const TABS = "1\texport const tick = 1;\n2\texport const tock = 2;";
const MIDDLE = `${"a".repeat(40)}\n\n... [812 characters truncated] ...\n\n${"b".repeat(40)}`;
const CLOSE = "tick\n\n... [812 characters truncated] ...\ntock";
const RUNNING = "Output is being written to: /tmp/tasks/b1.output. You will be notified when it completes.";
const REJECTED = "The user doesn't want to proceed with this tool use. The tool use was rejected";

/** What all versions put around results, below a file shown as `read`. */
const wrappersOf = (read: string): readonly Row[] => [
	["nothing around a command's output", "Bash", CLOCK, CLOCK, "done"],
	["the exit code above a failing command", "Bash", `Exit code 2\n${CLOCK}`, CLOCK, "failed"],
	["the exit code alone", "Bash", "Exit code 1", "", "failed"],
	["a failing command keeps its leading blank lines", "Bash", "Exit code 1\n\nno", "\nno", "failed"],
	["the directory set back", "Bash", `${CLOCK}\nShell cwd was reset to /home/you/project`, CLOCK, "done"],
	["the directory set back, no output", "Bash", "Shell cwd was reset to /home/you/project", "", "done"],
	["a failing command cut in the middle", "Bash", `Exit code 1\n${MIDDLE}`, MIDDLE, "cut"],
	[
		"a preview",
		"Bash",
		`<persisted-output>\nOutput too large (43KB).\n\n${CLOCK}\n...\n</persisted-output>`,
		"",
		"cut",
	],
	["a cleared result", "Read", "[Old tool result content cleared]", "", "cut"],
	["an interrupted call", "Edit", "[Request interrupted by user for tool use]", "", "cut"],
	refusal("an error of the tool", "Edit", "<tool_use_error>String not found.\nString: tick</tool_use_error>"),
	refusal("a denial", "Write", `${REJECTED}.`),
	["a reminder below a file", "Read", `${read}\n\n${reminder("Be careful.")}\n`, read, "done"],
	["several reminders", "Read", `${read}\n\n${reminder("One.")}\n\n\n${reminder("Two.")}\n`, read, "done"],
	["a reminder on one line", "Read", `${read}\n<system-reminder>Be careful.</system-reminder>`, read, "done"],
	["a reminder below a command, which may have printed it", "Bash", `${CLOCK}\n${reminder("Be careful.")}`, "", "cut"],
];

/** What no version puts around results. */
const lookalikesOf = (read: string): readonly Row[] => [
	plain("a reminder between lines", "Bash", `tick\n${reminder("hi")}\ntock`),
	plain("a reminder without its beginning", "Bash", "tick\nhi\n</system-reminder>"),
	plain("a reminder without its end", "Read", `${read}\n<system-reminder>\nhi`),
	plain("a reminder that is all of the text", "Read", "<system-reminder>Warning: the file is empty.</system-reminder>"),
	plain("an exit code below the first line", "Bash", "tick\nExit code 1"),
	plain("an exit code that goes on", "Bash", "Exit code 1 means failure\ntick"),
	plain("an exit code above a file", "Read", "Exit code 1"),
	plain("the directory set back in the middle", "Bash", "Shell cwd was reset to /home/you\ntick"),
	plain("a preview's tag in the middle", "Bash", "tick\n<persisted-output>\ntock\n</persisted-output>"),
	plain("a sign of a cut in a command that went well", "Bash", MIDDLE),
	["a sign of a cut above a line of a failing one", "Bash", `Exit code 1\n${CLOSE}`, CLOSE, "failed"],
	plain("a cleared result quoted among lines", "Bash", "[Old tool result content cleared]\ntick"),
	plain("an error's tag in the middle", "Bash", "tick\n<tool_use_error>no</tool_use_error>"),
	plain("half an error's tags", "Bash", "<tool_use_error>no"),
];

testUnwrap(
	"Claude Code up to 2.1.62",
	unwrapClaudeCode,
	[
		...wrappersOf(COLUMNS),
		["nothing where there was no output", "Bash", "", "", "done"],
		["a command cut at the end", "Bash", `${CLOCK}\n\n... [90 lines truncated] ...`, "", "cut"],
		[
			"a search saved to a file",
			"Grep",
			`<persisted-output>\nOutput too large (72KB).\n\nsrc/clock.ts\n...`,
			"",
			"cut",
		],
		refusal("an error of a call beside it", "Bash", "<tool_use_error>Sibling tool call errored</tool_use_error>"),
		refusal(
			"a denial with the user's words",
			"Bash",
			`${REJECTED}. To tell you how to proceed, the user said:\nno\nnever`,
		),
		["a reminder below an edit", "Edit", `Updated.\n\n${reminder("Be careful.")}`, "Updated.", "done"],
	],
	[
		...lookalikesOf(COLUMNS),
		plain("lines truncated, but not at the end", "Bash", "tick\n\n... [90 lines truncated] ...\ntock"),
		plain("lines truncated, no empty line above", "Bash", "tick\n... [90 lines truncated] ..."),
		plain("a search's own last line", "Grep", "src/clock.ts\n\n[Showing results with pagination = limit: 9]"),
		plain("a reminder in a numbered file", "Read", "     1→<system-reminder>\n     2→hi\n     3→</system-reminder>"),
	],
	[],
);

testUnwrap(
	"Claude Code since 2.1.114",
	unwrapClaudeCode,
	[
		...wrappersOf(TABS),
		["the sentence for no output", "Bash", "(Bash completed with no output)", "", "done"],
		["the same of another tool", "mcp__clock__tell", "(mcp__clock__tell completed with no output)", "", "done"],
		["sent to the background", "Bash", `Command running in background with ID: b1. ${RUNNING}`, "", "failed"],
		[
			"moved to the background after some output",
			"Bash",
			`tick\nCommand did not complete within its 1s timeout and was moved to the background (ID: b1). ${RUNNING}`,
			"tick",
			"failed",
		],
		[
			"sent there by the user",
			"Bash",
			`tick\nCommand was manually backgrounded by user with ID: b1. ${RUNNING}`,
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
		["another shell's exit code", "PowerShell", `Exit code 127\n${CLOCK}`, CLOCK, "failed"],
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
		refusal(
			"a call given up for another",
			"Read",
			"<tool_use_error>Cancelled: parallel tool call Bash(ls) errored</tool_use_error>",
		),
	],
	[
		...lookalikesOf(TABS),
		plain("a reminder in a numbered file", "Read", "1\t<system-reminder>\n2\thi\n3\t</system-reminder>"),
		plain(
			"a reminder above a file, which the read tool puts there",
			"Read",
			`<system-reminder>[part]</system-reminder>\n${TABS}`,
		),
		plain("the sentence for no output among others", "Bash", "(Bash completed with no output)\ntick"),
		plain("the sentence for no output of another tool", "Bash", "(Read completed with no output)"),
		plain(
			"a background command told of in the middle",
			"Bash",
			`Command running in background with ID: b1. ${RUNNING}\ntick`,
		),
		plain(
			"a limit told of inside a text",
			"mcp__clock__tell",
			"tick\nError: result (9 characters) exceeds maximum allowed tokens",
		),
	],
	[],
);

const tokens = "<total_tokens>90000 tokens left</total_tokens>";

testUnwrap(
	"Claude Code 2.1.325",
	unwrapClaudeCode,
	[
		...wrappersOf(TABS),
		["the tokens left", "Read", `${TABS}\n${tokens}`, TABS, "done"],
		["the same in a reminder", "Read", `${TABS}\n\n${reminder(tokens)}\n`, TABS, "done"],
		[
			"the same below another reminder",
			"Edit",
			`Updated.\n\n${reminder("Be careful.")}\n\n${reminder(tokens)}`,
			"Updated.",
			"done",
		],
		["the same above another reminder", "Read", `${TABS}\n${tokens}\n\n${reminder("Be careful.")}`, TABS, "done"],
		["the same below a command, which may have printed it", "Bash", `${CLOCK}\n${tokens}`, "", "cut"],
	],
	[
		...lookalikesOf(TABS),
		plain("tokens in the middle", "Bash", `tick\n${tokens}\ntock`),
		plain("tokens in a numbered file", "Read", `1\t${tokens}`),
		plain("tokens that go on", "Read", `${TABS}\n${tokens} or so`),
		plain("tokens that are all of the text", "WebFetch", tokens),
		plain("half a reminder of tokens", "Read", `${TABS}\n${tokens}\n</system-reminder>`),
	],
	[],
);
