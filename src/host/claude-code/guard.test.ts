import { type GuardedHost, testGuard } from "../../../contracts/guard.ts";
import { byDefault } from "../../lean/deliver.ts";
import type { AnswerRecord } from "../../store/record.ts";
import type { HookHandler } from "../hook-handler.ts";
import { newGuard, newHooks } from "./hook.ts";
import { claudeCodeNearCompaction } from "./knowledge.ts";

/** Claude Code with hooks for a record, in a project where writes are guarded or not. */
function claudeCode(hooksFor: (record: AnswerRecord, isGuarded: boolean) => HookHandler): GuardedHost {
	return {
		write: (file_path, content) => ({ tool: "Write", input: { file_path, content } }),
		run: (command) => ({ tool: "Bash", input: { command } }),
		async ask({ id, tool, input, directory }, record, isGuarded) {
			const place = { session_id: "s1", transcript_path: "/nowhere/log.jsonl", cwd: directory };
			// The host writes the arguments down as JSON.
			const called = { tool_name: tool, tool_input: JSON.stringify(input), tool_use_id: id };
			const event = { hook_event_name: "PreToolUse", ...place, ...called };
			const { hookSpecificOutput: output } = await hooksFor(record, isGuarded).handle(event);
			const said = output as { permissionDecision: string; permissionDecisionReason: string } | undefined;
			return said?.permissionDecision === "deny" ? said.permissionDecisionReason : undefined;
		},
	};
}

testGuard(
	"Claude Code",
	claudeCode((record, isGuarded) => {
		const world = { now: () => 7, wait: async () => {}, later: () => {}, nearCompaction: claudeCodeNearCompaction() };
		return newHooks(record, { ...world, prefer: byDefault, isGuarded: () => isGuarded });
	}),
);
testGuard(
	"Claude Code under ibid run",
	claudeCode((record, isGuarded) => newGuard(record, { now: () => 7, isGuarded: () => isGuarded })),
);
