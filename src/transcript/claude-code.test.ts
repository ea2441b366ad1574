import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { outlineOf, transcriptContract } from "../../contracts/transcript.ts";
import type { Entry } from "../conversation/types.ts";
import {
	addValue,
	entriesAt,
	forgetCompacted,
	type GrowingLog,
	isClaudeCode,
	newClaudeCodeLog,
	parseClaudeCode,
	readClaudeCode,
} from "./claude-code.ts";

/** One line of a log: what is not said is as in a plain main conversation. */
type Extra = Readonly<Record<string, unknown>>;

transcriptContract("claude-code", sample, readClaudeCode);

describe("a conversation", () => {
	test("is told in order, with where and under which version a call was made", () => {
		expect(entries(prompt("u", null), calls("a", "u", "m", "c1"), results("r", "a", "c1"))).toEqual([
			{ kind: "prompt", text: "Go on." },
			{ kind: "turn", time: NOON, model: "claude-opus", usage: undefined },
			{
				kind: "call",
				call: { id: "c1", tool: "Read", input: { file_path: "clock.ts" }, directory: "/home/you/project" },
				version: "2.1.197",
			},
			{ kind: "result", id: "c1", text: "text of c1", outcome: "done", plain: true, kept: false, time: NOON },
		]);
	});

	test("begins anew after a pause in which the host may have cleared results", () => {
		const log = [prompt("u", null), calls("a", "u", "m1", "c1"), results("r", "a", "c1")];
		const late = { ...calls("b", "r", "m2", "c2"), timestamp: new Date(NOON + 61 * 60_000).toISOString() };
		expect(outline(...log, late)).toBe("turn c1! c1 reset turn c2!");
	});

	test("is what leads to the last line spoken, not what was rewound", () => {
		const log = [prompt("u", null), calls("a", "u", "m1", "dead"), results("r", "a", "dead"), prompt("v", "u")];
		expect(outline(...log, calls("b", "v", "m2", "live"), results("s", "b", "live"))).toBe("turn live! live");
	});

	test("takes one reply for one turn, though each of its blocks is a line", () => {
		const log = [prompt("u", null), calls("a", "u", "m", "c1"), calls("b", "a", "m", "c2")];
		expect(outline(...log, results("s", "b", "c2"), results("r", "a", "c1"))).toBe("turn c1! c2! c2 c1");
	});

	test("has the results of parallel calls, though they do not lead to what follows", () => {
		const log = [prompt("u", null), calls("a", "u", "m", "c1"), results("r", "a", "c1"), calls("b", "a", "m", "c2")];
		expect(outline(...log, results("s", "b", "c2"), prompt("v", "s"))).toBe("turn c1! c1 c2! c2");
	});

	test("finds the call of a result by its parent where the source is not told", () => {
		const log = [prompt("u", null), calls("a", "u", "m", "c1"), calls("b", "a", "m", "c2"), results("s", "b", "c2")];
		const copied = { ...results("r", "a", "c1"), sourceToolAssistantUUID: undefined };
		expect(outline(...log, copied, prompt("v", "s"))).toBe("turn c1! c2! c2 c1");
	});

	test("has a result behind its call, though the log has it before", () => {
		const log = [prompt("u", null), results("r", "a", "c1"), calls("a", "u", "m", "c1"), prompt("v", "r")];
		expect(outline(...log)).toBe("turn c1! c1");
	});

	test("goes through lines of other types", () => {
		const log = [prompt("u", null), line("p", "u", "progress"), calls("a", "p", "m", "c1"), results("r", "a", "c1")];
		expect(outline(...log)).toBe("turn c1! c1");
	});

	test("begins where the log does, if its first line goes back to one that is not there", () => {
		expect(outline(calls("a", "gone", "m", "c1"), results("r", "a", "c1"))).toBe("turn c1! c1");
	});

	test("does not take the host's own words for a reply", () => {
		expect(outline(prompt("u", null), reply("a", "u", "m", [], { model: "<synthetic>" }))).toBe("");
	});

	test("counts what a reply cost once, by the last of its lines", () => {
		const usage = { input_tokens: 3, cache_creation_input_tokens: 40, cache_read_input_tokens: 500, output_tokens: 2 };
		const log = [
			reply("a", null, "m", [], { usage }),
			reply("b", "a", "m", [], { usage: { ...usage, output_tokens: 70 } }),
		];
		expect(entries(...log).map((entry) => entry.kind === "turn" && entry.usage)).toEqual([
			{ input: 43, cacheRead: 500, cacheWrite: 40, output: 70 },
		]);
	});
});

