import { CLOCK, plain, type Row, refusal, testUnwrap } from "../../../contracts/unwrap.ts";
import { unwrapOpenCode } from "./opencode.ts";

/** What is below the output of a command that the host has stopped, under a name that differs by version. */
type Block = (text: string) => string;

const block =
	(name: string): Block =>
	(text) =>
		`\n\n<${name}>\n${text}\n</${name}>`;
const SAVED = "Full output saved to: /home/you/.local/share/opencode/tool-output/tool_1";
const GAP = `...38000 lines truncated...\n\nThe tool call succeeded but the output was truncated. ${SAVED}\nUse the Task tool.`;
const TIMEOUT = "terminated command after exceeding timeout 30000 ms.\nRetry with a larger one.";

/** What both versions put around results. */
const wrappersOf = (below: Block): readonly Row[] => [
	["nothing around a command's output", "bash", `${CLOCK}\n`, CLOCK, "done"],
	["leading and trailing blank lines are the command's", "bash", "\n\n  tick\n\n", "\n\n  tick\n", "done"],
	["no output", "bash", "(no output)", "", "done"],
	["a stopped command", "bash", `tick\n${below(TIMEOUT)}`, "tick", "failed"],
	["a stopped command without a last line end", "bash", `tick${below(TIMEOUT)}`, "tick", "failed"],
	["a command that the user stopped", "bash", `tick\n\n${below("User aborted the command")}`, "tick\n", "failed"],
	["a stopped command without output", "bash", below(TIMEOUT), "", "failed"],
	["the same in words", "bash", `(no output)${below(TIMEOUT)}`, "", "failed"],
	["the end of a long output", "bash", `...output truncated...\n\n${SAVED}\n\n${CLOCK}\n`, "", "cut"],
	["the beginning of a long text", "clock_tell", `${CLOCK}\n\n${GAP}`, "", "cut"],
	["a cleared result", "read", "[Old tool result content cleared]", "", "cut"],
	["a result that a plugin took out", "bash", "[Output removed to save context - no longer needed]", "", "cut"],
	["a call stopped half way", "edit", "Tool execution aborted", "", "cut"],
	refusal(
		"a call that is none",
		"bash",
		"The bash tool was called with invalid arguments: no command.\nPlease rewrite.",
	),
];

/** What neither version puts around results. */
const lookalikesOf = (below: Block): readonly Row[] => [
	plain("a block that the command printed, with a last line end", "bash", `tick${below("no")}\n`),
	plain("a block in the middle", "bash", `tick${below("no")}\ntock`),
	plain("a block without an empty line above", "bash", `tick${below("no").slice(1)}`),
	plain("a block without its beginning", "bash", `tick\n\nno\n${below("no").split("\n").at(-1)}`),
	plain("a block without its end", "bash", `tick\n\n${below("no").split("\n")[2]}\nno`),
	plain("a block that is all of the text", "bash", below("no").slice(2)),
	plain("a block below another tool's text", "clock_tell", `tick${below("no")}`),
	plain("no output among other lines", "bash", "(no output)\ntick"),
	plain("no output of another tool", "clock_tell", "(no output)"),
	plain("a cut told of below the first line", "bash", `tick\n...output truncated...\n\n${SAVED}`),
	plain("a cut told of without an empty line", "bash", "...output truncated...\ntick"),
	plain("a gap without a file", "clock_tell", "tick\n\n...9 lines truncated...\n\ntock"),
	plain("a gap without an empty line above", "clock_tell", `tick\n${GAP}`),
	plain("a gap without an empty line below", "clock_tell", `tick\n\n...9 lines truncated...\ntock\n${SAVED}`),
	plain("a gap far above the end", "clock_tell", `tick\n\n${GAP}${"\ntock".repeat(9)}`),
	plain("a cleared result quoted among lines", "bash", "[Old tool result content cleared]\ntick"),
	plain("an abort told of among lines", "bash", "Tool execution aborted\ntick"),
	plain(
		"a call that is none, told of below a line",
		"bash",
		"tick\nThe bash tool was called with invalid arguments: no",
	),
];

testUnwrap(
	"OpenCode 1.14",
	unwrapOpenCode,
	[
		...wrappersOf(block("bash_metadata")),
		[
			"a limit of versions before",
			"bash",
			`tick\n${block("bash_metadata")("bash tool truncated output as it exceeded 30000 char limit")}`,
			"tick",
			"cut",
		],
		["an older one", "bash", "tick\n\n(Output was truncated due to length limit)", "", "cut"],
	],
	[
		...lookalikesOf(block("bash_metadata")),
		plain("a limit of old in the middle", "bash", "(Output was truncated due to length limit)\ntick"),
	],
	[],
);

testUnwrap(
	"OpenCode 1.18",
	unwrapOpenCode,
	[
		...wrappersOf(block("shell_metadata")),
		[
			"the end of a long output, counted",
			"bash",
			`...9000 bytes truncated...\n\nAll is well. ${SAVED}\n\n${CLOCK}\n`,
			"",
			"cut",
		],
		[
			"the beginning of a text with long lines",
			"clock_tell",
			`tick\n\n${GAP.replace("38000 lines", "9 bytes")}`,
			"",
			"cut",
		],
	],
	[
		...lookalikesOf(block("shell_metadata")),
		plain(
			"a gap in a file that was read",
			"read",
			`<content>\n1: ...9 lines truncated...\n2: \n3: ${SAVED}\n</content>`,
		),
		plain(
			"rules below a file",
			"read",
			`<content>\n1: tick\n</content>\n\n<system-reminder>\nRules.\n</system-reminder>`,
		),
	],
	[],
);
