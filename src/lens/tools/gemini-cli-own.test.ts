import { CLOCK, type Input, type Row, testOwn } from "../../../contracts/own.ts";
import { geminiCliTools } from "./gemini-cli.ts";

const swap = (old: unknown, text: unknown, more: Input = {}): Input => {
	return { file_path: "src/clock.ts", instruction: "change it", old_string: old, new_string: text, ...more };
};
const write = (content: unknown): Input => ({ file_path: CLOCK, content });
const MODIFIED = `Successfully modified file: ${CLOCK} (1 replacements).`;
const OVERWROTE = `Successfully overwrote file: ${CLOCK}.`;
const CREATED = `Successfully created and wrote to new file: ${CLOCK}.`;
const BY_USER = " User modified the `new_string` content to be: later.";
const SWAPPED = 'clock.ts: "now" > "then"';

/** Calls that no version's result makes clear. */
const unclear: readonly Row[] = [
	["replace", swap("now", 1), MODIFIED, "hides clock.ts"],
	["replace", swap(null, "then"), MODIFIED, "hides clock.ts"],
	["replace", { file_path: CLOCK, instruction: "x" }, MODIFIED, "hides clock.ts"],
	["replace", { old_string: "a", new_string: "b" }, MODIFIED, "nothing"],
	["replace", { ...swap("a", "b"), file_path: "~/clock.ts" }, MODIFIED, "nothing"],
	["replace", swap("now", "then"), MODIFIED + BY_USER, `${SWAPPED}; hides clock.ts`],
	["replace", swap("now", "then"), "Failed to edit, 0 occurrences found.", `${SWAPPED}; failed`, "failed"],
	["write_file", write(undefined), OVERWROTE, "hides clock.ts"],
	["write_file", { content: "x" }, OVERWROTE, "nothing"],
	["write_file", write("x"), `${OVERWROTE} User modified the \`content\` to be: y`, 'clock.ts = "x"; hides clock.ts'],
];

testOwn(
	"Gemini CLI before 0.61, which tells what it did",
	geminiCliTools,
	[
		["replace", swap("now", "then"), MODIFIED, `${SWAPPED}; ok`],
		["replace", swap("now", "then", { expected_replacements: 1 }), MODIFIED, `${SWAPPED}; ok`],
		["replace", swap("now", "then", { expected_replacements: 2 }), MODIFIED, `${SWAPPED} everywhere; ok`],
		["replace", swap("now\n", ""), MODIFIED, 'clock.ts: "now\\n" > ""; ok'],
		["replace", swap("a\nb", "a\n\nb"), MODIFIED, 'clock.ts: "a\\nb" > "a\\n\\nb"; ok'],
		["replace", { ...swap("now", "then"), file_path: CLOCK }, MODIFIED, `${SWAPPED}; ok`],
		["replace", swap("", "new\n"), `Created new file: ${CLOCK} with provided content.`, 'clock.ts = "new\\n"; ok'],
		["write_file", write("x"), OVERWROTE, 'clock.ts = "x"; ok'],
		["write_file", write("x\n"), CREATED, 'clock.ts = "x\\n"; ok'],
		["write_file", { file_path: "src/clock.ts", content: "" }, CREATED, 'clock.ts = ""; ok'],
	],
	[...unclear, ["replace", swap("now", "then", { expected_replacements: "2" }), MODIFIED, "hides clock.ts"]],
);

const shown = (text: string): string => `${text} Here is the updated code:\n...\nabove\nthen\nbelow\n...`;

testOwn(
	"Gemini CLI 0.61, which shows what it did, without numbers",
	geminiCliTools,
	[
		["replace", swap("now", "then"), shown(MODIFIED), `${SWAPPED}; ok`],
		["replace", swap("now", "then", { allow_multiple: true }), shown(MODIFIED), `${SWAPPED} everywhere; ok`],
		["replace", swap("now", "then", { allow_multiple: false }), shown(MODIFIED), `${SWAPPED}; ok`],
		["replace", swap("now", ""), shown(MODIFIED), 'clock.ts: "now" > ""; ok'],
		["replace", swap("now\n", "then\nnow\n"), shown(MODIFIED), 'clock.ts: "now\\n" > "then\\nnow\\n"; ok'],
		["replace", { ...swap("now", "then"), file_path: CLOCK }, shown(MODIFIED), `${SWAPPED}; ok`],
		["replace", swap("", "new\n"), shown(CREATED), 'clock.ts = "new\\n"; ok'],
		["write_file", write("x"), shown(OVERWROTE), 'clock.ts = "x"; ok'],
		["write_file", write("x\n"), shown(CREATED), 'clock.ts = "x\\n"; ok'],
		["write_file", write(""), `${OVERWROTE} Here is the updated code:\n`, 'clock.ts = ""; ok'],
	],
	[
		...unclear,
		["replace", swap("now", "then", { allow_multiple: "true" }), shown(MODIFIED), "hides clock.ts"],
		["replace", swap("now", "then"), `${shown(MODIFIED)}\n${BY_USER}`, `${SWAPPED}; hides clock.ts`],
		["replace", swap("now", "then"), `${MODIFIED}\n\n<hook_context>No.</hook_context>`, `${SWAPPED}; hides clock.ts`],
		["write_file", write("x"), "<tool_output_masked>\nx\n</tool_output_masked>", 'clock.ts = "x"; hides clock.ts'],
	],
);