describe("a result", () => {
	test.each([
		["a text is plain", { content: "x" }, { text: "x", plain: true, outcome: "done" }],
		["one block of text is plain", { content: [text("x")] }, { text: "x", plain: true, outcome: "done" }],
		["two blocks are not", { content: [text("x"), text("y")] }, { text: "x\ny", plain: false, outcome: "done" }],
		["an image is not", { content: [{ type: "image" }] }, { text: "", plain: false, outcome: "done" }],
		["nothing is an empty text", {}, { text: "", plain: true, outcome: "done" }],
		["an error has failed", { content: "x", is_error: true }, { text: "x", plain: true, outcome: "failed" }],
	])("%s", (_, block, expected) => {
		expect(resultIn(results("r", "a", "c1", block))).toMatchObject(expected);
	});

	test("is cut where the host met its limit on tokens", () => {
		const line = { ...results("r", "a", "c1"), toolUseResult: { file: { truncatedByTokenCap: true } } };
		expect(resultIn(line)).toMatchObject({ outcome: "cut" });
	});

	test("is what the host put in its place, and cut, where it did", () => {
		const replacement = {
			type: "content-replacement",
			sessionId: "s",
			replacements: [{ kind: "tool-result", toolUseId: "c1", replacement: "saved elsewhere" }],
		};
		expect(resultIn(results("r", "a", "c1"), replacement)).toMatchObject({ text: "saved elsewhere", outcome: "cut" });
	});

	test("that holds only the word that it was emptied is erased", () => {
		const emptied = results("r", "a", "c1", { content: "[Old tool result content cleared]" });
		expect(outline(calls("a", null, "m", "c1"), emptied)).toBe("turn c1! c1 -c1");
	});
});

