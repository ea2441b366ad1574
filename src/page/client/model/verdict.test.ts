import { expect, test } from "bun:test";
import type { AnswerStep } from "../../data.ts";
import { answer } from "./made-up.test.ts";
import { formWords, isPutBack, verdictWords } from "./verdict.ts";

const NOTHING_CHANGED = "The host had only said that nothing has changed, which the model could not look up.";
const LOSS: Partial<AnswerStep> = { form: "whole", reason: "fresh", tokens: 19, saved: -1595 };

test.each<[Partial<AnswerStep>, string]>([
	[LOSS, `sent whole: 19 → 1,614 tokens, 1,595 more (was). ${NOTHING_CHANGED}`],
	[{ form: "whole", reason: "short", tokens: 19 }, "19 tokens, sent whole, because it is short."],
	[{ form: "whole", reason: undefined, tokens: 19 }, "19 tokens, sent whole."],
	[
		{ form: "same", reason: undefined, tokens: 2000, saved: 1900 },
		"all of it quoted: 2,000 → 100 tokens, 95.0% less (was).",
	],
	[
		{ form: "quoted", reason: undefined, tokens: 20, saved: -30 },
		"fresh lines with notes between them: 20 → 50 tokens, 150.0% more (was).",
	],
])("%p is told as %p", (some, words) => {
	expect(verdictWords(answer(some), { isLived: true })).toBe(words);
});

test("what would be is told apart from what was", () => {
	const shortened = answer({ form: "same", reason: undefined, tokens: 2000, saved: 1900 });
	expect(verdictWords(shortened, { isLived: false })).toEndWith("95.0% less (would be).");
});

test.each<[Partial<AnswerStep>, string]>([
	[LOSS, "whole: the host had only said that nothing has changed"],
	[{ form: "whole", reason: "short" }, "whole: it is short"],
	[{ form: "whole", reason: undefined }, "whole"],
])("a row says of %p that it is %p", (some, words) => {
	expect(formWords(answer(some))).toBe(words);
});

test.each<[Partial<AnswerStep>, boolean]>([
	[LOSS, true],
	[{ form: "whole", saved: 0 }, false],
	[{ form: "quoted", saved: -5 }, false],
])("of %p it is %p that a text was put back", (some, isIt) => {
	expect(isPutBack(answer(some))).toBe(isIt);
});
