import { appendFileSync, chmodSync } from "node:fs";
import type { ClientRequest, IncomingMessage } from "node:http";
import { systemCode } from "../wire/system-error.ts";
import { LARGEST_BODY, type RequestBody, type RequestHead } from "./body.ts";
import { changed, pairsOf, type RawHeaders } from "./headers.ts";

/** Begins to record a request: what it returns writes the messages that belong to it. */
export type Recorder = () => (message: RecordedMessage) => void;

/** A request, its answer, or why there was none. A body that was not read, or is too large to be kept, is missing. */
type RecordedMessage =
	| {
			readonly kind: "request";
			readonly method: string;
			readonly path: string;
			readonly headers: RawHeaders;
			readonly body: Uint8Array | undefined;
			/** What was sent in its place, if that is not the same. */
			readonly sent: Uint8Array | undefined;
	  }
	| {
			readonly kind: "answer";
			readonly status: number;
			readonly headers: RawHeaders;
			readonly body: Uint8Array | undefined;
			readonly isComplete: boolean;
	  }
	| { readonly kind: "failure"; readonly error: string };

/**
 * A recorder that appends to a file, one line of JSON for each message, without what could open an account. Throws if the
 * file cannot be written.
 */
export function newRecorder(file: string): Recorder {
	appendFileSync(file, "", { mode: 0o600 });
	// A file that was there may be open to others.
	chmodSync(file, 0o600);
	let requests = 0;
	return () => {
		requests += 1;
		const request = requests;
		return (message) => {
			try {
				appendFileSync(file, `${JSON.stringify({ time: Date.now(), request, ...printable(message) })}\n`);
			} catch {
				// A full disk must not disturb the agent.
			}
		};
	};
}

/** Records a request that goes out, with the fields that the agent sent, and what comes back. */
export function recordExchange(
	recorder: Recorder,
	{ head, fields, body }: { readonly head: RequestHead; readonly fields: RawHeaders; readonly body: RequestBody },
	onward: ClientRequest,
): void {
	const write = recorder();
	const { method, path } = head;
	const received = body.kind === "whole" ? body.received : undefined;
	const sent = body.kind === "whole" && body.sent !== received ? body.sent : undefined;
	write({ kind: "request", method, path, headers: fields, body: received, sent });
	onward.once("error", (error) => write({ kind: "failure", error: systemCode(error) ?? error.message }));
	onward.once("response", (answer: IncomingMessage) => {
		const { statusCode: status = 0, rawHeaders: headers } = answer;
		const chunks: Buffer[] = [];
		let length = 0;
		answer.on("data", (chunk: Buffer) => {
			length += chunk.length;
			if (length <= LARGEST_BODY) chunks.push(chunk);
			else chunks.length = 0;
		});
		answer.once("close", () => {
			const body = length <= LARGEST_BODY ? Buffer.concat(chunks) : undefined;
			write({ kind: "answer", status, headers, body, isComplete: answer.complete });
		});
	});
}

function printable(message: RecordedMessage): object {
	if (message.kind === "failure") return message;
	const headers = pairsOf(
		changed(message.headers, (name, value) => (SECRET.test(name) ? LEFT_OUT : withoutKeys(value))),
	);
	const body = textOf(message.body);
	if (message.kind === "answer") return { ...message, headers, body };
	return { ...message, path: withoutKeys(message.path), headers, body, sent: textOf(message.sent) };
}

/** Names of fields and parameters that hold a key: x-api-key, set-cookie, access_token, X-Amz-Signature. */
const SECRET = /(^|[-_])(\w*(key|token|secret|password|cookie|credentials?)|auth\w*|jwt|sig(nature)?)($|[-_])/i;
const LEFT_OUT = "(left out)";

/** A path or an address, without the values of parameters that hold a key. */
function withoutKeys(text: string): string {
	return text.replace(/([?&;])([^=&;#\s]*)=([^&;#\s]*)/g, (all, mark: string, name: string) =>
		SECRET.test(name) ? `${mark}${name}=${LEFT_OUT}` : all,
	);
}

/** Bytes that are no text in UTF-8, such as compressed ones, are written in base64. */
function textOf(bytes: Uint8Array | undefined): string | { readonly base64: string } | undefined {
	if (!bytes) return undefined;
	try {
		return UTF8.decode(bytes);
	} catch {
		return { base64: Buffer.from(bytes).toString("base64") };
	}
}

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