describe("what the host takes away", () => {
	const before = [prompt("u", null), calls("a", "u", "m1", "c1"), results("r", "a", "c1")];
	const second = [calls("b", "r", "m2", "c2"), results("s", "b", "c2")];

	test("is all by a compaction", () => {
		expect(outline(...before, compaction("x", "r"), prompt("v", "x"), calls("d", "v", "m3", "c3"))).toBe(
			"turn c1! c1 reset turn c3!",
		);
	});

	test("is all by a compaction, though later lines go back to earlier ones", () => {
		expect(outline(...before, compaction("x", "r"), calls("d", "r", "m3", "c3"))).toBe("turn c1! c1 reset turn c3!");
	});

	test("is not what a compaction names as kept", () => {
		const kept = { preservedMessages: { anchorUuid: "x", uuids: ["b", "s"], allUuids: ["b", "s"] } };
		expect(outline(...before, ...second, compaction("x", "s", kept), prompt("v", "x"))).toBe(
			"turn c1! c1 turn c2! c2 reset c2! c2+",
		);
	});

	test("is told again in the order of the log, however a compaction names it", () => {
		const kept = { preservedMessages: { anchorUuid: "x", uuids: ["b", "s", "a", "r"] } };
		expect(outline(...before, ...second, compaction("x", "s", kept), prompt("v", "x"))).toBe(
			"turn c1! c1 turn c2! c2 reset c1! c1+ c2! c2+",
		);
	});

	test("is the branch that a compaction goes back to, not one that was rewound before it", () => {
		const log = [...before, prompt("dead", "u"), compaction("x", "r"), prompt("v", "x")];
		expect(outline(...log)).toBe("turn c1! c1 reset");
	});

	test("is a result before a compaction, though its call stands behind it", () => {
		const log = [prompt("u", null), results("r", "a", "c1"), compaction("x", "r"), calls("a", "x", "m", "c1")];
		expect(outline(...log)).toBe("reset turn c1!");
	});

	test("is not the segment that a compaction kept", () => {
		const kept = { preservedSegment: { headUuid: "b", anchorUuid: "x", tailUuid: "s" } };
		expect(outline(...before, ...second, compaction("x", "s", kept), prompt("v", "x"))).toBe(
			"turn c1! c1 turn c2! c2 reset c2! c2+",
		);
	});

	test("is also a segment whose ends do not meet", () => {
		const kept = { preservedSegment: { headUuid: "gone", anchorUuid: "x", tailUuid: "s" } };
		expect(outline(...before, compaction("x", "r", kept), prompt("v", "x"))).toBe("turn c1! c1 reset");
	});

	test("stays away in a second compaction, and branches before each are left out", () => {
		const dead = [calls("dead", "u", "m0", "c0"), results("q", "dead", "c0")];
		const log = [prompt("u", null), ...dead, ...before.slice(1), compaction("x", "r"), prompt("v", "x")];
		const more = [calls("b", "v", "m2", "c2"), results("s", "b", "c2"), compaction("y", "s"), prompt("w", "y")];
		expect(outline(...log, ...more)).toBe("turn c1! c1 reset turn c2! c2 reset");
	});

	test("is what a small compaction names", () => {
		const ids = { subtype: "microcompact_boundary", microcompactMetadata: { compactedToolIds: ["c1", "c9"] } };
		expect(outline(...before, ...second, line("x", "s", "system", ids), prompt("v", "x"))).toBe(
			"turn c1! c1 turn c2! c2 -c1",
		);
	});

	test("is taken away once", () => {
		const ids = { subtype: "microcompact_boundary", microcompactMetadata: { compactedToolIds: ["c1"] } };
		const twice = [line("x", "r", "system", ids), line("y", "x", "system", ids), prompt("v", "y")];
		expect(outline(...before, ...twice)).toBe("turn c1! c1 -c1");
	});

	test("is every result by a small compaction that names none", () => {
		const unnamed = line("x", "s", "system", { subtype: "microcompact_boundary" });
		expect(outline(...before, ...second, unnamed, prompt("v", "x"))).toBe("turn c1! c1 turn c2! c2 -c1,c2");
	});

	test.each([
		[{ applied_edits: [{ type: "clear_tool_uses_20250919", cleared_tool_uses: 1 }] }, "turn c1! c1 -c1 turn"],
		[{ client_cut_tool_uses: 1 }, "turn c1! c1 -c1 turn"],
		[{ applied_edits: [{ type: "clear_thinking_20251015", cleared_thinking_turns: 1 }] }, "turn c1! c1 turn"],
		[{ applied_edits: [] }, "turn c1! c1 turn"],
	])("is every result where the server says %j", (management, expected) => {
		expect(outline(...before, reply("b", "r", "m2", [], { context_management: management }))).toBe(expected);
	});

	test("is all by words that replace others", () => {
		expect(outline(...before, { ...prompt("v", "r"), replacesSpan: true })).toBe("turn c1! c1 reset");
	});

	test("may be anything by a line that is not understood", () => {
		const odd = { ...prompt("v", "r"), message: { content: { later: true } } };
		expect(outline(...before, odd, prompt("w", "v"))).toBe("turn c1! c1 reset");
		expect(readClaudeCode(log(...before, odd, prompt("w", "v")))?.skipped).toBe(1);
	});
});

