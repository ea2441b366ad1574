import type { Entry, Recording } from "../conversation/types.ts";
import { answer, ask, begin, erase, keep, keepTurn, type LogState, reset, say } from "./log-state.ts";
import { type LoggedMessage, type OpenCodePrompt, type OpenCodeReply, sessionOf } from "./opencode-messages.ts";

/** Reads an export of OpenCode; undefined if it is not one. */
export function readOpenCode(text: string): Recording | undefined {
	return readOpenCodeSession(jsonIn(text));
}

/** Reads a session of OpenCode from the value of an export; undefined if it is not one. */
export function readOpenCodeSession(value: unknown): Recording | undefined {
	const session = sessionOf(value);
	if (!session) return undefined;
	const thread = { agent: session.agent, entries: entriesFrom(session.messages) };
	const skipped = session.messages.filter(({ body }) => body.kind === "unknown").length;
	return { host: "opencode", session: session.session, threads: [thread], skipped };
}

function jsonIn(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function entriesFrom(messages: readonly LoggedMessage[]): Entry[] {
	const state = begin();
	let erasures = messages.flatMap(({ body }) => (body.kind === "reply" ? body.steps : [])).flatMap((s) => s.erasures);
	const eraseUntil = (time: number): void => {
		const due = erasures.filter((erasure) => erasure.time <= time && state.results.has(erasure.id));
		if (due.length === 0) return;
		erasures = erasures.filter((erasure) => !due.includes(erasure));
		erase(
			state,
			due.map(({ id }) => id),
		);
	};
	for (const { time, body } of messages) {
		eraseUntil(time);
		if (body.kind === "prompt") prompt(state, body);
		if (body.kind === "reply") reply(state, body, time);
		if (body.kind === "reply" && body.summaryOf !== undefined) compact(state, messages, body.summaryOf);
		// It may have shown or changed anything, so we cannot rely on anything before it.
		if (body.kind === "unknown") reset(state);
	}
	eraseUntil(Number.POSITIVE_INFINITY);
	return state.entries;
}

function prompt(state: LogState, { paths, text }: OpenCodePrompt): void {
	for (const path of paths) state.entries.push({ kind: "hidden", path });
	say(state, text);
}

function reply(state: LogState, { model, steps }: OpenCodeReply, time: number): void {
	for (const { usage, calls, results } of steps) {
		state.entries.push({ kind: "turn", time, model, usage });
		for (const call of calls) ask(state, call);
		for (const result of results) answer(state, result);
	}
}

/** A summary replaces everything before the prompt that asked for it, except the tail named there. */
function compact(state: LogState, messages: readonly LoggedMessage[], asking: string): void {
	const end = messages.findIndex(({ id }) => id === asking);
	const prompt = messages[end]?.body;
	if (prompt?.kind !== "prompt" || !prompt.compacts) return;
	reset(state);
	const start = messages.findIndex(({ id }) => id === prompt.tail);
	for (const { body } of start < 0 ? [] : messages.slice(start, end)) repeat(state, body);
}

function repeat(state: LogState, body: LoggedMessage["body"]): void {
	if (body.kind === "prompt") prompt(state, body);
	if (body.kind === "unknown") reset(state);
	if (body.kind !== "reply") return;
	for (const { calls, results } of body.steps) {
		keepTurn(state);
		for (const call of calls) ask(state, call);
		for (const result of results) keep(state, result);
	}
}
