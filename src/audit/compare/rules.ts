import { dropOlder } from "./drop-older.ts";
import { intervals } from "./intervals.ts";
import { claudeCodeStub, lastAnswers, sameRange } from "./repeated-results.ts";
import type { Rule } from "./rule.ts";

/** The published rules that ibid is compared with. */
export const RULES: readonly Rule[] = [claudeCodeStub, lastAnswers, sameRange, intervals, dropOlder];
