import { describe, expect, test } from "bun:test";
import { outlineOf, transcriptContract } from "../../contracts/transcript.ts";
import type { Entry } from "../conversation/types.ts";
import { readPi } from "./pi.ts";

type Extra = Readonly<Record<string, unknown>>;

transcriptContract("pi", sample, readPi);

describe("a conversation", () => {
	test("is told in order, calls from where the session was started", () => {
		expect(entries(prompt("1", null), calls("2", "1", "c1"), result("3", "2", "c1"))).toEqual([
			{ kind: "prompt", text: "Go on." },
			{ kind: "turn", time: 2, model: "gpt", usage: { input: 13, cacheRead: 200, cacheWrite: 3, output: 40 } },
			{
				kind: "call",
				call: { id: "c1", tool: "read", input: { path: "clock.ts" }, directory: "/home/you/project" },
				version: "",
			},
			{ kind: "result", id: "c1", text: "text of c1", outcome: "done", plain: true, kept: false, time: 3 },
		]);
	});

	test("is what leads to the last entry, not another branch", () => {
		const log = [prompt("1", null), calls("2", "1", "dead"), result("3", "2", "dead"), calls("4", "1", "live")];
		expect(outline(...log, result("5", "4", "live"), entry("6", "5", "label", { targetId: "1" }))).toBe(
			"turn live! live",
		);
	});

	test("has all results of parallel calls", () => {
		const log = [calls("1", null, "c1", "c2"), result("2", "1", "c2"), result("3", "2", "c1")];
		expect(outline(...log)).toBe("turn c1! c2! c2 c1");
	});

	test("leaves out the calls of a reply that broke off", () => {
		const broken = { stopReason: "aborted" };
		expect(outline(reply("1", null, [call("c1")], broken), calls("2", "1", "c2"))).toBe("turn turn c2!");
	});

	test("does not count a reply that broke off before it began", () => {
		expect(outline(reply("1", null, [], { stopReason: "error", usage: {} }))).toBe("");
	});

	test("tells calls apart that share an id", () => {
		const log = [calls("1", null, "c1"), result("2", "1", "c1"), calls("3", "2", "c1"), result("4", "3", "c1")];
		expect(outline(...log)).toBe("turn c1! c1 turn c1 (2)! c1 (2)");
	});

	test("is a line of entries in logs that have no version", () => {
		const bare = [calls("1", null, "c1"), result("2", "1", "c1")].map((value) => ({ ...value, id: undefined }));
		const old = { type: "session", id: "s", cwd: "/home/you/project" };
		expect(outlineOf(readPi(log(old, ...bare))?.threads[0]?.entries ?? [])).toBe("turn c1! c1");
	});
});

describe("a result", () => {
	test.each([
		["one block of text is plain", { content: [text("x")] }, { text: "x", plain: true, outcome: "done" }],
		["two blocks are not", { content: [text("x"), text("y")] }, { text: "x\ny", plain: false, outcome: "done" }],
		["an image is not", { content: [{ type: "image" }] }, { text: "", plain: false, outcome: "done" }],
		["nothing is an empty text", { content: null }, { text: "", plain: true, outcome: "done" }],
		["an error has failed", { isError: true }, { text: "text of c1", plain: true, outcome: "failed" }],
	])("%s", (_, extra, expected) => {
		const found = entries(calls("1", null, "c1"), result("2", "1", "c1", extra));
		expect(found.find(({ kind }) => kind === "result")).toMatchObject(expected);
	});
});

describe("what the host takes away", () => {
	const before = [calls("1", null, "c1"), result("2", "1", "c1"), calls("3", "2", "c2"), result("4", "3", "c2")];

	test("is what a compaction does not keep", () => {
		const log = [...before, compaction("5", "4", { firstKeptEntryId: "3" }), calls("6", "5", "c3")];
		expect(outline(...log)).toBe("turn c1! c1 turn c2! c2 reset turn+ c2! c2+ turn c3!");
	});

	test("is all by a compaction whose first kept entry is not there", () => {
		expect(outline(...before, compaction("5", "4", { firstKeptEntryId: "gone" }))).toBe(
			"turn c1! c1 turn c2! c2 reset",
		);
	});

	test("is what the latest of two compactions does not keep", () => {
		const first = [...before, compaction("5", "4", { firstKeptEntryId: "3" })];
		const second = [calls("6", "5", "c3"), result("7", "6", "c3"), compaction("8", "7", { firstKeptEntryId: "6" })];
		expect(outline(...first, ...second)).toBe(
			"turn c1! c1 turn c2! c2 reset turn+ c2! c2+ turn c3! c3 reset turn+ c3! c3+",
		);
	});

	test("is what a compaction of an old log does not keep, by its place", () => {
		const bare = [...before, compaction("5", "4", { firstKeptEntryIndex: 3 })];
		const old = { type: "session", id: "s", cwd: "/home/you/project" };
		const found = readPi(log(old, ...bare.map((value) => ({ ...value, id: undefined }))));
		expect(outlineOf(found?.threads[0]?.entries ?? [])).toBe("turn c1! c1 turn c2! c2 reset turn+ c2! c2+");
	});

	test("is a result that was edited, and no compaction brings it back", () => {
		const log = [...before, edit("5", "4", "2"), compaction("6", "5", { firstKeptEntryId: "1" })];
		expect(outline(...log)).toBe("turn c1! c1 turn c2! c2 -c1 reset turn+ c1! turn+ c2! c2+");
	});

	test("is a reply that was edited, with its calls and their results", () => {
		expect(outline(...before, edit("5", "4", "1"))).toBe("turn c1! c1 turn c2! c2 -c1 reset turn+ c2! c2+");
	});

	test("is nothing of ours by an edit of the user's words", () => {
		const log = [prompt("0", null), calls("1", "0", "c1"), result("2", "1", "c1"), edit("3", "2", "0")];
		expect(outline(...log)).toBe("turn c1! c1");
	});

	test("may be anything by an entry that is not understood", () => {
		const odd = entry("5", "4", "message", { message: { role: "toolResult", content: {} } });
		expect(outline(...before, odd, prompt("6", "5"))).toBe("turn c1! c1 turn c2! c2 reset");
		expect(readPi(log(HEADER, ...before, odd))?.skipped).toBe(1);
	});
});

