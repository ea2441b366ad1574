import type { Subject } from "../core/types.ts";
import { plainView } from "./text.ts";
import type { Lens, ToolCall } from "./types.ts";

/** Any tool of which no more is known: the subject is the call itself. */
export const otherLens: Lens = (call) => {
	const subject = callSubject(call);
	return { subjects: [subject], readOnly: false, own: [], view: (text) => plainView(subject, text) };
};

function callSubject({ tool, input }: ToolCall): Subject {
	const sorted = Object.entries(input).sort(([a], [b]) => (a < b ? -1 : 1));
	const name = `${tool}\n${JSON.stringify(sorted)}`;
	return { kind: "call", name, label: [tool, ...sorted.map(([, value]) => JSON.stringify(value))].join(" ") };
}
