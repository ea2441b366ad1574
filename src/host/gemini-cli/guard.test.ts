import { join } from "node:path";
import { type GuardedHost, testGuard } from "../../../contracts/guard.ts";
import type { AnswerRecord } from "../../store/record.ts";
import type { HookHandler } from "../hook-handler.ts";
import { newGuard, newHooks } from "./hook.ts";

/** Gemini CLI with hooks for a record and a project, where writes are guarded or not. */
function geminiCli(hooksFor: (record: AnswerRecord, folder: string, isGuarded: boolean) => HookHandler): GuardedHost {
	return {
		write: (file_path, content) => ({ tool: "write_file", input: { file_path, content } }),
		run: (command) => ({ tool: "run_shell_command", input: { command } }),
		async ask({ tool, input, directory }, record, isGuarded) {
			const place = { session_id: "s1", transcript_path: "/nowhere/log.jsonl", cwd: directory };
			const event = { hook_event_name: "BeforeTool", ...place, tool_name: tool, tool_input: input };
			const { decision, reason } = await hooksFor(record, directory, isGuarded).handle(event);
			return decision === "deny" ? String(reason) : undefined;
		},
	};
}

testGuard(
	"Gemini CLI",
	geminiCli((record, folder, isGuarded) => {
		// Notes that were sent stand there, though nothing more can be sent.
		const begun = { begin: () => ({ answers() {}, end() {} }), settle() {} };
		const around = { folder: join(folder, "calls"), home: folder, channel: () => undefined, begun };
		const wishes = { prefer: <Policy>(policy: Policy) => policy, isGuarded: () => isGuarded };
		return newHooks(record, { now: () => 7, ...around, ...wishes });
	}),
);
testGuard(
	"Gemini CLI under ibid run",
	geminiCli((record, _, isGuarded) => newGuard(record, { now: () => 7, isGuarded: () => isGuarded })),
);
