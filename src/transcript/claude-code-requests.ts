import { createHash } from "node:crypto";
import * as v from "valibot";
import { Content } from "../dialect/blocks.ts";
import { isRecord } from "../dialect/foreign.ts";
import { type LoggedResult, resultsIn } from "./claude-code-messages.ts";

/**
 * What a log says about the requests that were sent: each is a list of hashes of messages, most of them the same as in
 * an earlier request. A hashed message is a line of its own, or the content of ordinary lines of the conversation.
 */
export type RequestLog = {
	readonly requests: Map<string, LoggedRequest>;
	/** The results in each message, by its hash. */
	readonly messages: Map<string, readonly LoggedResult[]>;
	/** Messages of ordinary lines that are not hashed yet: hashing takes time, and few requests are needed. */
	unhashed: RequestMessage[];
	/** The lines before the next one that form one message with it. */
	run: MessageRun | undefined;
};

type LoggedRequest = {
	readonly last: Link | undefined;
	/** How many results the server may keep; undefined if it is not asked to leave any out. */
	readonly keeps: number | undefined;
};

/** The hash of a message, linked to the messages before it. Requests share their common messages. */
type Link = { readonly hash: string; readonly before: Link | undefined; readonly length: number };

type RequestMessage = { readonly role: string; readonly id?: string | undefined; readonly content: string | unknown[] };

/** Blocks as they are hashed, and all results in them. */
type MessageRun = Pick<RequestMessage, "role" | "id"> & { readonly blocks: string[]; results: readonly LoggedResult[] };

/** A log without any request. */
export function newRequestLog(): RequestLog {
	return { requests: new Map(), messages: new Map(), unhashed: [], run: undefined };
}

/** Adds the value of the next line. */
export function addRequestValue(log: RequestLog, value: object): void {
	switch ("type" in value ? value.type : undefined) {
		case "user":
		case "assistant": {
			const parsed = v.safeParse(LineShape, value);
			if (parsed.success) log.unhashed.push(parsed.output.message);
			return;
		}
		case "api-request-blob": {
			const parsed = v.safeParse(BlobShape, value);
			const results = parsed.success ? resultsIn(parsed.output.message.content) : undefined;
			if (parsed.success && results) log.messages.set(parsed.output.hash, results);
			return;
		}
		case "api-request": {
			const parsed = v.safeParse(RequestShape, value);
			const request = parsed.success ? requestOf(log, parsed.output) : undefined;
			if (parsed.success && request) log.requests.set(parsed.output.id, request);
		}
	}
}

const LineShape = v.object({ message: v.object({ role: v.string(), id: v.optional(v.string()), content: Content }) });
const BlobShape = v.object({ hash: v.string(), message: v.object({ content: Content }) });

const EditShape = v.object({ type: v.string(), keep: v.optional(v.unknown()) });
const RequestShape = v.object({
	id: v.string(),
	base: v.optional(v.string()),
	keep: v.optional(v.number(), 0),
	tail: v.array(v.string()),
	params: v.object({ context_management: v.nullish(v.object({ edits: v.nullish(v.array(EditShape)) })) }),
});

function requestOf(log: RequestLog, line: v.InferOutput<typeof RequestShape>): LoggedRequest | undefined {
	const base = line.base === undefined ? { last: undefined } : log.requests.get(line.base);
	if (!base || (base.last?.length ?? 0) < line.keep) return undefined;
	let last = base.last;
	while (last && last.length > line.keep) last = last.before;
	for (const hash of line.tail) last = { hash, before: last, length: (last?.length ?? 0) + 1 };
	const clearing = line.params.context_management?.edits?.find(({ type }) => type.startsWith("clear_tool_uses"));
	return { last, keeps: clearing && (v.is(KeepShape, clearing.keep) ? clearing.keep.value : 0) };
}

const KeepShape = v.object({ type: v.literal("tool_uses"), value: v.number() });

