import assert from "node:assert/strict";
import { request as ask } from "node:http";
import type { Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import type { Rewrite } from "../src/gateway/body.ts";
import { hear, hearUntil, json, requestText, type Scenes, sendText, talk, until } from "./gateway-fixture.ts";

const CLOSE = "Connection: close";

/** How a gateway uses connections, and whom it lets in. */
export const connections: Scenes = {
	"requests on one connection go out on one connection, those on others on others": async (stage) => {
		let opened = 0;
		const upstream = await stage.serve((socket) => {
			opened += 1;
			const number = opened;
			socket.on("data", () => socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n${number}`));
		});
		const gateway = await stage.gateway(upstream);
		for (const number of [1, 2]) {
			const client = stage.connect(gateway.url);
			for (let round = 0; round < 3; round++) {
				client.write(requestText(gateway.url, "POST", "/", json("{}"), "{}"));
				await hearUntil(client, `\r\n\r\n${number}`);
			}
		}
	},

	"a connection that the upstream closes when it is idle is closed, and the other way round": async (stage) => {
		const sockets: Socket[] = [];
		const upstream = await stage.serve((socket) => {
			sockets.push(socket);
			socket.on("data", () => socket.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"));
		});
		const gateway = await stage.gateway(upstream);
		const first = sendText(stage, gateway.url, "GET", "/", []);
		await hearUntil(first, "ok");
		sockets[0]?.end();
		assert.deepEqual(await hear(first), { text: "", end: "closed" });
		const second = sendText(stage, gateway.url, "GET", "/", []);
		await hearUntil(second, "ok");
		second.end();
		await until(() => sockets[1]?.destroyed === true, "the upstream's connection is closed");
	},

	"requests that are sent without waiting are answered in order": async (stage) => {
		const sockets = new Set<Socket>();
		const upstream = await stage.serveHttp((request, response) => {
			sockets.add(request.socket);
			setTimeout(() => response.end(`answer ${request.url}.`), request.url === "/1" ? 50 : 0);
		});
		const gateway = await stage.gateway(upstream);
		const paths = ["/1", "/2", "/3", "/4", "/5", "/6", "/7", "/8", "/9", "/10", "/11", "/12"];
		const client = stage.connect(gateway.url);
		client.write(paths.map((path) => requestText(gateway.url, "GET", path, [])).join(""));
		const heard = await hearUntil(client, "answer /12.");
		assert.deepEqual(
			heard.match(/answer \/\d+\./g),
			paths.map((path) => `answer ${path}.`),
		);
		assert.equal(sockets.size, 1);
	},

	"the second of two such requests breaks off after the answer to the first": async (stage) => {
		const upstream = await stage.serve((socket) => {
			socket.on("data", (chunk) => {
				if (String(chunk).startsWith("GET /1 ")) socket.write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nfirst");
				else socket.destroy();
			});
		});
		const gateway = await stage.gateway(upstream);
		const client = stage.connect(gateway.url);
		client.write(["/1", "/2"].map((path) => requestText(gateway.url, "GET", path, [])).join(""));
		const { text } = await hear(client);
		assert.equal(text, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nfirst");
	},

	"200 streams at once arrive whole, each in its own answer": async (stage) => {
		const upstream = await stage.serveHttp(async (request, response) => {
			const body = await buffer(request);
			for (let part = 0; part < 20; part++) {
				response.write(`data: ${body} ${part}\n\n`);
				await new Promise((resolve) => setTimeout(resolve, 2));
			}
			response.end();
		});
		const gateway = await stage.gateway(upstream, { rewrite: (_, body) => Buffer.from(`new ${body}`) });
		const answers = Array.from({ length: 200 }, (_, number) => post(gateway.url, `"${number}"`));
		for (const [number, answer] of (await Promise.all(answers)).entries()) {
			const parts = Array.from({ length: 20 }, (_, part) => `data: new "${number}" ${part}\n\n`);
			assert.equal(answer, parts.join(""));
		}
	},

	"requests without the secret or for another host get 404 and go nowhere": async (stage) => {
		let requests = 0;
		const upstream = await stage.serveHttp((_, response) => {
			requests += 1;
			response.end("from the upstream");
		});
		const gateway = await stage.gateway(upstream);
		const { host, pathname, port } = new URL(gateway.url);
		const wrong = [
			...["/", "/v1/messages", pathname, `${pathname.slice(0, -1)}/`, `${pathname}0/`, `/x${pathname}/`].map((path) => [
				path,
				host,
			]),
			...[`//${pathname}/`, `${gateway.url}/`, `${pathname.toUpperCase()}/`].map((path) => [path, host]),
			...["localhost", `localhost:${port}`, "127.0.0.1", "127.0.0.1:1", `evil.example:${port}`, ""].map((name) => [
				`${pathname}/`,
				name,
			]),
		] as const;
		for (const [path = "", name] of wrong) {
			const client = stage.connect(gateway.url);
			client.write(`POST ${path} HTTP/1.1\r\nHost: ${name}\r\n${json("{}").join("\r\n")}\r\n\r\n{}`);
			const { text } = await hear(client);
			assert.match(text, /^HTTP\/1.1 404 Not Found\r\n/, `${path} ${name}`);
			assert.match(text, /\r\n\r\n$/);
		}
		const nameless = stage.connect(gateway.url);
		nameless.write(`GET ${pathname}/ HTTP/1.1\r\n\r\n`);
		assert.match((await hear(nameless)).text, /^HTTP\/1.1 40[04] /);
		assert.equal(requests, 0);
		assert.match((await talk(stage, gateway.url, "GET", "/", [CLOSE])).text, /from the upstream/);
	},

	"what stands behind the secret is told to the rewrite and to nobody else": async (stage) => {
		const told: (string | undefined)[] = [];
		const upstream = await stage.serveHttp(({ url }, response) => void response.end(`path ${url}.`));
		const rewrite: Rewrite = ({ label, path }, body) => {
			told.push(label, path);
			return body;
		};
		const gateway = await stage.gateway(`${upstream}/base`, { rewrite });
		for (const label of ["", "~", "~a@b.c", "~~"]) {
			const fields = [...json("{}"), CLOSE];
			const { text } = await talk(stage, gateway.url + label, "POST", "/v1?~x", fields, "{}");
			assert.match(text, /path \/base\/v1\?~x\./, label);
		}
		const path = "/base/v1?~x";
		assert.deepEqual(told, [undefined, path, "", path, "a@b.c", path, "~", path]);
	},

	"has another secret each time, of 128 bits": async (stage) => {
		const gateways = await Promise.all([1, 2, 3].map(() => stage.gateway("http://127.0.0.1:1")));
		const secrets = gateways.map(({ url }) => /^http:\/\/127\.0\.0\.1:\d+\/([0-9a-f]{32})$/.exec(url)?.[1]);
		assert.equal(new Set(secrets).size, 3);
		assert.ok(!secrets.includes(undefined));
	},

	"a WebSocket is refused at once with 426, or asked for as an ordinary request": async (stage) => {
		const heard: string[] = [];
		const upstream = await stage.serve((socket) => {
			socket.once("data", (chunk) => {
				heard.push(String(chunk));
				socket.end("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
			});
		});
		const fields = ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: a"];
		const refusing = await stage.gateway(upstream);
		const refused = await talk(stage, refusing.url, "GET", "/responses", fields);
		assert.match(refused.text, /^HTTP\/1.1 426 Upgrade Required\r\n/);
		assert.deepEqual(heard, []);
		const ignoring = await stage.gateway(upstream, { webSocket: "ignore" });
		const passed = await talk(stage, ignoring.url, "GET", "/responses", fields);
		assert.match(passed.text, /^HTTP\/1.1 400 Bad Request\r\n/);
		assert.match(heard[0] ?? "", /^GET \/responses HTTP/);
		assert.doesNotMatch(heard[0] ?? "", /Upgrade/i);
	},

	"other protocols that a request offers are ignored": async (stage) => {
		const upstream = await stage.serveHttp((request, response) => response.end(`upgrade ${request.headers.upgrade}.`));
		const gateway = await stage.gateway(upstream);
		const fields = ["Connection: Upgrade, HTTP2-Settings, close", "Upgrade: h2c", "HTTP2-Settings: a"];
		assert.match((await talk(stage, gateway.url, "GET", "/", fields)).text, /upgrade undefined\./);
	},

	"goes only to https, or to this machine": async (stage) => {
		for (const upstream of [
			"http://example.com",
			"ftp://127.0.0.1",
			"127.0.0.1:80",
			"http://127.0.0.1.example.com",
			"",
		]) {
			await assert.rejects(stage.gateway(upstream), /https/, upstream);
		}
		for (const upstream of ["https://a:b@example.com", "https://example.com/?a=b", "https://example.com/#a"]) {
			await assert.rejects(stage.gateway(upstream), /no user name/, upstream);
		}
		for (const upstream of [
			"http://127.0.0.1:1",
			"http://127.8.8.8",
			"http://localhost:1",
			"http://[::1]:1",
			"https://example.com",
		]) {
			await stage.gateway(upstream);
		}
	},
};

/** Posts JSON, and returns the answer. */
function post(address: string, body: string): Promise<string> {
	return new Promise((resolve, reject) => {
		const headers = { "content-type": "application/json" };
		const sent = ask(`${address}/`, { method: "POST", agent: false, headers }, (answer) => {
			buffer(answer).then((bytes) => resolve(String(bytes)), reject);
		});
		sent.on("error", reject).end(body);
	});
}