describe("attachments", () => {
	test.each([
		[{ type: "edited_text_file", filename: "/p/a.ts", snippet: "1\tx" }, "hidden:/p/a.ts"],
		[{ type: "file", filename: "/p/a.ts", content: {} }, "hidden:/p/a.ts"],
		[{ type: "nested_memory", path: "/p/AGENTS.md" }, "hidden:/p/AGENTS.md"],
		[{ type: "plan_file_reference", planFilePath: "/p/plan.md" }, "hidden:/p/plan.md"],
		[{ type: "plan_mode_exit", planFilePath: "/p/plan.md" }, ""],
		[{ type: "opened_file_in_ide", filename: "/p/a.ts" }, ""],
		[{ type: "task_reminder", content: [] }, ""],
	])("%j", (attachment, expected) => {
		expect(outline(prompt("u", null), line("x", "u", "attachment", { attachment }), prompt("v", "x"))).toBe(expected);
	});

	test("to a line that leads on are seen, though they lead nowhere themselves", () => {
		const attachment = { type: "file", filename: "/p/a.ts" };
		expect(outline(prompt("u", null), line("x", "u", "attachment", { attachment }), prompt("v", "u"))).toBe(
			"hidden:/p/a.ts",
		);
	});
});

describe("subagents", () => {
	test("have threads of their own, by name", () => {
		const side = { isSidechain: true, agentId: "helper" };
		const other = [
			{ ...calls("x", null, "n", "d1"), ...side },
			{ ...results("y", "x", "d1"), ...side },
		];
		const recording = readClaudeCode(log(calls("a", null, "m", "c1"), ...other, results("r", "a", "c1")));
		expect(recording?.threads.map(({ agent, entries }) => [agent, outlineOf(entries)])).toEqual([
			[undefined, "turn c1! c1"],
			["helper", "turn d1! d1"],
		]);
	});

	test("have threads of their own, by where they began, in logs that do not name them", () => {
		const side = { isSidechain: true };
		const [x, y] = [calls("x", null, "n", "d1"), calls("y", null, "o", "e1")];
		const ends = [results("z", "x", "d1"), results("w", "y", "e1")];
		const lines = [x, y, ...ends].map((value) => ({ ...value, ...side }));
		expect(readClaudeCode(log(...lines))?.threads.map(({ agent, entries }) => [agent, outlineOf(entries)])).toEqual([
			["x", "turn d1! d1"],
			["y", "turn e1! e1"],
		]);
	});
});

describe("at a line", () => {
	const past = [prompt("u", null), calls("a", "u", "m1", "c1"), results("r", "a", "c1")];
	const parallel = [calls("b", "r", "m2", "c2"), calls("d", "b", "m2", "c3"), results("s", "b", "c2")];
	const later = [compaction("x", "r"), prompt("v", "x")];

	test("stands what led to it: its calls without their results, its siblings with theirs", () => {
		expect(at("d", ...past, ...parallel, results("t", "d", "c3"), ...later)).toBe("turn c1! c1 turn c2! c3! c2");
	});

	test("that was rewound stands what led to it", () => {
		expect(at("a", ...past, prompt("v", "u"))).toBe("turn c1!");
	});

	test("that is written twice stands what led to the first", () => {
		expect(at("a", ...past, ...later, ...past.slice(1))).toBe("turn c1!");
	});

	test("a call whose id was used before has none", () => {
		const again = calls("b", "r", "m2", "c1");
		expect(entriesAt(parse(...past, again), parse(...past, again).calls.get("c1")!)).toBeUndefined();
	});

	test("that is not yet written nothing can be said", () => {
		expect(entriesAt(parse(...past), "d")).toBeUndefined();
	});

	test("is found by the call made in it", () => {
		expect(parse(...past).calls.get("c1")).toBe("a");
		expect(parse(...past).calls.get("c9")).toBeUndefined();
	});
});

