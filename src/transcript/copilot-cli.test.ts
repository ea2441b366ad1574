import { describe, expect, test } from "bun:test";
import { transcriptContract } from "../../contracts/transcript.ts";
import type { Entry } from "../conversation/types.ts";
import { readCopilotCli } from "./copilot-cli.ts";

transcriptContract(
	"copilot-cli",
	() =>
		log(
			start(),
			event("session.model_change", { newModel: "gpt-5.4" }),
			event("user.message", { content: "Look.", attachments: [{ type: "file", path: "src/clock.ts" }] }),
			event("assistant.turn_start", { turnId: "0" }),
			reply("c1", "c2"),
			begin("c1"),
			begin("c2"),
			end("c2", "two"),
			end("c1", "one"),
			event("session.compaction_complete", { success: true, summaryContent: "…" }),
			reply("c3"),
			event("tool.execution_complete", { toolCallId: "c3", success: false, error: { message: "no", code: "x" } }),
			reply("task"),
			event("assistant.message", { content: "", toolRequests: [request("s1")], parentToolCallId: "task" }),
			event("tool.execution_complete", { ...endOf("s1", "sub"), parentToolCallId: "task" }),
			end("task", "done"),
			event("session.context_changed", { cwd: "/home/you/other" }),
		),
	readCopilotCli,
);

describe("a reply of Copilot CLI", () => {
	test("is a turn, and its calls are told once", () => {
		const entries = read(reply("c1", "c2"), begin("c1"), begin("c2"), end("c2", "two"), end("c1", "one"), reply());
		expect(kinds(entries)).toBe("turn call call result result turn");
	});

	test("in several pieces is one turn", () => {
		const more = event("assistant.message", { content: "", toolRequests: [request("c1")], chunkIndex: 1 });
		expect(kinds(read(reply(), more))).toBe("turn call");
	});

	test.each([
		["its own", { model: "gpt-5.5" }, "gpt-5.5"],
		["the session's", {}, "gpt-5.4"],
	])("has a model: %s", (_, more, model) => {
		const change = event("session.model_change", { newModel: "gpt-5.4" });
		expect(read(change, event("assistant.message", { content: "Yes.", ...more }))).toMatchObject([{ model }]);
	});
});

describe("a call of Copilot CLI", () => {
	test.each([
		["named arguments", { path: "/a.ts" }, { path: "/a.ts" }],
		["a text", "*** Begin Patch", { input: "*** Begin Patch" }],
		["nothing", undefined, {}],
	])("may have %s", (_, given, input) => {
		const asked = { toolCallId: "c1", name: "view", arguments: given };
		const [, call] = read(event("assistant.message", { content: "", toolRequests: [asked] }));
		const directory = "/home/you/project";
		expect(call).toEqual({ kind: "call", call: { id: "c1", tool: "view", input, directory }, version: "1.0.64" });
	});

	test.each([
		["a change", event("session.context_changed", { cwd: "/home/you/other" })],
		["resuming", event("session.resume", { eventCount: 1, context: { cwd: "/home/you/other" } })],
	])("is made where the session is after %s", (_, change) => {
		expect(read(change, reply("c1"))[1]).toMatchObject({ call: { directory: "/home/you/other" } });
	});
});

describe("a result of Copilot CLI", () => {
	test.each([
		["a text", { success: true, result: { content: "a" } }, { text: "a", outcome: "done", plain: true }],
		["an error", { success: false, error: { message: "no" } }, { text: "no", outcome: "failed", plain: true }],
		["an image", { success: true, result: { content: "", binaryResultsForLlm: [{}] } }, { plain: false }],
		["the user's", { success: true, result: { content: "a" }, isUserRequested: true }, { outcome: "cut" }],
	])("is understood: %s", (_, data, result) => {
		const entries = read(reply("c1"), event("tool.execution_complete", { toolCallId: "c1", ...data }));
		expect(entries[2]).toMatchObject({ kind: "result", id: "c1", kept: false, ...result });
	});

	test("may answer a call that no reply told", () => {
		expect(kinds(read(begin("c1"), end("c1", "a")))).toBe("call result");
	});

	test("without a call is counted as skipped", () => {
		expect(readCopilotCli(log(start(), end("c1", "a")))).toMatchObject({ skipped: 1, threads: [{ entries: [] }] });
	});
});

describe("the window of Copilot CLI", () => {
	test.each([
		["is reset by a compaction", "session.compaction_complete", { success: true }, "reset"],
		["is not by one that failed", "session.compaction_complete", { success: false }, ""],
		["is reset where messages were removed", "session.truncation", { messagesRemovedDuringTruncation: 2 }, "reset"],
		["is not where none were", "session.truncation", { messagesRemovedDuringTruncation: 0 }, ""],
		["is reset where it was cleared", "session.context_cleared", { messagesCleared: 3 }, "reset"],
		["is reset where it was rewound", "session.snapshot_rewind", { upToEventId: "1" }, "reset"],
	])("%s", (_, type, data, entry) => {
		expect(kinds(read(event(type, data)))).toBe(entry);
	});

	test("has files that the user attached", () => {
		const attachments = [
			{ type: "file", path: "src/clock.ts" },
			{ type: "selection", filePath: "/a.ts" },
			{ type: "blob" },
		];
		expect(read(event("user.message", { content: "Look.", attachments }))).toEqual([
			{ kind: "hidden", path: "/home/you/project/src/clock.ts" },
			{ kind: "hidden", path: "/a.ts" },
		]);
	});
});

test("A subagent of Copilot CLI has its own thread, by the call that started it", () => {
	const recording = readCopilotCli(
		log(
			start(),
			reply("task"),
			{ ...event("assistant.message", { toolRequests: [request("s1")], parentToolCallId: "task" }), agentId: "a" },
			event("tool.execution_complete", { ...endOf("s1", "sub"), parentToolCallId: "task" }),
			{ ...event("session.compaction_complete", { success: true }), agentId: "a" },
			end("task", "done"),
		),
	);
	const threads = recording?.threads.map(({ agent, entries }) => [agent, kinds(entries)]);
	expect(threads).toEqual([
		[undefined, "turn call result"],
		["task", "turn call result reset"],
	]);
});

test("An event of a known type and an unknown form is counted as skipped", () => {
	expect(readCopilotCli(log(start(), event("assistant.message", { toolRequests: 7 })))).toMatchObject({ skipped: 1 });
});

function read(...lines: object[]): readonly Entry[] {
	return readCopilotCli(log(start(), ...lines))?.threads[0]?.entries ?? [];
}

function kinds(entries: readonly Entry[]): string {
	return entries.map(({ kind }) => kind).join(" ");
}

function log(...lines: object[]): string {
	return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

function start(): object {
	return event("session.start", { sessionId: "s", copilotVersion: "1.0.64", context: { cwd: "/home/you/project" } });
}

function reply(...calls: string[]): object {
	return event("assistant.message", { content: "", toolRequests: calls.map(request) });
}

function request(toolCallId: string): object {
	return { toolCallId, name: "view", arguments: { path: "/home/you/project/src/clock.ts" }, type: "function" };
}

function begin(toolCallId: string): object {
	return event("tool.execution_start", { toolCallId, toolName: "view", arguments: {} });
}

function end(toolCallId: string, content: string): object {
	return event("tool.execution_complete", endOf(toolCallId, content));
}

function endOf(toolCallId: string, content: string): object {
	return { toolCallId, success: true, result: { content, detailedContent: content } };
}

function event(type: string, data: object): object {
	return { type, data, id: "1", timestamp: "2026-11-13T12:00:00.000Z", parentId: null };
}
