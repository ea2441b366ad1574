import { appendFileSync } from "node:fs";

/** Writes a log of Claude Code line by line, as its model, its tools and its user go on. */
export type LogPen = {
	readonly path: string;
	readonly session: string;
	readonly project: string;
	/** When the last line was written, in milliseconds; each takes a second. */
	time: number;
	/** How many tokens the host says that its last request had. */
	tokens: number;
	/** The line that the next one goes back to; an older one after a rewind. */
	tip: string | null;
	/** The model makes a call. */
	ask(tool: string, input: object): Call;
	/** It gets this text for it. */
	answer(call: Call, text: string): string;
	/** The user says something. */
	say(): string;
	/** All is summarised but for some lines. */
	compact(kept?: readonly string[]): string;
};

/** A call, and its line in the log. */
export type Call = {
	readonly id: string;
	readonly tool: string;
	readonly input: object;
	readonly line: string;
};

/** A pen for a log that has no line yet, in the words of 2.1.197. */
export function newLogPen(path: string, session: string, project: string): LogPen {
	let lines = 0;
	let calls = 0;
	const write = (type: string, more: object, parentUuid: string | null = pen.tip): string => {
		const uuid = `line-${++lines}`;
		pen.time += 1000;
		const place = { uuid, parentUuid, isSidechain: false, sessionId: session, cwd: project, version: "2.1.197" };
		const timestamp = new Date(pen.time).toISOString();
		appendFileSync(path, `${JSON.stringify({ ...place, type, timestamp, ...more })}\n`);
		pen.tip = uuid;
		return uuid;
	};
	const pen: LogPen = {
		path,
		session,
		project,
		time: Date.parse("2026-01-01T00:00:00.000Z"),
		tokens: 1000,
		tip: null,
		ask(tool, input) {
			const id = `call-${++calls}`;
			const content = [{ type: "tool_use", id, name: tool, input }];
			const usage = { input_tokens: 10, cache_read_input_tokens: pen.tokens - 20, output_tokens: 10 };
			const line = write("assistant", { message: { id: `m-${id}`, role: "assistant", model: "m", content, usage } });
			return { id, tool, input, line };
		},
		answer({ id, line }, text) {
			const content = [{ type: "tool_result", tool_use_id: id, content: text }];
			return write("user", { message: { role: "user", content }, sourceToolAssistantUUID: line }, line);
		},
		say: () => write("user", { message: { role: "user", content: "Go on." } }),
		compact(kept = []) {
			const compactMetadata = { trigger: "auto", preservedMessages: { uuids: kept } };
			write("system", { subtype: "compact_boundary", logicalParentUuid: pen.tip, compactMetadata }, null);
			return write("user", { isCompactSummary: true, message: { role: "user", content: "All that was said." } });
		},
	};
	return pen;
}
