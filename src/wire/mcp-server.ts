import type { Readable, Writable } from "node:stream";

/**
 * How a server describes itself, and what it does when one of its tools is called: it returns the text of the answer.
 */
export type McpServer = {
	readonly name: string;
	readonly version: string;
	/** Tools that the model can see. A hook may call others too. */
	readonly listed: readonly object[];
	/** Called when the client has asked for them. */
	readonly whenListed?: () => void;
	readonly call: (tool: string, input: Readonly<Record<string, unknown>>) => Promise<string>;
};

/**
 * Answers the lines of a client of the Model Context Protocol until there are no more. Anything but a request is
 * skipped.
 */
export async function serve(server: McpServer, input: Readable, output: Writable): Promise<void> {
	const open = new Set<Promise<void>>();
	for await (const line of streamLines(input)) {
		const request = requestIn(line);
		if (!request) continue;
		const answered: Promise<void> = answer(server, request)
			.then((said) => void output.write(`${JSON.stringify({ jsonrpc: "2.0", id: request.id, ...said })}\n`))
			.finally(() => open.delete(answered));
		open.add(answered);
	}
	await Promise.all(open);
}

type ServerRequest = {
	readonly id: string | number;
	readonly method: string;
	readonly params: Readonly<Record<string, unknown>>;
};
type ServerReply =
	| { readonly result: object }
	| { readonly error: { readonly code: number; readonly message: string } };

function requestIn(line: string): ServerRequest | undefined {
	const value = parsed(line);
	if (!isRecord(value)) return undefined;
	const { id, method, params } = value;
	if ((typeof id !== "string" && typeof id !== "number") || typeof method !== "string") return undefined;
	return { id, method, params: isRecord(params) ? params : {} };
}

async function answer(server: McpServer, { method, params }: ServerRequest): Promise<ServerReply> {
	switch (method) {
		case "initialize":
			return { result: introduction(server, params.protocolVersion) };
		case "ping":
			return { result: {} };
		case "tools/list":
			server.whenListed?.();
			return { result: { tools: server.listed } };
		case "tools/call":
			return { result: { content: [{ type: "text", text: await called(server, params) }] } };
		default:
			return { error: { code: -32601, message: `There is no method ${method}.` } };
	}
}

function introduction({ name, version }: McpServer, protocolVersion: unknown): object {
	return { protocolVersion, capabilities: { tools: {} }, serverInfo: { name, version } };
}

/** A tool that fails returns nothing: the host of a hook then continues as if there were no hook. */
async function called({ call }: McpServer, { name, arguments: input }: ServerRequest["params"]): Promise<string> {
	try {
		return await call(String(name), isRecord(input) ? input : {});
	} catch {
		return "{}";
	}
}

function parsed(line: string): unknown {
	try {
		return JSON.parse(line);
	} catch {
		return undefined;
	}
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * The lines of a stream. Under Bun, readline would also break lines at U+2028 and U+2029, which JSON contains
 * unescaped.
 */
export async function* streamLines(input: Readable): AsyncGenerator<string, void, undefined> {
	let begun: string[] = [];
	for await (const chunk of input.setEncoding("utf8")) {
		const [first = "", ...rest] = String(chunk).split("\n");
		begun.push(first);
		for (const piece of rest) {
			yield begun.join("");
			begun = [piece];
		}
	}
	if (begun.some((piece) => piece !== "")) yield begun.join("");
}
