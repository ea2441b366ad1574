import type { Entry, RecordedResult, Usage } from "../conversation/types.ts";
import type { Line, LogStretch } from "./claude-code-lines.ts";
import type { LoggedResult, RecordedCall, Reply } from "./claude-code-messages.ts";
import { followRequests, type RequestChange, type RequestLog } from "./claude-code-requests.ts";
import { answer, ask, begin, type CallEntry, erase, keep, type LogState, reset, say } from "./log-state.ts";

/** The text of a result that the host has emptied. */
const EMPTIED = "[Old tool result content cleared]";

/** The model name in lines that the host wrote in the model's place. */
const NO_MODEL = "<synthetic>";

/** What else the log says about its lines, apart from the lines themselves. */
export type LogExtras = {
	/** What the model got instead of a result, by the id of its call. */
	readonly replacements: ReadonlyMap<string, string>;
	/** Calls whose results have not come yet, though the log may have them. */
	readonly open: ReadonlySet<string>;
	readonly requests: RequestLog;
};

type ReadingState = LogExtras & {
	readonly state: LogState;
	readonly usage: ReadonlyMap<string, Usage>;
	readonly replies: Set<string>;
	/** What the request of each reply changed, and each result as its first request has it. */
	readonly changes: ReadonlyMap<string, RequestChange>;
	readonly sent: ReadonlyMap<string, LoggedResult>;
	/** Replies whose request is known, and so are all requests before it. */
	readonly known: ReadonlySet<string>;
};

/** The stretches of a conversation as entries. */
export function entriesFrom(stretches: readonly LogStretch[], extras: LogExtras): Entry[] {
	const usage = usageByReply(stretches);
	const reading: ReadingState = {
		...extras,
		state: begin(),
		usage,
		replies: new Set(),
		...sentIn(stretches, extras.requests),
	};
	for (const [i, { kept, lines }] of stretches.entries()) {
		if (i > 0) reset(reading.state);
		for (const line of kept) repeat(reading, line);
		for (const line of lines) addLine(reading, line);
	}
	return reading.state.entries;
}

function sentIn(
	stretches: readonly LogStretch[],
	requests: RequestLog,
): Pick<ReadingState, "changes" | "sent" | "known"> {
	const changes = new Map<string, RequestChange>();
	const sent = new Map<string, LoggedResult>();
	const known = new Set<string>();
	const changeIn = followRequests(requests);
	let isUnbroken = true;
	for (const { body } of stretches.flatMap(({ lines }) => lines)) {
		if (body.kind !== "reply" || body.model === NO_MODEL || changes.has(body.message)) continue;
		const change = body.request === undefined ? undefined : changeIn(body.request);
		if (change) changes.set(body.message, change);
		isUnbroken &&= change !== undefined;
		if (isUnbroken) known.add(body.message);
		for (const result of change?.came ?? []) if (!sent.has(result.id)) sent.set(result.id, result);
	}
	return { changes, sent, known };
}

/** What each reply cost. Its lines repeat the figures; only the last has them all. */
function usageByReply(stretches: readonly LogStretch[]): Map<string, Usage> {
	const usage = new Map<string, Usage>();
	for (const { lines } of stretches)
		for (const { body } of lines) if (body.kind === "reply" && body.usage) usage.set(body.message, body.usage);
	return usage;
}

function repeat(reading: ReadingState, line: Line): void {
	const { body } = line;
	if (body.kind === "reply") for (const call of body.calls) ask(reading.state, callEntry(call, line));
	if (body.kind === "prompt") for (const result of resultsOf(reading, body.results, line)) keep(reading.state, result);
	if (body.kind === "prompt") say(reading.state, body.text);
	if (body.kind === "attachment") reading.state.entries.push({ kind: "hidden", path: body.path });
}

