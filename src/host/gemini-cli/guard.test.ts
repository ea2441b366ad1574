import { type GuardedHost, testGuard } from "../../../contracts/guard.ts";
import type { AnswerRecord } from "../../store/record.ts";
import type { HookHandler } from "../hook-handler.ts";
import { newGuard } from "./hook.ts";

/** Gemini CLI with a hook for a record and a project, where writes are guarded or not. */
function geminiCli(hooksFor: (record: AnswerRecord, isGuarded: boolean) => HookHandler): GuardedHost {
	return {
		write: (file_path, content) => ({ tool: "write_file", input: { file_path, content } }),
		run: (command) => ({ tool: "run_shell_command", input: { command } }),
		async ask({ tool, input, directory }, record, isGuarded) {
			const place = { session_id: "s1", cwd: directory };
			const event = { hook_event_name: "BeforeTool", ...place, tool_name: tool, tool_input: input };
			const { decision, reason } = await hooksFor(record, isGuarded).handle(event);
			return decision === "deny" ? String(reason) : undefined;
		},
	};
}

testGuard(
	"Gemini CLI",
	geminiCli((record, isGuarded) => newGuard(record, { now: () => 7, isGuarded: () => isGuarded })),
);
