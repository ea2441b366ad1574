import { expect, test } from "bun:test";
import { REASON_WORDS } from "./reason-words.ts";

test.each(Object.entries(REASON_WORDS))("why %s is said in a sentence, and after because", (_, words) => {
	expect(words.sentence).toMatch(/^[A-Zi].*\.$/);
	expect(words.because).toMatch(/^[a-z].*[^.]$/);
	expect(words.because.length).toBeLessThan(45);
});
