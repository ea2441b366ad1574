import { askLens } from "../other.ts";
import { claudeCodeOwn } from "../own/tools.ts";
import { claudeCodeRead } from "../read/claude-code.ts";
import { claudeCodeSearches } from "../search/tools.ts";
import { shellLens } from "../shell/shell.ts";
import type { Tools } from "../types.ts";
import { unwrapClaudeCode } from "../unwrap/claude-code.ts";

/** Claude Code's tools. */
export function claudeCodeTools(version: string): Tools {
	return {
		lenses: {
			Read: claudeCodeRead(version),
			...claudeCodeOwn,
			...claudeCodeSearches,
			Bash: shellLens({ command: "command", background: "run_in_background", trims: true }),
			WebFetch: askLens,
			WebSearch: askLens,
			ToolSearch: askLens,
			TaskGet: askLens,
			TaskList: askLens,
			ListMcpResourcesTool: askLens,
			ReadMcpResourceTool: askLens,
		},
		unwrap: unwrapClaudeCode,
	};
}
