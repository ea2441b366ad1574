import { once } from "node:events";
import { createServer as createHttpServer, type RequestListener } from "node:http";
import { connect, createServer, type Server, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { Rewrite } from "../src/gateway/body.ts";
import { type Gateway, type GatewayOptions, newGateway } from "../src/gateway/server.ts";

/** What a gateway must do, as sentences and the programs that show it: they run under Bun and under Node. */
export type Scenes = Readonly<Record<string, (stage: Stage) => Promise<void>>>;

/** What a scene sets up, which ends with it. */
export type Stage = {
	/** A server that gets each connection as a socket; returns its address. */
	readonly serve: (onConnection: (socket: Socket) => void) => Promise<string>;
	/** A server of Node's; returns its address. */
	readonly serveHttp: (listener: RequestListener) => Promise<string>;
	/** A server that is made already. */
	readonly listen: (server: Server) => Promise<number>;
	/** A gateway to an upstream, which changes nothing unless the scene says so. */
	readonly gateway: (upstream: string, options?: Partial<GatewayOptions>) => Promise<Gateway>;
	/** A connection to the server of an address. */
	readonly connect: (address: string) => Socket;
};

export const unchanged: Rewrite = (_, body) => body;

/** Runs a scene and ends all that it has set up. */
export async function play(scene: (stage: Stage) => Promise<void>): Promise<void> {
	const ends: (() => unknown)[] = [];
	const listen = async (server: Server): Promise<number> => {
		const sockets = new Set<Socket>();
		server.on("connection", (socket: Socket) => sockets.add(socket.on("error", () => {})));
		server.listen(0, "127.0.0.1");
		await once(server, "listening");
		ends.push(() => {
			for (const socket of sockets) socket.destroy();
			server.close();
		});
		const address = server.address();
		return typeof address === "object" && address ? address.port : 0;
	};
	const stage: Stage = {
		listen,
		serve: async (onConnection) => `http://127.0.0.1:${await listen(createServer(onConnection))}`,
		serveHttp: async (listener) => `http://127.0.0.1:${await listen(createHttpServer(listener))}`,
		gateway: async (upstream, options) => {
			const made = await newGateway({ upstream, rewrite: unchanged, env: {}, ...options });
			ends.push(made.close);
			return made;
		},
		connect: (address) => {
			const { hostname, port } = new URL(address);
			const socket = connect(Number(port), hostname).on("error", () => {});
			ends.push(() => socket.destroy());
			return socket;
		},
	};
	try {
		await scene(stage);
	} finally {
		for (const end of ends.reverse()) await end();
	}
}

/** What a connection brought until it ended, and how it ended. */
export type Heard = { readonly text: string; readonly end: "closed" | "reset" };

/** Everything that a connection brings, one character for each byte. */
export async function hear(socket: Socket): Promise<Heard> {
	let text = "";
	socket.on("data", (chunk: Buffer) => {
		text += chunk.toString("latin1");
	});
	// Not with once(), which throws if the connection is reset.
	await new Promise((resolve) => socket.once("close", resolve));
	return { text, end: socket.errored ? "reset" : "closed" };
}

/** Waits until a connection has brought this text, and returns everything that it brought until then. */
export async function hearUntil(socket: Socket, wanted: string): Promise<string> {
	let text = "";
	for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
		text += chunk.toString("latin1");
		if (text.includes(wanted)) return text;
	}
	throw new Error(`The connection ended before ${JSON.stringify(wanted)} with ${JSON.stringify(text)}`);
}

/** The fields of a JSON body. */
export function json(body: string): string[] {
	return ["Content-Type: application/json", `Content-Length: ${Buffer.byteLength(body)}`];
}

/** Sends one request as text, and returns everything that comes back until the connection ends. */
export async function talk(stage: Stage, address: string, ...words: RequestWords): Promise<Heard> {
	return await hear(sendText(stage, address, ...words));
}

/** Sends one request as text: with the path of the address, its host, and what the scene says. */
export function sendText(stage: Stage, address: string, ...words: RequestWords): Socket {
	const socket = stage.connect(address);
	socket.write(requestText(address, ...words), "latin1");
	return socket;
}

/** A request as it is sent. */
export function requestText(address: string, ...[method, path, fields, body = ""]: RequestWords): string {
	const { host, pathname } = new URL(address);
	const line = `${method} ${pathname.replace(/\/$/, "")}${path} HTTP/1.1`;
	return [line, `Host: ${host}`, ...fields, "", body].join("\r\n");
}

/** Method, path, fields and body. */
export type RequestWords = [method: string, path: string, fields: string[], body?: string];

/** Waits for something that happens in another place. */
export async function until(condition: () => boolean, what: string): Promise<void> {
	for (let rounds = 0; rounds < 1000; rounds++) {
		if (condition()) return;
		await wait(5);
	}
	throw new Error(`It never came to this: ${what}`);
}
