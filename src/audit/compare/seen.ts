import { gutterText } from "../../core/lines.ts";
import type { Call, Part, View } from "../../core/types.ts";
import { toolsOf } from "../../lens/hosts.ts";
import { lookAtCall, lookAtText } from "../../lens/look.ts";
import type { Host, ToolCall } from "../../lens/types.ts";
import type { Entry, RecordedResult } from "../../transcript/types.ts";

/** A result with its call, looked at as far as any rule asks. */
export type Seen = {
	readonly host: Host;
	readonly call: ToolCall;
	readonly result: RecordedResult;
	readonly hasFailed: boolean;
	/** A shell was told to do it. */
	readonly isCommand: boolean;
	/** What the model wrote in the call; nothing if it failed. */
	readonly own: Call["own"];
	/** Files that a tool made for it has changed. */
	readonly changed: readonly string[];
	/** Undefined where the text is anything else than lines of one file. */
	readonly reading: Reading | undefined;
};

/** Lines of one file, as a tool that reads or a plain command shows them. */
export type Reading = {
	readonly path: string;
	/** The number of the first line. */
	readonly first: number;
	readonly lines: readonly string[];
	/** All lines that the file has. */
	readonly isWhole: boolean;
};

/** Watches a strand of a host, entry by entry: what is to be seen at each result that comes for the first time. */
export function watch(host: Host): (entry: Entry) => Seen | undefined {
	const calls = new Map<string, CallEntry>();
	return (entry) => {
		if (entry.kind === "call") calls.set(entry.call.id, entry);
		const asked = entry.kind === "result" && !entry.kept ? calls.get(entry.id) : undefined;
		return asked && entry.kind === "result" ? seenOnce(host, asked, entry) : undefined;
	};
}

type CallEntry = Extract<Entry, { kind: "call" }>;

/** Rules follow the same entries side by side, and to look is what takes the time. */
const LOOKS = new WeakMap<RecordedResult, Seen>();

function seenOnce(host: Host, asked: CallEntry, result: RecordedResult): Seen {
	const known = LOOKS.get(result);
	if (known?.call === asked.call && known.host === host) return known;
	const seen = seenAt(host, asked, result);
	LOOKS.set(result, seen);
	return seen;
}

function seenAt(host: Host, { call, version }: CallEntry, result: RecordedResult): Seen {
	const tools = toolsOf(host, version);
	const { own, readOnly, subjects } = lookAtCall(tools, call);
	const view = lookAtText(tools, call, result.text, result.plain ? result.outcome : "cut");
	const hasFailed = result.outcome === "failed" || view.kind === "failed";
	const isCommand = subjects.some(({ kind }) => kind === "command");
	const files = subjects.filter(({ kind }) => kind === "file").map(({ name }) => name);
	return {
		host,
		call,
		result,
		hasFailed,
		isCommand,
		own: hasFailed ? [] : own,
		changed: hasFailed || readOnly || isCommand ? [] : files,
		// Tools that change a file may show lines around the change.
		reading: readOnly ? readingOf(view, result.text) : undefined,
	};
}

function readingOf(view: View, text: string): Reading | undefined {
	const [part, another] = view.kind === "shown" ? view.parts : [];
	// What a search shows of a file is never all of its text.
	if (!part || another || part.subject.kind !== "file" || part.count === 0) return undefined;
	const { subject, first, count, room } = part;
	const lines = linesOf(part, text);
	// Some tools count what follows the last newline as a line, others do not.
	if (count < room && lines.at(-1) === "") lines.pop();
	return { path: subject.name, first, lines, isWhole: first === 1 && count < room };
}

function linesOf({ from, count, first, gutter }: Part, text: string): string[] {
	const lines = text.split("\n").slice(from, from + count);
	return lines.map((line, index) => line.slice(gutterText(gutter, first + index).length));
}
