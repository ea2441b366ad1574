import { join } from "node:path";
import { type HostDefinition, pathLike } from "../definition.ts";
import { noticeKey } from "./keys.ts";

/** Claude Code. */
export const claudeCode: HostDefinition = {
	name: "claude-code",
	title: "Claude Code",
	variable: "CLAUDE_CONFIG_DIR",
	logs: (home, { CLAUDE_CONFIG_DIR }) => [
		{ folder: join(CLAUDE_CONFIG_DIR || join(home, ".claude"), "projects"), isLog: pathLike(/\.jsonl$/) },
	],
	keys: [noticeKey],
	declares: 0,
	beyond: "its hook can replace only results of Read, Bash and MCP tools",
	hasStatusLine: true,
	hasServer: true,
	knowledge: async () => (await import("./knowledge.ts")).claudeCodeKnowledge,
	runtime: async () => (await import("./hook.ts")).claudeCodeRuntime,
	runner: async () => (await import("./runner.ts")).claudeCodeRunner,
	installer: async () => (await import("./install.ts")).claudeCodeInstaller,
};
