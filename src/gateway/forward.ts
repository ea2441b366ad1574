import { type ClientRequest, type IncomingMessage, request as openRequest, type ServerResponse } from "node:http";
import { isReadable, type RequestBody, type RequestHead, type Rewrite, readBody, rewritten } from "./body.ts";
import { changed, pairsOf, passedOn } from "./headers.ts";
import type { ConnectionPair } from "./pair.ts";
import { type Recorder, recordExchange } from "./record.ts";

/** Where requests go, and what happens to them on the way. */
export type Route = {
	readonly upstream: URL;
	readonly rewrite: Rewrite;
	/** How many milliseconds a rewrite may take. */
	readonly patience: number;
	readonly recorder: Recorder | undefined;
};

/** A request of the agent, with the path that it has at the upstream, and the response to it. */
export type AgentRequest = {
	readonly request: IncomingMessage;
	readonly response: ServerResponse;
	readonly path: string;
};

/** Sends a request to the upstream, once, and its answer back. If that fails, the agent's connection breaks off. */
export async function forward(asked: AgentRequest, pair: ConnectionPair, route: Route): Promise<void> {
	const { request, response, path } = asked;
	const head = { method: request.method ?? "", path, headers: request.headers };
	const body = await bodyOf(asked, head);
	const received = body.kind === "whole" ? body.bytes : undefined;
	const sent = received && (await rewritten(route.rewrite, head, received, route.patience));
	// The agent may be gone, and then its request must not be sent (and paid for) any more.
	if (request.socket.destroyed) return;
	const onward = openOnward(request, head, sent, pair, route);
	pair.open.add(onward);
	response.once("close", () => {
		pair.open.delete(onward);
		pair.settle();
	});
	if (route.recorder) {
		const { method, path } = head;
		const changed = sent === received ? undefined : sent;
		const recorded = {
			kind: "request",
			method,
			path,
			headers: request.rawHeaders,
			body: received,
			sent: changed,
		} as const;
		recordExchange(route.recorder, recorded, onward);
	}
	passBack(onward, asked);
	send(request, body, sent, onward);
}

async function bodyOf({ request, response }: AgentRequest, head: RequestHead): Promise<RequestBody> {
	if (!isReadable(head)) return { kind: "stream", begun: [] };
	if (isAwaited(head)) response.writeContinue();
	return await readBody(request);
}

/** Whether the agent sends the body only once it is told to continue. */
function isAwaited({ headers }: RequestHead): boolean {
	return /^100-continue$/i.test(headers.expect ?? "");
}

function openOnward(
	request: IncomingMessage,
	head: RequestHead,
	sent: Uint8Array | undefined,
	{ agent }: ConnectionPair,
	{ upstream }: Route,
): ClientRequest {
	const headers = changed(passedOn(request.rawHeaders, { chunked: true }), (name, value) => {
		if (name === "host") return upstream.host;
		if (sent && name === "content-length") return String(sent.length);
		// We told the agent to continue.
		return sent && name === "expect" && isAwaited(head) ? undefined : value;
	});
	const isFramed = "content-length" in head.headers || "transfer-encoding" in head.headers;
	// Node would send an empty body in chunks.
	if (!isFramed && !BODILESS.has(head.method)) headers.push("Content-Length", "0");
	const { method, path } = head;
	return openRequest({ agent, method, path, headers, maxHeaderSize: LONGEST_HEAD });
}

const BODILESS: ReadonlySet<string> = new Set(["GET", "HEAD", "DELETE", "OPTIONS", "TRACE"]);

/** Longer heads than Node takes by default: how long they may be is for both ends to say. */
export const LONGEST_HEAD: number = 1024 * 1024;

/** Sends the body: the bytes that we have, or, as fast as the upstream takes them, those that come. */
function send(request: IncomingMessage, body: RequestBody, sent: Uint8Array | undefined, onward: ClientRequest): void {
	const passTrailers = (): void => onward.addTrailers(pairsOf(request.rawTrailers));
	if (sent) {
		passTrailers();
		onward.end(sent);
		return;
	}
	onward.flushHeaders();
	if (body.kind === "stream") for (const chunk of body.begun) onward.write(chunk);
	request.once("end", passTrailers);
	request.pipe(onward);
}

/** Hands back what the upstream says, as it comes, and breaks off where the upstream breaks off. */
function passBack(onward: ClientRequest, { request, response }: AgentRequest): void {
	let answer: IncomingMessage | undefined;
	const breakOff = (isAbrupt: boolean): void => {
		if (answer?.complete) return;
		// What has come in and was not asked for yet, because the agent reads slowly.
		const rest = answer?.unpipe(response).read();
		if (rest) response.write(rest);
		hangUp(response, isAbrupt || !answer);
	};
	onward.on("information", (told) => {
		if (request.httpVersion !== "1.0") passInformation(told, response);
	});
	onward.once("response", (begun: IncomingMessage) => {
		answer = begun.on("error", () => {});
		passAnswer(begun, response, request.httpVersion);
	});
	onward.once("error", () => breakOff(true));
	onward.once("close", () => breakOff(false));
}

type Information = { readonly statusCode: number; readonly statusMessage: string; readonly rawHeaders: string[] };

/** Hands back an answer before the answer, such as 100 or 103. Node can write only some of these. */
function passInformation({ statusCode, statusMessage, rawHeaders }: Information, { socket }: ServerResponse): void {
	const fields = pairsOf(rawHeaders).map(([name, value]) => `${name}: ${value}\r\n`);
	socket?.write(`HTTP/1.1 ${statusCode} ${statusMessage}\r\n${fields.join("")}\r\n`);
}

function passAnswer(answer: IncomingMessage, response: ServerResponse, version: string): void {
	const { rawHeaders, statusCode = 502, statusMessage } = answer;
	const headers = passedOn(rawHeaders, { chunked: version !== "1.0" });
	// Node shall not add these: a body without a length ends with the connection, as it did upstream.
	response.sendDate = false;
	for (const name of ["connection", "transfer-encoding"]) response.removeHeader(name);
	response.writeHead(statusCode, statusMessage, headers);
	response.flushHeaders();
	answer.once("end", () => response.addTrailers(pairsOf(answer.rawTrailers)));
	answer.pipe(response);
}

/** Ends the agent's connection in the middle, after all that was written to it. */
export function hangUp(response: ServerResponse, isAbrupt: boolean): void {
	const { socket } = response;
	// Until the answers to earlier requests on this connection have been written.
	if (!socket) response.once("socket", () => hangUp(response, isAbrupt));
	else if (isAbrupt) socket.write("", () => socket.resetAndDestroy());
	else socket.destroySoon();
}
