import type { Call, Subject, View } from "../core/types.ts";
import { readText, sliceOf } from "./result-text.ts";
import type { CallMeaning, Lens, Outcome, ResultBody, ResultText, ToolCall, Tools } from "./types.ts";
import { lowered, NO_GUTTER, opaqueView, plainView } from "./views.ts";

/** What a call asks for and does, as far as the tools are known. */
export function lookAtCall(tools: Tools, call: ToolCall): Call {
	const { subjects, asks = [], readOnly, own, by = { kind: "tool", label: call.tool } } = meaningOf(tools, call);
	return { id: call.id, subjects, asks, readOnly, by, own };
}

/** What the result of a call shows; `shortened` if ibid has put notes into it. */
export function lookAtText(
	tools: Tools,
	call: ToolCall,
	text: string,
	outcome: Outcome = "done",
	shortened = false,
): View {
	const { subjects, view, failure } = meaningOf(tools, call);
	const result = readText(text, shortened);
	const content = tools.unwrap(result.lines, call.tool);
	const ends = [outcome, content.outcome];
	if (ends.includes("cut")) return outcome === "cut" ? opaqueView(subjects) : cutView(subjects, content);
	const look = ends.includes("failed") ? failure : view;
	return look ? lowered(look(sliceOf(result, content.from, content.end)), content.from) : { kind: "failed" };
}

/**
 * A result that the host cut. Its whole lines are output of the command, whatever they are lines of; all that the call is
 * about may look otherwise than before.
 */
function cutView(subjects: readonly Subject[], { uncut }: ResultBody): View {
	const opaque = opaqueView(subjects);
	const subject = subjects.findLast(({ kind }) => kind === "command");
	if (!subject || !uncut || uncut.end <= uncut.from || opaque.kind !== "opaque") return opaque;
	const { from, end } = uncut;
	const part = { subject, from, count: end - from, first: 1, gutter: NO_GUTTER, room: 0 };
	return { kind: "shown", parts: [part], hides: opaque.hides };
}

/**
 * Tools by version that look at each call only once, although we need its meaning when it comes, when its result comes
 * and when a log is read again. The memo lives as long as the caller keeps the tools and the call.
 */
export function rememberCalls(toolsFor: (version: string) => Tools): (version: string) => Tools {
	const known = new Map<Tools, Tools>();
	return (version) => {
		const tools = toolsFor(version);
		const remembering = known.get(tools) ?? { ...tools, lenses: mapValues(tools.lenses, lookOnce) };
		known.set(tools, remembering);
		return remembering;
	};
}

function lookOnce(lens: Lens): Lens {
	const seen = new WeakMap<ToolCall, CallMeaning>();
	return (call) => {
		const found = seen.get(call) ?? lens(call);
		if (found) seen.set(call, found);
		return found;
	};
}

function mapValues(lenses: Tools["lenses"], change: (lens: Lens) => Lens): Tools["lenses"] {
	return Object.fromEntries(Object.entries(lenses).map(([name, lens]) => [name, change(lens)]));
}

/** What the record may keep of a subject: the path of a file; of a command or tool the name, not its arguments. */
export function nameToKeep(subject: Subject | undefined): string {
	if (!subject || subject.kind === "file") return subject?.label ?? "";
	if (subject.kind === "call") return subject.label.split(/\s/, 1)[0] ?? "";
	const [name = "", what = ""] = subject.label.replace(ASSIGNMENTS, "").split(/\s+/);
	if (!PROGRAM.test(name)) return "";
	return /^[a-z][a-z-]*$/.test(what) ? `${name} ${what}` : name;
}

/** Variables set before a command; a value may be quoted and have blanks in it. */
const ASSIGNMENTS = /^\s*(?:\w+=(?:"(?:[^"\\]|\\[\s\S])*"|'[^']*'|\\[\s\S]|[^\s"'\\(`])*(?:\s+|$))*/;

/** The name of a program, and nothing else. */
const PROGRAM = /^[\w./\\~+-]+$/;

function meaningOf({ lenses }: Tools, call: ToolCall): CallMeaning {
	const lens = Object.hasOwn(lenses, call.tool) ? lenses[call.tool] : undefined;
	return lens?.(call) ?? otherLens(call);
}

/** A tool we know nothing about: the subject is the call itself. */
function otherLens(call: ToolCall): CallMeaning {
	const subject = callSubject(call);
	return { subjects: [subject], readOnly: false, own: [], view: (result) => plainView(subject, result) };
}

/** A tool that changes nothing. */
export function askLens(call: ToolCall): CallMeaning {
	return { ...otherLens(call), readOnly: true };
}

/** A tool that shows what a process has printed since the last call, whether it still runs or not. */
export function pollLens(argument: string): Lens {
	return ({ tool, input }) => {
		const process = input[argument];
		if (typeof process !== "string" && typeof process !== "number") return undefined;
		const subject: Subject = { kind: "call", name: `${tool}\n${process}`, label: `${tool} to session ${process}` };
		const view = (result: ResultText): View => plainView(subject, result);
		return { subjects: [subject], readOnly: false, own: [], view, failure: view };
	};
}

/** A call as a subject: the order of its arguments does not matter, but the label keeps the order that the model used. */
export function callSubject({ tool, input }: ToolCall): Subject {
	const values = Object.values(input).map((value) => (typeof value === "string" ? value : JSON.stringify(value)));
	return { kind: "call", name: `${tool}\n${JSON.stringify(sortedKeys(input))}`, label: [tool, ...values].join(" ") };
}

function sortedKeys(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(sortedKeys);
	if (typeof value !== "object" || value === null) return value;
	const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
	return Object.fromEntries(entries.map(([key, each]) => [key, sortedKeys(each)]));
}
