import { testGuard } from "../../../contracts/guard.ts";
import { byDefault } from "../../lean/deliver.ts";
import { newHooks } from "./hook.ts";
import { claudeCodeNearCompaction } from "./knowledge.ts";

testGuard("Claude Code", {
	write: (file_path, content) => ({ tool: "Write", input: { file_path, content } }),
	run: (command) => ({ tool: "Bash", input: { command } }),
	async ask({ id, tool, input, directory }, record, isGuarded) {
		const world = { now: () => 7, wait: async () => {}, later: () => {}, nearCompaction: claudeCodeNearCompaction() };
		const hooks = newHooks(record, { ...world, prefer: byDefault, isGuarded: () => isGuarded });
		const place = { session_id: "s1", transcript_path: "/nowhere/log.jsonl", cwd: directory };
		// The host writes the arguments down as JSON.
		const called = { tool_name: tool, tool_input: JSON.stringify(input), tool_use_id: id };
		const { hookSpecificOutput: output } = await hooks.handle({ hook_event_name: "PreToolUse", ...place, ...called });
		const said = output as { permissionDecision: string; permissionDecisionReason: string } | undefined;
		return said?.permissionDecision === "deny" ? said.permissionDecisionReason : undefined;
	},
});
