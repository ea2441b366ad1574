import { describe, expect, test } from "bun:test";
import { CLOCK, type Input, PROJECT, testOwn } from "../../../contracts/own.ts";
import { forms, PATH, said, testRead } from "../../../contracts/read.ts";
import { lookAtCall, lookAtText } from "../look.ts";
import { qwenCodeTools } from "./qwen-code.ts";

const file: Input = { file_path: PATH };
const page = (range: string, text: string): string => `Showing lines ${range} total lines.\n\n---\n\n${text}`;

testRead(
	"Qwen Code",
	qwenCodeTools,
	"read_file",
	[
		["a whole file", file, "one\ntwo\n", "0+2 is 1 of all"],
		["a file without a final newline", file, "one\ntwo", "0+2 is 1 of all"],
		["a range", { ...file, offset: 5, limit: 2 }, page("6-7 of 61", "six\nseven"), "4+2 is 6 of 0"],
		["a range up to the end", { ...file, offset: 5, limit: 9 }, page("6-8 of 8", "six\nseven\n"), "4+2 is 6 of all"],
		["the beginning of a large file", file, page("1-2 of 9", "one\ntwo"), "4+2 is 1 of 0"],
	],
	[
		["a missing file", file, `File not found: ${PATH}`],
		["one line, which may be a sentence of the host", file, "Nothing to see.\n"],
		["another range than the one asked for", { ...file, offset: 5, limit: 2 }, page("5-6 of 9", "a\nb")],
		["a range with a line too few", { ...file, offset: 0, limit: 3 }, page("1-4 of 9", "a\nb")],
		["a range without a head", { ...file, offset: 5, limit: 2 }, "a\nb"],
		["pages of a document", { ...file, pages: "1-5" }, "a\nb\n"],
		["no text", file, ""],
		["a call without a path", {}, "a\nb\n", "no file"],
	],
);

test("a file that Qwen Code shows again is a note, whole or in part", () => {
	const lines = Array.from({ length: 60 }, (_, at) => `export function step${at + 1}(value: number): number {`);
	const lens = qwenCodeTools.lenses.read_file!;
	expect(forms(lens, file, [`${lines.join("\n")}\n`, `${lines.join("\n")}\n`])).toEqual(["whole", "same"]);
	const range = page("1-60 of 90", lines.join("\n"));
	expect(forms(lens, { ...file, offset: 0, limit: 60 }, [range, range])[1]).not.toBe("whole");
});

const swap: Input = { file_path: CLOCK, old_string: "now", new_string: "then" };
const updated = `The file: ${CLOCK} has been updated. Showing lines 1-2 of 2 from the edited file:\n\n---\n\nthen\nlater`;

testOwn(
	"Qwen Code",
	qwenCodeTools,
	[
		["edit", swap, updated, 'clock.ts: "now" > "then"; ok'],
		["edit", { ...swap, replace_all: true }, updated, 'clock.ts: "now" > "then" everywhere; ok'],
		["write_file", { file_path: CLOCK, content: "x" }, `Successfully overwrote file: ${CLOCK}.`, 'clock.ts = "x"; ok'],
	],
	[
		["edit", swap, "Failed to edit, 0 occurrences found for old_string.", 'clock.ts: "now" > "then"; hides clock.ts'],
		["write_file", { file_path: CLOCK, content: "x" }, "No space left.", 'clock.ts = "x"; hides clock.ts'],
		["edit", { ...swap, file_path: "~/clock.ts" }, updated, "nothing"],
	],
);

describe("a command of Qwen Code", () => {
	const call = { id: "1", tool: "run_shell_command", input: { command: "cat a.ts" }, directory: PROJECT };
	const printed = (code: number): string =>
		`Command: cat a.ts\nDirectory: (root)\nOutput:     one\ntwo\nError: (none)\nExit Code: ${code}\nSignal: 0\nProcess Group PGID: 7`;

	test.each([0, 3])("shows its output and no lines of files, because tabs are gone: exit code %p", (code) => {
		const view = lookAtText(qwenCodeTools, call, printed(code));
		expect(view.kind === "shown" && view.parts.map(({ subject }) => subject.kind)).toEqual(["command"]);
		expect(lookAtCall(qwenCodeTools, call).by).toEqual({ kind: "command", label: "cat a.ts" });
	});

	test("reads nothing into a text that is not its own", () => {
		expect(lookAtText(qwenCodeTools, call, "one\ntwo").kind).toBe("opaque");
		expect(said(qwenCodeTools, "read_file", file, "<tool_output_masked>\na\n</tool_output_masked>")).toBe("opaque");
	});
});
