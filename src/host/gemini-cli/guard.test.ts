import { join } from "node:path";
import { testGuard } from "../../../contracts/guard.ts";
import { newHooks } from "./hook.ts";

testGuard("Gemini CLI", {
	write: (file_path, content) => ({ tool: "write_file", input: { file_path, content } }),
	run: (command) => ({ tool: "run_shell_command", input: { command } }),
	async ask({ tool, input, directory }, record, isGuarded) {
		// Notes that were sent stand there, though nothing more can be sent.
		const begun = { begin: () => ({ answers() {}, end() {} }), settle() {} };
		const around = { folder: join(directory, "calls"), home: directory, channel: () => undefined, begun };
		const wishes = { prefer: <Policy>(policy: Policy) => policy, isGuarded: () => isGuarded };
		const hooks = newHooks(record, { now: () => 7, ...around, ...wishes });
		const place = { session_id: "s1", transcript_path: "/nowhere/log.jsonl", cwd: directory };
		const event = { hook_event_name: "BeforeTool", ...place, tool_name: tool, tool_input: input };
		const { decision, reason } = await hooks.handle(event);
		return decision === "deny" ? String(reason) : undefined;
	},
});
