import { describe, expect, test } from "bun:test";
import { transcriptContract } from "../../contracts/transcript.ts";
import type { Entry } from "../conversation/types.ts";
import { readGeminiCli } from "./gemini-cli.ts";

const NOON = "2026-11-13T12:00:00.000Z";
const CONTEXT =
	"<session_context>\nHello.\n- **Workspace Directories:**\n  - /home/you/project\n- **More:**\n</session_context>";
const ATTACHED = [
	{ text: "\n--- Content from referenced files ---" },
	{ text: "\nContent from @a.ts:\n" },
	{ text: "a\nb" },
	{ text: "\n--- End of content ---" },
];
const MASKED = "<tool_output_masked>\nconst a…\n</tool_output_masked>";

transcriptContract(
	"gemini-cli",
	() =>
		log(
			head(),
			set([user("u0", [{ text: CONTEXT }])]),
			user("u1", [{ text: "Look at @a.ts" }, ...ATTACHED], { displayContent: [{ text: "Look at @a.ts" }] }),
			reply("m1", { content: "I will." }),
			{ $set: { lastUpdated: NOON } },
			reply("m1", { content: "I will.", toolCalls: [done("r1", "a\nb\n"), done("r2", "c\n")] }),
			user("u2", [answer("r1", "a\nb\n"), answer("r2", "c\n")]),
			set([user("u0", []), ask("n1", "r1", "r2"), user("n2", [answer("r1", MASKED), answer("r2", "c\n")])]),
			set([user("u9", [{ text: "Summary" }])]),
			set([ask("n1", "r1", "r2"), user("n2", [answer("r1", MASKED), answer("r2", "c\n")])]),
			reply("m2", { toolCalls: [done("r3", "d\n")] }),
			{ $rewindTo: "m2" },
		),
	readGeminiCli,
);

transcriptContract(
	"gemini-cli",
	() =>
		JSON.stringify(
			{ ...head(), messages: [user("u1", "Look."), reply("m1", { toolCalls: [done("r1", "a")] })] },
			null,
			2,
		),
	readGeminiCli,
);

describe("a reply of Gemini CLI", () => {
	test("that is written again with its calls is one turn", () => {
		const entries = read(reply("m1"), reply("m1", { toolCalls: [done("r1", "a"), done("r2", "b")] }), reply("m2"));
		expect(kinds(entries)).toBe("turn call call result result turn");
	});

	test("that is copied from the history is no turn", () => {
		const entries = read(reply("m1", { toolCalls: [done("r1", "a")] }), ask("n1", "r1"), ask("n2"));
		expect(kinds(entries)).toBe("turn call result");
	});

	test("has calls with the ids that they have in requests, without the name of the tool before them", () => {
		const [id, bare] = ["read_file__read_file_1_0", "read_file_1_0"];
		for (const line of [
			reply("m1", { toolCalls: [done(id, "a")] }),
			set([ask("n1", id), user("n2", [answer(id, "a")])]),
		]) {
			const ids = read(line).flatMap((entry) =>
				entry.kind === "call" ? entry.call.id : "id" in entry ? entry.id : [],
			);
			expect(ids).toEqual([bare, bare]);
		}
		expect(read(reply("m1", { toolCalls: [done("other__1", "a")] })).at(-1)).toMatchObject({ id: "other__1" });
	});

	test("has its usage, even if told later", () => {
		const tokens = { input: 100, cached: 30, output: 5, thoughts: 2, tool: 0, total: 107 };
		const [turn] = read(reply("m1", { tokens: null }), reply("m1", { tokens }));
		expect(turn).toMatchObject({ kind: "turn", usage: { input: 70, cacheRead: 30, cacheWrite: 0, output: 7 } });
	});
});

describe("a result of Gemini CLI", () => {
	test.each([
		["a text", [answer("r1", "a\n")], "success", { text: "a\n", plain: true, outcome: "done" }],
		["an error", [answer("r1", "no", "error")], "error", { text: "no", plain: true, outcome: "failed" }],
		["a cancelled call", [answer("r1", "a")], "cancelled", { outcome: "failed" }],
		["an image", [answer("r1", "a"), { inlineData: { data: "" } }], "success", { text: "a", plain: false }],
		["something else", [answer("r1", 7)], "success", { text: '{"output":7}', plain: false }],
		["one of several", [answer("r0", "x"), answer("r1", "a")], "success", { text: "a", plain: true }],
		["what stands for a masked one", [answer("r1", MASKED)], "success", { outcome: "cut" }],
	])("is understood: %s", (_, result, status, entry) => {
		const entries = read(reply("m1", { toolCalls: [{ ...done("r1", ""), status, result }] }));
		expect(entries.filter(({ kind }) => kind === "result")).toMatchObject([{ id: "r1", kept: false, ...entry }]);
	});

	test("that is told with its call and told to the model comes once", () => {
		const entries = read(reply("m1", { toolCalls: [done("r1", "a")] }), user("u1", [answer("r1", "a")]));
		expect(kinds(entries)).toBe("turn call result");
	});

	test("without a call is counted as skipped", () => {
		expect(readGeminiCli(log(head(), user("u1", [answer("r1", "a")])))).toMatchObject({ skipped: 1 });
	});
});

