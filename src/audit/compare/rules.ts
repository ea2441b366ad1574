import { claudeCodeStub } from "./claude-code-stub.ts";
import { dropOlder } from "./drop-older.ts";
import { intervals } from "./intervals.ts";
import { lastAnswers } from "./last-answers.ts";
import { sameRange } from "./same-range.ts";
import type { Rule } from "./types.ts";

/** The published rules that ibid is compared with. */
export const RULES: readonly Rule[] = [claudeCodeStub, lastAnswers, sameRange, intervals, dropOlder];
