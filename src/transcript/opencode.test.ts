import { describe, expect, test } from "bun:test";
import { outlineOf, transcriptContract } from "../../contracts/transcript.ts";
import type { Entry } from "../conversation/types.ts";
import { readOpenCode } from "./opencode.ts";

type Extra = Readonly<Record<string, unknown>>;

transcriptContract("opencode", sample, readOpenCode);

describe("a conversation", () => {
	test("is told in order, by the ids of the parts, since those of the calls can repeat", () => {
		expect(entries(prompt("1"), reply("2", tool("p1")))).toEqual([
			{ kind: "prompt", text: "Go on." },
			{ kind: "turn", time: 2, model: "gpt", usage: { input: 13, cacheRead: 200, cacheWrite: 3, output: 45 } },
			{
				kind: "call",
				call: { id: "p1", tool: "read", input: { filePath: "clock.ts" }, directory: "/home/you/project/sub" },
				version: "1.18.33",
			},
			{ kind: "result", id: "p1", text: "text of p1", outcome: "done", plain: true, kept: false, time: 5 },
		]);
	});

	test("has parallel calls before their results", () => {
		expect(outline(reply("1", tool("p1"), tool("p2")))).toBe("turn p1! p2! p1 p2");
	});

	test("has a turn for each step, where several make one message", () => {
		const steps = [tool("p1"), { type: "step-start" }, tool("p2")];
		expect(outline(reply("1", ...steps))).toBe("turn p1! p1 turn p2! p2");
	});

	test("takes the cost of a message for that of its only step", () => {
		const bare = { ...reply("1"), parts: [{ type: "step-start" }] };
		expect(entries(bare)).toMatchObject([{ kind: "turn", usage: { output: 9 } }]);
	});

	test("leaves out the calls of a reply that ended in an error", () => {
		expect(outline(reply({ id: "1", error: { name: "APIError" } }, tool("p1")))).toBe("turn");
	});

	test("has the calls of a reply that the user broke off", () => {
		expect(outline(reply({ id: "1", error: { name: "MessageAbortedError" } }, tool("p1")))).toBe("turn p1! p1");
	});

	test("ends before what the user took back", () => {
		const messages = [reply("1", tool("p1")), prompt("2"), reply("3", tool("p3"))];
		expect(outlineIn(session(messages, { revert: { messageID: "2" } }))).toBe("turn p1! p1");
	});

	test("is a subagent's where the session has a parent", () => {
		expect(readOpenCode(session([], { parentID: "ses_0" }))?.threads[0]?.agent).toBe("ses_1");
		expect(readOpenCode(session([]))?.threads[0]?.agent).toBeUndefined();
	});
});

describe("a result", () => {
	test.each([
		["a completed call is done", {}, { text: "text of p1", plain: true, outcome: "done" }],
		["an exit of 0 is done", { metadata: { exit: 0 } }, { outcome: "done" }],
		["another exit has failed", { metadata: { exit: 1 } }, { outcome: "failed" }],
		["no exit at all, where there should be one, has failed", { metadata: { exit: null } }, { outcome: "failed" }],
		["an error has failed", { status: "error", error: "No such file" }, { text: "No such file", outcome: "failed" }],
		[
			"a call broken off shows what it had",
			{ status: "error", error: "Aborted", metadata: { interrupted: true, output: "so far" } },
			{ text: "so far", outcome: "failed" },
		],
		["a text saved elsewhere is cut", { metadata: { exit: 1, truncated: true, outputPath: "/x" } }, { outcome: "cut" }],
		["a page is not cut", { metadata: { truncated: true } }, { outcome: "done" }],
		["attachments make it more than a text", { attachments: [{ type: "file" }] }, { plain: false }],
	])("%s", (_, state, expected) => {
		expect(entries(reply("1", tool("p1", state))).find(({ kind }) => kind === "result")).toMatchObject(expected);
	});

	test.each(["pending", "running"])("of a call that is %s has not come", (status) => {
		expect(outline(reply("1", tool("p1", { status })))).toBe("turn p1!");
	});
});

