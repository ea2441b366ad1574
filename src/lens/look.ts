import type { Call, View } from "../core/types.ts";
import { otherLens } from "./other.ts";
import type { Sight, ToolCall, Tools } from "./types.ts";

/** What a call asks for and does, as far as the tables know. */
export function lookAtCall(tools: Tools, call: ToolCall): Call {
	const { subjects, readOnly, own } = sight(tools, call);
	return { id: call.id, subjects, readOnly, own };
}

/** How a call ended: well, not at all, or with a text that the host has cut or replaced. */
export type Outcome = "done" | "failed" | "cut";

/** What the text that answers a call shows. */
export function lookAtText(tools: Tools, call: ToolCall, text: string, outcome: Outcome = "done"): View {
	if (outcome === "failed") return { kind: "failed" };
	const { subjects, view } = sight(tools, call);
	return outcome === "cut" ? { kind: "opaque", hides: subjects.map((subject) => ({ subject })) } : view(text);
}

function sight(tools: Tools, call: ToolCall): Sight {
	const lens = Object.hasOwn(tools, call.tool) ? tools[call.tool] : undefined;
	return lens?.(call) ?? otherLens(call)!;
}
