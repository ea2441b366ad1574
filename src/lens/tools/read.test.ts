import { describe, expect, test } from "bun:test";
import { careful, forms, type Input, LONG, notice, PATH, said, toolsOf } from "../../../contracts/read.ts";
import type { Lens } from "../types.ts";
import { readAnyGutter, readColumns } from "./claude-code.ts";
import { copilotView } from "./copilot-cli.ts";
import { geminiRead } from "./gemini-cli.ts";
import { openCodeRead } from "./opencode.ts";
import { piRead } from "./pi.ts";

describe("a result that ibid has shortened", () => {
	const lines = Array.from({ length: 60 }, (_, at) => `export function step${at + 1}(value: number): number {`);
	const numbered = (mark: string) => (all: string[]) => all.map((line, at) => `${at + 1}${mark}${line}`);
	const total = (all: string[]): string => `(End of file - total ${all.length} lines)`;
	const hosts: [string, Lens, Input, (all: string[]) => string][] = [
		["Claude Code", readAnyGutter, { file_path: PATH }, (all) => numbered("\t")(all).join("\n")],
		[
			"Claude Code, a page",
			readAnyGutter,
			{ file_path: PATH },
			(all) => notice(`showing lines 1-${all.length} of 900 total`) + numbered("\t")(all).join("\n") + careful,
		],
		[
			"OpenCode",
			openCodeRead,
			{ filePath: PATH },
			(all) =>
				["<path>p</path>", "<type>file</type>", "<content>", ...numbered(": ")(all), "", total(all), "</content>"].join(
					"\n",
				),
		],
		["pi", piRead, { path: PATH }, (all) => `${all.join("\n")}\n`],
		[
			"pi, a range",
			piRead,
			{ path: PATH, limit: 60 },
			(all) => `${all.join("\n")}\n\n[9 more lines in file. Use offset=${all.length + 1} to continue.]`,
		],
		["Gemini CLI", geminiRead, { file_path: PATH }, (all) => `${all.join("\n")}\n`],
		[
			"Gemini CLI, a range",
			geminiRead,
			{ file_path: PATH, end_line: 60 },
			(all) =>
				`\nIMPORTANT: The file content has been truncated.\nStatus: Showing lines 1-${all.length} of 900 total lines.\nAction: Ask.\n\n--- FILE CONTENT (truncated) ---\n${all.join("\n")}`,
		],
		["Copilot CLI", copilotView, { path: PATH }, (all) => numbered(". ")(all).join("\n")],
	];

	test.each(hosts)("is viewed as before by %s", (_, lens, input, show) => {
		const changed = lines.with(30, "export const somethingElse = 1;");
		expect(forms(lens, input, [show(lines), show(lines)])).toEqual(["whole", "same"]);
		expect(forms(lens, input, [show(lines), show(changed)])[1]).not.toBe("whole");
	});

	test("keeps its parts around a long line", () => {
		const [, , , show] = hosts[2]!;
		const text = show(lines.with(30, `${LONG}... (line truncated to 2000 chars)`));
		expect(forms(openCodeRead, { filePath: PATH }, [text, text])).toEqual(["whole", "same"]);
	});
});

// A lens that looks back from every character of a megabyte would exceed the time limit of every test.
test("no text makes a lens throw, however large", () => {
	const texts = ["", "\n", "[", "1", "1\t", `${" ".repeat(1e6)}1`, "1".repeat(1e6), "\n".repeat(1e5), "[".repeat(1e6)];
	const lenses = [readAnyGutter, readColumns, openCodeRead, piRead, geminiRead, copilotView];
	const input = { file_path: PATH, filePath: PATH, path: PATH };
	for (const lens of lenses)
		for (const text of texts) expect(() => said(toolsOf(lens), "read", input, text)).not.toThrow();
});
