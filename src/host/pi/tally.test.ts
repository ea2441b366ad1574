import { expect, test } from "bun:test";
import type { Answer } from "../../core/types.ts";
import type { SessionReport } from "../../transform/sessions.ts";
import { accountOf, statusOf } from "./tally.ts";

const told = (subject: string, before: number, after: number, more: Partial<Answer> = {}): SessionReport => {
	const answer: Answer = {
		form: before === after ? "whole" : "same",
		reason: before === after ? "fresh" : undefined,
		text: "",
		view: { kind: "failed" },
		notes: before === after ? 0 : 1,
		before,
		after,
		...more,
	};
	const call = { id: "1", tool: "read", input: {}, directory: "/w" };
	return { id: "1", call, original: "", subject, brought: "file", answer };
};

test.each([
	["nothing", [], undefined],
	["whole texts", [told("a.ts", 900, 900)], undefined],
	["a note", [told("a.ts", 900, 900), told("a.ts", 900, 30)], "ibid 870"],
	["long texts", [told("a.ts", 12_345, 100)], "ibid 12k"],
	["a loss", [told("a.ts", 100, 220)], "ibid −120"],
])("the footer says of %s: %j", (_, answers, status) => {
	expect(statusOf(answers)).toBe(status);
});

test.each([
	["before any request", undefined, ["The model has not been asked for anything yet."]],
	["without results", [], ["The last request held no results."]],
	[
		"of one whole text",
		[told("a.ts", 900, 900)],
		["The last request held 1 result, about 900 tokens. None came shortened."],
	],
	[
		"of notes",
		[told("a.ts", 900, 900), told("a.ts", 900, 30), told("b.ts", 2000, 20), told("a.ts", 900, 40)],
		[
			"The last request held 4 results, about 990 tokens. 3 came shortened: 3.7k tokens less.",
			"  2.0k  b.ts",
			"  1.7k  a.ts",
		],
	],
	[
		"of texts that the model has insisted on",
		[told("a.ts", 900, 30), told("a.ts", 900, 900, { reason: "insisted" })],
		[
			"The last request held 2 results, about 930 tokens. 1 came shortened: 870 tokens less. 1 came whole because the model asked again.",
			"   870  a.ts",
		],
	],
])("the account %s", (_, answers, lines) => {
	expect(accountOf(answers)).toBe(lines.join("\n"));
});

test("the account names no more files than a screen has room for, the greatest first", () => {
	const answers = Array.from({ length: 20 }, (_, index) => told(`${index}.ts`, 500 + index, 10));
	const [, ...lines] = accountOf(answers).split("\n");
	expect(lines.map((line) => line.trim().split("  ")[1])).toEqual(
		[19, 18, 17, 16, 15, 14, 13, 12].map((n) => `${n}.ts`),
	);
});
