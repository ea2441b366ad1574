import { appendFileSync } from "node:fs";

/** Writes a log of Claude Code line by line, as the model, the tools and the user continue. */
export type LogPen = {
	readonly path: string;
	readonly session: string;
	readonly project: string;
	/** When the last line was written, in milliseconds; each takes a second. */
	time: number;
	/** How many tokens the host says that its last request had. */
	tokens: number;
	/** The parent of the next line; an older line after a rewind. */
	tip: string | null;
	/** What the host turns a result into when it sends it. If set, the log also has each request, as in 2.1.325. */
	sends: ((text: string) => string) | undefined;
	/** The model makes a call, in a reply of its own or in the reply of another call. */
	ask(tool: string, input: object, beside?: Call): Call;
	/** The model gets this text for the call. */
	answer(call: Call, text: string): string;
	/** The user says something. */
	say(): string;
	/** The host summarises everything except some lines. */
	compact(kept?: readonly string[]): string;
};

/** A call, and its line in the log. */
export type Call = {
	readonly id: string;
	readonly tool: string;
	readonly input: object;
	readonly line: string;
};

/** A writer for a log that has no line yet, in the format of 2.1.197. */
export function newLogPen(path: string, session: string, project: string): LogPen {
	let lines = 0;
	let calls = 0;
	let requests = 0;
	let unsent: object[] = [];
	const request = (sends: (text: string) => string): string => {
		const [id, hash] = [`request-${++requests}`, `hash-${requests}`];
		const base = requests > 1 ? { base: `request-${requests - 1}`, keep: requests - 1 } : {};
		const content = unsent.map((result) => ({ ...result, content: sends((result as { content: string }).content) }));
		const message = { type: "api-request-blob", sessionId: session, hash, message: { role: "user", content } };
		const line = { type: "api-request", sessionId: session, id, ...base, tail: [hash], params: {} };
		appendFileSync(path, `${JSON.stringify(message)}\n${JSON.stringify(line)}\n`);
		unsent = [];
		return id;
	};
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
		sends: undefined,
		ask(tool, input, beside) {
			const id = `call-${++calls}`;
			const requestRef = pen.sends && request(pen.sends);
			const content = [{ type: "tool_use", id, name: tool, input }];
			const usage = { input_tokens: 10, cache_read_input_tokens: pen.tokens - 20, output_tokens: 10 };
			const message = { id: `m-${beside?.id ?? id}`, role: "assistant", model: "m", content, usage };
			const line = write("assistant", { message, ...(requestRef === undefined ? {} : { requestRef }) });
			return { id, tool, input, line };
		},
		answer({ id, line }, text) {
			const content = [{ type: "tool_result", tool_use_id: id, content: text }];
			unsent.push(...content);
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
