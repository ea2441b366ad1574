import { describe, expect, test } from "bun:test";
import { toldBy } from "../../contracts/body-words.ts";
import { geminiBody } from "./gemini.ts";

const told = (...items: readonly object[]): string[] => toldBy(geminiBody, ...items);
const model = (...parts: readonly object[]): object => ({ role: "model", parts });
const user = (...parts: readonly object[]): object => ({ role: "user", parts });
const call = (id: string | undefined, name = "read_file"): object => ({
	functionCall: { ...(id !== undefined && { id }), name, args: {} },
	thoughtSignature: "c2ln",
});
const response = (id: string | undefined, answer: object, more: object = {}, name = "read_file"): object => ({
	functionResponse: { ...(id !== undefined && { id }), name, response: answer, ...more },
});

describe("a content of Gemini", () => {
	test.each([
		["an output", { output: "one" }, {}, "done 1: one"],
		["an error", { error: "no" }, {}, "failed 1: no"],
		["an output with a picture", { output: "one" }, { parts: [{ inlineData: {} }] }, "cut 1: one"],
		["an output with something beside it", { output: "one", exit: 1 }, {}, "cut 1: one"],
		["an output that is an object", { output: { lines: 1 } }, {}, "cut 1: "],
		["some other object", { content: "one" }, {}, "cut 1: "],
	])("may have a response that is %s", (_, answer, more, expected) => {
		expect(told(model(call("1")), user(response("1", answer, more))).at(-1)).toBe(expected);
	});

	test("matches responses without ids by name, if a name comes once", () => {
		const [a, b] = [call(undefined), call(undefined, "glob")];
		const [one, two] = [{ output: "one" }, { output: "two" }];
		expect(told(model(a, b), user(response(undefined, two, {}, "glob"), response(undefined, one)))).toEqual([
			"turn",
			"call read_file read_file {}",
			"call glob glob {}",
			"done glob: two",
			"done read_file: one",
		]);
		expect(told(model(a, a), user(response(undefined, one), response(undefined, two))).at(-1)).toBe("unknown");
		expect(told(model(a, a), user(response(undefined, one)), user(response(undefined, two))).at(-1)).toBe("unknown");
	});

	test("may have a response twice, as in a session that was resumed", () => {
		const [one, two] = [response("1", { output: "one" }), response("1", { output: "two" })];
		expect(told(model(call("1")), user(one, one)).slice(-2)).toEqual(["call 1 read_file {}", "done 1: one"]);
		expect(told(model(call("1")), user(one, two)).at(-1)).toBe("unknown");
		expect(told(model(call("1")), user(one), user(one)).at(-1)).toBe("unknown");
	});

	test.each([
		["a response without its call", [user(response("1", { output: "a" }))]],
		["a response without an id to a call with one", [model(call("1")), user(response(undefined, { output: "a" }))]],
		["a call without a name", [model({ functionCall: { args: {} } })]],
		[
			"a response without a name",
			[model(call("1")), user({ functionResponse: { id: "1", response: { output: "a" } } })],
		],
		["a part of another kind", [model({ toolCall: {} })]],
		["another role", [{ role: "system", parts: [] }]],
	])("cannot be read if it has %s", (_, items) => {
		expect(told(...items).at(-1)).toBe("unknown");
	});

	test("may have thoughts, data and code that the server ran, which show nothing of files", () => {
		const parts = [{ text: "…", thought: true }, { executableCode: {} }, { codeExecutionResult: {} }];
		expect(told({ parts: [{ inlineData: {} }, { fileData: {} }] }, model(...parts))).toEqual(["turn"]);
	});

	test("hides files that the host has put into a prompt", () => {
		const parts = ["go @b.ts", "\n--- Content from referenced files ---", "\nContent from @b.ts:\n", "one"];
		expect(told(user(...parts.map((text) => ({ text }))))).toEqual(["hidden b.ts"]);
	});
});

describe("a request to Gemini", () => {
	test("may go on from what the server has cached", () => {
		expect(geminiBody.mayDiffer({})).toBe(false);
		expect(geminiBody.mayDiffer({ cachedContent: "cachedContents/1" })).toBe(true);
	});

	test.each(["systemInstruction", "system_instruction"])("has a system prompt in %s", (name) => {
		expect(geminiBody.system({ [name]: { parts: [{ text: "one" }, { text: "two" }] } })).toEqual(["one", "two"]);
		expect(geminiBody.system({})).toEqual([]);
	});

	test("declares functions with a schema of either kind", () => {
		const schema = { properties: { file_path: {} } };
		const functionDeclarations = [
			{ name: "a", parameters: schema },
			{ name: "b", parametersJsonSchema: schema },
		];
		const tools = [{ functionDeclarations }, { googleSearch: {} }];
		expect(geminiBody.tools({ tools })).toEqual([
			{ name: "a", schema },
			{ name: "b", schema },
		]);
	});
});