describe("a changed history of Gemini CLI", () => {
	const before = [reply("m1", { toolCalls: [done("r1", "a")] }), reply("m2", { toolCalls: [done("r2", "b")] })];

	test("erases what is masked", () => {
		const now = [ask("n1", "r1"), user("n2", [answer("r1", MASKED)]), ask("n3", "r2"), user("n4", [answer("r2", "b")])];
		expect(read(...before, set(now)).slice(6)).toEqual([{ kind: "erase", ids: ["r1"] }]);
		expect(read(...before, ...now, set(now)).slice(6)).toEqual([{ kind: "erase", ids: ["r1"] }]);
	});

	test("erases nothing that has yet to be put there", () => {
		const now = [ask("n1", "r1"), user("n2", [answer("r1", "a")]), ask("n3", "r2")];
		expect(read(...before, set(now), user("n4", [answer("r2", "b")]))).toHaveLength(6);
	});

	test("keeps what compression left", () => {
		const now = [user("n1", [{ text: "Summary" }]), ask("n2", "r2"), user("n3", [answer("r2", "b")])];
		const after = read(...before, set(now)).slice(6);
		expect(kinds(after)).toBe("reset call result");
		expect(after[2]).toMatchObject({ id: "r2", text: "b", kept: true, time: Date.parse(NOON) });
	});

	test("brings back what a resumed session had, but not what was masked", () => {
		const now = [ask("n1", "r1", "r2"), user("n2", [answer("r1", MASKED), answer("r2", "b")])];
		const after = read(...before, set([]), set(now)).slice(6);
		expect(kinds(after)).toBe("reset reset call call result");
		expect(after[4]).toMatchObject({ id: "r2", kept: true });
	});

	test("of a session that had none before tells nothing", () => {
		expect(read(set([user("u0", [{ text: CONTEXT }])]))).toEqual([]);
	});

	test.each([
		["a message", "m2", ["r2"]],
		["a message that is not there", "m9", ["r1", "r2"]],
	])("that is rewound to %s loses the results since", (_, to, ids) => {
		expect(read(...before, { $rewindTo: to }).at(-1)).toEqual({ kind: "erase", ids });
	});
});

describe("the place of a chat of Gemini CLI", () => {
	test.each([
		["is what the host says it is", [set([user("u0", [{ text: CONTEXT }])])], "/home/you/project"],
		["is what its head says", [{ ...head(), directories: ["/home/you/other", "/tmp"] }], "/home/you/other"],
		["is not known else", [], ""],
	])("%s", (_, lines, directory) => {
		const entries = read(...lines, reply("m1", { toolCalls: [done("r1", "a")] }));
		expect(entries[1]).toMatchObject({ kind: "call", call: { directory }, version: "" });
	});

	test("is where attached files are", () => {
		const asked = user("u1", [{ text: "Look at @a.ts" }, ...ATTACHED], { displayContent: [] });
		const copied = user("n1", [{ text: "Look at @a.ts" }, ...ATTACHED]);
		const entries = read(set([user("u0", [{ text: CONTEXT }])]), asked, copied);
		expect(entries).toEqual([{ kind: "hidden", path: "/home/you/project/a.ts" }]);
	});
});

test("A chat of a subagent of Gemini CLI is its thread", () => {
	const recording = readGeminiCli(log({ ...head(), kind: "subagent" }));
	expect(recording).toMatchObject({ session: "s", threads: [{ agent: "s" }] });
});

test("A message of a known type and an unknown form is counted as skipped", () => {
	expect(readGeminiCli(log(head(), { id: "m1", type: "gemini", content: 7 }))).toMatchObject({ skipped: 1 });
});

function read(...lines: object[]): readonly Entry[] {
	return readGeminiCli(log(head(), ...lines))?.threads[0]?.entries ?? [];
}

function kinds(entries: readonly Entry[]): string {
	return entries.map(({ kind }) => kind).join(" ");
}

function log(...lines: object[]): string {
	return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

function head(): object {
	return { sessionId: "s", projectHash: "0", startTime: NOON, kind: "main" };
}

function set(messages: object[]): object {
	return { $set: { messages, lastUpdated: NOON } };
}

function user(id: string, content: unknown, more: object = {}): object {
	return { id, timestamp: NOON, type: "user", content, ...more };
}

function reply(id: string, more: object = {}): object {
	return { id, timestamp: NOON, type: "gemini", content: "", model: "gemini-2.5-pro", ...more };
}

/** A reply as the history has it. */
function ask(id: string, ...calls: string[]): object {
	const content = calls.map((call) => ({ functionCall: { id: call, name: "read_file", args: { file_path: "a.ts" } } }));
	return reply(id, { content: [...content, { text: "…" }], tokens: null });
}

function done(id: string, text: string): object {
	const [timestamp, result] = [NOON, [answer(id, text)]];
	return { id, name: "read_file", args: { file_path: "a.ts" }, status: "success", timestamp, result };
}

function answer(id: string, text: unknown, as = "output"): object {
	return { functionResponse: { id, name: "read_file", response: { [as]: text } } };
}
