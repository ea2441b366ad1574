import { callSubject } from "../../lens/other.ts";
import type { ToolCall } from "../../lens/types.ts";
import type { Entry, RecordedResult } from "../../transcript/types.ts";
import { type CacheBook, newCacheBook } from "./cache-book.ts";
import type { Rule } from "./types.ts";

/**
 * Dynamic Context Pruning: when a call is made again, its earlier answer is taken out of the history.
 *
 * The same tool with the same arguments, whatever it answers; tools that plan or write are left alone, and so are
 * failed answers, but a failed call drops the good answer before it. `saved` counts what is dropped, once, as every rule
 * counts; `net` is that less the placeholder, and less what a drop makes the next request write to the cache again:
 * (write - read) for every token of calls and answers that stood behind the dropped one, unless the cache was lost anyway.
 */
export const dropOlder: Rule = {
	name: "drop older duplicates",
	follow(host, count) {
		const calls = new Map<string, ToolCall>();
		const latest = new Map<string, RecordedResult>();
		const book: CacheBook = newCacheBook(host);
		const placeholder = count(PLACEHOLDER);
		return (entry) => {
			if (entry.kind === "call") {
				calls.set(entry.call.id, entry.call);
				book.add(`call ${entry.call.id}`, count(JSON.stringify(entry.call.input)));
			} else if (entry.kind === "result") {
				const call = calls.get(entry.id);
				if (!call) return undefined;
				book.add(entry.id, count(entry.text));
				const older = PROTECTED.has(call.tool.toLowerCase()) ? undefined : superseded(latest, call, entry);
				const saved = older && !entry.kept ? book.drop(older.id, placeholder) : 0;
				const net = entry.kept ? 0 : book.settle();
				return saved === 0 && net === 0 ? undefined : { saved, net };
			} else passBy(entry, book);
			return undefined;
		};
	},
};

/** What the plugin protects unless told otherwise. */
const PROTECTED: ReadonlySet<string> = new Set(
	"task skill todowrite todoread batch plan_enter plan_exit write edit question".split(" "),
);

/** As long as the published one. */
const PLACEHOLDER = "[This answer was taken out to save room, because a later one stands below it]";

/** The earlier answer to the same call; this one takes its place. */
function superseded(
	latest: Map<string, RecordedResult>,
	call: ToolCall,
	result: RecordedResult,
): RecordedResult | undefined {
	const { name } = callSubject(call);
	const older = latest.get(name);
	latest.set(name, result);
	return older && older.outcome !== "failed" && older.id !== result.id ? older : undefined;
}

function passBy(entry: Exclude<Entry, { kind: "call" | "result" }>, book: CacheBook): void {
	if (entry.kind === "turn") book.request(entry.usage);
	if (entry.kind === "erase") book.erase(entry.ids);
	if (entry.kind === "reset") book.reset();
}
