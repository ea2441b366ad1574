import type { BodyShape } from "../dialect/body.ts";
import { shapeAt } from "../dialect/body-shapes.ts";
import { rewriteBody } from "../dialect/rewrite-body.ts";
import { newConversations, type ShortenConversation, type ShortenOptions } from "./conversations.ts";
import { NOTHING_SHORTENED, outcomeOf, type RequestOutcome } from "./outcome.ts";

/** Options where the shortened request is out of sight. */
export type ReportingOptions = ShortenOptions & {
	/** Is told what was done to each request before it is sent. */
	readonly onRequest?: (outcome: RequestOutcome) => void;
};

/**
 * A `fetch` that shortens the requests to APIs that ibid knows, by their paths. Only texts of results in a body are
 * changed, and every other byte stays as it is. All other requests pass as they came, and so do all answers.
 */
export function shorteningFetch<Input, Init extends object, Answer>(
	send: (input: Input, init?: Init) => Promise<Answer>,
	options: ReportingOptions = {},
): (input: Input, init?: Init) => Promise<Answer> {
	const shortenConversation = newConversations(options);
	return (input, init) => {
		const shapeOf = shapeAt(String(input));
		const [body, headers] = [valueIn(init, "body"), headersOf(init)];
		if (!shapeOf || !init || !headers || isSigned(headers)) return send(input, init);
		const { sent, outcome } = shortenedBody(body, shapeOf, shortenConversation);
		options.onRequest?.(outcome);
		if (sent === body) return send(input, init);
		// The sender counts the bytes again.
		headers.delete("content-length");
		return send(input, { ...init, body: sent, headers });
	};
}

/** The body to send, in the form in which it came, and what was done to it. */
function shortenedBody(
	body: unknown,
	shapeOf: (body: unknown) => BodyShape | undefined,
	shortenConversation: ShortenConversation,
): { readonly sent: unknown; readonly outcome: RequestOutcome } {
	const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
	let outcome = NOTHING_SHORTENED;
	if (!(bytes instanceof Uint8Array)) return { sent: body, outcome };
	const sent = rewriteBody(bytes, shapeOf, (request) => {
		const shortened = shortenConversation(request);
		outcome = outcomeOf(shortened);
		return shortened.messages;
	});
	// Nothing could be left out, or it could not be put in place.
	if (sent === bytes) return { sent: body, outcome: outcome.saved > 0 ? NOTHING_SHORTENED : outcome };
	return { sent: typeof body === "string" ? new TextDecoder().decode(sent) : sent, outcome };
}

/** The headers of a request; undefined if they cannot be read. */
function headersOf(init: object | undefined): Headers | undefined {
	try {
		return new Headers(Object(valueIn(init, "headers") ?? {}));
	} catch {
		return undefined;
	}
}

/** With another body, the signature of these would be wrong. */
function isSigned(headers: Headers): boolean {
	return [...headers].some(([name, value]) => SIGNATURE.test(name) || value.startsWith("AWS4-"));
}

const SIGNATURE = /^(?:.*digest|content-md5|signature|x-amz-content-sha256)$/;

function valueIn(value: object | undefined, key: string): unknown {
	return value && key in value ? Object(value)[key] : undefined;
}
