import { expect } from "bun:test";
import * as v from "valibot";
import { originalFor, wordsOfSent } from "../src/lean/content.ts";
import { sentUnder } from "../src/lean/lean.ts";
import { isOfTerminal, TERMINAL } from "../src/lean/terminal-text.ts";
import type { Tools } from "../src/lens/types.ts";
import { sharedBy } from "./beginnings.ts";
import { recount, type SceneFigures } from "./figures.ts";
import type { Message, Request } from "./opencode/model.ts";
import { type Exchange, type Rebuilt, rebuild } from "./rebuild.ts";

/** The requests of a run, in its project. */
export type Side = {
	readonly requests: readonly Request[];
	readonly project: string;
	/** A text without what differs from run to run. */
	readonly normal: (text: string) => string;
};

/** What a comparison must know about a host. */
export type Reading = {
	readonly tools: Tools;
	/** What the host shows in a message of the user as if the model had called for it. */
	readonly attachedIn: (content: unknown, directory: string, message: number) => readonly Exchange[];
	/** Whether ibid has recorded that it sent this text instead of another. */
	readonly isRecorded: (text: string) => boolean;
	/** Whether a text says that its call failed; requests have no other sign of it. */
	readonly isFailure?: (tool: string, text: string) => boolean;
	/** Which model a request is for, where there are several. */
	readonly modelOf?: (request: Request) => string | undefined;
};

/** The requests of the same scene without ibid and with it. */
export type Compared = {
	/**
	 * Without ibid, and with ibid after every text was rebuilt; both without what differs from run to run. Of a text that
	 * was sent as a terminal shows it, both have what a terminal shows.
	 */
	readonly plain: readonly unknown[];
	readonly rebuilt: readonly unknown[];
	/** Every shortened text in each request. */
	readonly notes: readonly (readonly Note[])[];
	/** Consecutive requests of one model: how many messages each pair has in common, without ibid and with it. */
	readonly shared: readonly { readonly plain: number; readonly live: number }[];
};

/** A shortened text in a request. */
export type Note = Rebuilt & {
	/** Its call in short; a text that is lean and leaves nothing out is marked. */
	readonly place: string;
	/** Whether the text is new in this request. */
	readonly isNew: boolean;
	readonly isRecorded: boolean;
};

/** Compares the runs request by request, and rebuilds every shortened text from the request that has it. */
export function compareRequests(plain: Side, live: Side, reading: Reading): Compared {
	expect(live.requests.length).toBe(plain.requests.length);
	const notes = live.requests.map((request, index) => notesIn(plain, plain.requests[index]!, live, request, reading));
	const whole = live.requests.map((request, index) =>
		withTexts(request, notes[index]!, ({ text }) => text ?? "not rebuilt"),
	);
	const wanted = plain.requests.map((request, index) =>
		withTexts(request, notes[index]!, ({ delivered }, original) => originalFor(delivered, original)),
	);
	return {
		plain: wanted.map((request) => alike(request, plain)),
		rebuilt: whole.map((request) => alike(request, live)),
		notes,
		shared: sharedIn(plain.requests, live.requests, reading.modelOf ?? (() => undefined)),
	};
}

/**
 * In each request every shortened text is rebuilt to the text in the run without ibid, the second check agrees, and
 * everything else is as without ibid. The record has everything that was shortened.
 */
export function expectProved({ plain, rebuilt, notes }: Compared): void {
	for (const { place, complaint } of notes.flat()) expect([place, complaint]).toEqual([place, undefined]);
	for (const [index, request] of rebuilt.entries()) expect(request).toEqual(plain[index]);
	for (const { place, isNew, isRecorded } of notes.flat()) expect([place, !isNew || isRecorded]).toEqual([place, true]);
}

/** Each request shares at least as much of its beginning with the request before it as without ibid. */
export function expectCached({ shared }: Compared): void {
	const broken = shared.filter(({ plain, live }) => live < plain);
	expect(broken).toEqual([]);
}

/** Which texts were shortened when they first came, in order. */
export function arrivalsIn({ notes }: Compared): string[] {
	return notes.flatMap((each) => each.filter(({ isNew }) => isNew).map(({ place }) => place));
}

/** The outcome for the texts that ibid has shortened, from the requests alone. */
export function recountNotes({ notes }: Compared): SceneFigures {
	const arrivals = notes.flat().filter(({ isNew }) => isNew);
	const orphans = notes.flat().filter(({ complaint }) => complaint !== undefined).length;
	return recount(
		arrivals.map(({ text = "", delivered }) => {
			// What a terminal does not show is no saving of ours.
			return { without: isOfTerminal(delivered) ? sentUnder([TERMINAL], text) : text, came: delivered };
		}),
		arrivals.length,
		orphans,
	);
}

/** Which texts are shortened in the last request. */
export function standingIn({ notes }: Compared): string[] {
	return notes.at(-1)?.map(({ place }) => place) ?? [];
}

