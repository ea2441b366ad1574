import type { Call, Subject, View } from "../core/types.ts";
import { otherLens } from "./other.ts";
import { readText, sliceOf } from "./result-text.ts";
import type { CallMeaning, Lens, Outcome, ToolCall, Tools } from "./types.ts";
import { lowered } from "./views.ts";

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
	if (ends.includes("cut")) return { kind: "opaque", hides: subjects.map((subject) => ({ subject })) };
	const look = ends.includes("failed") ? failure : view;
	return look ? lowered(look(sliceOf(result, content.from, content.end)), content.from) : { kind: "failed" };
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
