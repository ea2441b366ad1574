import { describe, expect, test } from "bun:test";
import { code, newConversation, numbered } from "../../sim/conversation-fixture.ts";
import { HINTS, wordNote } from "../core/render.ts";
import { estimateTokens } from "../core/tokens.ts";
import type { Answer } from "../core/types.ts";
import { sentWithJsonLines } from "../lean/content.ts";
import { sentUnder } from "../lean/lean.ts";
import { TERMINAL } from "../lean/terminal-text.ts";
import { answerLineOf, hashesOfNote, noteHashesIn, type Occasion } from "./answer-line.ts";
import { hashText } from "./record.ts";

const who = {
	host: "opencode",
	version: "1.18",
	session: "s1",
	agent: "",
	call: "prt_1",
	tool: "read",
	subject: "a.ts",
	brought: "file",
} as const;
const by = { kind: "tool", label: "read" } as const;
const NOTE = wordNote({
	clauses: [{ noun: "lines", count: 89, first: 2, of: undefined, claim: { kind: "numbers", by, from: 2 } }],
	hint: "none",
});
const occasion: Occasion = {
	...who,
	time: 7,
	milliseconds: 2,
	waited: 1,
	arguments: { filePath: "a.ts" },
	original: "all of it",
};
const answer: Answer = {
	form: "same",
	reason: undefined,
	text: `a line\n${NOTE}`,
	view: { kind: "failed" },
	notes: 1,
	before: 100,
	after: 10,
};

test("the record says when and for what an answer was given, and what it saved", () => {
	const what = { form: "same", reason: undefined, notes: 1, before: 100, after: 10 } as const;
	const noteHashes = hashesOfNote(NOTE);
	const hashes = {
		input: hashText('{"filePath":"a.ts"}'),
		original: hashText("all of it"),
		delivered: hashText(`a line\n${NOTE}`),
	};
	const given = {
		kind: "answer",
		schema: 1,
		...who,
		time: 7,
		milliseconds: 2,
		waited: 1,
		...hashes,
		...what,
		noteHashes,
	} as const;
	expect(answerLineOf(occasion, answer)).toStrictEqual(given);
});

test("the record says why an answer was sent in full", () => {
	const whole = { ...answer, form: "whole", reason: "asked again", text: "all of it", notes: 0, after: 100 } as const;
	const given = answerLineOf(occasion, whole);
	expect(given).toMatchObject({ form: "whole", reason: "asked again", notes: 0, after: 100 });
	expect(given.delivered).toBe(given.original);
	expect(given.noteHashes).toBeUndefined();
});

test("the record has no text, neither of the call nor of the answer", () => {
	const words = JSON.stringify(answerLineOf({ ...occasion, arguments: { content: "what was written" } }, answer));
	for (const text of ["all of it", "[ibid]", "what was written"]) expect(words).not.toContain(text);
});

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
	const conversation = newConversation();
	const lines = code(40);
	conversation.ask("Read", { file_path: "a.ts" }, numbered(lines));
	const { form, text } = conversation.ask("Read", { file_path: "a.ts" }, numbered(lines));
	expect(form).toBe("same");
	const note = text.slice(text.indexOf("[ibid]"));
	expect(noteHashesIn({ text: `1\tfresh\n${text}\n+${note}` })).toEqual(hashesOfNote(note));
	expect(noteHashesIn({ text: "no note" })).toEqual([]);
});

test.each([
	["JSON", sentWithJsonLines(`{\n"a":1,\n${NOTE}`)],
	["numbers", `[ibid] "1\\t" before a line is short for "    1\\t".\n1\tfresh\n${NOTE}`],
	["a terminal", sentUnder([TERMINAL], NOTE)],
])("the line that says how to read a quoted text is one of ours, too: %s", (_, text) => {
	const [head = ""] = text.split("\n");
	expect(noteHashesIn({ text })).toEqual([head, NOTE].flatMap(hashesOfNote));
});

test("of a lean text the record says what each policy has saved, and knows the lines that are ours", () => {
	const text = "[ibid] Paths stand below their folder.\nsrc/\n a.ts\n[ibid] 3 lines as above\n12:[ibid] x";
	const steps = [
		{ policy: "path-folders", text: "a text of some length" },
		{ policy: "repeated-lines", text },
	] as const;
	const line = answerLineOf(occasion, { ...answer, form: "lean", text, steps, content: answer });
	const saved = Object.values(line.lean ?? {}).reduce((sum, each) => sum + each, 0);
	expect(Object.keys(line.lean ?? {})).toEqual(["path-folders", "repeated-lines"]);
	expect(saved).toBe(estimateTokens(answer.text) - estimateTokens(text));
	expect(line.noteHashes).toEqual(
		["[ibid] Paths stand below their folder.", "[ibid] 3 lines as above"].flatMap(hashesOfNote),
	);
});
