type KnownNames = "claude-code" | "codex" | "opencode" | "pi" | "gemini-cli" | "copilot-cli";

/**
 * The beginning of a log of each host, enough for its own reader to recognise it and for all other readers to refuse
 * it.
 */
export const STRANGERS: Readonly<Record<KnownNames, string>> = {
	"claude-code": lines(
		{ type: "mode", mode: "normal", sessionId: "s" },
		{ ...claude("u1", null), type: "user", message: { role: "user", content: "What time is it?" } },
		{
			...claude("u2", "u1"),
			type: "assistant",
			message: { id: "m1", role: "assistant", model: "claude", content: [{ type: "text", text: "Noon." }] },
		},
	),
	codex: lines(
		{ ...codex("session_meta"), payload: { id: "s", cwd: "/home/you/project", cli_version: "0.140.0" } },
		{
			...codex("response_item"),
			payload: { type: "message", role: "user", content: [{ type: "input_text", text: "What time is it?" }] },
		},
	),
	opencode: JSON.stringify({
		info: { id: "ses_1", directory: "/home/you/project", version: "1.18.33", time: { created: 1, updated: 2 } },
		messages: [
			{
				info: { id: "msg_1", role: "user", sessionID: "ses_1", time: { created: 1 } },
				parts: [{ id: "prt_1", type: "text", text: "What time is it?" }],
			},
		],
	}),
	pi: lines(
		{ type: "session", version: 3, id: "s", timestamp: noon(), cwd: "/home/you/project" },
		{
			type: "message",
			id: "00000001",
			parentId: null,
			timestamp: noon(),
			message: { role: "user", content: "What time is it?", timestamp: 1 },
		},
	),
	"gemini-cli": JSON.stringify({
		sessionId: "s",
		projectHash: "0",
		startTime: noon(),
		lastUpdated: noon(),
		messages: [{ id: "1", timestamp: noon(), type: "user", content: "What time is it?" }],
	}),
	"copilot-cli": lines(
		{
			type: "session.start",
			data: { sessionId: "s", version: 1, producer: "copilot-agent", copilotVersion: "1.0.64" },
			id: "1",
			timestamp: noon(),
			parentId: null,
		},
		{ type: "user.message", data: { content: "What time is it?" }, id: "2", timestamp: noon(), parentId: "1" },
	),
};

function lines(...values: object[]): string {
	return values.map((value) => `${JSON.stringify(value)}\n`).join("");
}

function claude(uuid: string, parentUuid: string | null): object {
	return { uuid, parentUuid, isSidechain: false, sessionId: "s", cwd: "/home/you/project", version: "2.1.197" };
}

function codex(type: string): object {
	return { timestamp: noon(), type };
}

function noon(): string {
	return "2026-11-13T12:00:00.000Z";
}
