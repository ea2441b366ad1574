import { toolsOf } from "../contracts/hosts.ts";
import { unwrapNothing } from "../src/lens/result-text.ts";
import type { Tools } from "../src/lens/types.ts";

const claudeCode = toolsOf("claude-code").lenses;
const openCode = toolsOf("opencode").lenses;

/**
 * The tools of two hosts, which have different names, so one window can hold texts of both. Nothing is wrapped or
 * trimmed here.
 */
export const TOOLS: Tools = {
	lenses: { ...claudeCode, ...openCode, Bash: openCode.bash! },
	unwrap: unwrapNothing,
};
