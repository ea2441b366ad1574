import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** Writes a small log in which a file was read and is asked for again; gives what the host would tell a hook of it. */
export function makeTrial(folder: string): object {
	const log = join(folder, "log.jsonl");
	const input = { file_path: join(folder, "trial.txt") };
	const asking = { role: "assistant", model: "trial", usage: {} };
	const shown = LINES.map((line, index) => `${index + 1}\t${line}`).join("\n");
	const lines = [
		{ type: "assistant", message: { ...asking, id: "1", content: [callOf("1", input)] } },
		{ type: "user", message: { role: "user", content: [{ type: "tool_result", tool_use_id: "1", content: shown }] } },
		{ type: "assistant", message: { ...asking, id: "2", content: [callOf("2", input)] } },
	];
	const common = { sessionId: "trial", isSidechain: false, cwd: folder, timestamp: new Date().toISOString() };
	const whole = lines.map((line, index) => {
		const place = { uuid: String(index), parentUuid: index === 0 ? null : String(index - 1) };
		const source = line.type === "user" ? { sourceToolAssistantUUID: "0" } : {};
		return `${JSON.stringify({ ...common, ...place, ...source, ...line })}\n`;
	});
	writeFileSync(log, whole.join(""));
	const counts = { numLines: LINES.length, startLine: 1, totalLines: LINES.length };
	return {
		hook_event_name: "PostToolUse",
		session_id: "trial",
		transcript_path: log,
		cwd: folder,
		tool_name: "Read",
		tool_input: input,
		tool_use_id: "2",
		tool_response: { type: "text", file: { filePath: input.file_path, content: LINES.join("\n"), ...counts } },
	};
}

function callOf(id: string, input: object): object {
	return { type: "tool_use", id, name: "Read", input };
}

const LINES = Array.from({ length: 60 }, (_, line) => `Line ${line + 1} of a text that is shown twice.`);
