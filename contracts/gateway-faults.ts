import assert from "node:assert/strict";
import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { hear, hearUntil, json, type Scenes, type Stage, sendText, talk, until } from "./gateway-fixture.ts";

const HEAD = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n";
const CHUNKED = `${HEAD}Transfer-Encoding: chunked\r\n\r\n`;
const WHOLE = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

/** Answers that break off, how, and what arrives of them if that is not the same: whole chunks, and never a last one. */
const HALVES: Readonly<Record<string, readonly [text: string, end: (socket: Socket) => unknown, arrives?: string]>> = {
	"a stream in chunks that is closed": [`${CHUNKED}5\r\nhello\r\n`, (socket) => socket.end()],
	"a stream in chunks that is closed within one": [
		`${CHUNKED}5\r\nhel`,
		(socket) => socket.end(),
		`${CHUNKED}3\r\nhel\r\n`,
	],
	"a stream in chunks that is reset": [`${CHUNKED}5\r\nhello\r\n`, (socket) => socket.resetAndDestroy()],
	"a stream without its trailers": [
		`${CHUNKED}5\r\nhello\r\n0\r\n`,
		(socket) => socket.end(),
		`${CHUNKED}5\r\nhello\r\n`,
	],
	"an answer that is shorter than its length": [`${HEAD}Content-Length: 9\r\n\r\nhello`, (socket) => socket.end()],
	"an answer without length that is reset": [`${HEAD}\r\nhello`, (socket) => socket.resetAndDestroy()],
};

/** What a gateway does when something breaks. */
export const faults: Scenes = {
	...Object.fromEntries(
		Object.entries(HALVES).map(([what, [text, end, arrives = text]]) => [
			`passes half of ${what} as half`,
			async (stage: Stage) => {
				const upstream = await stage.serve((socket) => {
					socket.once("data", () => {
						socket.write(text);
						setTimeout(end, 30, socket);
					});
				});
				const gateway = await stage.gateway(upstream);
				const without = await talk(stage, upstream, "GET", "/", []);
				assert.deepEqual(await talk(stage, gateway.url, "GET", "/", []), { text: arrives, end: without.end });
				assert.equal(without.text, text);
			},
		]),
	),

	"resets the connection if the upstream cannot be reached": async (stage) => {
		const upstream = await stage.serve((socket) => socket.destroy());
		await breaksOff(stage, `http://127.0.0.1:${await closedPort(stage)}`);
		await breaksOff(stage, "https://nowhere.invalid");
		await breaksOff(stage, upstream);
	},

	...breaks("closes without an answer", (socket) => socket.end()),
	...breaks("resets without an answer", (socket) => socket.resetAndDestroy()),
	...breaks("answers something else than HTTP", (socket) => socket.end("SSH-2.0-OpenSSH\r\n")),
	...breaks("answers with a status that is none", (socket) => {
		socket.write("HTTP/1.1 099 Odd\r\nContent-Length: 2\r\n\r\nok");
	}),
	...breaks("changes to another protocol unasked", (socket) => {
		socket.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: a\r\nConnection: Upgrade\r\n\r\n");
	}),

	"gives a slow reader everything that came before the stream was cut": async (stage) => {
		// About 4 MB fill the buffers of the kernel here, so that the last of these bytes wait in the gateway.
		const sizes = [1000, 100_000, ...Array.from({ length: 18 }, (_, at) => 4_000_000 + at * 5000)];
		const received = sizes.map(async (size) => {
			const upstream = await stage.serve((socket) => {
				socket.once("data", () => socket.end(`${CHUNKED}fffffff\r\n${"x".repeat(size)}`));
			});
			const gateway = await stage.gateway(upstream);
			const client = sendText(stage, gateway.url, "GET", "/", []);
			client.pause();
			await wait(700);
			client.resume();
			return (await hear(client)).text.slice(CHUNKED.length).match(/x/g)?.length;
		});
		assert.deepEqual(await Promise.all(received), sizes);
	},

	"lets a slow reader slow the upstream down": async (stage) => {
		const size = 100 * 1024 * 1024;
		let sent = 0;
		const upstream = await stage.serve((socket) => {
			const write = (): void => {
				for (let more = true; more && sent < size; sent += MEGABYTE.length) more = socket.write(MEGABYTE);
			};
			socket.on("drain", write).once("data", () => {
				socket.write(`${HEAD}Content-Length: ${size}\r\n\r\n`);
				write();
			});
		});
		const gateway = await stage.gateway(upstream);
		const client = sendText(stage, gateway.url, "GET", "/", []);
		client.pause();
		await wait(800);
		assert.ok(sent < size / 2, `${sent} bytes were taken from the upstream`);
		let received = 0;
		client.on("data", (chunk) => {
			received += chunk.length;
		});
		client.resume();
		await until(() => received > size, "the agent has everything");
	},

	"closes the upstream's connection at once when the agent goes away": async (stage) => {
		const sockets: Socket[] = [];
		const upstream = await stage.serve((socket) => {
			sockets.push(socket);
			socket.once("data", () => socket.write(`${CHUNKED}5\r\nhello\r\n`));
		});
		const gateway = await stage.gateway(upstream);
		const ends = [
			(socket: Socket) => socket.end(),
			(socket: Socket) => socket.destroy(),
			(socket: Socket) => socket.resetAndDestroy(),
		];
		for (const [at, end] of ends.entries()) {
			const client = sendText(stage, gateway.url, "POST", "/", json("{}"), "{}");
			await hearUntil(client, "hello");
			end(client);
			await until(() => sockets[at]?.destroyed === true, "the connection is closed");
		}
	},

	"does not send the request of an agent that has gone away": async (stage) => {
		let requests = 0;
		let release = (): void => {};
		const upstream = await stage.serveHttp((_, response) => {
			requests += 1;
			response.end("ok");
		});
		const gateway = await stage.gateway(upstream, {
			rewrite: (_, body) =>
				new Promise((resolve) => {
					release = () => resolve(body);
				}),
		});
		const held = release;
		const client = sendText(stage, gateway.url, "POST", "/", json("{}"), "{}");
		await until(() => release !== held, "the rewrite has begun");
		client.destroy();
		await wait(50);
		release();
		const half = sendText(stage, gateway.url, "POST", "/", json("{}"), "{");
		await wait(50);
		half.destroy();
		await wait(100);
		assert.equal(requests, 0);
	},

	"sends no request twice, not even on a connection that the upstream has just closed": async (stage) => {
		let requests = 0;
		const upstream = await stage.serve((socket) => {
			socket.on("data", () => {
				requests += 1;
				if (requests === 1) socket.write(WHOLE);
				else socket.destroy();
			});
		});
		const gateway = await stage.gateway(upstream);
		const client = sendText(stage, gateway.url, "POST", "/", json("{}"), "{}");
		assert.equal(await hearUntil(client, "\r\n\r\nok"), WHOLE);
		client.write(textFor(gateway.url, "{}"));
		assert.deepEqual(await hear(client), { text: "", end: "reset" });
		await wait(50);
		assert.equal(requests, 2);
	},

	"answers that come before the whole request has gone out are passed": async (stage) => {
		const upstream = await stage.serve((socket) => {
			socket.once("data", () => socket.end("HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"));
		});
		const gateway = await stage.gateway(upstream);
		const client = sendText(
			stage,
			gateway.url,
			"POST",
			"/",
			["Content-Type: text/plain", "Content-Length: 900"],
			"some",
		);
		const { text } = await hear(client);
		assert.match(text, /^HTTP\/1.1 413 Too Large\r\n/);
	},

	"ends every connection at once when it is closed": async (stage) => {
		const sockets: Socket[] = [];
		const upstream = await stage.serve((socket) => {
			sockets.push(socket);
			socket.once("data", () => socket.write(`${CHUNKED}5\r\nhello\r\n`));
		});
		const gateway = await stage.gateway(upstream);
		const clients = [1, 2, 3].map(() => sendText(stage, gateway.url, "GET", "/", []));
		await Promise.all(clients.map((client) => hearUntil(client, "hello")));
		const heard = clients.map((client) => hear(client));
		await gateway.close();
		assert.deepEqual(
			(await Promise.all(heard)).map(({ text }) => text),
			["", "", ""],
		);
		await until(() => sockets.length === 3 && sockets.every(({ destroyed }) => destroyed), "the upstream is left");
		await assert.rejects(async () => {
			const again = connect(Number(new URL(gateway.url).port), "127.0.0.1");
			await new Promise((resolve, reject) => again.once("connect", resolve).once("error", reject));
		}, /ECONNREFUSED/);
	},
};

