import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { isEqualSecret } from "../wire/is-equal-secret.ts";
import type { Rewrite } from "./body.ts";
import { forward, hangUp, LONGEST_HEAD } from "./forward.ts";
import { isLoopback, newOutgoing } from "./outgoing.ts";
import { type ConnectionPair, pairUp } from "./pair.ts";
import type { Environment } from "./proxy.ts";
import type { Recorder } from "./record.ts";

/** Where a gateway sends requests, and what happens to them on the way. */
export type GatewayOptions = {
	/** An https address, or http on this machine. Its path is kept. */
	readonly upstream: string;
	/** Makes the body to send of the body that the agent sent. */
	readonly rewrite: Rewrite;
	/** How many milliseconds that may take before the original goes out; 5,000 if not given. */
	readonly patience?: number;
	/** Whether a WebSocket is refused with 426 at once, or what asks for it is passed on as an ordinary request. */
	readonly webSocket?: "refuse" | "ignore";
	/** The variables that name the user's own proxy and certificates; those of this process, if not given. */
	readonly env?: Environment;
	/** Certificates (PEM) to trust besides. */
	readonly trusted?: readonly string[];
	readonly recorder?: Recorder;
};

/**
 * A server on this machine only, for one agent: requests to `url` go on to the upstream. A `~` and a label may be put
 * behind `url`, which the upstream does not see.
 */
export type Gateway = { readonly url: string; readonly close: () => Promise<void> };

/**
 * Starts a gateway on a free port. It logs nothing, stores nothing, sends nothing twice, follows no redirect, and closes
 * no connection because it is idle. Throws if it cannot send to this upstream safely.
 */
export async function newGateway(options: GatewayOptions): Promise<Gateway> {
	const { rewrite, patience = 5_000, webSocket = "refuse", recorder, env = process.env, trusted = [] } = options;
	const upstream = parseUpstream(options.upstream);
	const openConnection = newOutgoing(upstream, { env, trusted });
	const route = { upstream, rewrite, patience, recorder };
	const base = upstream.pathname.replace(/\/$/, "");
	const secret = randomBytes(16).toString("hex");
	const pairs = new Map<Socket, ConnectionPair>();
	const answer = (request: IncomingMessage, response: ServerResponse): void => {
		const pair = pairs.get(request.socket);
		const asked = askedIn(request, secret);
		const isWebSocket = /^websocket$/i.test(request.headers.upgrade ?? "");
		if (!pair || !asked) refuse(response, 404);
		else if (webSocket === "refuse" && isWebSocket) refuse(response, 426);
		else {
			const { label, rest } = asked;
			forward({ request, response, label, path: base + rest }, pair, route).catch(() => hangUp(response, true));
		}
	};
	const server = createServer(LIMITS, answer);
	// Without a listener for these, Node would answer by itself.
	server.on("checkContinue", answer).on("checkExpectation", answer);
	server.on("connection", (client: Socket) => {
		pairs.set(client, pairUp(client, openConnection));
		client.once("close", () => pairs.delete(client));
	});
	const port = await listen(server);
	const close = (): Promise<void> =>
		new Promise((resolve) => {
			server.close(() => resolve());
			for (const client of pairs.keys()) client.destroy();
		});
	return { url: `http://127.0.0.1:${port}/${secret}`, close };
}

const LIMITS = {
	keepAliveTimeout: 0,
	headersTimeout: 0,
	requestTimeout: 0,
	requireHostHeader: false,
	maxHeaderSize: LONGEST_HEAD,
};

/** The address of an API as a URL. Throws if requests to it would not be safe, with a sentence that says why. */
export function parseUpstream(address: string): URL {
	const upstream = URL.canParse(address) ? new URL(address) : undefined;
	const { protocol, hostname, username, search, hash } = upstream ?? {};
	if (!upstream || !hostname || (protocol !== "https:" && protocol !== "http:"))
		throw new Error("The address of the API must begin with https:// or http://.");
	if (protocol === "http:" && !isLoopback(hostname.replace(/^\[|\]$/g, "")))
		throw new Error(`Requests to http://${hostname} could be read on the way. Use https://.`);
	if (username || search || hash)
		throw new Error("The address of the API must have no user name, no ? and no #, since paths are appended to it.");
	return upstream;
}

/**
 * What follows the secret in the path, if the request is for us, without the label that may stand directly behind the
 * secret. Another host name could be a web page's.
 */
function askedIn(
	{ url = "", headers, socket }: IncomingMessage,
	secret: string,
): { readonly label: string | undefined; readonly rest: string } | undefined {
	const [, first = "", label, rest] = /^\/([^/~]*)(?:~([^/]*))?(\/.*)$/s.exec(url) ?? [];
	const isOurs = isEqualSecret(first, secret) && headers.host === `127.0.0.1:${socket.localPort}`;
	return isOurs && rest !== undefined ? { label, rest } : undefined;
}

function refuse(response: ServerResponse, status: number): void {
	response.writeHead(status, { "content-length": 0, connection: "close" }).end();
}

function listen(server: Server): Promise<number> {
	return new Promise((resolve, reject) => {
		server.once("error", reject);
		server.listen(0, "127.0.0.1", () => {
			const address = server.address();
			resolve(typeof address === "object" && address ? address.port : 0);
		});
	});
}
