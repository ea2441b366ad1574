import type { PiMessage } from "../src/dialect/pi.ts";
import type { Asked, Line } from "./dialect.ts";

/** Writes a line as pi passes it to its extensions. */
export function inPi(line: Line): readonly PiMessage[] {
	switch (line.kind) {
		case "prompt":
			return [{ role: "user", content: [{ type: "text", text: line.text }], timestamp: line.number }];
		case "reply":
			return [reply(line), ...line.calls.flatMap((asked) => result(asked, line.number))];
		case "attached":
			return line.text === undefined ? [] : [shell(line.path, line.text)];
		case "asked":
			return [{ role: "ibid-refresh", path: line.path }];
		case "summary":
			return [{ role: "compactionSummary", summary: "Files were read and changed.", tokensBefore: 1000 }];
	}
}

function reply({ number, calls }: Extract<Line, { kind: "reply" }>): PiMessage {
	const asked = calls.map(({ id, tool, input }) => ({ type: "toolCall", id, name: tool, arguments: input }));
	const stopReason = calls.length > 0 ? "toolUse" : "stop";
	const content = [{ type: "text", text: "Let me see." }, ...asked];
	return { role: "assistant", content, stopReason, timestamp: number };
}

function result({ id, tool, end }: Asked, timestamp: number): PiMessage[] {
	if (end.kind === "open") return [];
	const text = { type: "text", text: end.kind === "erased" ? "[pruned]" : end.text };
	// When pi has cut a text, its tools say so in their own words; anything beside the text is just as doubtful.
	const content = end.kind === "cut" ? [text, { type: "image", data: "", mimeType: "image/png" }] : [text];
	return [{ role: "toolResult", toolCallId: id, toolName: tool, content, isError: end.kind === "failed", timestamp }];
}

function shell(path: string, output: string): PiMessage {
	return { role: "bashExecution", command: `cat '${path}'`, output, exitCode: 0, cancelled: false, truncated: false };
}
