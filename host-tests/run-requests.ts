import { readFileSync } from "node:fs";
import * as v from "valibot";
import { prove, type Verdict } from "../contracts/proved.ts";
import { agentIn } from "../src/dialect/agents.ts";
import { type BodyShape, bodyDialect, conversationIn, messagesIn } from "../src/dialect/body.ts";
import { shapeAt } from "../src/dialect/body-shapes.ts";
import type { ItemResult } from "../src/dialect/item.ts";

/** A request of an agent under `ibid run`: its body as the agent made it, and as it went out. */
export type RunRequest = { readonly path: string; readonly body: unknown; readonly sent: unknown };

/** The requests in a file that `ibid run --record` wrote, in order. */
export function requestsIn(file: string): RunRequest[] {
	return readFileSync(file, "utf8")
		.split("\n")
		.filter((line) => line !== "")
		.flatMap((line) => {
			const recorded = v.safeParse(RequestLine, JSON.parse(line));
			if (!recorded.success) return [];
			const { path, body, sent = body } = recorded.output;
			return [{ path, body: JSON.parse(body), sent: JSON.parse(sent) }];
		});
}

const RequestLine = v.looseObject({
	kind: v.literal("request"),
	path: v.string(),
	body: v.string(),
	sent: v.optional(v.string()),
});

/** A result when it first came in a request: its text as the agent made it, and as it went out. */
export type RunArrival = { readonly id: string; readonly without: string; readonly came: string };

/** The results in requests, each once. */
export function arrivalsIn(requests: readonly RunRequest[]): RunArrival[] {
	const all = requests.flatMap(({ path, body, sent }) => {
		const shape = shapeAt(path)?.(body);
		const came = shape ? resultsIn(shape, sent) : [];
		return shape ? resultsIn(shape, body).map(({ id, text }, at) => ({ id, without: text, came: came[at]!.text })) : [];
	});
	return all.filter(({ id }, at) => all.findIndex((other) => other.id === id) === at);
}

function resultsIn(shape: BodyShape, body: unknown): readonly ItemResult[] {
	const items = conversationIn(shape, body)?.[shape.list];
	return Array.isArray(items) ? items.flatMap((item) => shape.read(item)?.results ?? []) : [];
}

/**
 * Reads requests as the model got them, and rebuilds each shortened text from what is above it in the same request. A
 * request that is none for a reply, or not of the agent, must be as the agent made it.
 */
export function proveRequests(requests: readonly RunRequest[], title: string): Verdict {
	const verdicts = requests.map((request) => proveRequest(request, title));
	return {
		faults: verdicts.flatMap(({ faults }, at) => faults.map((fault) => `request ${at}: ${fault}`)),
		shortened: verdicts.reduce((sum, { shortened }) => sum + shortened, 0),
		lean: verdicts.reduce((sum, { lean }) => sum + lean, 0),
		outlines: verdicts.reduce((sum, { outlines }) => sum + outlines, 0),
	};
}

function proveRequest({ path, body, sent }: RunRequest, title: string): Verdict {
	const shape = shapeAt(path)?.(body);
	const conversation = shape && conversationIn(shape, body);
	const after = shape && conversationIn(shape, sent);
	const agent = shape && conversation && agentIn(shape, conversation);
	if (!shape || !conversation || !after || agent?.title !== title) {
		const isSame = JSON.stringify(body) === JSON.stringify(sent);
		return { faults: isSame ? [] : ["not of the agent, and changed"], shortened: 0, lean: 0, outlines: 0 };
	}
	const originals = messagesIn(shape, conversation);
	const items = messagesIn(shape, after).map(({ item }) => item);
	const messages = originals.map((message, at) => ({ ...message, item: items[at] }));
	const others = ({ [shape.list]: _, ...rest }: typeof conversation): string => JSON.stringify(rest);
	const verdict = prove({ originals, sent: messages, dialect: bodyDialect(shape), tools: agent.tools });
	const isChanged = items.length !== originals.length || others(conversation) !== others(after);
	return isChanged ? { ...verdict, faults: [...verdict.faults, "more than messages is changed"] } : verdict;
}
