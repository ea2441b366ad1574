import { describe, expect, test } from "bun:test";
import type { PiMessage } from "../../dialect/pi.ts";
import { type Wish, wishesIn, wishIn, wishWords, withoutWishes, withWishes } from "./refresh.ts";

describe("a wish in words", () => {
	test.each([
		["a.ts", { path: "a.ts" }],
		["  src/a b.ts  ", { path: "src/a b.ts" }],
		["@src/a.ts", { path: "src/a.ts" }],
		["a.ts 3-9", { path: "a.ts", lines: { first: 3, last: 9 } }],
		["a b.ts  7-7 ", { path: "a b.ts", lines: { first: 7, last: 7 } }],
		["a.ts 3", { path: "a.ts 3" }],
		["3-9", { path: "3-9" }],
		["a.ts 9-3", undefined],
		["", undefined],
		["  ", undefined],
	])("%j is understood as %j", (words, wish) => {
		expect(wishIn(words)).toEqual(wish);
	});

	test("is told back", () => {
		expect(wishWords({ path: "a.ts" })).toBe("a.ts");
		expect(wishWords({ path: "a.ts", lines: { first: 3, last: 9 } })).toBe("lines 3-9 of a.ts");
	});
});

const entry = (data: unknown, more: object = {}): object => ({
	type: "custom",
	customType: "ibid-refresh",
	id: "12345678",
	timestamp: new Date(5).toISOString(),
	data,
	...more,
});

describe("the wishes on a branch", () => {
	test("are those that were kept there, each with its time", () => {
		const ranged = { path: "b.ts", lines: { first: 1, last: 2 } };
		const branch = [entry({ path: "a.ts" }), { type: "message" }, entry(ranged)];
		expect(wishesIn(branch)).toEqual([
			{ wish: { path: "a.ts" }, time: 5 },
			{ wish: ranged, time: 5 },
		]);
	});

	test.each([
		["of another extension", entry({ path: "a.ts" }, { customType: "other" })],
		["without a path", entry({})],
		["with lines that are none", entry({ path: "a.ts", lines: [1, 2] })],
		["of no time", entry({ path: "a.ts" }, { timestamp: "soon" })],
		["that are no entries", undefined],
	])("are not entries %s", (_, odd) => {
		expect(wishesIn([odd])).toEqual([]);
	});
});

describe("a wish among messages", () => {
	const result = (toolCallId: string, timestamp?: number): PiMessage => ({ role: "toolResult", toolCallId, timestamp });
	const reply = (timestamp: number): PiMessage => ({ role: "assistant", timestamp });
	const shell = (timestamp: number): PiMessage => ({ role: "bashExecution", timestamp });
	const summary: PiMessage = { role: "compactionSummary", timestamp: 9 };
	const wish: Wish = { path: "a.ts" };
	const outline = (messages: readonly PiMessage[]): string => {
		return withWishes(messages, [{ wish, time: 5 }])
			.map(({ role, timestamp }) => (role === "ibid-refresh" ? "wish" : timestamp))
			.join(" ");
	};

	test.each([
		["behind the last text before it", [reply(1), result("1", 2), reply(6), result("2", 7)], "1 2 wish 6 7"],
		["behind a text of the same moment", [reply(1), result("1", 5), result("2", 6)], "1 5 wish 6"],
		["behind what the user has run", [shell(3), reply(6)], "3 wish 6"],
		["where an id comes again", [result("1", 2), reply(6), result("1", 7)], "2 wish 6 7"],
		["where a summary stands before what is left", [summary, reply(1), result("1", 2), reply(6)], "9 1 2 wish 6"],
		["nowhere, if all texts came later", [summary, reply(6), result("1", 7)], "9 6 7"],
		["nowhere, if no text has a time", [reply(1), result("1")], "1 "],
		["nowhere, if there are no messages", [], ""],
	])("stands %s", (_, messages, expected) => {
		expect(outline(messages)).toBe(expected);
	});

	test("is taken out again, and nothing else", () => {
		const messages = [reply(1), result("1", 2), reply(6)];
		const wishes = [3, 4, 8].map((time) => ({ wish, time }));
		expect(withWishes(messages, wishes)).toHaveLength(6);
		expect(withoutWishes(withWishes(messages, wishes))).toEqual(messages);
	});
});
