import { askLens, pollLens } from "../other.ts";
import { codexOwn } from "../own/tools.ts";
import { ibidRead } from "../read/codex.ts";
import { shellLens } from "../shell/shell.ts";
import type { Tools } from "../types.ts";
import { unwrapCodex } from "../unwrap/codex.ts";

/** Codex's tools: files are read by commands, and changed by patches. */
export const codexTools: Tools = {
	lenses: {
		exec_command: shellLens({ command: "cmd", directory: "workdir", trims: false }),
		// As its hooks call it.
		Bash: shellLens({ command: "command", directory: "workdir", trims: false }),
		shell: shellLens({ command: "command", directory: "workdir", trims: false }),
		shell_command: shellLens({ command: "command", directory: "workdir", trims: false }),
		write_stdin: pollLens("session_id"),
		...codexOwn,
		list_mcp_resources: askLens,
		list_mcp_resource_templates: askLens,
		read_mcp_resource: askLens,
		mcp__ibid__ibid_read: ibidRead,
	},
	unwrap: unwrapCodex,
};
