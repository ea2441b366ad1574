import { CLOCK, type Input, type Row, testOwn } from "../../../contracts/own.ts";
import { claudeCodeTools } from "./claude-code.ts";

const UPDATED = `The file ${CLOCK} has been updated successfully.`;
const STATE = " (file state is current in your context — no need to Read it back)";
const ECHOED = `The file ${CLOCK} has been updated. Here's the result of running \`cat -n\` on a snippet of the edited file:`;
const CREATED = `File created successfully at: ${CLOCK}`;
const BY_USER = "The user modified your proposed changes before accepting them.";
const REJECTED = "The user doesn't want to proceed with this tool use. The tool use was rejected.";
const error = (text: string): string => `<tool_use_error>${text}</tool_use_error>`;

const edit = (old_string: unknown, new_string: unknown, more: Input = {}): Input => {
	return { file_path: CLOCK, old_string, new_string, ...more };
};
const write = (content: unknown): Input => ({ file_path: CLOCK, content });
const swap = edit("now", "then");
const SWAPPED = 'clock.ts: "now" > "then"';

/** Calls that no version's result makes clear. */
const unclear: readonly Row[] = [
	["Edit", edit(7, "then"), UPDATED, "hides clock.ts"],
	["Edit", edit("now", undefined), UPDATED, "hides clock.ts"],
	["Edit", edit("now", "then", { replace_all: "yes" }), UPDATED, "hides clock.ts"],
	["Edit", { old_string: "now", new_string: "then" }, UPDATED, "nothing"],
	["Edit", { ...swap, file_path: "~/clock.ts" }, UPDATED, "nothing"],
	["Edit", swap, REJECTED, `${SWAPPED}; failed`],
	["Edit", swap, "[Request interrupted by user for tool use]", `${SWAPPED}; hides clock.ts`],
	["Write", write(["x"]), CREATED, "hides clock.ts"],
	["Write", { file_path: 7, content: "x" }, CREATED, "nothing"],
	["Write", write("x"), REJECTED, 'clock.ts = "x"; failed'],
	["NotebookEdit", { notebook_path: "/n.ipynb", new_source: "x" }, "Updated cell c with x", "hides n.ipynb"],
	["NotebookEdit", { new_source: "x" }, "Updated cell c with x", "nothing"],
];

testOwn(
	"Claude Code up to 2.1.5, which shows edits and writes",
	claudeCodeTools("2.1.5"),
	[
		["Edit", swap, `${ECHOED}\n     5→a\n     6→then\n     7→b`, `${SWAPPED}; shows 5-7 from 1`],
		["Edit", swap, `${ECHOED}\n     1→then\n     2→b`, `${SWAPPED}; shows 1-2 from 1`],
		["Edit", swap, `${ECHOED}\n     9→a\n    10→then\n    11→`, `${SWAPPED}; shows 9-10 from 1`],
		["Edit", swap, `${ECHOED}\n   491→\n   492→then`, `${SWAPPED}; shows 491-492 from 1`],
		["Edit", swap, `${ECHOED}\n 99999→then\n100000→`, `${SWAPPED}; shows 99999-99999 from 1`],
		["Edit", edit("now", "→"), `${ECHOED}\n123456→→\n123457→`, 'clock.ts: "now" > "→"; shows 123456-123456 from 1'],
		["Edit", edit("now", ""), `${ECHOED}\n     5→a`, 'clock.ts: "now\\n" > ""; clock.ts: "now" > ""; shows 5-5 from 1'],
		["Edit", edit("", "new\n"), CREATED, 'clock.ts = "new\\n"; ok'],
		["Edit", swap, UPDATED, `${SWAPPED}; ok`],
		[
			"Edit",
			edit("a\nb", "c\nd", { replace_all: true }),
			`The file ${CLOCK} has been updated. All occurrences of 'a\nb' were successfully replaced with 'c\nd'.`,
			'clock.ts: "a\\nb" > "c\\nd" everywhere; ok',
		],
		["Write", write("x\n"), CREATED, 'clock.ts = "x\\n"; ok'],
		["Write", write("x\ny\n"), `${ECHOED}\n     1→x\n     2→y\n     3→`, 'clock.ts = "x\\ny\\n"; shows 1-2 from 1'],
	],
	[
		...unclear,
		["Edit", swap, `${ECHOED}\n     5→a\n     7→b`, `${SWAPPED}; hides clock.ts`],
		["Edit", swap, `${ECHOED}\n     5\ta`, `${SWAPPED}; hides clock.ts`],
		["Edit", swap, `${ECHOED}\n  5→a`, `${SWAPPED}; hides clock.ts`],
		["Edit", swap, `${ECHOED}\n     0→a`, `${SWAPPED}; hides clock.ts`],
		["Edit", swap, ECHOED, `${SWAPPED}; hides clock.ts`],
		["Edit", swap, `${ECHOED}\n     5→a\n[cut]`, `${SWAPPED}; hides clock.ts`],
		["Edit", swap, `${ECHOED.replace(". Here", `.  ${BY_USER} Here`)}\n     5→a`, `${SWAPPED}; hides clock.ts`],
		[
			"Edit",
			edit("a", "a"),
			error("No changes to make: old_string and new_string are the same."),
			'clock.ts: "a" > "a"; failed',
		],
		["Edit", swap, error("String to replace not found in file.\nString: →now"), `${SWAPPED}; failed`],
	],
);

