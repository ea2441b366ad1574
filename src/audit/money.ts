import type { Host } from "../lens/types.ts";
import type { Usage } from "../transcript/types.ts";

/** What tokens cost, in tokens of plain input: Claude's cache is dearer to write; output is an assumption for all. */
type Prices = { readonly write: number; readonly read: number; readonly output: number };

const PRICES: Prices = { write: 1, read: 0.1, output: 8 };
const CLAUDE: Prices = { write: 1.25, read: 0.1, output: 5 };

/** What the requests of a strand cost, and what they would have cost less for texts that were shortened. */
export type Purse = { readonly spent: number; readonly spared: number };

/** Follows a strand from request to request: a token that was never added is not written, and not carried either. */
export type Bookkeeper = {
	/** Tokens that a result was shortened by. */
	spare(tokens: number): void;
	/** A request, with all that came before it in the window. */
	request(usage: Usage | undefined): void;
	reset(): void;
	purse(): Purse;
};

/** A bookkeeper who begins with nothing. */
export function newBookkeeper(host: Host): Bookkeeper {
	const { write, read, output } = host === "claude-code" ? CLAUDE : PRICES;
	let [spent, spared, added, carried, prompt] = [0, 0, 0, 0, 0];
	return {
		spare(tokens) {
			added += tokens;
		},
		request(usage) {
			if (!usage) return;
			const { input, cacheRead, cacheWrite } = usage;
			spent += input + cacheWrite * write + cacheRead * read + usage.output * output;
			// A cache that holds less than half of the last prompt was lost: everything is written anew.
			const isLost = cacheRead < prompt / 2;
			spared += added * write + carried * (isLost ? write : read);
			[carried, added] = [carried + added, 0];
			prompt = input + cacheRead + cacheWrite;
		},
		reset() {
			[added, carried] = [0, 0];
		},
		purse: () => ({ spent, spared }),
	};
}
