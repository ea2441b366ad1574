import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:https";
import { connect, createServer as createPlainServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer as createSecureServer } from "node:tls";
import { hearUntil, json, type Scenes, type Stage, talk } from "./gateway-fixture.ts";

const NAME = "api.model.example";
const CLOSE = "Connection: close";
const REACHED = /\r\n\r\nreached \/v1\/messages$/;

/** How a gateway reaches an upstream on other machines. */
export const outgoing: Scenes = {
	"trusts a certificate that it is given, and one that the environment names": async (stage) => {
		await withCertificates(async (certificates) => {
			const { port } = await secureUpstream(stage, certificates);
			const given = [
				{ trusted: [certificates.authority] },
				{ env: { NODE_EXTRA_CA_CERTS: certificates.authorityFile } },
			];
			for (const options of given) {
				const gateway = await stage.gateway(`https://127.0.0.1:${port}/v1`, options);
				assert.match((await talk(stage, gateway.url, "POST", "/messages", [...json("{}"), CLOSE], "{}")).text, REACHED);
			}
		});
	},

	"sends nothing to a server whose certificate it cannot verify": async (stage) => {
		await withCertificates(async (certificates) => {
			const upstream = await secureUpstream(stage, certificates);
			const unknown = await stage.gateway(`https://127.0.0.1:${upstream.port}`);
			const otherName = await stage.gateway(`https://localhost:${upstream.port}`, {
				trusted: [certificates.authority],
			});
			process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
			try {
				for (const gateway of [unknown, otherName]) {
					assert.deepEqual(await talk(stage, gateway.url, "GET", "/", [CLOSE]), { text: "", end: "reset" });
				}
			} finally {
				delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
			}
			assert.equal(upstream.requests(), 0);
		});
	},

	"goes through the user's proxy with the user's name and password": async (stage) => {
		await withCertificates(async (certificates) => {
			const { port } = await secureUpstream(stage, certificates);
			const asked: string[] = [];
			const proxy = await stage.listen(createPlainServer((socket) => void tunnelTo(port, socket, asked)));
			const gateway = await stage.gateway(`https://${NAME}/v1`, {
				trusted: [certificates.authority],
				env: { HTTPS_PROXY: `http://me%40work:p%3Aw@127.0.0.1:${proxy}`, NO_PROXY: "other.example,10.0.0.0" },
			});
			assert.match((await talk(stage, gateway.url, "POST", "/messages", [...json("{}"), CLOSE], "{}")).text, REACHED);
			const credentials = Buffer.from("me@work:p:w").toString("base64");
			const fields = [`Host: ${NAME}:443`, `Proxy-Authorization: Basic ${credentials}`];
			assert.deepEqual(asked, [[`CONNECT ${NAME}:443 HTTP/1.1`, ...fields, "", ""].join("\r\n")]);
		});
	},

	"goes through a proxy that speaks TLS itself": async (stage) => {
		await withCertificates(async (certificates) => {
			const { port } = await secureUpstream(stage, certificates);
			const asked: string[] = [];
			const server = createSecureServer(certificates, (socket) => void tunnelTo(port, socket, asked));
			const proxy = await stage.listen(server);
			const gateway = await stage.gateway(`https://${NAME}/v1`, {
				trusted: [certificates.authority],
				env: { https_proxy: `https://127.0.0.1:${proxy}` },
			});
			assert.match((await talk(stage, gateway.url, "GET", "/messages", [CLOSE])).text, REACHED);
			assert.equal(asked.length, 1);
		});
	},

	"sends nothing through a proxy that refuses or closes": async (stage) => {
		for (const answer of ["HTTP/1.1 407 Proxy Authentication Required\r\n\r\n", "HTTP/1.1 200", ""]) {
			let heard = "";
			const proxy = await stage.serve((socket) => {
				socket.on("data", (chunk) => {
					heard += chunk.toString("latin1");
				});
				socket.once("data", () => (answer.endsWith("\n") ? socket.write(answer) : socket.end(answer)));
			});
			const gateway = await stage.gateway(`https://${NAME}`, { env: { HTTPS_PROXY: proxy } });
			assert.deepEqual(await talk(stage, gateway.url, "GET", "/", [CLOSE]), { text: "", end: "reset" });
			assert.equal(heard, `CONNECT ${NAME}:443 HTTP/1.1\r\nHost: ${NAME}:443\r\n\r\n`);
		}
	},

	"asks no proxy for an upstream on this machine": async (stage) => {
		const upstream = await stage.serveHttp((_, response) => response.end("reached"));
		const gateway = await stage.gateway(upstream, {
			env: { HTTPS_PROXY: "http://127.0.0.1:1", HTTP_PROXY: "http://127.0.0.1:1" },
		});
		assert.match((await talk(stage, gateway.url, "GET", "/", [CLOSE])).text, /reached/);
	},
};

type Certificates = { key: string; cert: string; authority: string; authorityFile: string };

/** An authority of its own for this scene, and a server's certificate that it has signed. */
async function withCertificates(scene: (certificates: Certificates) => Promise<void>): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), "ibid-gateway-"));
	const openssl = (...args: string[]): void => {
		const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
		execFileSync("openssl", ["req", "-x509", ...key, ...args], { cwd: folder, stdio: "ignore" });
	};
	const read = (name: string): string => readFileSync(join(folder, name), "utf8");
	try {
		openssl("-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=an authority for one test");
		const names = `subjectAltName=DNS:${NAME},IP:127.0.0.1`;
		const signed = ["-CA", "ca.pem", "-CAkey", "ca.key", "-addext", names, "-addext", "basicConstraints=CA:FALSE"];
		openssl("-keyout", "key.pem", "-out", "cert.pem", "-subj", `/CN=${NAME}`, ...signed);
		const authorityFile = join(folder, "ca.pem");
		await scene({ key: read("key.pem"), cert: read("cert.pem"), authority: read("ca.pem"), authorityFile });
	} finally {
		rmSync(folder, { recursive: true });
	}
}

async function secureUpstream(
	stage: Stage,
	{ key, cert }: Certificates,
): Promise<{ port: number; requests: () => number }> {
	let requests = 0;
	const server = createServer({ key, cert }, (request, response) => {
		requests += 1;
		response.end(`reached ${request.url}`);
	});
	return { port: await stage.listen(server), requests: () => requests };
}

/** What a proxy does: reads what it is asked, opens a connection, and passes everything on. */
async function tunnelTo(port: number, socket: Socket, asked: string[]): Promise<void> {
	asked.push(await hearUntil(socket, "\r\n\r\n"));
	const onward = connect(port, "127.0.0.1", () => {
		socket.write("HTTP/1.1 200 Connection Established\r\nVia: a\r\n\r\n");
		socket.pipe(onward).pipe(socket);
	});
	onward.on("error", () => socket.destroy());
}
