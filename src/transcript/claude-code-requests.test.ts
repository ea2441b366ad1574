import { describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import {
	addRequestValue,
	followRequests,
	forgetResults,
	newRequestLog,
	type RequestLog,
} from "./claude-code-requests.ts";

describe("a request", () => {
	test("has the results in its messages, whether ordinary lines or lines of their own have them", () => {
		const log = logOf(
			words("go"),
			calls("a"),
			result("a", "one"),
			own("h1", result("b", "two")),
			request("r", {}, GO, A, ONE, "h1"),
		);
		expect(changesIn(log, "r")).toEqual(["+a:one +b:two"]);
	});

	test("is the beginning of an earlier one and what comes then", () => {
		const log = logOf(own("h1", result("a", "one")), own("h2", result("b", "two")), own("h3", result("c", "three")));
		add(
			log,
			request("r1", {}, "h1", "h2"),
			request("r2", { base: "r1", keep: 2 }, "h3"),
			request("r3", { base: "r1", keep: 1 }, "h3"),
		);
		expect(changesIn(log, "r1", "r2", "r3")).toEqual(["+a:one +b:two", "+c:three", "+c:three -b"]);
	});

	test("may have a result in other words than before", () => {
		const log = logOf(own("h1", result("a", "one")), own("h2", result("a", "cleared")));
		add(log, request("r1", {}, "h1"), request("r2", {}, "h2"));
		expect(changesIn(log, "r1", "r2")).toEqual(["+a:one", "+a:cleared"]);
	});

	test("has lines that follow each other as one message, as many as were written", () => {
		const both = hashOf(`{"content":[${block("a", "one")},${block("b", "two")}],"role":"user"}`);
		const log = logOf(words("go"), calls("a"), result("a", "one"), { type: "attachment" }, result("b", "two"));
		add(log, request("r1", {}, ONE), request("r2", {}, both));
		expect(changesIn(log, "r1", "r2")).toEqual(["+a:one", "+a:one +b:two"]);
	});

	test("is known by its messages however their keys stand, and whatever is cached of them", () => {
		const content = [{ content: "one", cache_control: { type: "ephemeral" }, tool_use_id: "a", type: "tool_result" }];
		const log = logOf({ message: { content, role: "user" }, type: "user" }, request("r", {}, ONE));
		expect(changesIn(log, "r")).toEqual(["+a:one"]);
	});

	test("is not known where one of its messages is not, and those behind it are told by the last that is", () => {
		const log = logOf(own("h1", result("a", "one")), own("h2", result("b", "two")));
		add(log, request("r1", {}, "h1"), request("r2", { base: "r1", keep: 1 }, "nowhere"));
		add(log, request("r3", { base: "r1", keep: 1 }, "h2"));
		expect(changesIn(log, "r1", "r2", "r3")).toEqual(["+a:one", "unknown", "+b:two"]);
	});

	test.each([
		["is not there", "r"],
		["goes back to one that is not there", "r1"],
		["goes back to more than there is", "r2"],
	])("is not known if it %s", (_, id) => {
		const log = logOf(own("h", result("a", "one")), request("r0", {}, "h"));
		add(log, request("r1", { base: "gone", keep: 1 }, "h"), request("r2", { base: "r0", keep: 2 }, "h"));
		expect(changesIn(log, id)).toEqual(["unknown"]);
	});

	test("is not known if a result in it has a shape of its own", () => {
		const log = logOf(own("h", { message: { content: [{ type: "tool_result" }] } }), request("r", {}, "h"));
		expect(changesIn(log, "r")).toEqual(["unknown"]);
	});

	test.each([
		[{ keep: { type: "tool_uses", value: 2 } }, ["b", "c"]],
		[{ keep: { type: "tool_uses", value: 9 } }, ["a", "b", "c"]],
		[{ keep: "some" }, []],
		[{}, []],
	])("that asks the server to leave results out, with %j, has the last ones", (edit, left) => {
		const log = logOf(own("h1", result("a", "one")), own("h2", result("b", "two"), result("c", "three")));
		const edits = [
			{ type: "clear_thinking_20251015", keep: "all" },
			{ type: "clear_tool_uses_20250919", ...edit },
		];
		add(log, { ...request("r", {}, "h1", "h2"), params: { context_management: { edits } } });
		expect([...(followRequests(log)("r")?.left ?? ["all"])]).toEqual(left);
	});

	test("is known after a compaction by what that has kept", () => {
		const log = logOf(own("h1", result("a", "one")), own("h2", result("b", "two")), words("go"));
		add(log, request("r0", {}, "h1"));
		forgetResults(log, (id) => id === "b");
		add(log, request("r1", {}, "h2", GO), request("r2", {}, "h1"));
		expect(changesIn(log, "r1", "r2")).toEqual(["+b:two", "unknown"]);
	});
});

const GO = hashOf('{"content":[{"text":"go","type":"text"}],"role":"user"}');
const A = hashOf('{"content":[{"id":"a","input":{},"name":"Read","type":"tool_use"}],"role":"assistant"}');
const ONE = hashOf(`{"content":[${block("a", "one")}],"role":"user"}`);

function hashOf(text: string): string {
	return createHash("sha256").update(text).digest("hex");
}

function block(id: string, text: string): string {
	return `{"content":"${text}","tool_use_id":"${id}","type":"tool_result"}`;
}

function words(content: string): object {
	return { type: "user", message: { role: "user", content } };
}

function calls(id: string): object {
	const content = [{ type: "tool_use", id, name: "Read", input: {} }];
	return { type: "assistant", message: { role: "assistant", id: `m-${id}`, content } };
}

type Said = { readonly message: { readonly content: readonly object[] } };

function result(id: string, text: string): Said & object {
	const content = [{ type: "tool_result", tool_use_id: id, content: text }];
	return { type: "user", message: { role: "user", content } } as Said & object;
}

/** A message that is a line of its own. */
function own(hash: string, ...said: readonly Said[]): object {
	const content = said.flatMap(({ message }) => message.content);
	return { type: "api-request-blob", hash, message: { role: "user", content } };
}

function request(id: string, base: object, ...tail: readonly string[]): object {
	return { type: "api-request", id, ...base, tail, params: {} };
}

function logOf(...values: readonly object[]): RequestLog {
	const log = newRequestLog();
	add(log, ...values);
	return log;
}

function add(log: RequestLog, ...values: readonly object[]): void {
	for (const value of values) addRequestValue(log, value);
}

function changesIn(log: RequestLog, ...ids: readonly string[]): string[] {
	const changeIn = followRequests(log);
	return ids.map((id) => {
		const change = changeIn(id);
		if (!change) return "unknown";
		return [...change.came.map(({ id, text }) => `+${id}:${text}`), ...change.gone.map((id) => `-${id}`)].join(" ");
	});
}
