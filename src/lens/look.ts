import type { Call, Subject, View } from "../core/types.ts";
import { otherLens } from "./other.ts";
import { openPage, sliceOf } from "./page.ts";
import { lowered } from "./text.ts";
import type { Outcome, Sight, ToolCall, Tools } from "./types.ts";

/** What a call asks for and does, as far as the tables know. */
export function lookAtCall(tools: Tools, call: ToolCall): Call {
	const { subjects, asks = [], readOnly, own, by = { kind: "tool", label: call.tool } } = sight(tools, call);
	return { id: call.id, subjects, asks, readOnly, by, own };
}

/** What the text that answers a call shows; `shortened` where ibid is known to have put notes into it. */
export function lookAtText(
	tools: Tools,
	call: ToolCall,
	text: string,
	outcome: Outcome = "done",
	shortened = false,
): View {
	const { subjects, view, failure } = sight(tools, call);
	const page = openPage(text, shortened);
	const content = tools.unwrap(page.lines, call.tool);
	const ends = [outcome, content.outcome];
	if (ends.includes("cut")) return { kind: "opaque", hides: subjects.map((subject) => ({ subject })) };
	const look = ends.includes("failed") ? failure : view;
	return look ? lowered(look(sliceOf(page, content.from, content.end)), content.from) : { kind: "failed" };
}

/** What may be written down of a subject: a file; of commands and other calls their name, and not what they are told. */
export function nameToKeep(subject: Subject | undefined): string {
	if (!subject || subject.kind === "file") return subject?.label ?? "";
	if (subject.kind === "call") return subject.label.split(/\s/, 1)[0] ?? "";
	const [name = "", what = ""] = subject.label.replace(ASSIGNMENTS, "").split(/\s+/);
	if (!PROGRAM.test(name)) return "";
	return /^[a-z][a-z-]*$/.test(what) ? `${name} ${what}` : name;
}

/** What stands before a command to be set for it: a value may be quoted, and have blanks in it. */
const ASSIGNMENTS = /^\s*(?:\w+=(?:"(?:[^"\\]|\\[\s\S])*"|'[^']*'|\\[\s\S]|[^\s"'\\(`])*(?:\s+|$))*/;

/** What can be the name of a program, and no more than that. */
const PROGRAM = /^[\w./\\~+-]+$/;

/** What was seen in calls: each is asked about when it comes, when its text does, and when a log is read again. */
const SEEN = new WeakMap<Tools, WeakMap<ToolCall, Sight>>();

function sight(tools: Tools, call: ToolCall): Sight {
	const known = SEEN.get(tools)?.get(call);
	if (known) return known;
	const seen = SEEN.get(tools) ?? new WeakMap<ToolCall, Sight>();
	const found = look(tools, call);
	SEEN.set(tools, seen.set(call, found));
	return found;
}

function look({ lenses }: Tools, call: ToolCall): Sight {
	const lens = Object.hasOwn(lenses, call.tool) ? lenses[call.tool] : undefined;
	return lens?.(call) ?? otherLens(call);
}