/** The same where the gateway runs under Node: Bun's server does not know of a connection before it was asked something. */
export const faultsInNode: Scenes = {
	"ends a connection that was never used when it is closed": async (stage) => {
		const gateway = await stage.gateway("http://127.0.0.1:1");
		const client = stage.connect(gateway.url);
		await new Promise((resolve) => client.once("connect", resolve));
		const heard = hear(client);
		await gateway.close();
		assert.deepEqual(await heard, { text: "", end: "closed" });
	},
};

const MEGABYTE = Buffer.alloc(1024 * 1024, "x");

/** Shows that the agent sees its connection break when the upstream does this in place of an answer. */
function breaks(what: string, act: (socket: Socket) => unknown): Scenes {
	return {
		[`resets the connection if the upstream ${what}`]: async (stage) => {
			let requests = 0;
			const upstream = await stage.serve((socket) => {
				socket.once("data", () => {
					requests += 1;
					act(socket);
				});
			});
			await breaksOff(stage, upstream);
			assert.equal(requests, 1);
		},
	};
}

async function breaksOff(stage: Stage, upstream: string): Promise<void> {
	const gateway = await stage.gateway(upstream);
	assert.deepEqual(await talk(stage, gateway.url, "POST", "/", json("{}"), "{}"), { text: "", end: "reset" });
}

/** A port on which nothing listens. */
async function closedPort(stage: Stage): Promise<number> {
	const gateway = await stage.gateway("http://127.0.0.1:1");
	await gateway.close();
	return Number(new URL(gateway.url).port);
}

function textFor(address: string, body: string): string {
	const { host, pathname } = new URL(address);
	return [`POST ${pathname}/ HTTP/1.1`, `Host: ${host}`, ...json(body), "", body].join("\r\n");
}
