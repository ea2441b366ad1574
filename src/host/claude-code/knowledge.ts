import { claudeCodeTools } from "../../lens/tools/claude-code.ts";
import { claudeCodeLimits } from "../../limits/claude-code.ts";
import { readClaudeCode } from "../../transcript/claude-code.ts";
import type { HostKnowledge } from "../definition.ts";

/** What an audit has to know of Claude Code; its cache costs more to write than that of others. */
export const claudeCodeKnowledge: HostKnowledge = {
	tools: claudeCodeTools,
	limits: claudeCodeLimits,
	prices: { write: 1.25, read: 0.1, output: 5 },
	reader: { read: readClaudeCode, isDocument: false },
	record: { namesCalls: true, keepsOriginals: false },
};