testOwn(
	"Claude Code 2.1.6 to 2.1.33, which shows writes",
	claudeCodeTools("2.1.33"),
	[
		["Edit", swap, UPDATED, `${SWAPPED}; ok`],
		["Edit", edit("a\nb", "a\nx\nb", { replace_all: null }), UPDATED, 'clock.ts: "a\\nb" > "a\\nx\\nb"; ok'],
		["Edit", edit("gone\n", ""), UPDATED, 'clock.ts: "gone\\n" > ""; ok'],
		["Edit", edit("gone", ""), UPDATED, 'clock.ts: "gone\\n" > ""; clock.ts: "gone" > ""; ok'],
		["Edit", edit("now", "then", { replace_all: true }), UPDATED, `${SWAPPED} everywhere; ok`],
		["Write", write("x"), CREATED, 'clock.ts = "x"; ok'],
		["Write", write("x\ny\n"), `${ECHOED}\n     1→x\n     2→y\n     3→`, 'clock.ts = "x\\ny\\n"; shows 1-2 from 1'],
		["Write", write("x\ny"), `${ECHOED}\n     1→x\n     2→y`, 'clock.ts = "x\\ny"; shows 1-2 from 1'],
		["Write", write("\n\n"), `${ECHOED}\n     1→\n     2→\n     3→`, 'clock.ts = "\\n\\n"; shows 1-2 from 1'],
		["Write", write("1→x"), `${ECHOED}\n     1→1→x`, 'clock.ts = "1→x"; shows 1-1 from 1'],
		["Write", write(""), `${ECHOED}\n     1→`, 'clock.ts = ""; shows 1-0 from 1'],
	],
	[
		...unclear,
		["Write", write("x\ny"), `${ECHOED}\n     1→x\n     3→y`, 'clock.ts = "x\\ny"; hides clock.ts'],
		["Write", write("x\ny"), `${ECHOED}\n     1→x\n...`, 'clock.ts = "x\\ny"; hides clock.ts'],
		["Write", write("x"), `${ECHOED}\n1\tx`, 'clock.ts = "x"; hides clock.ts'],
		["Write", write("x"), ECHOED, 'clock.ts = "x"; hides clock.ts'],
		["Write", write("x"), `The file ${CLOCK} has been updated. ${BY_USER}`, 'clock.ts = "x"; hides clock.ts'],
		["Write", write("x"), error("Sibling tool call errored"), 'clock.ts = "x"; failed'],
		["Write", write(undefined), error("File has not been read yet."), "failed"],
	],
);

