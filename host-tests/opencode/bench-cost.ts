import { countExactly } from "../../src/audit/exact-tokens.ts";
import type { Request } from "./model.ts";

/** What the requests of a session cost, in tokens. */
export type Cost = {
	readonly requests: number;
	readonly total: number;
	/** After the longest beginning that a request shares with an earlier one. */
	readonly uncached: number;
	readonly last: number;
};

/** Counts requests one after another: tools first, then messages, as a provider caches them. */
export function costOf(requests: readonly Request[]): Cost {
	const texts = requests.map(({ tools, messages }) => [...tools, ...messages].map((each) => JSON.stringify(each)));
	const totals = texts.map((each) => tokensIn(each));
	const fresh = texts.map((each, index) => {
		const rests = texts.slice(0, index).map((earlier) => tokensIn(restOf(each, earlier)));
		return Math.min(tokensIn(each), ...rests);
	});
	return { requests: requests.length, total: sum(totals), uncached: sum(fresh), last: totals.at(-1) ?? 0 };
}

/** What is left of some texts after the beginning that they share with others. */
function restOf(texts: readonly string[], others: readonly string[]): string[] {
	const at = texts.findIndex((text, index) => text !== others[index]);
	if (at < 0) return [];
	const [first = "", ...rest] = texts.slice(at);
	const other = others[at] ?? "";
	let shared = 0;
	while (shared < first.length && first[shared] === other[shared]) shared++;
	return [first.slice(shared), ...rest];
}

function tokensIn(texts: readonly string[]): number {
	return sum(texts.map(tokensOf));
}

const counted = new Map<string, number>();

function tokensOf(text: string): number {
	const count = counted.get(text) ?? countExactly(text);
	counted.set(text, count);
	return count;
}

function sum(numbers: readonly number[]): number {
	return numbers.reduce((sum, number) => sum + number, 0);
}