describe("a request that has less than must stand in it", () => {
	/** A reply that cost so much, a result of about 2,000 tokens, perhaps a word of the user's, and another reply. */
	const after = (first: Extra, second: Extra, isAsked: boolean): string =>
		outline(
			reply("1", null, [call("c1")], first),
			result("2", "1", "c1", { content: [text("word ".repeat(2000))] }),
			...(isAsked ? [prompt("3", "2")] : []),
			reply("4", isAsked ? "3" : "2", [call("c2")], second),
		);
	const cost = (input: number, more: Extra = {}): Extra => ({
		usage: { input, output: 5000, cacheRead: 0, cacheWrite: 0 },
		...more,
	});
	const [GONE, THERE] = ["turn c1! c1 reset turn c2!", "turn c1! c1 turn c2!"];

	test.each([
		["as much as the last one, and a result", cost(22_000), false, THERE],
		["a little less, since small things come and go", cost(20_600), false, THERE],
		["less than the last one and half of the result", cost(20_000), false, GONE],
		["less than the last one", cost(15_500), false, GONE],
		["less by what the model has thought, when the user has spoken", cost(16_000), true, THERE],
		["even less when the user has spoken", cost(14_000), true, GONE],
		["less by the count of another model", cost(12_000, { model: "other" }), false, THERE],
		["nothing that anybody has counted", cost(0), false, THERE],
		["less, but broke off", cost(12_000, { stopReason: "aborted" }), false, "turn c1! c1 turn"],
	])("is a reset: %s", (_, second, isAsked, told) => expect(after(cost(20_000), second, isAsked)).toBe(told));
});

describe("a log", () => {
	test("is recognised by its header", () => {
		expect(readPi(log(HEADER))?.host).toBe("pi");
		expect(readPi(log({ type: "session" }))).toBeUndefined();
	});

	test("counts messages without a place in it", () => {
		expect(readPi(log(HEADER, prompt("1", null), { type: "message" }, { type: "label" }))?.skipped).toBe(1);
	});
});

const HEADER = {
	type: "session",
	version: 3,
	id: "s",
	timestamp: "2026-11-13T12:00:00.000Z",
	cwd: "/home/you/project",
};

function sample(): string {
	return log(
		HEADER,
		entry("0", null, "model_change", { provider: "p", modelId: "gpt" }),
		prompt("1", "0"),
		calls("2", "1", "c1", "c2"),
		result("3", "2", "c2"),
		result("4", "3", "c1", { isError: true }),
		calls("5", "1", "c3"),
		result("6", "5", "c3"),
		calls("7", "6", "c3"),
		result("8", "7", "c3", { content: [text("x"), { type: "image" }] }),
		edit("9", "8", "6"),
		compaction("a", "9", { firstKeptEntryId: "7" }),
		calls("b", "a", "c4"),
		result("c", "b", "c4"),
	);
}

function outline(...lines: object[]): string {
	return outlineOf(entries(...lines));
}

function entries(...lines: object[]): readonly Entry[] {
	return readPi(log(HEADER, ...lines))?.threads[0]?.entries ?? [];
}

function log(...lines: object[]): string {
	return lines.map((value) => `${JSON.stringify(value)}\n`).join("");
}

function entry(id: string, parentId: string | null, type: string, extra: Extra): object {
	return { type, id, parentId, timestamp: "2026-11-13T12:00:00.000Z", ...extra };
}

function prompt(id: string, parent: string | null): object {
	return entry(id, parent, "message", { message: { role: "user", content: "Go on.", timestamp: 1 } });
}

function reply(id: string, parent: string | null, content: object[], extra: Extra = {}): object {
	const usage = { input: 10, output: 40, cacheRead: 200, cacheWrite: 3, totalTokens: 253 };
	const message = { role: "assistant", model: "gpt", content, stopReason: "toolUse", usage, timestamp: 2, ...extra };
	return entry(id, parent, "message", { message });
}

function calls(id: string, parent: string | null, ...ids: string[]): object {
	return reply(id, parent, ids.map(call));
}

function call(id: string): object {
	return { type: "toolCall", id, name: "read", arguments: { path: "clock.ts" } };
}

function result(id: string, parent: string, toolCallId: string, extra: Extra = {}): object {
	const content = [text(`text of ${toolCallId}`)];
	const message = { role: "toolResult", toolCallId, toolName: "read", content, isError: false, timestamp: 3, ...extra };
	return entry(id, parent, "message", { message });
}

function compaction(id: string, parent: string, extra: Extra): object {
	return entry(id, parent, "compaction", { summary: "So far.", tokensBefore: 100, ...extra });
}

function edit(id: string, parent: string, targetId: string): object {
	return entry(id, parent, "context_edit", { targetId, replacement: null });
}

function text(words: string): object {
	return { type: "text", text: words };
}
