import type { Subject, View } from "../core/types.ts";
import { plainView } from "./text.ts";
import type { Lens, Page, Sight, ToolCall } from "./types.ts";

/** Any tool of which no more is known: the subject is the call itself. */
export function otherLens(call: ToolCall): Sight {
	const subject = callSubject(call);
	return { subjects: [subject], readOnly: false, own: [], view: (page) => plainView(subject, page) };
}

/** A tool that is known to change nothing. */
export function askLens(call: ToolCall): Sight {
	return { ...otherLens(call), readOnly: true };
}

/** A tool that tells what a process has printed since it was last asked; whether that still runs makes no difference. */
export function pollLens(argument: string): Lens {
	return ({ tool, input }) => {
		const process = input[argument];
		if (typeof process !== "string" && typeof process !== "number") return undefined;
		const subject: Subject = { kind: "call", name: `${tool}\n${process}`, label: `${tool} to session ${process}` };
		const view = (page: Page): View => plainView(subject, page);
		return { subjects: [subject], readOnly: false, own: [], view, failure: view };
	};
}

/** A call as a subject: its tool and arguments, whatever their order; it is called by them as the model wrote them. */
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
