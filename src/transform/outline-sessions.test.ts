import { expect, test } from "bun:test";
import { inOpenCode } from "../../contracts/opencode-words.ts";
import { inPi } from "../../contracts/pi-words.ts";
import { testTransform } from "../../contracts/transform.ts";
import { TOOLS } from "../../sim/life.ts";
import { defaultPolicy, type Policy } from "../core/policy.ts";
import { openCodeDialect } from "../dialect/opencode.ts";
import { piDialect } from "../dialect/pi.ts";
import { LEAN_POLICIES } from "../lean/types.ts";
import type { FoldFinder } from "../outline/first-view.ts";
import { newTransform } from "./transform.ts";

/** What happened in the sessions: all of it must have. */
const seen = { outlines: 0, opened: 0, told: 0, blind: 0 };

/** Folds two stretches of any file: what the lines are does not matter to the promise. */
const findFolds: FoldFinder = (_, text) => {
	const lines = text.split("\n").length;
	const half = lines >> 1;
	if (lines < 12) return undefined;
	return [
		{ first: 2, last: half - 1 },
		{ first: half + 2, last: lines - 1 },
	];
};

const eager: Policy = { ...defaultPolicy, siblings: "same subject", lines: 3, tokens: 10, share: 0.05 };
const terms = { tools: TOOLS, policy: eager, lean: LEAN_POLICIES, findFolds };
const openCode = { ...terms, dialect: openCodeDialect("/w") };
const pi = { ...terms, dialect: piDialect("/w") };

const beginWith =
	<Message>(begun: Parameters<typeof newTransform<Message>>[0]) =>
	() => {
		const transform = newTransform(begun);
		return async (messages: readonly Message[]) => {
			const { messages: sent, answers } = transform(messages);
			for (const { answer, opened = 0, told, isBlindEdit } of answers.flat()) {
				seen.outlines += answer.form === "outline" ? 1 : 0;
				seen.opened += opened;
				seen.told += told === undefined ? 0 : 1;
				seen.blind += isBlindEdit ? 1 : 0;
			}
			return sent;
		};
	};

testTransform("with folds in OpenCode's words", { ...openCode, speak: inOpenCode(), begin: beginWith(openCode) }, 40);
testTransform("with folds in pi's words", { ...pi, speak: inPi, begin: beginWith(pi) }, 25);

test.each(Object.keys(seen) as (keyof typeof seen)[])("all that may happen to folds happens in them: %s", (what) => {
	expect(seen[what]).toBeGreaterThan(20);
});
