import type { Entry, RecordedResult } from "../../conversation/types.ts";
import { gutterText } from "../../core/lines.ts";
import type { Call, Part, View } from "../../core/types.ts";
import type { KnownHost } from "../../host/definition.ts";
import { lookAtCall, lookAtText } from "../../lens/look.ts";
import type { ToolCall } from "../../lens/types.ts";
import type { RuleSaving } from "../findings.ts";

/** A result with its call, looked at as far as any rule asks. */
export type SeenResult = {
	readonly host: KnownHost;
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
	readonly reading: FileReading | undefined;
};

/** Lines of one file, as a tool that reads or a plain command shows them. */
export type FileReading = {
	readonly path: string;
	/** The number of the first line. */
	readonly first: number;
	readonly lines: readonly string[];
	/** All lines that the file has. */
	readonly isWhole: boolean;
};

/** Watches a thread of a host, entry by entry: what is to be seen at each result that comes for the first time. */
export function watchResults(host: KnownHost): (entry: Entry) => SeenResult | undefined {
	const calls = new Map<string, WatchedCall>();
	return (entry) => {
		if (entry.kind === "call") calls.set(entry.call.id, entry);
		const asked = entry.kind === "result" && !entry.kept ? calls.get(entry.id) : undefined;
		return asked && entry.kind === "result" ? seenOnce(host, asked, entry) : undefined;
	};
}

type WatchedCall = Extract<Entry, { kind: "call" }>;

/** Rules follow the same entries side by side, and to look is what takes the time. */
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
	// What a search shows of a file is never all of its text.
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

/** A published way to spare tokens: what it would do at each result of a thread. */
export type Rule = {
	readonly name: string;
	readonly follow: (host: KnownHost, count: CountTokens) => RuleFollower;
};

/** Fed every entry of a thread in order; says at each result what would have been spared. */
export type RuleFollower = (entry: Entry) => RuleSaving | undefined;

/** How many tokens a text has. */
export type CountTokens = (text: string) => number;

/** What is spared where a text is replaced by a few words, and perhaps by other lines behind them. */
export function replacementSaving(count: CountTokens, text: string, words: string, rest = ""): RuleSaving {
	const saved = count(text) - (rest === "" ? 0 : count(rest));
	return { saved, net: saved - count(words) };
}
