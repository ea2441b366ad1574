import { expect, test } from "bun:test";
import type { Answer } from "../core/types.ts";
import { givenOf, type Occasion } from "./given.ts";
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
	text: "a note",
	view: { kind: "failed" },
	notes: 1,
	before: 100,
	after: 10,
};

test("the record says when and for what an answer was given, and what it saved", () => {
	const what = { form: "same", reason: undefined, notes: 1, before: 100, after: 10 } as const;
	const hashes = {
		input: hashText('{"filePath":"a.ts"}'),
		original: hashText("all of it"),
		delivered: hashText("a note"),
	};
	const given = { kind: "answer", schema: 1, ...who, time: 7, milliseconds: 2, waited: 1, ...hashes, ...what } as const;
	expect(givenOf(occasion, answer)).toStrictEqual(given);
});

test("the record says why an answer is whole", () => {
	const whole = { ...answer, form: "whole", reason: "insisted", text: "all of it", notes: 0, after: 100 } as const;
	const given = givenOf(occasion, whole);
	expect(given).toMatchObject({ form: "whole", reason: "insisted", notes: 0, after: 100 });
	expect(given.delivered).toBe(given.original);
});

test("the record has no text, neither of the call nor of the answer", () => {
	const words = JSON.stringify(givenOf({ ...occasion, arguments: { content: "what was written" } }, answer));
	for (const text of ["all of it", "a note", "what was written"]) expect(words).not.toContain(text);
});
