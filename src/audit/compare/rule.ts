import type { Entry, RecordedResult } from "../../conversation/types.ts";
import { gutterText } from "../../core/lines.ts";
import type { Call, Part, View } from "../../core/types.ts";
import type { KnownHost } from "../../host/definition.ts";
import { lookAtCall, lookAtText } from "../../lens/look.ts";
import type { ToolCall } from "../../lens/types.ts";
import type { RuleSaving } from "../findings.ts";

/** A result with its call, and what the rules need to know about it. */
export type SeenResult = {
	readonly host: KnownHost;
	readonly call: ToolCall;
	readonly result: RecordedResult;
	readonly hasFailed: boolean;
	/** Whether it is a shell command. */
	readonly isCommand: boolean;
	/** What the model wrote in the call; nothing if it failed. */
	readonly own: Call["own"];
	/** Files that an editing tool has changed. */
	readonly changed: readonly string[];
	/** Undefined if the text is not lines of one file. */
	readonly reading: FileReading | undefined;
};

/** Lines of one file, as a tool that reads or a plain command shows them. */
export type FileReading = {
	readonly path: string;
	/** The number of the first line. */
	readonly first: number;
	readonly lines: readonly string[];
	/** Whether these are all lines of the file. */
	readonly isWhole: boolean;
};

/** Watches a thread, entry by entry: what rules see at each new result. */
export function watchResults(host: KnownHost): (entry: Entry) => SeenResult | undefined {
	const calls = new Map<string, WatchedCall>();
	return (entry) => {
		if (entry.kind === "call") calls.set(entry.call.id, entry);
		const asked = entry.kind === "result" && !entry.kept ? calls.get(entry.id) : undefined;
		return asked && entry.kind === "result" ? seenOnce(host, asked, entry) : undefined;
	};
}

type WatchedCall = Extract<Entry, { kind: "call" }>;

/** Rules follow the same entries side by side; looking at a result takes the time, so it is done once. */
const SEEN_RESULTS = new WeakMap<RecordedResult, SeenResult>();

function seenOnce(host: KnownHost, asked: WatchedCall, result: RecordedResult): SeenResult {
	const known = SEEN_RESULTS.get(result);
	if (known?.call === asked.call && known.host === host) return known;
	const seen = seenAt(host, asked, result);
	SEEN_RESULTS.set(result, seen);
	return seen;
}

function seenAt(host: KnownHost, { call, version }: WatchedCall, result: RecordedResult): SeenResult {
	const tools = host.tools(version ?? "");
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

function readingOf(view: View, text: string): FileReading | undefined {
	const [part, another] = view.kind === "shown" ? view.parts : [];
	// A search never shows a whole file.
	if (!part || another || part.subject.kind !== "file" || part.count === 0) return undefined;
	const { subject, first, count, room } = part;
	const lines = partLines(part, text);
	// Some tools count what follows the last newline as a line, others do not.
	if (count < room && lines.at(-1) === "") lines.pop();
	return { path: subject.name, first, lines, isWhole: first === 1 && count < room };
}

function partLines({ from, count, first, gutter }: Part, text: string): string[] {
	const lines = text.split("\n").slice(from, from + count);
	return lines.map((line, index) => line.slice(gutterText(gutter, first + index).length));
}

/** A published way to save tokens: what it would do at each result of a thread. */
export type Rule = {
	readonly name: string;
	readonly follow: (host: KnownHost, count: CountTokens) => RuleFollower;
};

/** Gets every entry of a thread in order; returns at each result what would have been saved. */
export type RuleFollower = (entry: Entry) => RuleSaving | undefined;

/** How many tokens a text has. */
export type CountTokens = (text: string) => number;

/** What is saved if a text is replaced by a few words, and perhaps by other lines after them. */
export function replacementSaving(count: CountTokens, text: string, words: string, rest = ""): RuleSaving {
	const saved = count(text) - (rest === "" ? 0 : count(rest));
	return { saved, net: saved - count(words) };
}
