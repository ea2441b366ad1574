import { askLens } from "../other.ts";
import { claudeCodeOwn } from "../own/tools.ts";
import { claudeCodeRead } from "../read/claude-code.ts";
import { claudeCodeSearches } from "../search/tools.ts";
import { shellLens } from "../shell/shell.ts";
import type { Lens, Tools } from "../types.ts";
import { unwrapClaudeCode } from "../unwrap/claude-code.ts";

/** Claude Code's tools. */
export function claudeCodeTools(version: string): Tools {
	const read = claudeCodeRead(version);
	const tools = KNOWN.get(read) ?? toolsWith(read);
	KNOWN.set(read, tools);
	return tools;
}

/** Versions that read alike have the same tools, and what these saw in a call need not be looked for again. */
const KNOWN = new Map<Lens, Tools>();

function toolsWith(read: Lens): Tools {
	return {
		lenses: {
			Read: read,
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
