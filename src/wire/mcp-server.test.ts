import { describe, expect, test } from "bun:test";
import { PassThrough, Readable } from "node:stream";
import { type McpServer, serve, streamLines } from "./mcp-server.ts";

const server: McpServer = {
	name: "ibid",
	version: "1.0.0",
	listed: [],
	async call(tool, input) {
		if (tool === "fail") throw new Error("no");
		if (tool === "wait") await new Promise((resolve) => setTimeout(resolve, 5));
		return `${tool} ${JSON.stringify(input)}`;
	},
};

/** What the server writes for these lines. */
async function talk(...lines: (object | string)[]): Promise<unknown[]> {
	const [input, output] = [new PassThrough(), new PassThrough()];
	const text = lines.map((line) => (typeof line === "string" ? line : JSON.stringify({ jsonrpc: "2.0", ...line })));
	input.end(`${text.join("\n")}\n`);
	await serve(server, input, output);
	output.end();
	const said = (await output.toArray()).join("");
	return said.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
}

const call = (id: number, name: string, input: object) => ({
	id,
	method: "tools/call",
	params: { name, arguments: input },
});
const text = (id: number, words: string) => ({
	jsonrpc: "2.0",
	id,
	result: { content: [{ type: "text", text: words }] },
});

describe("a server of tools", () => {
	test("introduces itself in the client's version of the protocol, and lists its tools", async () => {
		const hello = { id: 1, method: "initialize", params: { protocolVersion: "2025-06-18" } };
		const [one, two] = await talk(hello, { id: 2, method: "tools/list" });
		const serverInfo = { name: "ibid", version: "1.0.0" };
		const result = { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo };
		expect(one).toEqual({ jsonrpc: "2.0", id: 1, result });
		expect(two).toEqual({ jsonrpc: "2.0", id: 2, result: { tools: [] } });
	});

	test("accepts a call, whatever characters its arguments have", async () => {
		const input = { words: "one\u2028two\u2029three" };
		expect(await talk(call(1, "hook", input))).toEqual([text(1, `hook ${JSON.stringify(input)}`)]);
	});

	test("answers calls of tools that it does not list, each under its id, a slow one when it is ready", async () => {
		const said = await talk(call(1, "wait", { a: 1 }), call(2, "hook", { b: 2 }));
		expect(said).toEqual([text(2, 'hook {"b":2}'), text(1, 'wait {"a":1}')]);
	});

	test("returns nothing if a tool fails", async () => {
		expect(await talk(call(1, "fail", {}))).toEqual([text(1, "{}")]);
	});

	test("skips what is not a request, and refuses unknown methods", async () => {
		const said = await talk(
			"no JSON",
			"[]",
			{ method: "notifications/initialized" },
			{ id: 7, method: "resources/list" },
		);
		expect(said).toEqual([
			{ jsonrpc: "2.0", id: 7, error: { code: -32601, message: "There is no method resources/list." } },
		]);
	});
});

test.each([
	["none", "", []],
	["a last one without an end", "a\nb", ["a", "b"]],
	["empty ones between others", "a\n\nb\n", ["a", "", "b"]],
	["other signs that end lines elsewhere", "a\u2028b\u2029c\vd\re\n", ["a\u2028b\u2029c\vd\re"]],
])("a stream has lines: %s", async (_, text, lines) => {
	// Byte by byte, so that characters and lines are cut anywhere.
	const input = Readable.from([...Buffer.from(text)].map((byte) => Buffer.from([byte])));
	expect(await Array.fromAsync(streamLines(input))).toEqual(lines);
});
