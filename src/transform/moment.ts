import { fold } from "../core/fold.ts";
import { isSensitive, type Policy } from "../core/policy.ts";
import type { Answer, Event, Subject } from "../core/types.ts";
import { emptyWindow, type Window } from "../core/window.ts";
import type { Item } from "../dialect/types.ts";
import { deliver } from "../lens/deliver.ts";
import { type Kind, kindOf } from "../lens/kind.ts";
import { lookAtCall, lookAtText, nameToKeep } from "../lens/look.ts";
import { fileSubject } from "../lens/paths.ts";
import type { ToolCall, Tools } from "../lens/types.ts";

/** What stands before the model after some messages. */
export type Moment = {
	readonly window: Window;
	/**
	 * The calls of the last turn, by the ids that the host gave them, each with an id that no other has. Where two have
	 * the same, nobody can tell which of them a result answers.
	 */
	readonly calls: ReadonlyMap<string, ToolCall | undefined>;
	readonly count: number;
};

/** What was sent for a result. */
export type Answered = {
	/** The id of the result in its message. */
	readonly id: string;
	readonly call: ToolCall;
	/** What it is about, in words that may be written down; undefined where it may hold secrets. */
	readonly subject: string | undefined;
	readonly brought: Kind;
	readonly original: string;
	readonly answer: Answer;
};

/** Before the first message. */
export function begin(): Moment {
	return { window: emptyWindow(), calls: new Map(), count: 0 };
}

/** The moment after a message, and what its results became. A message that is not understood may have said anything. */
export function pass(
	before: Moment,
	items: readonly Item[] | undefined,
	tools: Tools,
	policy: Policy,
): { readonly moment: Moment; readonly answers: readonly Answered[] } {
	if (!items) return { moment: folded({ ...before, calls: new Map() }, { kind: "reset" }), answers: [] };
	const answers: Answered[] = [];
	let moment = before;
	for (const item of items) {
		if (item.kind !== "result") {
			moment = next(moment, item, tools);
			continue;
		}
		const call = moment.calls.get(item.id);
		if (!call) continue;
		const { id, text, outcome } = item;
		const { answer, window } = deliver(moment.window, tools, call, text, outcome, policy);
		const brought = kindOf(lookAtCall(tools, call), answer);
		answers.push({ id, call, subject: subjectOf(call, tools), brought, original: text, answer });
		moment = { ...moment, window };
	}
	return { moment, answers };
}

function subjectOf(call: ToolCall, tools: Tools): string | undefined {
	const { subjects } = lookAtCall(tools, call);
	return subjects.some(isSensitive) ? undefined : nameToKeep(subjects[0]);
}

function next(moment: Moment, item: Exclude<Item, { kind: "result" }>, tools: Tools): Moment {
	switch (item.kind) {
		case "turn":
			return folded({ ...moment, calls: new Map() }, { kind: "turn" });
		case "call":
			return begun(moment, item.call, tools);
		case "attached": {
			const { window, count } = begun(moment, item.call, tools);
			const call = { ...item.call, id: String(count) };
			const view = lookAtText(tools, call, item.text, item.outcome);
			const result: Event = { kind: "result", id: call.id, text: item.text, view, shortened: false };
			return { ...moment, count, window: fold(window, result) };
		}
		case "hidden":
		case "asked": {
			const subject = fileSubject(item.directory, item.path);
			if (!subject) return moment;
			if (item.kind === "hidden") return folded(moment, { kind: "hide", place: { subject } });
			return folded(moment, { kind: "ask", place: { subject, ...(item.lines && { lines: item.lines }) } });
		}
	}
}

/** Hosts may use an id again, so each call gets one that is its own. */
function begun(moment: Moment, { id, ...rest }: ToolCall, tools: Tools): Moment {
	const count = moment.count + 1;
	const call = { ...rest, id: String(count) };
	const seen = lookAtCall(tools, call);
	const before = moment.calls.get(id);
	const calls = new Map(moment.calls).set(id, moment.calls.has(id) ? undefined : call);
	const doubtful = moment.calls.has(id)
		? [...seen.subjects, ...(before ? lookAtCall(tools, before).subjects : [])]
		: [];
	const window = fold(moment.window, { kind: "call", call: seen });
	return { calls, count, window: doubtful.reduce(hidden, window) };
}

function hidden(window: Window, subject: Subject): Window {
	return fold(window, { kind: "hide", place: { subject } });
}

function folded(moment: Moment, event: Event): Moment {
	return { ...moment, window: fold(moment.window, event) };
}