testOwn(
	"Claude Code since 2.1.34, which shows neither",
	claudeCodeTools("2.1.219"),
	[
		["Edit", swap, UPDATED, `${SWAPPED}; ok`],
		["Edit", edit("now", "then", { replace_all: false }), UPDATED + STATE, `${SWAPPED}; ok`],
		[
			"Edit",
			edit("now", "then", { replace_all: true }),
			`The file ${CLOCK} has been updated. All occurrences of 'now' were successfully replaced with 'then'.`,
			`${SWAPPED} everywhere; ok`,
		],
		[
			"Edit",
			edit("now", "then", { replace_all: true }),
			`The file ${CLOCK} has been updated. All occurrences were successfully replaced.${STATE}`,
			`${SWAPPED} everywhere; ok`,
		],
		["Edit", edit("", "new\nfile\n"), UPDATED, 'clock.ts = "new\\nfile\\n"; ok'],
		["Edit", edit("gone", ""), UPDATED, 'clock.ts: "gone\\n" > ""; clock.ts: "gone" > ""; ok'],
		["Edit", { ...swap, file_path: "D:\\work\\clock.ts" }, UPDATED, `${SWAPPED}; ok`],
		[
			"Edit",
			{ ...swap, file_path: "src/clock.ts" },
			`${UPDATED}\n\n<system-reminder>\nHi.\n</system-reminder>`,
			`${SWAPPED}; ok`,
		],
		["Write", write("x\n"), CREATED + STATE, 'clock.ts = "x\\n"; ok'],
		["Write", write("x"), `The file ${CLOCK} has been overwritten successfully.`, 'clock.ts = "x"; ok'],
		["Write", write(""), UPDATED + STATE, 'clock.ts = ""; ok'],
	],
	[
		...unclear,
		["Edit", { file_path: CLOCK }, UPDATED, "hides clock.ts"],
		["Edit", swap, `The file ${CLOCK} has been updated.  ${BY_USER}`, `${SWAPPED}; hides clock.ts`],
		["Edit", swap, "[Old tool result content cleared]", `${SWAPPED}; hides clock.ts`],
		["Edit", swap, error("File has not been read yet. Read it first before writing to it."), `${SWAPPED}; failed`],
		[
			"Edit",
			swap,
			error("File has been modified since read, either by the user or by a linter."),
			`${SWAPPED}; failed`,
		],
		["Edit", swap, error("Cancelled: parallel tool call Bash(ls) errored"), `${SWAPPED}; failed`],
		["Edit", swap, `${REJECTED} To tell you how to proceed, the user said:\nno`, `${SWAPPED}; failed`],
		["Edit", swap, "EACCES: permission denied", `${SWAPPED}; failed`, "failed"],
	],
);

const edits = (...list: unknown[]): Input => ({ file_path: CLOCK, edits: list });
const APPLIED = `Applied 2 edits to ${CLOCK}:\n1. Replaced "a" with "b"`;

testOwn(
	"Claude Code 1, which had a tool for several edits",
	claudeCodeTools("1.0.80"),
	[
		["MultiEdit", edits(edit("a", "b")), APPLIED, 'clock.ts: "a" > "b"; ok'],
		["MultiEdit", edits(edit("a", "b"), edit("b", "c")), APPLIED, 'clock.ts: "a" > "b"; clock.ts: "b" > "c"; ok'],
		["MultiEdit", edits(edit("", "a b"), edit("a", "c")), APPLIED, 'clock.ts = "a b"; clock.ts: "a" > "c"; ok'],
		["MultiEdit", edits(edit("a", "b", { replace_all: true })), APPLIED, 'clock.ts: "a" > "b" everywhere; ok'],
		["MultiEdit", edits(edit("a\nb\n", "a\n\nb\n")), APPLIED, 'clock.ts: "a\\nb\\n" > "a\\n\\nb\\n"; ok'],
		["MultiEdit", { ...edits(edit("a", "b")), file_path: "src/clock.ts" }, APPLIED, 'clock.ts: "a" > "b"; ok'],
		["MultiEdit", edits(edit("a", "")), APPLIED, 'clock.ts: "a\\n" > ""; clock.ts: "a" > ""; ok'],
		["MultiEdit", { file_path: CLOCK, edits: JSON.stringify([edit("a", "b")]) }, APPLIED, 'clock.ts: "a" > "b"; ok'],
		["Write", write("x\n"), CREATED, 'clock.ts = "x\\n"; ok'],
		["Edit", swap, `${ECHOED}\n     5→a\n     6→then`, `${SWAPPED}; shows 5-6 from 1`],
	],
	[
		["MultiEdit", edits(edit("a", "b"), edit("", "c")), APPLIED, "hides clock.ts"],
		["MultiEdit", edits(edit("a", "b"), null), APPLIED, "hides clock.ts"],
		["MultiEdit", edits(edit("a", "b"), edit("c", 7)), APPLIED, "hides clock.ts"],
		["MultiEdit", edits(), APPLIED, "hides clock.ts"],
		["MultiEdit", { file_path: CLOCK, edits: "[{" }, APPLIED, "hides clock.ts"],
		["MultiEdit", { file_path: CLOCK, edits: { 0: edit("a", "b") } }, APPLIED, "hides clock.ts"],
		["MultiEdit", { edits: [edit("a", "b")] }, APPLIED, "nothing"],
		["MultiEdit", edits(edit("a", "b")), error("String to replace not found in file."), 'clock.ts: "a" > "b"; failed'],
		["MultiEdit", edits(edit("a", "b")), REJECTED, 'clock.ts: "a" > "b"; failed'],
		["MultiEdit", edits(edit("a", "b")), `${APPLIED}\n${BY_USER}`, 'clock.ts: "a" > "b"; hides clock.ts'],
	],
);
