import type { AnswerFound } from "./findings.ts";
import type { Purse } from "./money.ts";

/** What the results of tools come to, in tokens. Savings are net of notes, and below zero where ibid would have lost. */
export type Tokens = {
	readonly answers: number;
	readonly shortened: number;
	readonly resultTokens: number;
	/** Saved at best, if hosts let us replace everything. */
	readonly boundTokens: number;
	/** Saved within what the host lets us replace. */
	readonly savedTokens: number;
	readonly noteTokens: number;
};

/** What sessions come to. */
export type Figures = Tokens & {
	readonly sessions: number;
	/** What models had before them, from the beginning or a reset up to the next. */
	readonly windows: number;
	readonly orphans: number;
	/** All that recorded requests have without ibid, found in the cache or not. */
	readonly inputTokens: number;
	/** How many of them would not have been sent: what is saved at a result is saved in every later request of its window. */
	readonly sparedTokens: number;
	/** Share of what the requests cost that would have been spared; null where no log tells what they cost. */
	readonly moneyShare: number | null;
};

/** Adds up what belongs together. */
export type Tally = {
	session(name: string): void;
	window(): void;
	answer(answer: AnswerFound): void;
	request(purse: Purse): void;
	orphans(count: number): void;
	tokens(): Tokens;
	figures(): Figures;
};

/** A tally of nothing. */
export function newTally(): Tally {
	const sessions = new Set<string>();
	const tokens = { answers: 0, shortened: 0, resultTokens: 0, boundTokens: 0, savedTokens: 0, noteTokens: 0 };
	let [windows, orphans, inputTokens, sparedTokens, spent, spared] = [0, 0, 0, 0, 0, 0];
	return {
		session: (name) => void sessions.add(name),
		window: () => void windows++,
		answer(answer) {
			tokens.answers++;
			tokens.shortened += answer.form === "whole" ? 0 : 1;
			tokens.resultTokens += answer.tokens;
			tokens.boundTokens += answer.bound;
			tokens.savedTokens += answer.saved;
			tokens.noteTokens += answer.notes;
		},
		request(purse) {
			inputTokens += purse.input;
			sparedTokens += purse.fewer;
			spent += purse.spent;
			spared += purse.spared;
		},
		orphans(count) {
			orphans += count;
		},
		tokens: () => ({ ...tokens }),
		figures() {
			const moneyShare = spent > 0 ? spared / spent : null;
			return { sessions: sessions.size, windows, ...tokens, orphans, inputTokens, sparedTokens, moneyShare };
		},
	};
}
