import { expect, test } from "bun:test";
import type { AnswerStep } from "../../data.ts";
import { answer } from "./made-up.test.ts";
import { formWords, isPutBack, verdictWords } from "./words.ts";

const NOTHING_CHANGED = "The agent had only said that nothing changed, which the model could not look up.";
const LOSS: Partial<AnswerStep> = { form: "whole", reason: "fresh", tokens: 19, saved: -1595 };

test.each<[Partial<AnswerStep>, string]>([
	[LOSS, `Sent in full: 19 → 1,614 tokens, 1,595 more. ${NOTHING_CHANGED}`],
	[{ form: "whole", reason: "short", tokens: 19 }, "Sent in full: it is short. 19 tokens."],
	[{ form: "whole", reason: undefined, tokens: 19 }, "Sent in full. 19 tokens."],
	[
		{ form: "same", reason: undefined, tokens: 2000, saved: 1900 },
		"Shortened, nothing new: 2,000 → 100 tokens, 95.0% saved.",
	],
	[
		{ form: "quoted", reason: undefined, tokens: 20, saved: -30 },
		"Shortened, new lines sent: 20 → 50 tokens, 150.0% more.",
	],
])("%p reads as %p", (some, words) => {
	expect(verdictWords(answer(some), { isLived: true })).toBe(words);
});

test("a session without ibid says what could have been saved", () => {
	const shortened = answer({ form: "same", reason: undefined, tokens: 2000, saved: 1900 });
	expect(verdictWords(shortened, { isLived: false })).toEndWith("95.0% could have been saved.");
});

test.each<[Partial<AnswerStep>, string]>([
	[LOSS, "sent in full: the agent had only said that nothing changed"],
	[{ form: "whole", reason: "short" }, "sent in full: it is short"],
	[{ form: "whole", reason: undefined }, "sent in full"],
])("a row says of %p that it is %p", (some, words) => {
	expect(formWords(answer(some))).toBe(words);
});

test.each<[Partial<AnswerStep>, boolean]>([
	[LOSS, true],
	[{ form: "whole", saved: 0 }, false],
	[{ form: "quoted", saved: -5 }, false],
])("isPutBack of %p is %p", (some, isIt) => {
	expect(isPutBack(answer(some))).toBe(isIt);
});
