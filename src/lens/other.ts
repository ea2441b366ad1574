import type { Subject, View } from "../core/types.ts";
import type { CallMeaning, Lens, ResultText, ToolCall } from "./types.ts";
import { plainView } from "./views.ts";

/** A tool we know nothing about: the subject is the call itself. */
export function otherLens(call: ToolCall): CallMeaning {
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