/** What a request changes in the window. */
export type RequestChange = {
	/** Results that are new or changed; and those that are gone. */
	readonly came: readonly LoggedResult[];
	readonly gone: readonly string[];
	/** All results that are left, if the server is asked to leave some out. */
	readonly left: ReadonlySet<string> | undefined;
};

/** Follows requests in their order: returns what each changes; undefined if the log does not say. */
export function followRequests(log: RequestLog): (id: string) => RequestChange | undefined {
	let known: Link | undefined;
	return (id) => {
		const request = log.requests.get(id);
		if (!request) return undefined;
		hashMessages(log);
		const shared = sharedBy(known, request.last);
		const came = resultsBehind(log, shared, request.last);
		const stood = resultsBehind(log, shared, known);
		if (!came || !stood) return undefined;
		known = request.last;
		const ids = new Set(came.map(({ id }) => id));
		const gone = stood.map(({ id }) => id).filter((id) => !ids.has(id));
		return { came, gone, left: request.keeps === undefined ? undefined : lastResults(log, request) };
	};
}

/** The last message that two requests have in common. */
function sharedBy(one: Link | undefined, other: Link | undefined): Link | undefined {
	let [a, b] = [one, other];
	while (a !== b) {
		const [ofA, ofB] = [a?.length ?? 0, b?.length ?? 0];
		if (ofA >= ofB) a = a?.before;
		if (ofB >= ofA) b = b?.before;
	}
	return a;
}

/** The results in the messages after one, up to another; undefined if a message is unknown. */
function resultsBehind(log: RequestLog, first: Link | undefined, last: Link | undefined): LoggedResult[] | undefined {
	const found: (readonly LoggedResult[])[] = [];
	for (let link = last; link && link !== first; link = link.before) {
		const results = log.messages.get(link.hash);
		if (!results) return undefined;
		found.push(results);
	}
	return found.reverse().flat();
}

function lastResults(log: RequestLog, { last, keeps = 0 }: LoggedRequest): Set<string> {
	const all = resultsBehind(log, undefined, last) ?? [];
	return new Set(all.slice(Math.max(0, all.length - keeps)).map(({ id }) => id));
}

/**
 * Consecutive lines of the user's side are one message, and so are those of one reply. The host sends as many as are
 * written, so every beginning of such a run may be a message.
 */
function hashMessages(log: RequestLog): void {
	for (const { role, id, content } of log.unhashed) {
		const isOfRun = log.run?.role === role && (role === "user" || (id !== undefined && log.run.id === id));
		const run: MessageRun = isOfRun && log.run ? log.run : { role, id, blocks: [], results: [] };
		run.blocks.push(...(typeof content === "string" ? [{ type: "text", text: content }] : content).map(inOrder));
		// If we do not understand a result, the message is unknown.
		const results = resultsIn(content);
		log.run = results ? run : undefined;
		if (!results) continue;
		if (results.length > 0) run.results = [...run.results, ...results];
		log.messages.set(hashOf(`{"content":[${run.blocks}],"role":${JSON.stringify(role)}}`), run.results);
	}
	log.unhashed = [];
}

function hashOf(text: string): string {
	return createHash("sha256").update(text).digest("hex");
}

/** A value as JSON with sorted keys, without the prompt cache fields. */
function inOrder(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(inOrder)}]`;
	if (!isRecord(value)) return JSON.stringify(value);
	const keys = Object.keys(value).filter((key) => key !== "cache_control");
	return `{${keys.sort().map((key) => `${JSON.stringify(key)}:${inOrder(value[key])}`)}}`;
}

/** Drops the texts of results that are gone for good. */
export function forgetResults(log: RequestLog, isKept: (id: string) => boolean): void {
	// A host that has written no request so far probably writes none.
	if (log.requests.size === 0) log.unhashed = [];
	hashMessages(log);
	for (const [hash, results] of log.messages) {
		if (results.length > 0 && !results.some(({ id }) => isKept(id))) log.messages.delete(hash);
	}
}
