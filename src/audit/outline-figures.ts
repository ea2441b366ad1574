import type { OutlineFinding } from "./findings.ts";
import type { OutlineCost } from "./ledger.ts";

/**
 * What outlines of first views would do in the sessions of a host; none of it is part of what is saved. A cost is a share
 * of what the requests cost without ibid, and null if no log has costs.
 */
export type OutlineFigures = {
	/** Outlines, and the folds in them. */
	readonly sent: number;
	readonly folds: number;
	/** How many tokens fewer they have than what would be sent without outlines. */
	readonly withheldTokens: number;
	/** How often withheld lines were needed later in the context, and how often of these an edit or write needed them unseen. */
	readonly asked: number;
	readonly unseen: number;
	/** Tokens of these lines, of the calls that ask for them, and of what the model hears about folds. */
	readonly askedTokens: number;
	/** What is withheld minus what is asked for; negative if outlines would have lost. */
	readonly netTokens: number;
	readonly withheldCost: number | null;
	/** Of the lines, the calls and the requests. */
	readonly askedCost: number | null;
	readonly netCost: number | null;
};

/** Adds up what outlines would do. */
export type OutlineTally = {
	answer(outline: OutlineFinding): void;
	request(spent: number, cost: OutlineCost): void;
	figures(): OutlineFigures;
};

/** A tally of nothing yet. */
export function newOutlineTally(): OutlineTally {
	const counts = { sent: 0, folds: 0, withheldTokens: 0, asked: 0, unseen: 0, askedTokens: 0 };
	let [spent, withheld, asked] = [0, 0, 0];
	return {
		answer(outline) {
			counts.sent += outline.folds > 0 ? 1 : 0;
			counts.folds += outline.folds;
			counts.withheldTokens += outline.withheld;
			counts.asked += outline.asked;
			counts.unseen += outline.unseen;
			counts.askedTokens += outline.lines + outline.calls;
		},
		request(all, cost) {
			spent += all;
			withheld += cost.withheld;
			asked += cost.asked;
		},
		figures() {
			const share = (cost: number): number | null => (spent > 0 ? cost / spent : null);
			const costs = { withheldCost: share(withheld), askedCost: share(asked), netCost: share(withheld - asked) };
			return { ...counts, netTokens: counts.withheldTokens - counts.askedTokens, ...costs };
		},
	};
}
