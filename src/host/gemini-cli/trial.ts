import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** Writes a small log in which a file was read and is asked for again; gives what the host would tell hooks of it. */
export function makeTrial(folder: string): { readonly before: object; readonly after: object } {
	const log = join(folder, "log.jsonl");
	const [name, args] = ["read_file", { file_path: join(folder, "trial.txt") }];
	const functionResponse = { id: "1", name, response: { output: TEXT } };
	const reply = {
		type: "gemini",
		content: "",
		thoughts: [],
		tokens: { input: 1_000, output: 10 },
		model: "gemini-2.5-pro",
	};
	const lines = [
		{ sessionId: SESSION, projectHash: SESSION, startTime: TIME, lastUpdated: TIME, kind: "main" },
		{ id: "a", timestamp: TIME, type: "user", content: [{ text: contextOf(folder) }] },
		{
			id: "b",
			timestamp: TIME,
			...reply,
			toolCalls: [{ id: "1", name, args, result: [{ functionResponse }], status: "success" }],
		},
		{ id: "c", timestamp: TIME, type: "user", content: [{ functionResponse }] },
		{ id: "d", timestamp: TIME, ...reply },
	];
	writeFileSync(log, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
	const told = { session_id: SESSION, transcript_path: log, cwd: folder, tool_name: name, tool_input: args };
	return {
		before: { hook_event_name: "BeforeTool", ...told },
		after: { hook_event_name: "AfterTool", ...told, tool_response: { llmContent: TEXT } },
	};
}

const SESSION = "trial";
const TIME = "2026-01-01T00:00:00.000Z";
const TEXT = Array.from({ length: 60 }, (_, line) => `Line ${line + 1} of a text that is shown twice.\n`).join("");

function contextOf(folder: string): string {
	return `<session_context>\n- **Workspace Directories:**\n  - ${folder}\n- **Directory Structure:**\n</session_context>`;
}
