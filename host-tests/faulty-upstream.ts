import { once } from "node:events";
import { createServer, type Socket } from "node:net";

/** What happens to a reply on its way: an error with this status, or a network that breaks. */
export type Fault =
	| { readonly kind: "status"; readonly status: number; readonly fields?: readonly string[] }
	| { readonly kind: "dropped" | "cut" | "silent" };

/** A server between an agent and its scripted model. */
export type FaultyUpstream = {
	readonly url: string;
	/** How many replies were asked for. */
	readonly replies: () => number;
	/** Resolves when an agent asks for its first reply. */
	readonly asked: Promise<void>;
	/** Resolves when an agent waits for a reply that never comes. */
	readonly waiting: Promise<void>;
	/** Resolves when such an agent has gone away. */
	readonly left: Promise<void>;
	/** Breaks all connections and takes no more, as a network that is gone. */
	readonly die: () => Promise<void>;
};

/** Passes everything on to a model, but for the replies whose numbers, from 1 on, have a fault. */
export async function startFaultyUpstream(
	model: string,
	faultOf: (reply: number) => Fault | undefined,
): Promise<FaultyUpstream> {
	let replies = 0;
	const asked = Promise.withResolvers<void>();
	const waiting = Promise.withResolvers<void>();
	const left = Promise.withResolvers<void>();
	const sockets = new Set<Socket>();

	async function serve(socket: Socket): Promise<void> {
		const request = await readRequest(socket);
		if (!request) return;
		const isReply = isForReply(request);
		if (isReply) asked.resolve();
		const fault = isReply ? faultOf(++replies) : undefined;
		if (fault?.kind === "dropped") socket.resetAndDestroy();
		else if (fault?.kind === "status") socket.end(errorOf(fault));
		else if (fault?.kind === "silent") {
			waiting.resolve();
			socket.once("close", () => left.resolve());
		} else answer(socket, await ask(model, request), fault?.kind === "cut");
	}

	const server = createServer((socket) => {
		sockets.add(socket.on("error", () => {}));
		socket.once("close", () => sockets.delete(socket));
		serve(socket).catch(() => socket.destroy());
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const address = server.address();
	const port = typeof address === "object" && address ? address.port : 0;
	const die = async (): Promise<void> => {
		server.close();
		for (const socket of sockets) socket.resetAndDestroy();
	};
	return {
		...{ url: `http://127.0.0.1:${port}`, replies: () => replies },
		...{ asked: asked.promise, waiting: waiting.promise, left: left.promise, die },
	};
}

type RawRequest = { readonly method: string; readonly path: string; readonly headers: Headers; readonly body: Buffer };

/** Reads one request; undefined if the agent goes away first. Agents say how long their bodies are. */
async function readRequest(socket: Socket): Promise<RawRequest | undefined> {
	let bytes = Buffer.alloc(0);
	for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
		bytes = Buffer.concat([bytes, chunk]);
		const end = bytes.indexOf("\r\n\r\n");
		if (end < 0) continue;
		const [line = "", ...fields] = bytes.subarray(0, end).toString("latin1").split("\r\n");
		const headers = new Headers(fields.map((field): [string, string] => [fieldName(field), fieldValue(field)]));
		const body = bytes.subarray(end + 4);
		if (body.length < Number(headers.get("content-length") ?? 0)) continue;
		const [method = "", path = ""] = line.split(" ");
		return { method, path, headers, body };
	}
	return undefined;
}

const fieldName = (field: string): string => field.slice(0, field.indexOf(":"));
const fieldValue = (field: string): string => field.slice(field.indexOf(":") + 1).trim();

function isForReply({ method, path }: RawRequest): boolean {
	return method === "POST" && REPLY.test(path) && !/count_?tokens/i.test(path);
}

const REPLY = /\/(?:messages|responses|chat\/completions)(?:\?|$)|generateContent/i;

function errorOf({ status, fields = [] }: Extract<Fault, { kind: "status" }>): string {
	const body = JSON.stringify({ type: "error", error: { type: "api_error", code: status, message: "A fault." } });
	const head = [`HTTP/1.1 ${status} Fault`, "Content-Type: application/json", ...fields, "Connection: close"];
	return [...head, `Content-Length: ${body.length}`, "", body].join("\r\n");
}

type Answer = { readonly status: number; readonly type: string; readonly body: Buffer };

async function ask(model: string, { method, path, headers, body }: RawRequest): Promise<Answer> {
	for (const name of ["host", "connection", "content-length", "accept-encoding"]) headers.delete(name);
	const init = { method, headers, ...(body.length > 0 && { body: new Uint8Array(body) }) };
	const response = await fetch(model + path, init);
	const type = response.headers.get("content-type") ?? "text/plain";
	return { status: response.status, type, body: Buffer.from(await response.arrayBuffer()) };
}

function answer(socket: Socket, { status, type, body }: Answer, isCut: boolean): void {
	const part = isCut ? body.subarray(0, body.length / 2) : body;
	socket.write(`HTTP/1.1 ${status} Status\r\nContent-Type: ${type}\r\nTransfer-Encoding: chunked\r\n`);
	socket.write("Connection: close\r\n\r\n");
	if (part.length > 0) socket.write(Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, CRLF]));
	if (!isCut) socket.end("0\r\n\r\n");
	// What was written must arrive before the connection breaks.
	else setTimeout(() => socket.resetAndDestroy(), 50);
}

const CRLF = Buffer.from("\r\n");
