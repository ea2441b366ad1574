import type { Host } from "../../lens/types.ts";
import type { Usage } from "../../transcript/types.ts";
import { pricesOf, promptOf } from "../money.ts";

/** Keeps account of what stands in a window and its prompt cache when answers are dropped from the middle of it. */
export type CacheBook = {
	/** A call or an answer comes to stand behind all others. */
	add(id: string, tokens: number): void;
	/** Puts a placeholder of so many tokens in the place of an answer; says how many tokens that had. */
	drop(id: string, placeholder: number): number;
	erase(ids: readonly string[]): void;
	/** A request was sent, with all that stands there. */
	request(usage: Usage | undefined): void;
	reset(): void;
	/** What was gained since this was last asked, in tokens of plain input; less than nothing where drops cost more. */
	settle(): number;
};

/** A book of an empty window. */
export function newCacheBook(host: Host): CacheBook {
	const { write, read } = pricesOf(host);
	let standing: Item[] = [];
	/** How many of them stand in the cache, and which is the first that has changed since. */
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
			// The host has broken the cache there itself.
			if (first >= 0) cached = Math.min(cached, first);
		},
		request(usage) {
			const again = sum(standing.slice(broken + 1, cached).map(({ tokens }) => tokens));
			const isLost = usage !== undefined && usage.cacheRead < prompt / 2;
			gained -= isLost ? 0 : again * (write - read);
			[cached, broken] = [standing.length, Number.POSITIVE_INFINITY];
			prompt = usage ? promptOf(usage) : prompt;
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
type Item = { readonly id: string; readonly tokens: number };

function sum(numbers: readonly number[]): number {
	return numbers.reduce((all, each) => all + each, 0);
}
