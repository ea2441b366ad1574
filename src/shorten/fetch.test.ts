import { describe, expect, test } from "bun:test";
import { shorteningFetch } from "./fetch.ts";

const CODE = Array.from({ length: 40 }, (_, index) => `const value${index + 1} = compute(${index + 1});`).join("\n");
const messages = ["1", "2"].flatMap((id) => [
	{ role: "assistant", tool_calls: [{ id, type: "function", function: { name: "show", arguments: "{}" } }] },
	{ role: "tool", tool_call_id: id, content: CODE },
]);
const ADDRESS = "https://api.example.com/v1/chat/completions";
const body = JSON.stringify({ messages, temperature: 1 });

type Init = { readonly method?: string; readonly body?: unknown; readonly headers?: unknown };

/** What is sent for a request. */
async function sent(
	address: unknown,
	init?: Init,
): Promise<{ address: unknown; init: Init | undefined; saved: number[] }> {
	const saved: number[] = [];
	const onRequest = (outcome: { readonly saved: number }): unknown => saved.push(outcome.saved);
	const send = async (address: unknown, init?: Init) => ({ address, init, saved });
	return shorteningFetch(send, { onRequest })(address, init);
}

describe("a fetch", () => {
	test("shortens the results in a body and changes no other byte of it", async () => {
		const { init, saved } = await sent(ADDRESS, { method: "POST", body });
		const text = String(init?.body);
		const note = /\[ibid\] 40 lines as in the last run[^}]*?already above\./.exec(text)?.[0] ?? "";
		expect(text.replace(note, () => JSON.stringify(CODE).slice(1, -1))).toBe(body);
		expect(text.length).toBeLessThan(body.length);
		expect([init?.method, saved.length, saved[0]! > 0]).toEqual(["POST", 1, true]);
	});

	test("sends bytes where it got bytes", async () => {
		const { init } = await sent(new URL(ADDRESS), { body: new TextEncoder().encode(body) });
		expect(init?.body).toBeInstanceOf(Uint8Array);
		expect(new TextDecoder().decode(Object(init?.body))).toBe(String((await sent(ADDRESS, { body })).init?.body));
	});

	test("leaves the length of a body that it changed to the sender, and keeps all other headers", async () => {
		for (const headers of [
			{ "Content-Length": "99", "x-a": "b" },
			new Headers({ "content-length": "99", "x-a": "b" }),
		]) {
			const { init } = await sent(ADDRESS, { body, headers });
			expect([...new Headers(Object(init?.headers))]).toEqual([["x-a", "b"]]);
			expect([...new Headers(headers)]).toHaveLength(2);
		}
	});

	test.each<[string, unknown, Init | undefined]>([
		["to another path", "https://api.example.com/v1/models", { body }],
		["without a body", ADDRESS, undefined],
		["with a body that is no text", ADDRESS, { body: new FormData() }],
		["with a body that is not JSON", ADDRESS, { body: "{" }],
		["with nothing to leave out", ADDRESS, { body: JSON.stringify({ messages: messages.slice(0, 2) }) }],
		["that is an object of its own", new Request(ADDRESS, { method: "POST", body }), undefined],
		["signed by its body", ADDRESS, { body, headers: { authorization: "AWS4-HMAC-SHA256 Credential=a" } }],
		["with a digest of its body", ADDRESS, { body, headers: [["Content-Digest", "sha-256=:a:"]] }],
		["with headers that cannot be read", ADDRESS, { body, headers: { "a b": "c" } }],
		["that lets the server drop messages", ADDRESS, { body: JSON.stringify({ messages, transforms: ["middle-out"] }) }],
	])("passes a request on as it came %s", async (_, address, init) => {
		const passed = await sent(address, init);
		expect(passed.address).toBe(address);
		expect(passed.init).toBe(init);
		expect(passed.saved.filter((each) => each > 0)).toEqual([]);
	});

	test("hands back what came, errors included", async () => {
		const failing = shorteningFetch(async () => {
			throw new Error("down");
		});
		expect(failing(ADDRESS, { body })).rejects.toThrow("down");
	});
});