describe("a result in a request", () => {
	const REMINDER = "\n\n<system-reminder>\n<total_tokens>9 tokens left</total_tokens>\n</system-reminder>";
	const begin = [prompt("u", null), calls("a", "u", "m1", "c1")];

	/** A result as the log has it and as a request has it, told at the reply to that request. */
	const told = (logged: string, sent: string): Entry | undefined =>
		entries(...begin, results("r", "a", "c1", { content: logged }), ...request("q", {}, sent), replyTo("q", "r")).find(
			({ kind }) => kind === "result",
		);

	test.each([
		["  one\ntwo", "  one\ntwo", { text: "  one\ntwo", outcome: "done" }],
		["  one\ntwo", "one\ntwo", { text: "one\ntwo", untrimmed: "  one\ntwo" }],
		["  one\n", `one${REMINDER}`, { text: "one", untrimmed: "  one\n", outcome: "done" }],
		["one", `one${REMINDER}${REMINDER}`, { text: "one", untrimmed: "one" }],
		["one\ntwo", `one${REMINDER}`, { text: `one${REMINDER}`, outcome: "cut" }],
		["one", "<persisted-output>…", { text: "<persisted-output>…", outcome: "cut" }],
	])("that is %j in the log, sent as %j, is told as it was sent", (logged, sent, expected) => {
		expect(told(logged, sent)).toMatchObject({ kind: "result", id: "c1", ...expected });
		expect(told(logged, sent)).not.toHaveProperty("isEndDoubtful");
	});

	test.each([
		[" one", true],
		["one ", true],
		["one", false],
	])("%j is in doubt if no request is known: %p", (content, isEndDoubtful) => {
		const found = resultIn(results("r", "a", "c1", { content }));
		expect(found && "isEndDoubtful" in found).toBe(isEndDoubtful);
	});

	test("is gone with the request that has it no longer, or in other words", () => {
		const log = [...begin, results("r", "a", "c1"), ...request("q1", {}, "text of c1"), replyTo("q1", "r", "c2")];
		const second = [results("s", "b-q1", "c2"), blob("h2", "c2", "text of c2")];
		const without = { type: "api-request", id: "q2", tail: ["h2"], params: {} };
		expect(outline(...log, ...second, without, replyTo("q2", "s"))).toBe("turn c1! c1 turn c2! c2 -c1 turn");
		const changed = [blob("h3", "c1", "cleared"), { ...without, tail: ["h3", "h2"] }];
		expect(outline(...log, ...second, ...changed, replyTo("q2", "s"))).toBe("turn c1! c1 turn c2! c2 -c1 turn");
	});

	test("is gone where the server is asked to leave it out, and only those are", () => {
		const log = [...begin, results("r", "a", "c1"), ...request("q1", {}, "text of c1"), replyTo("q1", "r", "c2")];
		const edits = [{ type: "clear_tool_uses_20250919", keep: { type: "tool_uses", value: 1 } }];
		const last = { type: "api-request", id: "q2", base: "q1", keep: 1, tail: ["h2"] };
		const clearing = { ...last, params: { context_management: { edits } } };
		const second = [results("s", "b-q1", "c2"), blob("h2", "c2", "text of c2"), clearing];
		const cleared = { context_management: { applied_edits: [{ type: edits[0]!.type, cleared_tool_uses: 1 }] } };
		const end = { ...reply("e", "s", "m9", [], cleared), requestRef: "q2" };
		expect(outline(...log, ...second, end)).toBe("turn c1! c1 turn c2! c2 -c1 turn");
	});

	function blob(hash: string, id: string, content: string): object {
		const block = { type: "tool_result", tool_use_id: id, content };
		return { type: "api-request-blob", hash, message: { role: "user", content: [block] } };
	}

	function request(id: string, base: object, sent: string): object[] {
		return [blob(`h-${id}`, "c1", sent), { type: "api-request", id, ...base, tail: [`h-${id}`], params: {} }];
	}

	function replyTo(requestRef: string, parent: string, call?: string): object {
		const uuid = `b-${requestRef}`;
		const made = call === undefined ? reply(uuid, parent, `m-${uuid}`, []) : calls(uuid, parent, `m-${uuid}`, call);
		return { ...made, requestRef };
	}
});

