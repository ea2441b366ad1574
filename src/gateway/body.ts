import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";

/** What a rewrite may go by: the request without its body. The path is the one after the secret, with its query. */
export type RequestHead = {
	readonly method: string;
	readonly path: string;
	/** What stood behind the secret, if anything did: what the agent was told to say of itself. */
	readonly label?: string | undefined;
	readonly headers: IncomingHttpHeaders;
};

/**
 * Returns the body to send in place of this one: the same object if nothing is to be changed. It must not write into the
 * body, since that goes out if anything fails.
 */
export type Rewrite = (head: RequestHead, body: Buffer) => Uint8Array | Promise<Uint8Array>;

/** How a body is rewritten. */
export type Rewriting = {
	readonly rewrite: Rewrite;
	/** How many milliseconds it may take before the original goes out. */
	readonly patience: number;
};

/** The body of a request: all of it, with what to send for it, or what was read of one that is passed on as it comes. */
export type RequestBody =
	| { readonly kind: "whole"; readonly received: Buffer; readonly sent: Uint8Array }
	| { readonly kind: "stream"; readonly begun: readonly Buffer[] };

/** Reads and rewrites the body if a rewrite could understand it. Throws if the agent goes away before it is read. */
export async function takeBody(
	request: IncomingMessage,
	response: ServerResponse,
	head: RequestHead,
	rewriting: Rewriting,
): Promise<RequestBody> {
	if (!isReadable(head)) return { kind: "stream", begun: [] };
	if (isAwaited(head)) response.writeContinue();
	const begun: Buffer[] = [];
	let length = 0;
	for await (const chunk of request.iterator({ destroyOnReturn: false })) {
		begun.push(chunk);
		length += chunk.length;
		if (length > LARGEST_BODY) return { kind: "stream", begun };
	}
	const received = Buffer.concat(begun);
	return { kind: "whole", received, sent: await rewritten(head, received, rewriting) };
}

/** Larger bodies are not read. */
export const LARGEST_BODY: number = 32 * 1024 * 1024;

/** Whether the body is one that a rewrite could understand: JSON in UTF-8, as it is, under no signature. */
function isReadable({ method, headers }: RequestHead): boolean {
	if (method !== "POST" || !JSON_TYPE.test(headers["content-type"] ?? "")) return false;
	if (!/^(identity)?$/i.test(headers["content-encoding"] ?? "")) return false;
	if (!/^(chunked)?$/i.test(headers["transfer-encoding"] ?? "")) return false;
	if (Number(headers["content-length"] ?? 0) > LARGEST_BODY) return false;
	return !isSigned(headers);
}

const JSON_TYPE = /^application\/([\w.+-]+\+)?json\s*(;(?!.*charset=)|;.*charset="?utf-8\b|$)/i;

/** With another body, the signature of these would be wrong. */
function isSigned(headers: IncomingHttpHeaders): boolean {
	return SIGNATURES.some((name) => headers[name] !== undefined) || /^AWS4-/.test(headers.authorization ?? "");
}

const SIGNATURES = ["content-digest", "content-md5", "digest", "repr-digest", "signature", "x-amz-content-sha256"];

/** Whether the agent sends the body only once it is told to continue. */
export function isAwaited({ headers }: RequestHead): boolean {
	return /^100-continue$/i.test(headers.expect ?? "");
}

/** The body to send: the original if the rewrite fails or takes too long. */
async function rewritten(head: RequestHead, body: Buffer, { rewrite, patience }: Rewriting): Promise<Uint8Array> {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<Buffer>((resolve) => {
		timer = setTimeout(resolve, patience, body);
	});
	const other = await Promise.race([rewrittenSafely(rewrite, head, body), late]);
	clearTimeout(timer);
	return other;
}

async function rewrittenSafely(rewrite: Rewrite, head: RequestHead, body: Buffer): Promise<Uint8Array> {
	try {
		const other = await rewrite(head, body);
		return other instanceof Uint8Array ? other : body;
	} catch {
		return body;
	}
}
