import type { Usage } from "../conversation/types.ts";
import type { KnownHost } from "../host/definition.ts";

/** What a request had and cost, and by how much less of both it would have done for texts that were shortened. */
export type RequestCost = {
	readonly input: number;
	readonly fewer: number;
	readonly spent: number;
	readonly spared: number;
};

/** Follows a strand from request to request: a token that was never added is not written, and not carried either. */
export type CostTracker = {
	/** Tokens that a result was shortened by; fewer than none if it grew. */
	save(tokens: number): void;
	/** A request, with all that came before it in the window. */
	request(usage: Usage | undefined): RequestCost;
	reset(): void;
};

/** A bookkeeper who begins with nothing. */
export function newCostTracker({ prices, declares }: Pick<KnownHost, "prices" | "declares">): CostTracker {
	const { write, read, output } = prices;
	// What ibid brings with it is sent from the first request on, and stays when a window is emptied.
	let [added, carried, prompt] = [-declares, 0, 0];
	return {
		save(tokens) {
			added += tokens;
		},
		request(usage) {
			// Its cost is unknown, so nothing is claimed for it; what was added counts for the next request.
			if (!usage) return { input: 0, fewer: 0, spent: 0, spared: 0 };
			// Input that was written to the cache stands in both counts.
			const plain = usage.input - usage.cacheWrite;
			const spent = plain + usage.cacheWrite * write + usage.cacheRead * read + usage.output * output;
			// A cache that holds less than half of the last prompt was lost: everything is written anew.
			const isLost = usage.cacheRead < prompt / 2;
			const spared = added * write + carried * (isLost ? write : read);
			[carried, added] = [carried + added, 0];
			prompt = promptTokens(usage);
			return { input: prompt, fewer: carried, spent, spared };
		},
		reset() {
			[added, carried] = [0, -declares];
		},
	};
}

/** All tokens that a request sent, found in the cache or not. */
export function promptTokens({ input, cacheRead }: Usage): number {
	return input + cacheRead;
}
