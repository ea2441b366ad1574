import type { Entry, RecordedResult, Usage } from "../conversation/types.ts";
import type { Line, Stretch } from "./claude-code-lines.ts";
import type { LoggedResult, RecordedCall, Reply } from "./claude-code-messages.ts";
import { followRequests, type RequestChange, type RequestLog } from "./claude-code-requests.ts";
import { answer, ask, begin, type CallEntry, erase, keep, type LogState, reset } from "./told.ts";

/** What stands in a result that the host has emptied. */
const EMPTIED = "[Old tool result content cleared]";

/** The model named in lines that the host wrote in the model's place. */
const NO_MODEL = "<synthetic>";

/** What the log says elsewhere about its lines. */
export type Aside = {
	/** What the model got in place of a result, by the id of its call. */
	readonly replacements: ReadonlyMap<string, string>;
	/** Calls whose results have not come yet, though the log may have them. */
	readonly open: ReadonlySet<string>;
	readonly requests: RequestLog;
};

type Tale = Aside & {
	readonly told: LogState;
	readonly usage: ReadonlyMap<string, Usage>;
	readonly replies: Set<string>;
	/** What the request of each reply changed, and each result as the first request has it. */
	readonly changes: ReadonlyMap<string, RequestChange>;
	readonly sent: ReadonlyMap<string, LoggedResult>;
	/** Replies whose request is known, and so are all requests before it. */
	readonly known: ReadonlySet<string>;
};

/** The stretches of a conversation as entries. */
export function tell(stretches: readonly Stretch[], aside: Aside): Entry[] {
	const usage = usageOf(stretches);
	const tale: Tale = { ...aside, told: begin(), usage, replies: new Set(), ...sentIn(stretches, aside.requests) };
	for (const [i, { kept, lines }] of stretches.entries()) {
		if (i > 0) reset(tale.told);
		for (const line of kept) repeat(tale, line);
		for (const line of lines) add(tale, line);
	}
	return tale.told.entries;
}

function sentIn(stretches: readonly Stretch[], requests: RequestLog): Pick<Tale, "changes" | "sent" | "known"> {
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
function usageOf(stretches: readonly Stretch[]): Map<string, Usage> {
	const usage = new Map<string, Usage>();
	for (const { lines } of stretches)
		for (const { body } of lines) if (body.kind === "reply" && body.usage) usage.set(body.message, body.usage);
	return usage;
}

function repeat(tale: Tale, line: Line): void {
	const { body } = line;
	if (body.kind === "reply") for (const call of body.calls) ask(tale.told, callEntry(call, line));
	if (body.kind === "prompt") for (const result of resultsOf(tale, body.results, line)) keep(tale.told, result);
	if (body.kind === "attachment") tale.told.entries.push({ kind: "hidden", path: body.path });
}

function add(tale: Tale, line: Line): void {
	const { told } = tale;
	const { body } = line;
	switch (body.kind) {
		case "reply":
			turn(tale, line, body);
			for (const call of body.calls) ask(told, callEntry(call, line));
			return;
		case "prompt":
			if (body.replaces) reset(told);
			for (const result of resultsOf(tale, body.results, line)) answer(told, result);
			erase(
				told,
				body.results.filter(({ text }) => text === EMPTIED).map(({ id }) => id),
			);
			return;
		case "attachment":
			told.entries.push({ kind: "hidden", path: body.path });
			return;
		case "clearing":
			erase(told, body.ids ?? told.shown);
			return;
		case "unknown":
			// It may have shown or changed anything, so nothing before it is sure to be the last word.
			reset(told);
	}
}

function turn(tale: Tale, line: Line, { message, model, cleared }: Reply): void {
	const { told, usage, replies } = tale;
	if (replies.has(message) || model === NO_MODEL) return;
	replies.add(message);
	const change = tale.changes.get(message);
	if (change) erase(told, goneBy(tale, change));
	if (cleared && !change?.left) erase(told, told.shown);
	const said = { time: line.time, model: model || undefined, usage: usage.get(message) };
	told.entries.push({ kind: "turn", ...said, ...(tale.known.has(message) && { isTold: true }) });
}

/** What a request no longer has, has in other words than at first, or asks the server to leave out. */
function goneBy({ told, sent }: Tale, { came, gone, left }: RequestChange): string[] {
	const changed = came.filter(({ id, text }) => sent.get(id)?.text !== text).map(({ id }) => id);
	return [...gone, ...changed, ...(left ? [...told.shown].filter((id) => !left.has(id)) : [])];
}

/** A log that is followed is told time and again: what a line says of a call or a result is said once. */
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

function resultsOf(tale: Tale, answers: readonly LoggedResult[], { time }: Line): RecordedResult[] {
	return answers
		.filter(({ id }) => !tale.open.has(id))
		.map((answer) => {
			const sent = tale.sent.get(answer.id);
			const result = RESULTS.get(sent ?? answer) ?? { kind: "result", kept: false, time, ...asSent(answer, sent) };
			RESULTS.set(sent ?? answer, result);
			const isReplaced = sent === undefined && tale.replacements.has(answer.id);
			return isReplaced ? { ...result, ...replacementOf(tale, answer) } : result;
		});
}

/**
 * A result as it was sent. For some models the host puts its reminders behind the last result of a turn, and then takes
 * the white space off the ends of that result; the log itself says where the reminders begin.
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

function replacementOf({ replacements }: Tale, { id, outcome }: LoggedResult): Partial<LoggedResult> {
	const text = replacements.get(id);
	return text === undefined ? {} : { text, plain: true, outcome: outcome === "done" ? "cut" : outcome };
}