describe("a log that is followed", () => {
	const past = [prompt("u", null), calls("a", "u", "m1", "c1"), results("r", "a", "c1")];
	const second = [calls("b", "r", "m2", "c2"), results("s", "b", "c2")];
	const kept = { preservedMessages: { uuids: ["b", "s"] } };
	const segment = { preservedSegment: { headUuid: "b", anchorUuid: "x", tailUuid: "s" } };

	test.each([
		["nothing", {}, ["x", "v"]],
		["the lines named", kept, ["b", "s", "x", "v"]],
		["the segment named", segment, ["b", "s", "x", "v"]],
	])("keeps after a compaction %s, and what comes then", (_, metadata, expected) => {
		const log = follow([...past, ...second, compaction("x", "s", metadata), prompt("v", "x")]);
		expect([...log.lines.keys()]).toEqual(expected);
	});

	test("loses nothing without a compaction", () => {
		const log = follow([...past, ...second]);
		forgetCompacted(log);
		expect([...log.lines.keys()]).toEqual(["u", "a", "r", "b", "s"]);
	});

	test("loses nothing of other models", () => {
		const side = { isSidechain: true, agentId: "helper" };
		const others = [
			{ ...calls("x1", null, "n", "d1"), ...side },
			{ ...results("y1", "x1", "d1"), ...side },
		];
		const log = follow([...past, ...others, compaction("x", "r"), prompt("v", "x")]);
		expect([...log.lines.keys()]).toEqual(["x1", "y1", "x", "v"]);
		expect(outlineOf(entriesAt(log, "y1") ?? [])).toBe("turn d1! d1");
	});

	test.each(["compaction", "re-reads", "parallel", "resumed", "unchanged-2.1.197"])(
		"tells of the sample %s what the whole log does",
		(name) => {
			const text = readFileSync(`samples/claude-code/${name}.jsonl`, "utf8");
			expectSameTold(
				text
					.trim()
					.split("\n")
					.map((each) => JSON.parse(each)),
			);
		},
	);

	test("tells of any log what the whole log does", () => {
		fc.assert(
			fc.property(fc.array(step, { minLength: 5, maxLength: 40 }), (steps) => expectSameTold(madeUp(steps))),
			{ numRuns: 300 },
		);
	});
});

describe("a log", () => {
	test("is recognised by one line of its conversation", () => {
		expect(isClaudeCode([{ type: "summary" }, prompt("u", null)])).toBe(true);
		expect(isClaudeCode([{ type: "summary" }, { type: "user", message: "hello" }])).toBe(false);
	});

	test("counts lines of the conversation without a place in it", () => {
		expect(readClaudeCode(log(prompt("u", null), { type: "user" }, { type: "mode" }))?.skipped).toBe(1);
	});
});

const NOON = Date.parse("2026-11-13T12:00:00.000Z");

function sample(): string {
	const kept = { preservedMessages: { anchorUuid: "x", uuids: ["e", "t"], allUuids: ["e", "t"] } };
	const side = { isSidechain: true, agentId: "helper" };
	return log(
		{ type: "mode", mode: "normal", sessionId: "s" },
		prompt("u", null),
		line("f", "u", "attachment", { attachment: { type: "file", filename: "/home/you/project/clock.ts" } }),
		calls("a", "f", "m1", "c1"),
		calls("b", "a", "m1", "c2"),
		results("r", "a", "c1"),
		results("q", "b", "c2", { content: [text("x"), text("y")], is_error: true }),
		{ ...calls("g", null, "n1", "d1"), ...side },
		{ ...results("h", "g", "d1"), ...side },
		calls("e", "q", "m2", "c3"),
		results("t", "e", "c3"),
		line("i", "t", "system", { subtype: "microcompact_boundary", microcompactMetadata: { compactedToolIds: ["c1"] } }),
		compaction("x", "i", kept),
		prompt("v", "x"),
		calls("j", "v", "m3", "c4"),
		results("k", "j", "c4"),
	);
}

