import { describe, expect, test } from "bun:test";
import { noteInWrite } from "./copied-note.ts";

const NOTE = "[ibid] lines 3-30 unchanged";
const isNote = (line: string): boolean => line === NOTE;

describe("a note in a new text", () => {
	test.each([
		["alone", NOTE],
		["between lines", `one\n${NOTE}\ntwo`],
		["with a return at its end", `one\r\n${NOTE}\r\ntwo\r\n`],
		["indented", `\t  ${NOTE}`],
		["behind the number of a line and a tab", `    27\t${NOTE}`],
		["behind a number and an arrow", `27→${NOTE}`],
		["behind a number and a bar", `00027| ${NOTE}`],
		["behind a number and a colon", `27: ${NOTE}`],
		["behind the sign of a diff", `+${NOTE}`],
		["behind the other sign of a diff", `-${NOTE}`],
		["as a comment of C", `  // ${NOTE}`],
		["as a comment of C in full", `/* ${NOTE} */`],
		["as a line of a long comment", ` * ${NOTE}`],
		["as a comment of the shell", `## ${NOTE}`],
		["as a comment of SQL", `-- ${NOTE}`],
		["as a comment of Lisp", `;; ${NOTE}`],
		["as a comment of HTML", `<!-- ${NOTE} -->`],
		["as a comment of Python", `"""${NOTE}"""`],
		["behind both a number and a comment sign", `12\t// ${NOTE}`],
		["behind another line that looks like one", `[ibid] lines 1-2 unchanged\n${NOTE}`],
	])("is found %s", (_, text) => {
		expect(noteInWrite(text, isNote)).toBe(NOTE);
	});

	test.each([
		["a text without one", "one\ntwo"],
		["a line that was never sent", "[ibid] lines 1-2 unchanged"],
		["a string of a program", `const note = "${NOTE}";`],
		["an element of a list of strings", `\t"${NOTE}",`],
		["a sentence about it", `It said ${NOTE}`],
		["no text at all", ""],
	])("is not found in %s", (_, text) => {
		expect(noteInWrite(text, isNote)).toBeUndefined();
	});

	test("is searched for in linear time", () => {
		let asked = 0;
		const text = `x ${"[ibid] ".repeat(50_000)}`;
		expect(noteInWrite(text, () => ++asked < 0)).toBeUndefined();
		expect(asked).toBe(0);
	});
});
