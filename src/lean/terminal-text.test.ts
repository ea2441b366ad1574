import { describe, expect, test } from "bun:test";
import { Terminal } from "@xterm/headless";
import fc from "fast-check";
import { terminalText } from "./terminal-text.ts";

const ESC = "\u001b";
const LINES = 400;

/** What a real terminal shows in the end, without the blanks at the ends of lines. */
async function shownBy(text: string): Promise<string> {
	const terminal = new Terminal({ cols: 500, rows: 5, scrollback: LINES, convertEol: true, allowProposedApi: true });
	await new Promise<void>((done) => terminal.write(text, done));
	const { active } = terminal.buffer;
	const lines = text.split("\n").map((_, at) => active.getLine(at)?.translateToString(true) ?? "");
	terminal.dispose();
	return trimmed(lines.join("\n"));
}

const trimmed = (text: string): string => text.replace(/[ ]+$/gm, "");

describe("terminal text", () => {
	test.each([
		["colours", `${ESC}[32mok${ESC}[0m 1 test`, "ok 1 test"],
		["colours with many numbers", `${ESC}[38;5;208mwarn${ESC}[39;49;1mx${ESC}[m`, "warnx"],
		["progress on one line", "10%\r50%\r100%\ndone", "100%\ndone"],
		["a shorter line over a longer one", "12345678\rabc", "abc45678"],
		["a line erased to its end", `12345678\rabc${ESC}[K`, "abc"],
		["a line erased as a whole", `12345678\r${ESC}[2Kabc`, "abc"],
		["steps back", "abc\b\bXY", "aXY"],
		["carriage returns before line ends", `one\r\ntwo ${ESC}[1mbold${ESC}[0m\r\n`, "one\ntwo bold\n"],
	])("leaves out %s", async (_, text, wanted) => {
		expect(terminalText(text)).toBe(wanted);
		expect(await shownBy(text)).toBe(trimmed(wanted));
	});

	test.each([
		["nothing changes", "plain\n\ttext  \n"],
		["two lines differ by codes alone", `${ESC}[32mok${ESC}[0m\n${ESC}[31mok${ESC}[0m`],
		["a line differs from a plain one by codes alone", `${ESC}[32mok${ESC}[0m\nok`],
		["the cursor moves up", `one\n${ESC}[1Atwo`],
		["the screen is cleared", `one${ESC}[2Jtwo`],
		["there is a link", `${ESC}]8;;https://example.org${ESC}\\text${ESC}]8;;${ESC}\\`],
		["wide letters are written over", "漢字\rab"],
		["a tab is written over", "a\tb\rc"],
		["the bell rings", "a\u0007b"],
		["it is a diff", `${ESC}[36m@@ -1,2 +1,2 @@${ESC}[m\n${ESC}[31m-one${ESC}[m\n${ESC}[32m+two${ESC}[m`],
	])("is not made if %s", (_, text) => {
		expect(terminalText(text)).toBeUndefined();
	});

	test("keeps blanks at the ends of lines", () => {
		expect(terminalText(`${ESC}[1mtitle${ESC}[0m  \nnext   `)).toBe("title  \nnext   ");
	});

	test("is what a terminal shows, whatever the text", async () => {
		const piece = fc.constantFrom(
			...["a", "bc", "  ", "10%", "漢", "é", "\t", "\r", "\b", "\n", "\r\n"],
			...[`${ESC}[0m`, `${ESC}[1;31m`, `${ESC}[K`, `${ESC}[0K`, `${ESC}[2K`, `${ESC}[A`, `${ESC}[1K`, "\u0007"],
		);
		let made = 0;
		await fc.assert(
			fc.asyncProperty(fc.array(piece, { maxLength: 40 }), async (pieces) => {
				const text = pieces.join("");
				const shown = terminalText(text);
				if (shown === undefined) return;
				made++;
				// Tabs become blanks on a screen.
				if (!text.includes("\t")) expect(await shownBy(text)).toBe(trimmed(shown));
			}),
			{ numRuns: 500 },
		);
		expect(made).toBeGreaterThan(50);
	});
});
