import type { Host } from "../lens/types.ts";
import { limitsOf } from "../limits/limits.ts";
import type { Usage } from "../transcript/types.ts";

/** What tokens cost, in tokens of plain input: Claude's cache is dearer to write; output is an assumption for all. */
export type Prices = { readonly write: number; readonly read: number; readonly output: number };

const PRICES: Prices = { write: 1, read: 0.1, output: 8 };
const CLAUDE: Prices = { write: 1.25, read: 0.1, output: 5 };

/** What tokens cost in a host. */
export function pricesOf(host: Host): Prices {
	return host === "claude-code" ? CLAUDE : PRICES;
}

/** What a request had and cost, and by how much less of both it would have done for texts that were shortened. */
export type Purse = {
	readonly input: number;
	readonly fewer: number;
	readonly spent: number;
	readonly spared: number;
};

/** Follows a strand from request to request: a token that was never added is not written, and not carried either. */
export type Bookkeeper = {
	/** Tokens that a result was shortened by; fewer than none if it grew. */
	spare(tokens: number): void;
	/** A request, with all that came before it in the window. */
	request(usage: Usage | undefined): Purse;
	reset(): void;
};

/** A bookkeeper who begins with nothing. */
export function newBookkeeper(host: Host): Bookkeeper {
	const { write, read, output } = pricesOf(host);
	// What ibid brings with it is sent from the first request on, and stays when a window is emptied.
	const { declares } = limitsOf(host);
	let [added, carried, prompt] = [-declares, 0, 0];
	return {
		spare(tokens) {
			added += tokens;
		},
		request(usage) {
			// Nobody knows what it cost, so nothing is claimed for it; what was added waits for the next one.
			if (!usage) return { input: 0, fewer: 0, spent: 0, spared: 0 };
			// Input that was written to the cache stands in both counts.
			const plain = usage.input - usage.cacheWrite;
			const spent = plain + usage.cacheWrite * write + usage.cacheRead * read + usage.output * output;
			// A cache that holds less than half of the last prompt was lost: everything is written anew.
			const isLost = usage.cacheRead < prompt / 2;
			const spared = added * write + carried * (isLost ? write : read);
			[carried, added] = [carried + added, 0];
			prompt = promptOf(usage);
			return { input: prompt, fewer: carried, spent, spared };
		},
		reset() {
			[added, carried] = [0, -declares];
		},
	};
}

/** All tokens that a request sent, found in the cache or not. */
export function promptOf({ input, cacheRead }: Usage): number {
	return input + cacheRead;
}
