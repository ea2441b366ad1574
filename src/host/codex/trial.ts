import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** Writes a small log in which a file was shown and is asked for again; gives what the host would tell a hook of it. */
export function makeTrial(folder: string): object {
	const log = join(folder, "log.jsonl");
	const command = "cat trial.txt";
	const output = `Chunk ID: 1\nWall time: 0.0000 seconds\nProcess exited with code 0\nOriginal token count: 900\nOutput:\n${TEXT}`;
	const lines = [
		{ type: "session_meta", payload: { id: "trial", session_id: "trial", cwd: folder } },
		...callOf("1", command),
		{ type: "response_item", payload: { type: "function_call_output", call_id: "1", output } },
		...callOf("2", command),
	];
	const timestamp = new Date().toISOString();
	writeFileSync(log, lines.map((line) => `${JSON.stringify({ timestamp, ...line })}\n`).join(""));
	return {
		hook_event_name: "PostToolUse",
		session_id: "trial",
		transcript_path: log,
		turn_id: "1",
		cwd: folder,
		tool_name: "Bash",
		tool_input: { command },
		tool_use_id: "2",
		tool_response: TEXT,
	};
}

/** A command that was called and has ended well. */
function callOf(id: string, cmd: string): object[] {
	const call = { type: "function_call", call_id: id, name: "exec_command", arguments: JSON.stringify({ cmd }) };
	const item = { type: "CommandExecution", id, status: "completed", exit_code: 0 };
	return [
		{ type: "response_item", payload: call },
		{ type: "event_msg", payload: { type: "item_completed", item } },
	];
}

const TEXT = Array.from({ length: 60 }, (_, line) => `Line ${line + 1} of a text that is shown twice.\n`).join("");
