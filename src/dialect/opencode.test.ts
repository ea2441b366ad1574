import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { testDialect } from "../../contracts/dialect.ts";
import { attachedParts, inOpenCode } from "../../contracts/opencode-words.ts";
import type { Entry } from "../conversation/types.ts";
import { askFor, openCodeDialect } from "./opencode.ts";

const dialect = openCodeDialect("/w");

testDialect("OpenCode", dialect, inOpenCode());

const time = { start: 1, end: 2 };
const completed = { status: "completed", input: { command: "ls" }, output: "a.ts", metadata: {}, time };

function reply(parts: readonly object[], more: object = {}): readonly Entry[] | undefined {
	return dialect.parse({ info: { role: "assistant", ...more }, parts });
}

function prompt(...parts: readonly object[]): readonly Entry[] | undefined {
	return dialect.parse({ info: { role: "user" }, parts })?.filter(({ kind }) => kind !== "prompt");
}

function tool(state: object, name = "bash", id = "prt_1"): object {
	return { id, type: "tool", callID: "call_0", tool: name, state };
}

/** How the one result of a call ended, and its text. */
function endOf(state: object, name?: string): string {
	const result = reply([tool(state, name)])?.find((item) => item.kind === "result");
	return result ? `${result.outcome}: ${result.text}` : "none";
}

describe("a result of OpenCode", () => {
	test.each([
		["of a call that waits", { status: "pending", input: {}, raw: "" }, "none"],
		["of a call that runs", { ...completed, status: "running" }, "none"],
		["of a command that ended well", { ...completed, metadata: { exit: 0 } }, "done: a.ts"],
		["of a command that ended badly", { ...completed, metadata: { exit: 1 } }, "failed: a.ts"],
		["of a command that was killed", { ...completed, metadata: { exit: null } }, "failed: a.ts"],
		["without any facts", { ...completed, metadata: undefined }, "done: a.ts"],
		["with a picture", { ...completed, attachments: [{ type: "file", mime: "image/png" }] }, "cut: a.ts"],
		["with no pictures", { ...completed, attachments: [] }, "done: a.ts"],
		["that the host has emptied", { ...completed, time: { ...time, compacted: 3 } }, "cut: a.ts"],
		["that the host has cut", { ...completed, metadata: { truncated: true, outputPath: "/tmp/all" } }, "cut: a.ts"],
		["that is a page of more", { ...completed, metadata: { truncated: true } }, "done: a.ts"],
		["that is an error", { status: "error", input: {}, error: "No.", time }, "failed: No."],
		[
			"that was broken off",
			{ status: "error", input: {}, error: "Aborted", metadata: { interrupted: true, output: "a.ts" }, time },
			"failed: a.ts",
		],
		[
			"that was broken off before it said anything",
			{ status: "error", input: {}, error: "Aborted", metadata: { interrupted: true }, time },
			"failed: Aborted",
		],
		[
			"that failed on its way",
			{ status: "error", input: {}, error: "No.", metadata: { output: "a.ts" }, time },
			"failed: No.",
		],
	])("%s", (_, state, expected) => expect(endOf(state)).toBe(expected));

	test.each([
		["a.ts", "/w/a.ts", "done"],
		["./b/../a.ts", "/w/a.ts", "done"],
		["/w/a.ts", "/w/a.ts", "done"],
		["a.ts", "/w/b.ts", "cut"],
		["a.ts", "/v/a.ts", "cut"],
		["~/a.ts", "/w/a.ts", "cut"],
		["a.ts", undefined, "done"],
	])("of a read of %s that shows %s according to the host is %s", (filePath, path, outcome) => {
		const state = { ...completed, input: { filePath }, metadata: { display: { path } } };
		expect(endOf(state, "read")).toBe(`${outcome}: a.ts`);
		expect(endOf(state)).toBe("done: a.ts");
	});

	test("is resolved from the directory of its reply", () => {
		const [, call] = reply([{ type: "step-start" }, tool(completed)], { path: { cwd: "/v", root: "/" } })!;
		expect(call).toMatchObject({ kind: "call", call: { directory: "/v" } });
		const [, other] = reply([{ type: "step-start" }, tool(completed)])!;
		expect(other).toMatchObject({ kind: "call", call: { directory: "/w" } });
	});
});

