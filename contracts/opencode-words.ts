import { askFor, type OpenCodeMessage } from "../src/dialect/opencode.ts";
import type { Asked, Line, Speak } from "./dialect.ts";

/** Writes lines as messages of one session, as OpenCode 1.18 passes them to its plugins. */
export function inOpenCode(session = "ses_1"): Speak<OpenCodeMessage> {
	return (line) => {
		if (line.kind === "summary") return summary(line, session);
		return [line.kind === "reply" ? reply(line, session) : prompt(line, session)];
	};
}

function reply({ number, directory, calls }: Extract<Line, { kind: "reply" }>, session: string): OpenCodeMessage {
	const info = infoOf(number, session, { role: "assistant", path: { cwd: directory, root: directory } });
	const parts = [
		{ type: "step-start" },
		{ type: "text", text: "Let me see." },
		...calls.map(toolPart),
		{ type: "step-finish", reason: calls.length > 0 ? "tool-calls" : "stop" },
	];
	return { info, parts: partsOf(number, session, parts) };
}

function toolPart({ id, tool, input, end, shows }: Asked): object {
	return { type: "tool", callID: id, tool, state: { input, ...stateOf(end, shows) } };
}

function stateOf(end: Asked["end"], shows: string | undefined): object {
	const time = { start: 1, end: 2 };
	if (end.kind === "open") return { status: "running", time: { start: 1 } };
	if (end.kind === "failed") return { status: "error", error: end.text, time };
	const display = shows === undefined ? {} : { display: { type: "file", path: shows } };
	const cut = end.kind === "cut" ? { truncated: true, outputPath: "/tmp/all" } : { truncated: false };
	const emptied = end.kind === "erased" ? { compacted: 3 } : {};
	const exit = end.kind === "erased" && end.from === "failed" ? { exit: 1 } : {};
	const metadata = { ...display, ...cut, ...exit };
	return { status: "completed", output: end.text, title: "", metadata, time: { ...time, ...emptied } };
}

function prompt(line: Exclude<Line, { kind: "reply" | "summary" }>, session: string): OpenCodeMessage {
	return {
		info: infoOf(line.number, session, { role: "user" }),
		parts: partsOf(line.number, session, promptParts(line)),
	};
}

function promptParts(line: Exclude<Line, { kind: "reply" | "summary" }>): object[] {
	if (line.kind === "prompt") return [{ type: "text", text: line.text }];
	if (line.kind === "asked") return [{ type: "text", text: askFor(line.path), ignored: true }];
	return attachedParts(line.path, line.text);
}

/**
 * What OpenCode makes of `@file`: a description of a call, its result, and the file; for an image there are no lines.
 */
export function attachedParts(path: string, text: string | undefined): object[] {
	const words = `Called the Read tool with the following input: ${JSON.stringify({ filePath: path })}`;
	return [
		{ type: "text", text: "Look at this." },
		{ type: "text", text: words, synthetic: true },
		...(text === undefined ? [] : [{ type: "text", text, synthetic: true }]),
		{ type: "file", mime: text === undefined ? "image/png" : "text/plain", filename: path, url: `file://${path}` },
	];
}

function summary({ number }: Line, session: string): OpenCodeMessage[] {
	const asks = [{ type: "compaction", auto: false }];
	const tells = [{ type: "step-start" }, { type: "text", text: "Files were read and changed." }];
	return [
		{ info: infoOf(number, session, { role: "user" }), parts: partsOf(number, session, asks) },
		{
			info: infoOf(`${number}_summary`, session, { role: "assistant", summary: true }),
			parts: partsOf(`${number}_summary`, session, tells),
		},
	];
}

function infoOf(number: number | string, sessionID: string, more: object): object {
	return { id: `msg_${number}`, sessionID, time: { created: 1 }, ...more };
}

function partsOf(number: number | string, sessionID: string, parts: readonly object[]): object[] {
	return parts.map((part, at) => ({ id: `prt_${number}_${at}`, sessionID, messageID: `msg_${number}`, ...part }));
}
