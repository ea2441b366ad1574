import { describe, expect, test } from "bun:test";
import { testDialect } from "../../contracts/dialect.ts";
import { inPi } from "../../contracts/pi-words.ts";
import { type PiMessage, piDialect } from "./pi.ts";

const dialect = piDialect("/w");

testDialect("pi", dialect, inPi);

describe("a prompt in pi", () => {
	const file = (path: string) => `<file name="${path}">\none\n</file>\n`;

	test.each([
		["nothing", "Read a.ts.", []],
		["a file that was named on the command line", `${file("/w/a.ts")}Read it.`, ["/w/a.ts"]],
		["several", `${file("/w/a.ts")}${file('/w/"b".ts')}Read them.`, ["/w/a.ts", '/w/"b".ts']],
	])("hides %s", (_, text, paths) => {
		const hidden = paths.map((path) => ({ kind: "hidden" as const, directory: "/w", path }));
		const expected = [...hidden, { kind: "prompt" as const, text }];
		expect(dialect.parse({ role: "user", content: text })).toEqual(expected);
		expect(dialect.parse({ role: "user", content: [{ type: "text", text }] })).toEqual(expected);
	});
});

describe("a reply of pi", () => {
	const content = [{ type: "thinking" }, { type: "toolCall", id: "1", name: "ls", arguments: {} }];

	test.each([
		["toolUse", "turn call"],
		[undefined, "turn call"],
		["error", ""],
		["aborted", ""],
	])("that stopped because of %s says %j", (stopReason, expected) => {
		const items = dialect.parse({ role: "assistant", content, stopReason });
		expect(items?.map(({ kind }) => kind).join(" ")).toBe(expected);
	});

	test.each([
		["a call without a name", [{ type: "toolCall", id: "1", arguments: {} }]],
		["a call with words for arguments", [{ type: "toolCall", id: "1", name: "ls", arguments: "{}" }]],
		["a number", 7],
	])("that has %s cannot be read", (_, content) => {
		expect(dialect.parse({ role: "assistant", content })).toBeUndefined();
	});
});

describe("a result of pi", () => {
	const text = { type: "text", text: "one" };
	const image = { type: "image", data: "", mimeType: "image/png" };

	test.each([
		["a text", [text], false, "done: one"],
		["a text by itself", "one", false, "done: one"],
		["nothing", [], false, "done: "],
		["an error", [text], true, "failed: one"],
		["an image too", [text, image], false, "cut: one"],
		["an image", [image], false, "cut: "],
		["two texts", [text, text], false, "cut: one\none"],
	])("that is %s", (_, content, isError, expected) => {
		const [item] = dialect.parse({ role: "toolResult", toolCallId: "1", content, isError })!;
		expect(item?.kind === "result" && `${item.outcome}: ${item.text}`).toBe(expected);
	});

	test("keeps what else the host knows of it", () => {
		const result = { role: "toolResult", toolCallId: "1", toolName: "ls", content: [text], details: { a: 1 } };
		const retold = dialect.rewrite(result, new Map([["1", "two"]]));
		expect(retold).toEqual({ ...result, content: [{ type: "text", text: "two" }] });
		expect(result.content).toEqual([text]);
	});
});

describe("a command of the user's in pi", () => {
	const run: PiMessage = { role: "bashExecution", command: "cat a.ts", output: "one", exitCode: 0 };

	test.each([
		["stands there as if the model had run it", run, "done"],
		["may have ended badly", { ...run, exitCode: 1 }, "failed"],
		["may have been stopped", { ...run, exitCode: undefined, cancelled: true }, "cut"],
		["may have been cut", { ...run, truncated: true }, "cut"],
	] as const)("%s", (_, message, outcome) => {
		const call = { id: "user", tool: "bash", input: { command: "cat a.ts" }, directory: "/w" };
		expect(dialect.parse(message)).toEqual([{ kind: "shown", call, text: "one", outcome }]);
	});

	test("may be hidden from the model", () => {
		expect(dialect.parse({ ...run, excludeFromContext: true })).toEqual([]);
	});
});

describe("a wish in pi", () => {
	test.each([[{ path: "a.ts" }], [{ path: "a.ts", lines: { first: 3, last: 9 } }]])("is read as it is: %j", (wish) => {
		expect(dialect.parse({ role: "ibid-refresh", ...wish })).toEqual([{ kind: "asked", directory: "/w", ...wish }]);
	});
});

test.each(["system", "custom", "branchSummary", "compactionSummary"])("pi's %s shows nothing of files", (role) => {
	expect(dialect.parse({ role, content: "one" })).toEqual([]);
});

test.each(["", "tool", "ofLater"])("a message of pi with the role %j cannot be read", (role) => {
	expect(dialect.parse({ role, content: "one" })).toBeUndefined();
});
