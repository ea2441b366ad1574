import { expect } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { prove } from "../../contracts/proved.ts";
import { agentIn } from "../../src/dialect/agents.ts";
import { anthropicBody } from "../../src/dialect/anthropic.ts";
import { bodyDialect, messagesIn } from "../../src/dialect/body.ts";
import { expectFiguresAgree, recount } from "../figures.ts";
import { makeFolder } from "../folders.ts";
import { expectLogsProved } from "../logs-proved.ts";
import type { Exchange } from "../rebuild.ts";
import { textsOf } from "./compare.ts";
import { exchangesIn, withoutReminders } from "./live.ts";
import { type Request, requestIn, resultsIn } from "./model.ts";
import type { RunOptions } from "./run.ts";
import type { Played } from "./scenes.ts";

/** The same script without ibid and under `ibid run`. */
export type ComparedRun = {
	readonly plain: Played;
	readonly live: Played;
	/** The requests of the second run as the host sent them. */
	readonly originals: readonly Request[];
	/** Where ibid's state is. */
	readonly state: string;
	/** Whether the log has results as they were in requests: for some models the host writes into these. */
	readonly isLogged: boolean;
};

/** A result as it first came, and as the host had sent it. */
export type Arrived = { readonly exchange: Exchange; readonly original: string };

/** Plays a script both ways. */
export async function compareRun(play: (run?: RunOptions) => Promise<Played>): Promise<ComparedRun> {
	const state = makeFolder("state");
	const record = join(state, "requests.jsonl");
	const [plain, live] = [await play(), await play({ state, record })];
	const originals = originalsOf(live.requests, recordedIn(record));
	const isLogged = !originals.some((request) =>
		resultsIn(request).some(({ text }) => text !== withoutReminders(text).text),
	);
	return { plain, live, originals, state, isLogged };
}

/** The requests as the host sent them, in the order in which they came; several agents may ask at once. */
export function originalsOf(sent: readonly Request[], originals: readonly Request[]): Request[] {
	const left = new Map(originals.map((request) => [withoutResults(request), request]));
	return sent.flatMap((request) => left.get(withoutResults(request)) ?? []);
}

/** All of a request that ibid may not change. */
function withoutResults(request: Request): string {
	return JSON.stringify(request, (_, value) => (v.is(ResultShape, value) ? { ...value, content: "" } : value));
}

const ResultShape = v.looseObject({ type: v.literal("tool_result") });

/** The requests for replies in a record of `ibid run`, as the host sent them. */
export function recordedIn(file: string): Request[] {
	const lines = readFileSync(file, "utf8").trimEnd().split("\n");
	return lines.flatMap((line) => {
		const told = v.safeParse(RecordedShape, JSON.parse(line));
		if (!told.success) return [];
		const { method, path, body } = told.output;
		return requestIn({ method, path, body: JSON.parse(body) }) ?? [];
	});
}

const RecordedShape = v.object({
	kind: v.literal("request"),
	method: v.literal("POST"),
	path: v.string(),
	body: v.string(),
});

/**
 * In each request every shortened text is rebuilt from that request to what the host had sent, and nothing else is
 * changed; what the host had sent is what it sends without ibid. Logs and record say the same.
 */
export function expectProvedRun({ plain, live, originals, state, isLogged }: ComparedRun): void {
	expect(live.requests.length).toBe(originals.length);
	for (const [at, sent] of live.requests.entries()) expect([at, faultsIn(originals[at]!, sent)]).toEqual([at, []]);
	const texts = textsOf({ ...live, requests: originals });
	expect([...texts].sort()).toEqual([...textsOf(plain)].sort());
	if (isLogged) expectLogsProved(live.logs, state);
	const arrived = arrivedIn({ live, originals });
	const shortened = arrived.filter(({ exchange, original }) => exchange.text !== original);
	const arrivals = arrived.map(({ exchange, original }) => ({ without: original, came: exchange.text }));
	expectFiguresAgree(recount(arrivals, shortened.length, 0), { logs: live.logs, state });
}

export function faultsIn(original: Request, sent: Request): readonly string[] {
	const tools = agentIn(anthropicBody, original)?.tools;
	const [before, after] = [original, sent].map((request) => messagesIn(anthropicBody, request)) as [[], []];
	if (!tools) return JSON.stringify(sent) === JSON.stringify(original) ? [] : ["a request of no agent is changed"];
	return prove({ originals: before, sent: after, dialect: bodyDialect(anthropicBody), tools }).faults;
}

/** Every result as it first came. */
export function arrivedIn({ live, originals }: Pick<ComparedRun, "live" | "originals">): Arrived[] {
	const first = new Map<string, Arrived>();
	for (const [at, request] of live.requests.entries()) {
		const before = new Map(exchangesIn(originals[at]!, live.project).map(({ call, text }) => [call.id, text]));
		for (const exchange of exchangesIn(request, live.project))
			if (!first.has(exchange.call.id))
				first.set(exchange.call.id, { exchange, original: before.get(exchange.call.id) ?? "" });
	}
	return [...first.values()];
}
