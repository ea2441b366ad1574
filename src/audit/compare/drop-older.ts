import type { Entry, RecordedResult, Usage } from "../../conversation/types.ts";
import type { KnownHost } from "../../host/definition.ts";
import { callSubject } from "../../lens/look.ts";
import type { ToolCall } from "../../lens/types.ts";
import { promptTokens } from "../ledger.ts";
import type { Rule } from "./rule.ts";

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

/** The plugin's default list of protected tools. */
const PROTECTED: ReadonlySet<string> = new Set(
	"task skill todowrite todoread batch plan_enter plan_exit write edit question".split(" "),
);

/** As long as the published one. */
const PLACEHOLDER = "[This answer was taken out to save room, because a later one stands below it]";

/** The earlier answer to the same call, which this one replaces. */
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

/** Tracks a window and its prompt cache while answers are dropped from the middle. */
type CacheBook = {
	/** Appends a call or an answer. */
	add(id: string, tokens: number): void;
	/** Replaces an answer by a placeholder of so many tokens; returns how many tokens the answer had. */
	drop(id: string, placeholder: number): number;
	erase(ids: readonly string[]): void;
	/** A request was sent, with the whole window. */
	request(usage: Usage | undefined): void;
	reset(): void;
	/** The gain since the last call of this, in tokens of plain input; negative if drops cost more. */
	settle(): number;
};

/** The account of an empty window. */
function newCacheBook({ prices: { write, read } }: Pick<KnownHost, "prices">): CacheBook {
	let standing: CachedText[] = [];
	/** How many of them are in the cache, and the first that has changed since. */
	let [cached, broken] = [0, Number.POSITIVE_INFINITY];
	let [gained, prompt] = [0, 0];
	return {
		add: (id, tokens) => void standing.push({ id, tokens }),
		drop(id, placeholder) {
			const at = standing.findLastIndex((item) => item.id === id);
			const item = standing[at];
			if (!item) return 0;
			standing[at] = { id, tokens: placeholder };
			gained += item.tokens - placeholder;
			broken = Math.min(broken, at);
			return item.tokens;
		},
		erase(ids) {
			const first = standing.findIndex(({ id }) => ids.includes(id));
			standing = standing.filter(({ id }) => !ids.includes(id));
			// The host itself has broken the cache there.
			if (first >= 0) cached = Math.min(cached, first);
		},
		request(usage) {
			const again = sum(standing.slice(broken + 1, cached).map(({ tokens }) => tokens));
			const isLost = usage !== undefined && usage.cacheRead < prompt / 2;
			gained -= isLost ? 0 : again * (write - read);
			[cached, broken] = [standing.length, Number.POSITIVE_INFINITY];
			prompt = usage ? promptTokens(usage) : prompt;
		},
		reset() {
			standing = [];
			[cached, prompt] = [0, 0];
		},
		settle() {
			const settled = gained;
			gained = 0;
			return settled;
		},
	};
}

/** A call or an answer. */
type CachedText = { readonly id: string; readonly tokens: number };

function sum(numbers: readonly number[]): number {
	return numbers.reduce((all, each) => all + each, 0);
}
