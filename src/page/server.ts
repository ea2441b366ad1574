import type { IncomingMessage, ServerResponse } from "node:http";
import { isEqualSecret } from "../wire/is-equal-secret.ts";
import { contentPolicy, documentOf } from "./document.ts";
import type { LivePage } from "./live-page.ts";

/** What a server serves: live data, in a document of this style and script, to clients that have the token. */
type PageService = {
	readonly live: LivePage;
	readonly style: string;
	readonly script: string;
	readonly token: string;
};

/** A server on this machine and for it only; `address` is what to open. */
export type PageServer = { readonly address: string; readonly close: () => Promise<void> };

/** Serves a page on a free port. */
export async function servePage(served: PageService): Promise<PageServer> {
	// It takes longer to load than many a command takes in all.
	const { createServer } = await import("node:http");
	const server = createServer((request, response) => {
		replyTo(request, served, port()).then(
			(reply) => send(response, reply),
			() => send(response, { status: 500, body: "internal error in ibid" }),
		);
	});
	const port = (): number => {
		const address = server.address();
		return typeof address === "object" && address ? address.port : 0;
	};
	const close = (): Promise<void> =>
		new Promise((resolve) => {
			server.close(() => resolve());
			// Browsers keep connections open for later requests.
			server.closeAllConnections();
		});
	return await new Promise((resolve, reject) => {
		server.once("error", reject);
		server.listen(0, "127.0.0.1", () => {
			resolve({ address: `http://127.0.0.1:${port()}/?token=${served.token}`, close });
		});
	});
}

type HttpReply = {
	readonly status: number;
	readonly body?: string;
	readonly headers?: Readonly<Record<string, string>>;
};

async function replyTo(request: IncomingMessage, served: PageService, port: number): Promise<HttpReply> {
	const { method, headers, url = "/" } = request;
	// Another host name that resolves here would make a stranger's page same-origin with ours.
	const isOurs = headers.host === `127.0.0.1:${port}` || headers.host === `localhost:${port}`;
	if (!isOurs || !URL.canParse(url, BASE_URL)) return FORBIDDEN;
	const asked = new URL(url, BASE_URL);
	if (!isEqualSecret(asked.searchParams.get("token") ?? "", served.token)) return FORBIDDEN;
	if (method !== "GET") return { status: 405, body: "only GET", headers: { allow: "GET" } };
	switch (asked.pathname) {
		case "/":
			return await documentReply(served);
		case "/data":
			return await dataReply(served, headers["if-none-match"]);
		case "/answer":
			return await answerReply(served, asked.searchParams.get("id") ?? "");
		default:
			return NOT_FOUND;
	}
}

const BASE_URL = "http://localhost";
const FORBIDDEN: HttpReply = {
	status: 403,
	body: "Use the address that ibid page --live printed, with its token.",
};
const NOT_FOUND: HttpReply = { status: 404, body: "not found" };

async function documentReply({ live, style, script }: PageService): Promise<HttpReply> {
	const { data } = await live.edition();
	const policy = `${contentPolicy(style, script, true)}; frame-ancestors 'none'`;
	const headers = { "content-type": "text/html; charset=utf-8", "content-security-policy": policy };
	return { status: 200, body: documentOf({ style, script, data, isLive: true }), headers };
}

async function dataReply({ live }: PageService, known: string | undefined): Promise<HttpReply> {
	const { data, name } = await live.edition();
	const etag = `"${name}"`;
	if (known === etag) return { status: 304, headers: { etag } };
	return { status: 200, body: data, headers: { etag, ...JSON_TYPE } };
}

async function answerReply({ live }: PageService, id: string): Promise<HttpReply> {
	const text = await live.answer(id);
	return text ? { status: 200, body: JSON.stringify(text), headers: JSON_TYPE } : NOT_FOUND;
}

const JSON_TYPE = { "content-type": "application/json; charset=utf-8" };

function send(response: ServerResponse, { status, body, headers }: HttpReply): void {
	response.writeHead(status, { "content-type": "text/plain; charset=utf-8", ...CAREFUL, ...headers });
	response.end(body);
}

/** The page is not cached, sniffed, passed on as a referrer, or framed by another page. */
const CAREFUL = {
	"cache-control": "no-store",
	"x-content-type-options": "nosniff",
	"referrer-policy": "no-referrer",
	"cross-origin-resource-policy": "same-origin",
	"x-frame-options": "DENY",
};
