import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { request as ask } from "node:http";
import type { LivePage } from "./live-page.ts";
import { type PageServer, servePage } from "./server.ts";

const TOKEN = "0123456789abcdef";
const TEXT = { id: "a1f3", turn: 2, original: "one\ntwo", delivered: "[ibid]", quotes: [], faults: [] };
const LIVE: LivePage = {
	edition: async () => ({ data: '{"sessions":["<b>"]}', name: "first" }),
	answer: async (id) => {
		if (id === "broken") throw new Error("/home/you/secret");
		return id === "a1f3" ? { ...TEXT, really: "not sent", form: "same", reason: undefined } : undefined;
	},
};

let server: PageServer;
let port = 0;
beforeAll(async () => {
	server = await servePage({ live: LIVE, style: "main{}", script: "start()", token: TOKEN });
	port = Number(new URL(server.address).port);
});
afterAll(() => server.close());

type Reply = { status: number; headers: Record<string, string | string[] | undefined>; body: string };

/** By hand, since fetch does not let one say what host is meant. */
function get(path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Reply> {
	return new Promise((resolve, reject) => {
		const sent = ask({ host: "127.0.0.1", port, path, method, headers }, (response) => {
			let body = "";
			response.setEncoding("utf8").on("data", (text: string) => {
				body += text;
			});
			response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
		});
		sent.on("error", reject).end();
	});
}

describe("the server of a live page", () => {
	test("gives the address with the token, on this machine only", () => {
		expect(server.address).toBe(`http://127.0.0.1:${port}/?token=${TOKEN}`);
	});

	test.each([
		["no token", "/", {}],
		["another token", "/?token=0123456789abcdee", {}],
		["a part of it", "/data?token=0123456789abcde", {}],
		["an empty one", "/answer?token=&id=a1f3", {}],
		["an address that is none", "//", {}],
		["the token but the name of another host", `/data?token=${TOKEN}`, { host: "example.com" }],
		["the token but another port", `/data?token=${TOKEN}`, { host: "127.0.0.1:1" }],
	])("gives nothing to who has %s", async (_, path, headers) => {
		const { status, body } = await get(path, headers);
		expect(status).toBe(403);
		expect(body).not.toContain("sessions");
		expect(body).not.toContain(TOKEN);
	});

	test("answers to both names of this machine", async () => {
		const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
		const replies = await Promise.all(hosts.map((host) => get(`/data?token=${TOKEN}`, { host })));
		expect(replies.map(({ status }) => status)).toEqual([200, 200]);
	});

	test.each(["POST", "PUT", "DELETE", "OPTIONS"])("only gives: %s", async (method) => {
		expect((await get(`/data?token=${TOKEN}`, {}, method)).status).toBe(405);
	});

	test("gives the document, which may ask only this server", async () => {
		const { status, headers, body } = await get(`/?token=${TOKEN}`);
		expect(status).toBe(200);
		expect(headers["content-type"]).toBe("text/html; charset=utf-8");
		expect(headers["content-security-policy"]).toMatch(
			/^default-src 'none';.*connect-src 'self';.*frame-ancestors 'none'$/,
		);
		expect(body).toContain("<script>start()</script>");
	});

	test("sends no-store", async () => {
		const replies = await Promise.all(["/", "/data", "/answer"].map((path) => get(`${path}?token=${TOKEN}&id=a1f3`)));
		expect(replies.map(({ headers }) => headers["cache-control"])).toEqual(["no-store", "no-store", "no-store"]);
	});

	test("gives data once, then says that nothing is new", async () => {
		const first = await get(`/data?token=${TOKEN}`);
		expect([first.status, first.body]).toEqual([200, '{"sessions":["<b>"]}']);
		const again = await get(`/data?token=${TOKEN}`, { "if-none-match": String(first.headers.etag) });
		expect([again.status, again.body]).toEqual([304, ""]);
		expect((await get(`/data?token=${TOKEN}`, { "if-none-match": '"other"' })).status).toBe(200);
	});

	test("gives the texts of an answer", async () => {
		const { status, body } = await get(`/answer?token=${TOKEN}&id=a1f3`);
		expect([status, JSON.parse(body)]).toEqual([200, expect.objectContaining(TEXT)]);
	});

	test.each(["/answer?id=none&", "/answer?", "/else?", "/data/../etc/passwd?"])(
		"knows nothing else: %s",
		async (path) => {
			expect((await get(`${path}token=${TOKEN}`)).status).toBe(404);
		},
	);

	test("tells nothing of what went wrong inside", async () => {
		const { status, body } = await get(`/answer?token=${TOKEN}&id=broken`);
		expect(status).toBe(500);
		expect(body).not.toContain("secret");
	});

	test("closes even if clients are still connected", async () => {
		const other = await servePage({ live: LIVE, style: "", script: "", token: TOKEN });
		const kept = await fetch(other.address, { keepalive: true });
		await kept.text();
		await other.close();
		await expect(fetch(other.address)).rejects.toThrow();
	});
});