/** The calls in a request and their results there. Each has the number of its message as an id. */
export function exchangesIn(
	{ messages }: Request,
	directory: string,
	attachedIn: Reading["attachedIn"],
): readonly Exchange[] {
	let calls: readonly v.InferOutput<typeof CallShape>[] = [];
	let turn = 0;
	return messages.flatMap((message, index): readonly Exchange[] => {
		if (message.role === "user") return attachedIn(message.content, directory, index);
		if (message.role === "assistant") [calls, turn] = [v.is(ReplyShape, message) ? message.tool_calls : [], index];
		// An id may be used again, so a result belongs to the last call with that id.
		const call = calls.find(({ id }) => id === message.tool_call_id);
		if (message.role !== "tool" || !call || typeof message.content !== "string") return [];
		const input = v.parse(InputShape, call.function.arguments);
		const made = { id: String(index), tool: call.function.name, input, directory };
		return [{ turn, call: made, text: message.content }];
	});
}

const CallShape = v.looseObject({ id: v.string(), function: v.object({ name: v.string(), arguments: v.string() }) });
const ReplyShape = v.looseObject({ tool_calls: v.array(CallShape) });
const InputShape = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown()));

/**
 * A text is shortened if the record says so, or if it differs from the run without ibid: the record has only first
 * times.
 */
function notesIn(plain: Side, without: Request, live: Side, request: Request, reading: Reading): Note[] {
	const { tools, attachedIn, isRecorded } = reading;
	const originals = exchangesIn(without, plain.project, attachedIn).map(({ text }) => plain.normal(text));
	const exchanges = exchangesIn(request, live.project, attachedIn).map((exchange) => {
		const isFailure = reading.isFailure?.(exchange.call.tool, exchange.text) ?? false;
		return isFailure ? { ...exchange, outcome: "failed" as const } : exchange;
	});
	const shortened = exchanges.filter(({ text }, index) => isRecorded(text) || live.normal(text) !== originals[index]);
	const ids = new Set(shortened.map(({ call }) => call.id));
	const turns = new Map(exchanges.map(({ call, turn }) => [call.id, turn]));
	const isLast = request.messages.at(-1)?.role === "tool";
	return rebuild(exchanges, tools, (id) => ids.has(id)).map((rebuilt) => ({
		...rebuilt,
		place: placeOf(rebuilt.call.tool, rebuilt.call.input, live.project) + markOf(rebuilt.delivered),
		isNew: isLast && turns.get(rebuilt.call.id) === exchanges.at(-1)?.turn,
		isRecorded: isRecorded(rebuilt.delivered),
	}));
}

function placeOf(tool: string, input: Exchange["call"]["input"], project: string): string {
	const { filePath, path = filePath, command = path, offset, limit } = input;
	const range = offset === undefined ? "" : ` ${offset}+${limit}`;
	return `${tool} ${command ?? JSON.stringify(input)}${range}`.replaceAll(`${project}/`, "");
}

function markOf(delivered: string): string {
	return wordsOfSent(delivered).shortened ? "" : LEAN;
}

/** Behind the call of a text that is lean. */
export const LEAN = ", lean";

/** A request with other texts in place of those that were shortened. */
function withTexts(request: Request, notes: readonly Note[], textOf: (note: Note, text: string) => string): Request {
	const shortened = new Map(notes.map((note) => [note.call.id, note]));
	const messages = request.messages.map((message, index): Message => {
		const note = shortened.get(String(index));
		return note && typeof message.content === "string"
			? { ...message, content: textOf(note, message.content) }
			: message;
	});
	return { ...request, messages };
}

/** Any part of a run without what differs from run to run. */
export function alike(value: unknown, { normal }: Pick<Side, "normal">): unknown {
	const ids = new Map<string, string>();
	const told = JSON.stringify(value, (key, each) => {
		if (typeof each !== "string") return each;
		if (key !== "id" && key !== "tool_call_id") return normal(each);
		if (!ids.has(each)) ids.set(each, `call ${ids.size + 1}`);
		return ids.get(each);
	});
	return JSON.parse(told);
}

function sharedIn(
	plain: readonly Request[],
	live: readonly Request[],
	modelOf: (request: Request) => string | undefined,
): Compared["shared"] {
	return live.flatMap((request, index) => {
		const last = live.findLastIndex((other, at) => at < index && modelOf(other) === modelOf(request));
		if (last < 0) return [];
		return [{ plain: sharedInRequest(plain[last]!, plain[index]!), live: sharedInRequest(live[last]!, request) }];
	});
}

/** Other tools make another request from its first byte on. */
function sharedInRequest(a: Request, b: Request): number {
	return JSON.stringify(a.tools) === JSON.stringify(b.tools) ? sharedBy(a.messages, b.messages) : 0;
}