function parse(...lines: object[]): NonNullable<ReturnType<typeof parseClaudeCode>> {
	const parsed = parseClaudeCode(log(...lines));
	if (!parsed) throw new Error("no log");
	return parsed;
}

function at(uuid: string, ...lines: object[]): string {
	return outlineOf(entriesAt(parse(...lines), uuid) ?? []);
}

function outline(...lines: object[]): string {
	return outlineOf(entries(...lines));
}

function entries(...lines: object[]): readonly Entry[] {
	return readClaudeCode(log(...lines))?.threads[0]?.entries ?? [];
}

function resultIn(...lines: object[]): Entry | undefined {
	return entries(calls("a", null, "m", "c1"), ...lines).find(({ kind }) => kind === "result");
}

function log(...lines: object[]): string {
	return lines.map((value) => `${JSON.stringify(value)}\n`).join("");
}

function line(uuid: string, parentUuid: string | null, type: string, extra: Extra = {}): object {
	const place = { uuid, parentUuid, isSidechain: false, sessionId: "s", cwd: "/home/you/project", version: "2.1.197" };
	return { ...place, type, timestamp: "2026-11-13T12:00:00.000Z", ...extra };
}

function prompt(uuid: string, parent: string | null): object {
	return line(uuid, parent, "user", { message: { role: "user", content: "Go on." } });
}

function reply(uuid: string, parent: string | null, id: string, content: object[], extra: Extra = {}): object {
	return line(uuid, parent, "assistant", {
		message: { id, role: "assistant", model: "claude-opus", content, ...extra },
	});
}

function calls(uuid: string, parent: string | null, message: string, id: string): object {
	return reply(uuid, parent, message, [{ type: "tool_use", id, name: "Read", input: { file_path: "clock.ts" } }]);
}

function results(uuid: string, source: string, id: string, block: object = { content: `text of ${id}` }): object {
	const content = [{ type: "tool_result", tool_use_id: id, ...block }];
	return line(uuid, source, "user", { message: { role: "user", content }, sourceToolAssistantUUID: source });
}

function compaction(uuid: string, last: string, kept: object = {}): object {
	const compactMetadata = { trigger: "auto", preTokens: 100, ...kept };
	return line(uuid, null, "system", { subtype: "compact_boundary", logicalParentUuid: last, compactMetadata });
}

function text(words: string): object {
	return { type: "text", text: words };
}

/** The log after each of its lines, as a follower has it. */
function follow(lines: readonly object[], seen: (log: GrowingLog, line: object) => void = () => {}): GrowingLog {
	const log = newClaudeCodeLog();
	for (const each of lines) {
		addValue(log, each);
		if (JSON.stringify(each).includes("compact_boundary")) forgetCompacted(log);
		seen(log, each);
	}
	return log;
}

/** At each line that makes a call, a log that is followed must tell since the last reset what the whole one does. */
function expectSameTold(lines: readonly object[]): void {
	const whole = newClaudeCodeLog();
	follow(lines, (followed, each) => {
		const before = whole.last;
		addValue(whole, each);
		const { last } = whole;
		if (last === before || last?.body.kind !== "reply") return;
		expect(toldLately(followed, last.uuid)).toEqual(toldLately(whole, last.uuid));
	});
}

function toldLately(log: GrowingLog, uuid: string): readonly Entry[] | undefined {
	const told = entriesAt(log, uuid);
	return told?.slice(told.findLastIndex(({ kind }) => kind === "reset") + 1);
}

