import { CLOCK, plain, type Row, refusal, testUnwrap } from "../../../contracts/unwrap.ts";
import { unwrapOpenCode } from "./opencode.ts";

const block = (name: string, text: string): string => `\n\n<${name}>\n${text}\n</${name}>`;
const SAVED = "Full output saved to: /home/you/.local/share/opencode/tool-output/tool_1";
const GAP = `...38000 lines truncated...\n\nThe tool call succeeded but the output was truncated. ${SAVED}\nUse the Task tool.`;

const wrappers: readonly Row[] = [
	["nothing around a command's output", "bash", `${CLOCK}\n`, CLOCK, "done"],
	["leading and trailing blank lines are the command's", "bash", "\n\n  tick\n\n", "\n\n  tick\n", "done"],
	["no output", "bash", "(no output)", "", "done"],
	[
		"1.18 stopped a command",
		"bash",
		`tick\n${block("shell_metadata", "shell tool terminated command")}`,
		"tick",
		"failed",
	],
	[
		"1.14 stopped a command",
		"bash",
		`tick\n${block("bash_metadata", "bash tool terminated command")}`,
		"tick",
		"failed",
	],
	[
		"a stopped command without a last line end",
		"bash",
		`tick${block("shell_metadata", "terminated")}`,
		"tick",
		"failed",
	],
	["a stopped command without output", "bash", block("bash_metadata", "terminated"), "", "failed"],
	["the same in words", "bash", `(no output)${block("bash_metadata", "terminated")}`, "", "failed"],
	[
		"a limit of old",
		"bash",
		`tick\n${block("bash_metadata", "bash tool truncated output as it exceeded 30000 char limit")}`,
		"tick",
		"cut",
	],
	["an older one", "bash", "tick\n\n(Output was truncated due to length limit)", "", "cut"],
	["the end of a long output", "bash", `...output truncated...\n\n${SAVED}\n\n${CLOCK}\n`, "", "cut"],
	[
		"the same, counted",
		"bash",
		`...9000 bytes truncated...\n\nThe tool call succeeded. ${SAVED}\n\n${CLOCK}\n`,
		"",
		"cut",
	],
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

const lookalikes: readonly Row[] = [
	plain("a block that the command printed, with a last line end", "bash", `tick${block("bash_metadata", "no")}\n`),
	plain("a block in the middle", "bash", `tick${block("bash_metadata", "no")}\ntock`),
	plain("a block without an empty line above", "bash", "tick\n<bash_metadata>\nno\n</bash_metadata>"),
	plain("a block without its beginning", "bash", "tick\n\nno\n</shell_metadata>"),
	plain("a block without its end", "bash", "tick\n\n<shell_metadata>\nno"),
	plain("a block that is all of the text", "bash", "<shell_metadata>\nno\n</shell_metadata>"),
	plain("a block below another tool's text", "clock_tell", `tick${block("bash_metadata", "no")}`),
	plain("no output among other lines", "bash", "(no output)\ntick"),
	plain("no output of another tool", "clock_tell", "(no output)"),
	plain("a cut told of below the first line", "bash", `tick\n...output truncated...\n\n${SAVED}`),
	plain("a cut told of without an empty line", "bash", "...output truncated...\ntick"),
	plain("a gap without a file", "clock_tell", "tick\n\n...9 lines truncated...\n\ntock"),
	plain("a gap without an empty line above", "clock_tell", `tick\n${GAP}`),
	plain("a gap far above the end", "clock_tell", `tick\n\n${GAP}${"\ntock".repeat(9)}`),
	plain("a gap in a file that was read", "read", `<content>\n1: ...9 lines truncated...\n2: \n3: ${SAVED}\n</content>`),
	plain("a cleared result quoted among lines", "bash", "[Old tool result content cleared]\ntick"),
	plain("a limit of old in the middle", "bash", "(Output was truncated due to length limit)\ntick"),
	plain(
		"what the read tool puts below a file",
		"read",
		`<content>\n1: tick\n</content>\n\n<system-reminder>\nRules.\n</system-reminder>`,
	),
	plain("an abort told of among lines", "bash", "Tool execution aborted\ntick"),
];

testUnwrap("OpenCode", unwrapOpenCode, wrappers, lookalikes, []);
