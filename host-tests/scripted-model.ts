/** What a host has asked of the model's server. */
export type Asked = {
	readonly method: string;
	readonly path: string;
	/** The parsed body; undefined if it is not JSON. */
	readonly body: unknown;
};

/** A local server that stands in for the model's server. */
export type ScriptedModel = {
	readonly url: string;
	/** All requests so far. */
	readonly asked: readonly Asked[];
	readonly close: () => Promise<void>;
};

/** Starts a server that answers as scripted; for anything else it returns "not found". */
export function startModel(answer: (asked: Asked) => Response | undefined): ScriptedModel {
	const asked: Asked[] = [];
	const server = Bun.serve({
		hostname: "127.0.0.1",
		port: 0,
		idleTimeout: 0,
		async fetch(request) {
			const { pathname, search } = new URL(request.url);
			const one = { method: request.method, path: pathname + search, body: parsed(await request.text()) };
			asked.push(one);
			return answer(one) ?? Response.json({}, { status: 404 });
		},
	});
	return { url: `http://127.0.0.1:${server.port}`, asked, close: () => server.stop(true) };
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** An event of a stream, sent under the name of its type. */
export type StreamEvent = { readonly type: string; readonly [field: string]: unknown };

/** Server-sent events as a response, the whole stream at once. */
export function eventStream(events: readonly StreamEvent[]): Response {
	const body = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
	return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

/** Returns the items of a script one after another, then the last item for ever. */
export function inOrder<T>(items: readonly T[], lastWord: T): () => T {
	const left = items.values();
	return () => left.next().value ?? lastWord;
}

/** An id that no other session has. */
export function newId(beginning: string): string {
	return `${beginning}_${crypto.randomUUID().replaceAll("-", "").slice(0, 24)}`;
}
