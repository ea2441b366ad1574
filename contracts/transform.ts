import { describe, expect, test } from "bun:test";
import { isDeepStrictEqual } from "node:util";
import { type Random, seeded } from "../sim/random.ts";
import type { Dialect } from "../src/dialect/types.ts";
import type { Tools } from "../src/lens/types.ts";
import type { Line, Speak } from "./dialect.ts";
import { prove } from "./proved.ts";
import { playRequests, type Request } from "./requests.ts";

/** Shortens the messages of one request after another. */
export type Shorten<Message> = (messages: readonly Message[]) => Promise<readonly Message[]>;

/** A host in whose requests messages are shortened. */
export type TransformHost<Message> = {
	readonly dialect: Dialect<Message>;
	readonly tools: Tools;
	readonly speak: Speak<Message>;
	/** A transform that has seen no request. */
	readonly begin: () => Shorten<Message>;
};

/** What every host that passes each request to ibid must do, tested on the requests of random sessions. */
export function testTransform<Message>(name: string, host: TransformHost<Message>, sessions: number): void {
	const length = process.env.IBID_QUICK ? Math.ceil(sessions / 3) : sessions;
	const seeds = Array.from({ length }, (_, index) => index + 1);
	const played = new Map<number, Promise<readonly Request[]>>();
	const requestsOf = (seed: number): Promise<readonly Request[]> => {
		const requests = played.get(seed) ?? play(host, seed);
		played.set(seed, requests);
		return requests;
	};

	describe(`requests of random sessions, ${name}`, () => {
		const seen = new Map<string, number>();
		let shortened = 0;

		test(
			"contain everything to rebuild each shortened text, and nothing else is changed",
			async () => {
				for (const seed of seeds) {
					const shorten = host.begin();
					for (const request of await requestsOf(seed)) {
						count(seen, request);
						shortened += await shortenedIn(host, shorten, request, seed);
					}
				}
			},
			LONGEST,
		);

		test("are shortened often enough, and all that may happen happens in them", () => {
			expect(shortened).toBeGreaterThan(seeds.length);
			for (const what of HAPPENS) expect([what, (seen.get(what) ?? 0) > 0]).toEqual([what, true]);
		});

		test(
			"begin like the request before, as far as their messages are equal",
			async () => {
				for (const seed of seeds) await expectPrefixes(host, await requestsOf(seed), seed);
			},
			LONGEST,
		);

		test(
			"come out the same whatever was remembered, in any order and with any messages missing",
			async () => {
				for (const seed of seeds) await expectNoMemory(host, await requestsOf(seed), seed);
			},
			LONGEST,
		);
	});
}

const LONGEST = 120_000;

/** Outcomes of calls, and actions of hosts. */
const HAPPENS = ["open", "done", "failed", "cut", "erased", "attached", "asked", "summary", "tail"];

function count(seen: Map<string, number>, request: Request): void {
	const isTail = request[0]?.kind === "summary" && request[1]?.kind === "reply";
	const ends = request.flatMap((line) => (line.kind === "reply" ? line.calls.map(({ end }) => end.kind) : []));
	for (const what of [...request.map(({ kind }) => kind), ...ends, ...(isTail ? ["tail"] : [])])
		seen.set(what, (seen.get(what) ?? 0) + 1);
}

async function play<Message>(host: TransformHost<Message>, seed: number): Promise<readonly Request[]> {
	const shorten = host.begin();
	return playRequests(seed, async (request) => {
		const told = (await shorten(speakAll(host, request))).flatMap((message) => host.dialect.parse(message) ?? []);
		return told.findLast((item) => item.kind === "result")?.text ?? "";
	});
}

/** New message objects for each request, as a host makes them. */
function speakAll<Message>({ speak }: TransformHost<Message>, request: readonly Line[]): Message[] {
	return structuredClone(request.flatMap(speak));
}

async function shortenedIn<Message>(
	host: TransformHost<Message>,
	shorten: Shorten<Message>,
	request: Request,
	seed: number,
): Promise<number> {
	const messages = speakAll(host, request);
	const sent = await shorten(messages);
	const originals = speakAll(host, request);
	if (!isDeepStrictEqual(messages, originals)) expect(`session ${seed}: messages were changed in place`).toBe("");
	const { faults, shortened } = prove({ ...host, originals, sent });
	if (faults.length > 0) expect(`session ${seed}: ${faults.join("\n")}`).toBe("");
	return shortened;
}

/** The prompt cache: adding or removing a message at the end does not change the messages before it. */
async function expectPrefixes<Message>(
	host: TransformHost<Message>,
	requests: readonly Request[],
	seed: number,
): Promise<void> {
	const remembering = host.begin();
	let before: { readonly messages: readonly Message[]; readonly sent: readonly Message[] } = { messages: [], sent: [] };
	for (const request of requests) {
		const messages = speakAll(host, request);
		const sent = await remembering(speakAll(host, request));
		const first = messages.findIndex((message, index) => !isDeepStrictEqual(message, before.messages[index]));
		const common = first < 0 ? messages.length : first;
		if (!isDeepStrictEqual(sent.slice(0, common), before.sent.slice(0, common)))
			expect(`session ${seed}: what came before is sent otherwise`).toBe("");
		before = { messages, sent };
	}
	const last = before.messages;
	for (let end = 0; end < last.length; end++) {
		const sent = await host.begin()(structuredClone(last.slice(0, end)));
		if (!isDeepStrictEqual(sent, before.sent.slice(0, end)))
			expect(`session ${seed}: the first ${end} messages are sent otherwise by themselves`).toBe("");
	}
}

/** Later plugins add to the messages that they get; these additions are gone in the next request. */
function scribble(messages: readonly unknown[], originals: readonly unknown[]): void {
	for (const [at, message] of messages.entries()) if (!isDeepStrictEqual(message, originals[at])) scribbleIn(message);
}

function scribbleIn(value: unknown): void {
	const inner: unknown[] = typeof value === "object" && value !== null ? Object.values(value) : [];
	for (const field of inner) scribbleIn(field);
	if (Array.isArray(value)) value.push({ type: "text", text: "A reminder." });
}

async function expectNoMemory<Message>(
	host: TransformHost<Message>,
	requests: readonly Request[],
	seed: number,
): Promise<void> {
	const random = seeded(seed);
	const remembering = host.begin();
	for (const request of random.shuffle(requests.flatMap((each) => [each, thinned(random, each)]))) {
		const sent = await remembering(speakAll(host, request));
		if (!isDeepStrictEqual(sent, await host.begin()(speakAll(host, request))))
			expect(`session ${seed}: a request is sent otherwise because of those before`).toBe("");
		await shortenedIn(host, async () => sent, request, seed);
		scribble(sent, speakAll(host, request));
	}
}

/** A request that has lost messages in its middle or at its end. */
function thinned(random: Random, request: Request): Request {
	if (random.chance(0.3)) return request.slice(0, random.int(0, request.length));
	return request.filter(() => random.chance(0.75));
}
