import { describe, expect, test } from "bun:test";
import { code, numbered, openDesk } from "../../sim/desk.ts";
import { HINTS } from "../core/render.ts";
import { hashesOfNote, noteHashesIn } from "./note-hashes.ts";

const CLAUSES = "[ibid] lines 3-30 unchanged; lines 40-50 unchanged";

/** Whether a line is recognised by the hashes of a note. */
function isKnown(line: string, note: string): boolean {
	const known = new Set(hashesOfNote(note));
	return hashesOfNote(line).some((hash) => known.has(hash));
}

describe("a note is recognised", () => {
	test.each(Object.values(HINTS))("with the hint %j and without it", (hint) => {
		expect(isKnown(CLAUSES + hint, CLAUSES + hint)).toBe(true);
		expect(isKnown(CLAUSES, CLAUSES + hint)).toBe(true);
		expect(isKnown(CLAUSES + hint, CLAUSES)).toBe(true);
	});

	test("by its first clause", () => {
		expect(isKnown("[ibid] lines 3-30 unchanged", CLAUSES)).toBe(true);
		expect(isKnown("[ibid] lines 3-30 unchanged; and whatever follows", CLAUSES)).toBe(true);
	});

	test("by nothing less", () => {
		expect(isKnown("[ibid] lines 40-50 unchanged", CLAUSES)).toBe(false);
		expect(isKnown("[ibid] lines 3-3 unchanged", CLAUSES)).toBe(false);
		expect(isKnown("[ibid]", CLAUSES)).toBe(false);
	});
});

test("the notes of a text are those that ibid words, after a number or a sign, and no others", () => {
	const desk = openDesk();
	const lines = code(40);
	desk.ask("Read", { file_path: "a.ts" }, numbered(lines));
	const { form, text } = desk.ask("Read", { file_path: "a.ts" }, numbered(lines));
	expect(form).toBe("same");
	const note = text.slice(text.indexOf("[ibid]"));
	expect(noteHashesIn(`1\tfresh\n${text}\n+${note}\n[ibid] is a tool`)).toEqual(hashesOfNote(note));
	expect(noteHashesIn("no note")).toEqual([]);
});
