import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { request as ask, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import type { RequestHead, Rewrite } from "../src/gateway/body.ts";
import { hearUntil, json, type Scenes, type Stage, sendText, talk, until } from "./gateway-fixture.ts";

const CLOSE = "Connection: close";

/** What a gateway does to the bodies of requests. */
export const bodies: Scenes = {
	"sends the new body with its length, and every other byte as it came": async (stage) => {
		const fields = ["X-a: 1", "content-TYPE: application/json; charset=UTF-8", "CONTENT-length: 2", "x-B: 2", CLOSE];
		const heard = await sentFor(stage, longer, fields, "{}");
		const { host } = new URL(heard.upstream);
		const head = ["POST /v1?a HTTP/1.1", `Host: ${host}`, ...fields].join("\r\n");
		assert.equal(heard.text, `${head.replace("CONTENT-length: 2", "CONTENT-length: 11")}\r\n\r\n${LONGER}`);
	},

	"tells the rewrite what the request is": async (stage) => {
		const heads: RequestHead[] = [];
		const bodies: string[] = [];
		const rewrite: Rewrite = (head, body) => {
			heads.push(head);
			bodies.push(String(body));
			return body;
		};
		await sentFor(stage, rewrite, [...json("{}"), "X-Session: s1", CLOSE], "{}");
		assert.deepEqual([heads[0]?.method, heads[0]?.path, heads[0]?.headers["x-session"]], ["POST", "/v1?a", "s1"]);
		assert.deepEqual(bodies, ["{}"]);
	},

	"sends a new body in chunks if it came in chunks": async (stage) => {
		const fields = ["Content-Type: application/json", "Transfer-Encoding: chunked", CLOSE];
		const { text } = await sentFor(stage, longer, fields, "1\r\n{\r\n1\r\n}\r\n0\r\n\r\n");
		assert.match(
			text,
			/Transfer-Encoding: chunked\r\nConnection: close\r\n\r\nb\r\n\{\}longer\xe2\x82\xac\r\n0\r\n\r\n$/,
		);
	},

	...changesNothing("throws", () => {
		throw new Error("broken");
	}),
	...changesNothing("rejects", async () => {
		throw new Error("broken");
	}),
	...changesNothing("takes too long", () => new Promise(() => {})),
	// @ts-expect-error A mistake in a rewrite must not lose a request.
	...changesNothing("returns nothing", () => undefined),

	...reads("a body that is not JSON", false, ["Content-Type: text/plain", "Content-Length: 2"]),
	...reads("a body of no type", false, ["Content-Length: 2"]),
	...reads("a body in another encoding", false, [...json("{}"), "Content-Encoding: zstd"]),
	...reads("a body in another character set", false, [
		"Content-Type: application/json;charset=utf-16",
		"Content-Length: 2",
	]),
	...reads("a body under a signature", false, [...json("{}"), "Authorization: AWS4-HMAC-SHA256 Credential=a"]),
	...reads("a body with a digest", false, [...json("{}"), "Content-Digest: sha-256=:a:"]),
	...reads("a body of another method", false, json("{}"), "PUT"),
	...reads("JSON by another name", true, ["Content-Type: application/vnd.api+json", "Content-Length: 2"]),
	...reads("JSON that says that it is not encoded", true, [...json("{}"), "Content-Encoding: identity"]),

	"tells an agent that waits to continue, and sends its JSON in one go": async (stage) => {
		const upstream = await stage.serveHttp(async (request, response) => {
			response.end(`expect ${request.headers.expect}, body ${await buffer(request)}.`);
		});
		const gateway = await stage.gateway(upstream, { rewrite: longer });
		const client = sendText(stage, gateway.url, "POST", "/", [...json("{}"), "Expect: 100-continue"]);
		await hearUntil(client, "HTTP/1.1 100 Continue\r\n\r\n");
		client.write("{}");
		await hearUntil(client, `expect undefined, body ${LONGER}.`);
	},

	"leaves it to the upstream whether an agent may send another body": async (stage) => {
		let sent = 0;
		const upstream = await stage.serve((socket) => {
			socket.on("data", (chunk) => {
				sent += chunk.length;
				if (String(chunk).includes("/yes HTTP")) socket.write("HTTP/1.1 100 Continue\r\n\r\n");
				if (String(chunk).includes("/no HTTP"))
					socket.end("HTTP/1.1 417 No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
				if (String(chunk).endsWith("text"))
					socket.end("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
			});
		});
		const gateway = await stage.gateway(upstream);
		const fields = ["Content-Type: text/plain", "Content-Length: 4", "Expect: 100-continue"];
		const refused = await talk(stage, gateway.url, "POST", "/no", fields);
		assert.match(refused.text, /^HTTP\/1.1 417 No\r\n/);
		const client = sendText(stage, gateway.url, "POST", "/yes", fields);
		await hearUntil(client, "HTTP/1.1 100 Continue\r\n\r\n");
		client.write("text");
		await hearUntil(client, "HTTP/1.1 200 OK");
		assert.ok(sent > 0);
	},

	...passesLarge("a body of 100 MB with its length", 100, { "content-length": 100 * 1024 * 1024 }),
	...passesLarge("a body of 40 MB that does not say how long it is", 40, {}),

	"waits with a body until the upstream takes it": async (stage) => {
		let received = 0;
		const upstream = await stage.serve((socket) => {
			socket.on("data", (chunk) => {
				if (received === 0) socket.pause();
				received += chunk.length;
			});
			setTimeout(() => socket.resume(), 1000);
		});
		const gateway = await stage.gateway(upstream);
		const size = 100 * 1024 * 1024;
		const client = sendText(stage, gateway.url, "POST", "/", ["Content-Type: text/plain", `Content-Length: ${size}`]);
		let accepted = 0;
		const write = (): void => {
			for (let more = true; more && accepted < size; accepted += MEGABYTE.length) more = client.write(MEGABYTE);
		};
		client.on("drain", write);
		write();
		await new Promise((resolve) => setTimeout(resolve, 800));
		assert.ok(accepted < size / 2, `${accepted} bytes were taken from the agent`);
		await until(() => received >= size, "the upstream has everything");
	},
};

const MEGABYTE = Buffer.alloc(1024 * 1024, '{"text":1}');

/** What comes of {}, one character for each byte. */
const LONGER = "{}longer\xe2\x82\xac";
const longer: Rewrite = (_, body) => Buffer.concat([body, Buffer.from("longer€")]);

/** What the upstream gets for a request with these fields and this body. */
async function sentFor(
	stage: Stage,
	rewrite: Rewrite,
	fields: string[],
	body: string,
	method = "POST",
): Promise<{ text: string; upstream: string }> {
	let text = "";
	const upstream = await stage.serve((socket) => {
		socket.on("data", (chunk) => {
			text += chunk.toString("latin1");
			if (/\r\n\r\n(.|\r\n)+$/.test(text))
				socket.end("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
		});
	});
	const gateway = await stage.gateway(upstream, { rewrite, patience: 50 });
	const { text: answer } = await talk(stage, gateway.url, method, "/v1?a", fields, body);
	assert.match(answer, /^HTTP\/1.1 200 OK/);
	return { text, upstream };
}

function changesNothing(what: string, rewrite: Rewrite): Scenes {
	return {
		[`sends the original if the rewrite ${what}`]: async (stage) => {
			const { text } = await sentFor(stage, rewrite, [...json('{"a":1}'), CLOSE], '{"a":1}');
			assert.match(text, /Content-Length: 7\r\nConnection: close\r\n\r\n\{"a":1\}$/);
		},
	};
}

function reads(what: string, isRead: boolean, fields: string[], method = "POST"): Scenes {
	return {
		[`${isRead ? "reads" : "does not read"} ${what}`]: async (stage) => {
			let rewrites = 0;
			const rewrite: Rewrite = (_, body) => {
				rewrites += 1;
				return body;
			};
			const { text } = await sentFor(stage, rewrite, [...fields, CLOSE], "{}", method);
			assert.match(text, /\r\n\r\n\{\}$/);
			assert.equal(rewrites, isRead ? 1 : 0);
		},
	};
}

/** Shows that a body is passed on whole, and unread. */
function passesLarge(what: string, megabytes: number, headers: Record<string, number>): Scenes {
	return {
		[`passes ${what}, unread`]: async (stage) => {
			let rewrites = 0;
			const rewrite: Rewrite = (_, body) => {
				rewrites += 1;
				return body;
			};
			const upstream = await stage.serveHttp(async (request, response) => {
				const hash = createHash("sha256");
				for await (const chunk of request) hash.update(chunk);
				response.end(hash.digest("hex"));
			});
			const gateway = await stage.gateway(upstream, { rewrite });
			const type = { "content-type": "application/json" };
			const sent = ask(`${gateway.url}/`, { method: "POST", headers: { ...type, ...headers } });
			const answer = new Promise<IncomingMessage>((resolve, reject) =>
				sent.on("response", resolve).on("error", reject),
			);
			const hash = createHash("sha256");
			for (let count = 0; count < megabytes; count++) {
				hash.update(MEGABYTE);
				if (!sent.write(MEGABYTE)) await new Promise((resolve) => sent.once("drain", resolve));
			}
			sent.end();
			assert.equal(String(await buffer(await answer)), hash.digest("hex"));
			assert.equal(rewrites, 0);
		},
	};
}
