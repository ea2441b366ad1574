import {
	type Agent,
	type ClientRequest,
	type IncomingMessage,
	request as openRequest,
	type ServerResponse,
} from "node:http";
import { isAwaited, type RequestBody, type RequestHead, type Rewriting, takeBody } from "./body.ts";
import { changed, pairsOf, passedOn } from "./headers.ts";
import type { ConnectionPair } from "./pair.ts";
import { type Recorder, recordExchange } from "./record.ts";

/** Where requests go, and what happens to them on the way. */
export type GatewayRoute = Rewriting & { readonly upstream: URL; readonly recorder: Recorder | undefined };

/** A request of the agent, with the path that it has at the upstream, and the response to it. */
export type AgentRequest = {
	readonly request: IncomingMessage;
	readonly response: ServerResponse;
	readonly path: string;
	readonly label: string | undefined;
};

/** Sends a request to the upstream, once, and its answer back. If that fails, the agent's connection breaks off. */
export async function forward(asked: AgentRequest, pair: ConnectionPair, route: GatewayRoute): Promise<void> {
	const { request, response, path, label } = asked;
	const head = { method: request.method ?? "", path, label, headers: request.headers };
	const turn = pair.enter(response);
	const body = await takeBody(request, response, head, route);
	await turn;
	// The agent may be gone, and then its request must not be sent (and paid for) any more.
	if (request.socket.destroyed) return;
	const onward = openOnward(request, head, body, pair.agent, route.upstream);
	// When the agent has left, nothing more can be written.
	response.on("error", () => {});
	if (route.recorder) recordExchange(route.recorder, { head, fields: request.rawHeaders, body }, onward);
	passBack(onward, asked);
	send(request, body, onward);
}

function openOnward(
	request: IncomingMessage,
	head: RequestHead,
	body: RequestBody,
	agent: Agent,
	upstream: URL,
): ClientRequest {
	const isWhole = body.kind === "whole";
	const headers = changed(passedOn(request.rawHeaders, { chunked: true }), (name, value) => {
		if (name === "host") return upstream.host;
		if (name === "content-length" && isWhole) return String(body.sent.length);
		// The agent has been told to continue.
		return name === "expect" && isWhole && isAwaited(head) ? undefined : value;
	});
	const { method, path } = head;
	const isFramed = "content-length" in head.headers || "transfer-encoding" in head.headers;
	// Node would send an empty body in chunks.
	if (!isFramed && !BODILESS.has(method)) headers.push("Content-Length", "0");
	return openRequest({ agent, method, path, headers, maxHeaderSize: LONGEST_HEAD });
}

const BODILESS: ReadonlySet<string> = new Set(["GET", "HEAD", "DELETE", "OPTIONS", "TRACE"]);

/** Longer heads than Node takes by default: how long they may be is for both ends to say. */
export const LONGEST_HEAD: number = 1024 * 1024;

/** Sends the body: the bytes that we have, or, as fast as the upstream takes them, those that come. */
function send(request: IncomingMessage, body: RequestBody, onward: ClientRequest): void {
	const passTrailers = (): void => onward.addTrailers(pairsOf(request.rawTrailers));
	if (body.kind === "whole") {
		passTrailers();
		onward.end(body.sent);
		return;
	}
	onward.flushHeaders();
	for (const chunk of body.begun) onward.write(chunk);
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
		try {
			passAnswer(begun, response, request.httpVersion);
		} catch {
			// Node reads some heads that it does not write, such as one with status 099.
			hangUp(response, true);
			onward.destroy();
		}
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
	if (isAbrupt) socket?.write("", () => socket.resetAndDestroy());
	else socket?.destroySoon();
}