describe("a reply of OpenCode", () => {
	const kinds = (items: readonly Entry[] | undefined) =>
		items?.map((item) => ("id" in item ? `result ${item.id}` : item.kind));

	test("is one turn for each of its steps", () => {
		const step = { type: "step-start" };
		const parts = [
			step,
			tool(completed, "bash", "1"),
			tool(completed, "bash", "2"),
			step,
			tool(completed, "bash", "3"),
		];
		const first = ["turn", "call", "call", "result 1", "result 2"];
		expect(kinds(reply(parts))).toEqual([...first, "turn", "call", "result 3"]);
		expect(kinds(reply(parts.slice(1)))).toEqual([...first, "turn", "call", "result 3"]);
		expect(kinds(reply([]))).toEqual(["turn"]);
	});

	test.each([
		["that ended in an error is not put before the model", "APIError", [tool(completed)], []],
		[
			"that was broken off is, as far as it came",
			"MessageAbortedError",
			[tool(completed)],
			["turn", "call", "result prt_1"],
		],
		[
			"that was broken off before it came is not",
			"MessageAbortedError",
			[{ type: "step-start" }, { type: "reasoning" }],
			[],
		],
		["that was broken off with nothing in it is not", "MessageAbortedError", [], []],
	])("%s", (_, name, parts, expected) => {
		expect(kinds(reply(parts, { error: { name } }))).toEqual(expected);
	});
});

describe("a prompt to OpenCode", () => {
	const words = (input: object) => `Called the Read tool with the following input: ${JSON.stringify(input)}`;
	const said = (text: string, more: object = {}) => ({ type: "text", text, ...more });

	test("has the files that the host has read for it", () => {
		const input = { filePath: "/w/b.ts", offset: 3, limit: 9 };
		const ranged = [said(words(input), { synthetic: true }), said("lines", { synthetic: true, ignored: false })];
		const items = prompt(...attachedParts("/w/a.ts", "text"), ...ranged)!;
		expect(items.map((item) => item.kind === "shown" && [item.call.tool, item.call.input, item.text])).toEqual([
			["read", { filePath: "/w/a.ts" }, "text"],
			["read", input, "lines"],
		]);
	});

	test.each([
		["is an image", attachedParts("/w/a.ts", undefined)],
		["is told of last", attachedParts("/w/a.ts", "text").slice(0, 2)],
		["the user words", [...attachedParts("/w/a.ts", "text").slice(0, 2), said("text")]],
	])("has something of a file whose text %s", (_, parts) => {
		expect(prompt(...parts)).toEqual([{ kind: "hidden", directory: "/w", path: "/w/a.ts" }]);
	});

	test.each([
		["the user may word like the host", said(words({ filePath: "a.ts" }))],
		["the host does not send", said(words({ filePath: "a.ts" }), { synthetic: true, ignored: true })],
		["names no file", said(words({ path: "a.ts" }), { synthetic: true })],
		["breaks off", said(words({ filePath: "a.ts" }).slice(0, -1), { synthetic: true })],
		["is about another tool", said("Called the List tool with the following input: {}", { synthetic: true })],
	])("has no file in words that %s", (_, part) => {
		expect(prompt(part, said("text", { synthetic: true }))).toEqual([]);
	});

	test("has the user's wish to see a file in full, word for word", () => {
		const path = fc.string({ unit: "grapheme-ascii", minLength: 1 });
		const lines = fc.option(fc.record({ first: fc.nat(), last: fc.nat() }), { nil: undefined });
		fc.assert(
			fc.property(path, lines, (path, lines) => {
				const wish = { kind: "asked", directory: "/w", path, ...(lines && { lines }) };
				expect(prompt(said(askFor(path, lines), { ignored: true }))).toEqual([wish] as Entry[]);
			}),
		);
	});

	test.each([
		["the user may say", said(askFor("a.ts"))],
		["the host may say", said(askFor("a.ts"), { synthetic: true })],
		["others leave there", said("Pruned 3 results.", { ignored: true })],
		["go on", said(`${askFor("a.ts")}\nAnd more.`, { ignored: true })],
	])("has no wish in words that %s", (_, part) => expect(prompt(part)).toEqual([]));
});

test.each([
	["without a role", {}],
	["of another role", { role: "system" }],
	["with an error of another kind", { role: "assistant", error: "No." }],
	["from nowhere", { role: "assistant", path: { cwd: 7 } }],
])("a message %s cannot be read", (_, info) => {
	expect(dialect.parse({ info, parts: [tool(completed)] })).toBeUndefined();
});

test("OpenCode tells what the user wrote, and not what it added itself or what the model does not get", () => {
	const words = { type: "text", text: "Read a.ts." };
	const parts = [words, { ...words, synthetic: true }, { ...words, ignored: true }];
	expect(dialect.parse({ info: { role: "user" }, parts })).toEqual([{ kind: "prompt", text: "Read a.ts." }]);
});