describe("what the host takes away", () => {
	const emptied = { time: { start: 1, end: 5, compacted: 25 } };

	test("is a result that it emptied, from that time on", () => {
		const messages = [reply("10", tool("p1", emptied)), reply("20", tool("p2")), prompt("30"), reply("40")];
		expect(outline(...messages)).toBe("turn p1! p1 turn p2! p2 -p1 turn");
	});

	test("is a result that it emptied at the end", () => {
		expect(outline(reply("10", tool("p1", emptied)), reply("20"))).toBe("turn p1! p1 turn -p1");
	});

	test("is all before a compaction, once it is completed", () => {
		expect(outline(reply("1", tool("p1")), compaction("2"), summary("3", "2"), reply("4", tool("p4")))).toBe(
			"turn p1! p1 turn reset turn p4! p4",
		);
	});

	test("is not the tail that a compaction kept, but for what was emptied", () => {
		const messages = [reply("1", tool("p1")), reply("2", tool("p2"), tool("p3", { time: { end: 2, compacted: 3 } }))];
		expect(outline(...messages, compaction("3", { tail_start_id: "2" }), summary("4", "3"))).toBe(
			"turn p1! p1 turn p2! p3! p2 p3 -p3 turn reset turn+ p2! p3! p2+",
		);
	});

	test.each([
		["without a summary", []],
		["whose summary failed", [summary("3", "2", { error: { name: "APIError" } })]],
		["whose summary did not end", [summary("3", "2", { finish: undefined })]],
	])("is nothing by a compaction %s", (_, ends) => {
		expect(outline(reply("1", tool("p1")), compaction("2"), ...ends)).not.toContain("reset");
	});

	test("is nothing by a summary of something else", () => {
		expect(outline(reply("1", tool("p1")), prompt("2"), summary("3", "2"))).toBe("turn p1! p1 turn");
	});

	test("may be anything by a message that is not understood", () => {
		const messages = [reply("1", tool("p1")), reply("2", tool("p2", { status: "later" })), prompt("3")];
		expect(outline(...messages)).toBe("turn p1! p1 reset");
		expect(readOpenCode(session(messages))?.skipped).toBe(1);
	});
});

describe("files that the host reads for the user", () => {
	const called = 'Called the Read tool with the following input: {"filePath":"/home/you/project/clock.ts"}';

	test("are attached", () => {
		expect(outline(prompt("1", { type: "text", synthetic: true, text: called }))).toBe(
			"hidden:/home/you/project/clock.ts",
		);
	});

	test.each([
		["the user wrote so", { text: called }],
		["the model does not see it", { text: called, synthetic: true, ignored: true }],
		["the input is none", { text: called.slice(0, -1), synthetic: true }],
	])("are not where %s", (_, part) => {
		expect(outline(prompt("1", { type: "text", ...part }))).toBe("");
	});
});

test("an export is recognised by its one value", () => {
	expect(readOpenCode(session([]))?.host).toBe("opencode");
	expect(readOpenCode(`${session([])}\n{}`)).toBeUndefined();
	expect(readOpenCode('{ "messages": [] }')).toBeUndefined();
});

function sample(): string {
	return session([
		prompt("10", {
			type: "text",
			synthetic: true,
			text: 'Called the Read tool with the following input: {"filePath":"/home/you/project/clock.ts"}',
		}),
		reply("11", tool("p1"), tool("p2", { status: "error", error: "No such file" })),
		reply("12", tool("p3", { time: { start: 1, end: 2, compacted: 13 } }), tool("p4")),
		prompt("14"),
		reply("15", tool("p5", { attachments: [{ type: "file" }] })),
		compaction("16", { tail_start_id: "15" }),
		summary("17", "16"),
		reply("18", tool("p6", { status: "running" })),
	]);
}

function outline(...messages: object[]): string {
	return outlineOf(entries(...messages));
}

function outlineIn(text: string): string {
	return outlineOf(readOpenCode(text)?.threads[0]?.entries ?? []);
}

function entries(...messages: object[]): readonly Entry[] {
	return readOpenCode(session(messages))?.threads[0]?.entries ?? [];
}

function session(messages: object[], extra: Extra = {}): string {
	const info = { id: "ses_1", directory: "/home/you/project", version: "1.18.33", ...extra };
	return JSON.stringify({ info, messages }, undefined, 1);
}

/** Messages are created at the time that their id says. */
function message(id: string, role: string, parts: object[], extra: Extra = {}): object {
	return { info: { id, role, sessionID: "ses_1", time: { created: Number(id) }, ...extra }, parts };
}

function prompt(id: string, ...parts: object[]): object {
	return message(id, "user", [{ type: "text", text: "Go on." }, ...parts]);
}

function reply(id: string | (Extra & { readonly id: string }), ...parts: object[]): object {
	const { id: name, ...extra } = typeof id === "string" ? { id } : id;
	const tokens = { input: 1, output: 9, reasoning: 0, cache: { read: 0, write: 0 } };
	const finish = { input: 10, output: 40, reasoning: 5, cache: { read: 200, write: 3 } };
	const all = [{ type: "step-start" }, ...parts, { type: "step-finish", tokens: finish }];
	const path = { cwd: "/home/you/project/sub", root: "/home/you/project" };
	return message(name, "assistant", all, { modelID: "gpt", path, tokens, finish: "stop", ...extra });
}

function summary(id: string, parentID: string, extra: Extra = {}): object {
	return reply({ id, parentID, summary: true, ...extra }, { type: "text", text: "So far." });
}

function compaction(id: string, extra: Extra = {}): object {
	return prompt(id, { type: "compaction", auto: true, ...extra });
}

function tool(id: string, extra: Extra = {}): object {
	const state = { status: "completed", input: { filePath: "clock.ts" }, output: `text of ${id}`, metadata: {} };
	return {
		id,
		type: "tool",
		callID: "call_0",
		tool: "read",
		state: { ...state, time: { start: 1, end: 5 }, ...extra },
	};
}
