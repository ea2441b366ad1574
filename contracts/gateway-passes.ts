import assert from "node:assert/strict";
import type { Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import {
	hearUntil,
	json,
	type RequestWords,
	requestText,
	type Scenes,
	type Stage,
	sendText,
	talk,
	until,
} from "./gateway-fixture.ts";

const CLOSE = "Connection: close";
const ZIPPED = gzipSync("a long answer").toString("latin1");

/** Answers of an upstream, byte by byte. */
const ANSWERS: Readonly<Record<string, string>> = {
	"an answer with a length": text(
		"HTTP/1.1 200 Fine By Me",
		"x-b: 1",
		"X-A: 2",
		"Content-Length: 5",
		CLOSE,
		"",
		"hello",
	),
	"fields of the same name": text(
		...["HTTP/1.1 200 OK", "set-Cookie: a=1", "set-Cookie: b=2", "Date: today", "Content-Length: 0", CLOSE, "", ""],
	),
	"bytes beyond ASCII in a field": text("HTTP/1.1 200 OK", "X: caf\xe9 \xfc", "Content-Length: 0", CLOSE, "", ""),
	"a head of 50 KB": text("HTTP/1.1 200 OK", `X-Long: ${"x".repeat(50_000)}`, "Content-Length: 0", CLOSE, "", ""),
	"a compressed answer": text(
		...["HTTP/1.1 200 OK", "Content-Encoding: gzip", `Content-Length: ${ZIPPED.length}`, CLOSE, "", ZIPPED],
	),
	"a stream of events": text(
		...["HTTP/1.1 200 OK", "content-type: text/event-stream", "transfer-encoding: chunked", "connection: close", ""],
		...["a", "data: one\n", "b", "\ndata: two\n", "0", "", ""],
	),
	"chunks with trailers": text(
		...["HTTP/1.1 200 OK", "Transfer-Encoding: chunked", "Trailer: X-Sum", CLOSE, ""],
		...["5", "hello", "0", "X-Sum: 1", "x-SUM: 2", "", ""],
	),
	"an answer that ends with its connection": text(
		"HTTP/1.1 200 OK",
		"Content-Type: text/plain",
		CLOSE,
		"",
		"to the end",
	),
	"429 with the time to wait": text("HTTP/1.1 429 Too Many", "retry-after: 7", "Content-Length: 2", CLOSE, "", "{}"),
	"529 with the time to wait": text("HTTP/1.1 529 Overloaded", "Retry-After: 1", "Content-Length: 2", CLOSE, "", "{}"),
	"a redirect": text("HTTP/1.1 307 Moved", "Location: https://example.com/", "Content-Length: 0", CLOSE, "", ""),
	"an answer without content": text("HTTP/1.1 204 No Content", "X: y", CLOSE, "", ""),
	"an answer that nothing has changed": text("HTTP/1.1 304 Not Modified", 'ETag: "a"', CLOSE, "", ""),
	"answers before the answer": text(
		...["HTTP/1.1 103 Early Hints", "Link: </a>", "", "HTTP/1.1 102 Processing", ""],
		...["HTTP/1.1 200 OK", "Content-Length: 2", CLOSE, "", "ok"],
	),
};

/** Answers that Bun's server words otherwise: it puts fields of the same name together, and adds a reason. */
const ANSWERS_IN_NODE: Readonly<Record<string, string>> = {
	"an answer without a reason": text("HTTP/1.1 200 ", "Content-Length: 0", CLOSE, "", ""),
	"fields of the same name apart, in odd case": text(
		...["HTTP/1.1 200 OK", "sEt-CoOkIe: a=1", "X: y", "SET-COOKIE: b=2", "Content-Length: 0", CLOSE, "", ""],
	),
};

/** Requests of an agent, byte by byte. */
const REQUESTS: Readonly<Record<string, RequestWords>> = {
	"a path and a query as they are written": ["GET", "/v1/a%2Fb/../c?x=%20&key=a+b&&=", [CLOSE]],
	"a body of JSON": ["POST", "/v1/messages", [...json('{"a": 1.0}'), CLOSE], '{"a": 1.0}'],
	"fields in their order and case": ["GET", "/", ["X-b: 2", "x-A: 1", "X-B: 3", "authorization: Bearer k", CLOSE]],
	"bytes beyond ASCII": [
		"POST",
		"/",
		["X: \xe9", "Content-Type: application/json", "Content-Length: 2", CLOSE],
		"\xff\xfe",
	],
	"an empty body": ["POST", "/", [...json(""), CLOSE]],
	"a body with a question that has none by habit": ["DELETE", "/", ["Content-Length: 2", CLOSE], "{}"],
	"JSON in chunks with trailers": chunked("POST", "application/json"),
	"another body in chunks with trailers": chunked("PUT", "text/plain"),
	"a compressed body": ["POST", "/", ["Content-Encoding: gzip", ...json("zip"), CLOSE], "\x1f\x8b\x08"],
};

/** What a gateway passes as it is. */
export const passes: Scenes = {
	...scenesOf(ANSWERS, arrives),

	...scenesOf(REQUESTS, (words) => async (stage) => {
		const heard: string[] = [];
		const upstream = await stage.serve((socket) => {
			void hearUntil(socket, endOf(words)).then((request) => {
				heard.push(request);
				socket.end(text("HTTP/1.1 200 OK", "Content-Length: 0", CLOSE, "", ""));
			});
		});
		const gateway = await stage.gateway(upstream);
		await talk(stage, upstream, ...words);
		await talk(stage, gateway.url, ...words);
		assert.equal(heard.length, 2);
		assert.equal(heard[1], heard[0]);
	}),

	"an answer to HEAD has a length and no body": async (stage) => {
		const answer = text("HTTP/1.1 200 OK", "Content-Length: 700", CLOSE, "", "");
		const upstream = await stage.serve((socket) => socket.once("data", () => socket.end(answer)));
		const gateway = await stage.gateway(upstream);
		assert.deepEqual(await talk(stage, gateway.url, "HEAD", "/", [CLOSE]), { text: answer, end: "closed" });
	},

	"a client of HTTP/1.0 gets no chunks": async (stage) => {
		const upstream = await stage.serveHttp((_, response) => {
			response.write("one");
			response.end("two");
		});
		const gateway = await stage.gateway(upstream);
		const client = stage.connect(gateway.url);
		const { host, pathname } = new URL(gateway.url);
		client.write(text(`GET ${pathname}/ HTTP/1.0`, `Host: ${host}`, "", ""));
		const heard = await hearUntil(client, "two");
		assert.equal(heard.split("\r\n\r\n")[1], "onetwo");
	},

	"each event of a stream arrives before the next is sent": async (stage) => {
		const senders: Socket[] = [];
		const upstream = await stage.serve((socket) => socket.once("data", () => senders.push(socket)));
		const gateway = await stage.gateway(upstream);
		const client = sendText(stage, gateway.url, "POST", "/", json("{}"), "{}");
		await until(() => senders.length === 1, "the upstream has the request");
		const sender = senders[0]!;
		sender.write(text("HTTP/1.1 200 OK", "Transfer-Encoding: chunked", "", ""));
		await hearUntil(client, "\r\n\r\n");
		for (const event of ["one", "two", "end"]) {
			sender.write(`3\r\n${event}\r\n`);
			await hearUntil(client, event);
		}
	},

	"a request that could have a body and has none goes out with length 0, not in chunks": async (stage) => {
		const upstream = await stage.serveHttp((request, response) => response.end(request.rawHeaders.join("|")));
		const gateway = await stage.gateway(upstream);
		const { text: heard } = await talk(stage, gateway.url, "POST", "/", [CLOSE]);
		assert.match(heard, /\|Connection\|close\|Content-Length\|0$/);
	},

	"the path of the upstream's address is kept": async (stage) => {
		const upstream = await stage.serveHttp((request, response) => response.end(request.url));
		for (const base of ["/base/v1", "/base/v1/"]) {
			const gateway = await stage.gateway(upstream + base);
			const { text: heard } = await talk(stage, gateway.url, "GET", "/messages?beta=true", [CLOSE]);
			assert.match(heard, /\r\n\/base\/v1\/messages\?beta=true$/);
		}
	},

	"fields that concern one connection are not passed on": async (stage) => {
		const heard: string[] = [];
		const upstream = await stage.serve((socket) => {
			socket.once("data", (chunk) => {
				heard.push(String(chunk));
				const own = ["Connection: X-Hop, close", "X-Hop: 1", "Upgrade: h2c", "Keep-Alive: timeout=5"];
				socket.end(text("HTTP/1.1 200 OK", ...own, "Content-Length: 0", "", ""));
			});
		});
		const gateway = await stage.gateway(upstream);
		const own = ["Connection: close, x-own", "X-Own: 1", "Proxy-Connection: close", "TE: gzip, trailers", "X: y"];
		const back = await talk(stage, gateway.url, "GET", "/", own);
		const { host } = new URL(upstream);
		assert.deepEqual(heard, [text("GET / HTTP/1.1", `Host: ${host}`, CLOSE, "TE: trailers", "X: y", "", "")]);
		assert.equal(back.text, text("HTTP/1.1 200 OK", CLOSE, "Keep-Alive: timeout=5", "Content-Length: 0", "", ""));
	},
};

/** What a gateway passes as it is where it runs under Node. */
export const passesInNode: Scenes = {
	...scenesOf(ANSWERS_IN_NODE, arrives),

	"silence does not end a connection": async (stage) => {
		const upstream = await stage.serve((socket) => {
			socket.on("data", () => socket.write(text("HTTP/1.1 200 OK", "Content-Length: 2", "", "ok")));
		});
		const gateway = await stage.gateway(upstream);
		const client = sendText(stage, gateway.url, "GET", "/", []);
		await hearUntil(client, "ok");
		// Longer than Node's servers wait by default.
		await wait(6500);
		client.write(requestText(gateway.url, "GET", "/", []));
		await hearUntil(client, "ok");
	},
};

/** Shows that an answer arrives as it is without a gateway. */
function arrives(answer: string): (stage: Stage) => Promise<void> {
	return async (stage) => {
		const upstream = await stage.serve((socket) => socket.once("data", () => socket.end(answer, "latin1")));
		const gateway = await stage.gateway(upstream);
		const without = await talk(stage, upstream, "GET", "/a", [CLOSE]);
		assert.deepEqual(await talk(stage, gateway.url, "GET", "/a", [CLOSE]), without);
		assert.deepEqual(without, { text: answer, end: "closed" });
	};
}

function text(...lines: string[]): string {
	return lines.join("\r\n");
}

function chunked(method: string, type: string): RequestWords {
	const fields = [`Content-Type: ${type}`, "Transfer-Encoding: chunked", "Trailer: X-Sum", CLOSE];
	return [method, "/", fields, "2\r\n{}\r\n0\r\nX-Sum: 1\r\n\r\n"];
}

/** With what a request ends. */
function endOf([, , , body = ""]: RequestWords): string {
	return `\r\n\r\n${body}`;
}

function scenesOf<Words>(
	table: Readonly<Record<string, Words>>,
	scene: (words: Words) => (stage: Stage) => Promise<void>,
): Scenes {
	const entries = Object.entries(table).map(([name, words]) => [`passes ${name} as it is`, scene(words)]);
	return Object.fromEntries(entries);
}