/** What may happen in a session that is made up. */
type Step =
	| { readonly kind: "ask"; readonly calls: number }
	| { readonly kind: "say" }
	| { readonly kind: "rewind"; readonly by: number }
	| { readonly kind: "clear"; readonly call: number }
	| { readonly kind: "compact"; readonly keeps: number; readonly by: "names" | "ends"; readonly leadsOn: boolean };

const step: fc.Arbitrary<Step> = fc.oneof(
	{ weight: 5, arbitrary: fc.record({ kind: fc.constant("ask"), calls: fc.integer({ min: 1, max: 3 }) }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant("say") }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant("rewind"), by: fc.integer({ min: 1, max: 6 }) }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant("clear"), call: fc.integer({ min: 0, max: 20 }) }) },
	{
		weight: 2,
		arbitrary: fc.record({
			kind: fc.constant("compact"),
			keeps: fc.integer({ min: 0, max: 3 }),
			by: fc.constantFrom("names", "ends"),
			leadsOn: fc.boolean(),
		}),
	},
);

/** A log in which steps have happened. Lines after a compaction go back to it, or to the last line that it has kept. */
function madeUp(steps: readonly Step[]): object[] {
	const lines: object[] = [];
	/** The lines that lead to the next one, those of them that begin a turn, and results that lead nowhere. */
	let path: string[] = [];
	const beginnings = new Set<string>();
	const aside = new Map<string, string>();
	const add = (build: (uuid: string, parent: string | null) => object): string => {
		const uuid = `l${lines.length}`;
		lines.push(build(uuid, path.at(-1) ?? null));
		return uuid;
	};
	const goOn = (build: (uuid: string, parent: string | null) => object): string => {
		const uuid = add(build);
		path.push(uuid);
		return uuid;
	};
	const ask = (count: number): void => {
		const first = lines.length;
		const blocks = Array.from({ length: count }, (_, i) =>
			goOn((uuid, parent) => calls(uuid, parent, `m${first}`, `c${first + i}`)),
		);
		beginnings.add(`l${first}`);
		// Results hang off their own blocks, and the last one leads on.
		const came = blocks.map((source, i) => add((uuid) => results(uuid, source, `c${first + i}`)));
		for (const [i, source] of blocks.slice(0, -1).entries()) aside.set(source, came[i]!);
		path.push(came.at(-1)!);
	};
	const compact = ({ keeps, by, leadsOn }: Extract<Step, { kind: "compact" }>): void => {
		const start = path.filter((uuid) => beginnings.has(uuid)).at(-keeps);
		const tail = keeps > 0 && start !== undefined ? path.slice(path.indexOf(start)) : [];
		const names = { preservedMessages: { uuids: tail.flatMap((uuid) => [uuid, aside.get(uuid) ?? []].flat()) } };
		const ends = { preservedSegment: { headUuid: start, tailUuid: tail.at(-1) } };
		const boundary = add((uuid, parent) =>
			compaction(uuid, parent ?? "", tail.length === 0 ? {} : by === "ends" ? ends : names),
		);
		// What lies aside is not between two ends, and what is gone once stays away.
		if (by === "ends") aside.clear();
		path = leadsOn && tail.length > 0 ? tail : [boundary];
		goOn(prompt);
	};
	for (const each of steps) {
		if (each.kind === "ask") ask(each.calls);
		if (each.kind === "say") goOn(prompt);
		if (each.kind === "rewind") path = path.slice(0, -each.by);
		if (each.kind === "clear") goOn((uuid, parent) => clearing(uuid, parent, `c${each.call}`));
		if (each.kind === "compact") compact(each);
	}
	return lines;
}

function clearing(uuid: string, parent: string | null, id: string): object {
	const microcompactMetadata = { compactedToolIds: [id] };
	return line(uuid, parent, "system", { subtype: "microcompact_boundary", microcompactMetadata });
}
