import { BAD_PATCHES, CLOCK, type Input, PATCH, PATCHED, PATCHES, type Row, testOwn } from "../../../contracts/own.ts";
import { openCodeTools } from "./opencode.ts";

const swap = (oldString: unknown, newString: unknown, more: Input = {}): Input => {
	return { filePath: CLOCK, oldString, newString, ...more };
};
const write = (content: unknown): Input => ({ filePath: CLOCK, content });
const APPLIED = "Edit applied successfully.";
const WROTE = "Wrote file successfully.";
const SUCCESS = "Success. Updated the following files:\nM src/clock.ts";
const WRONG = `apply_patch verification failed: Error: Failed to find expected lines in ${CLOCK}:\nnow`;
const TROUBLE = `\n\nLSP errors detected in this file, please fix:\n<diagnostics file="${CLOCK}">\nERROR [1:1] x\n</diagnostics>`;
const SWAPPED = 'clock.ts: "now" > "then"';

/** Here a line without a sign is skipped, and a blank line at the end of a new file is dropped. */
const isLoose = ([text]: readonly [string, string]): boolean => text.includes("\n\n");
const CLEAR_PATCHES = PATCHES.filter((row) => !isLoose(row));
const LOOSE_PATCHES = [
	...PATCHES.filter(isLoose).map(([text]) => [text, "hides clock.ts"] as const),
	["*** Begin Patch\n*** Add File: src/clock.ts\n+now\n+\n*** End Patch", "hides clock.ts"] as const,
];

const rowsOf = (tool: string, rows: typeof PATCHES, text: string): readonly Row[] =>
	rows.map(([patchText, effect]) => [tool, { patchText }, text, effect]);

testOwn(
	"OpenCode 1.14 and 1.18",
	openCodeTools,
	[
		["edit", swap("now", "then"), APPLIED, `${SWAPPED}; ok`],
		["edit", swap("now", "then", { replaceAll: false }), APPLIED, `${SWAPPED}; ok`],
		["edit", swap("now", "then", { replaceAll: true }), APPLIED, `${SWAPPED} everywhere; ok`],
		["edit", swap("now", "then"), APPLIED + TROUBLE, `${SWAPPED}; ok`],
		["edit", swap("now", ""), APPLIED, 'clock.ts: "now" > ""; ok'],
		["edit", swap("", "new\n"), APPLIED, 'clock.ts = "new\\n"; ok'],
		["edit", { ...swap("now", "then"), filePath: "src/clock.ts" }, APPLIED, `${SWAPPED}; ok`],
		["write", write("x\n"), WROTE, 'clock.ts = "x\\n"; ok'],
		["write", write(""), WROTE, 'clock.ts = ""; ok'],
		["write", write("x"), WROTE + TROUBLE, 'clock.ts = "x"; ok'],
		...rowsOf("apply_patch", CLEAR_PATCHES, SUCCESS),
		["apply_patch", { patchText: PATCH }, SUCCESS + TROUBLE, `${PATCHED}; ok`],
	],
	[
		["edit", swap("now", 7), APPLIED, "hides clock.ts"],
		["edit", swap(undefined, "then"), APPLIED, "hides clock.ts"],
		["edit", swap("now", "then", { replaceAll: 1 }), APPLIED, "hides clock.ts"],
		["edit", { filePath: "$HOME/clock.ts", oldString: "a", newString: "b" }, APPLIED, "nothing"],
		["edit", swap("now", "then"), "Could not find oldString in the file.", `${SWAPPED}; failed`, "failed"],
		["edit", swap("now", "then"), "Tool execution aborted", `${SWAPPED}; hides clock.ts`],
		["edit", swap("now", "then"), "[Old tool result content cleared]", `${SWAPPED}; hides clock.ts`],
		["edit", swap("now", 7), "The edit tool was called with invalid arguments: no text.", "failed"],
		["write", write(undefined), WROTE, "hides clock.ts"],
		["write", { content: "x" }, WROTE, "nothing"],
		["write", write("x"), "The write tool was called with invalid arguments: no.", 'clock.ts = "x"; failed'],
		...rowsOf("apply_patch", [...BAD_PATCHES, ...LOOSE_PATCHES], SUCCESS),
		["apply_patch", { patchText: PATCH }, WRONG, `${PATCHED}; failed`, "failed"],
		["apply_patch", { patchText: PATCH }, "The disk is full", `${PATCHED}; hides clock.ts`, "failed"],
		["apply_patch", { patchText: PATCH }, SUCCESS, `${PATCHED}; hides clock.ts`, "failed"],
		["apply_patch", { patchText: PATCH }, "Rejected", `${PATCHED}; hides clock.ts`],
	],
);

const edits = (...list: unknown[]): Input => ({ filePath: CLOCK, edits: list });

testOwn(
	"OpenCode before, with tools that are gone",
	openCodeTools,
	[
		["multiedit", edits(swap("a", "b")), APPLIED, 'clock.ts: "a" > "b"; ok'],
		["multiedit", edits(swap("a", "b"), swap("c", "d")), APPLIED, 'clock.ts: "a" > "b"; clock.ts: "c" > "d"; ok'],
		["multiedit", edits(swap("", "a"), swap("a", "b")), APPLIED, 'clock.ts = "a"; clock.ts: "a" > "b"; ok'],
		["multiedit", edits(swap("a", "b", { replaceAll: true })), APPLIED, 'clock.ts: "a" > "b" everywhere; ok'],
		...rowsOf("patch", CLEAR_PATCHES.slice(0, 6), SUCCESS),
	],
	[
		["edit", edits(swap("a", "b")), APPLIED, "hides clock.ts"],
		["multiedit", edits(swap("a", "b"), {}), APPLIED, "hides clock.ts"],
		["multiedit", edits(swap("a", "b"), swap("", "c")), APPLIED, "hides clock.ts"],
		["multiedit", { filePath: CLOCK, edits: { 0: swap("a", "b") } }, APPLIED, "hides clock.ts"],
		["multiedit", edits(), APPLIED, "hides clock.ts"],
		["multiedit", { edits: [swap("a", "b")] }, APPLIED, "nothing"],
		...rowsOf("patch", BAD_PATCHES.slice(0, 4), SUCCESS),
	],
);