function addLine(reading: ReadingState, line: Line): void {
	const { state } = reading;
	const { body } = line;
	switch (body.kind) {
		case "reply":
			turn(reading, line, body);
			for (const call of body.calls) ask(state, callEntry(call, line));
			return;
		case "prompt":
			if (body.replaces) reset(state);
			for (const result of resultsOf(reading, body.results, line)) answer(state, result);
			erase(
				state,
				body.results.filter(({ text }) => text === EMPTIED).map(({ id }) => id),
			);
			say(state, body.text);
			return;
		case "attachment":
			state.entries.push({ kind: "hidden", path: body.path });
			return;
		case "clearing":
			erase(state, body.ids ?? state.shown);
			return;
		case "unknown":
			// It may have shown or changed anything, so we cannot rely on anything before it.
			reset(state);
	}
}

function turn(reading: ReadingState, line: Line, { message, model, cleared }: Reply): void {
	const { state, usage, replies } = reading;
	if (replies.has(message) || model === NO_MODEL) return;
	replies.add(message);
	const change = reading.changes.get(message);
	if (change) erase(state, goneBy(reading, change));
	if (cleared && !change?.left) erase(state, state.shown);
	const said = { time: line.time, model: model || undefined, usage: usage.get(message) };
	state.entries.push({ kind: "turn", ...said, ...(reading.known.has(message) && { isTold: true }) });
}

/** The results that a request no longer has, has in other words than before, or asks the server to leave out. */
function goneBy({ state, sent }: ReadingState, { came, gone, left }: RequestChange): string[] {
	const changed = came.filter(({ id, text }) => sent.get(id)?.text !== text).map(({ id }) => id);
	return [...gone, ...changed, ...(left ? [...state.shown].filter((id) => !left.has(id)) : [])];
}

/** A growing log is read again and again; these keep one entry object for each call and result. */
const CALLS = new WeakMap<RecordedCall, CallEntry>();
const RESULTS = new WeakMap<LoggedResult, RecordedResult>();

function callEntry(made: RecordedCall, { directory, version }: Line): CallEntry {
	const known = CALLS.get(made);
	if (known) return known;
	const { id, tool, input } = made;
	const entry: CallEntry = { kind: "call", call: { id, tool, input, directory }, version };
	CALLS.set(made, entry);
	return entry;
}

function resultsOf(reading: ReadingState, answers: readonly LoggedResult[], { time }: Line): RecordedResult[] {
	return answers
		.filter(({ id }) => !reading.open.has(id))
		.map((answer) => {
			const sent = reading.sent.get(answer.id);
			const result = RESULTS.get(sent ?? answer) ?? { kind: "result", kept: false, time, ...asSent(answer, sent) };
			RESULTS.set(sent ?? answer, result);
			const isReplaced = sent === undefined && reading.replacements.has(answer.id);
			return isReplaced ? { ...result, ...replacementOf(reading, answer) } : result;
		});
}

/**
 * A result as it was sent. For some models the host appends its reminders to the last result of a turn, and then trims
 * white space from both ends of that result; the log says where the reminders begin.
 */
function asSent(answer: LoggedResult, sent: LoggedResult | undefined): Omit<RecordedResult, "kind" | "kept" | "time"> {
	const trimmed = answer.text.trim();
	if (!sent) return trimmed === answer.text ? answer : { ...answer, isEndDoubtful: true };
	if (!answer.plain || sent.text === answer.text)
		return { ...answer, text: sent.text, plain: answer.plain && sent.plain };
	const isWrapped = sent.text.startsWith(`${trimmed}\n\n<system-reminder>`) && sent.text.endsWith("</system-reminder>");
	if (sent.text !== trimmed && !isWrapped) return { ...answer, text: sent.text, plain: sent.plain, outcome: "cut" };
	return { ...answer, text: trimmed, untrimmed: answer.text };
}

function replacementOf({ replacements }: ReadingState, { id, outcome }: LoggedResult): Partial<LoggedResult> {
	const text = replacements.get(id);
	return text === undefined ? {} : { text, plain: true, outcome: outcome === "done" ? "cut" : outcome };
}
