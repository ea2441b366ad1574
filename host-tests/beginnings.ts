import { expect } from "bun:test";

/**
 * A provider keeps the beginning of a request in its cache: what two requests have in common from their first message
 * on.
 */

/** How many messages at its beginning the second request shares with the first, byte by byte. */
export function sharedBy(a: readonly unknown[], b: readonly unknown[]): number {
	const first = a.findIndex((message, index) => JSON.stringify(message) !== JSON.stringify(b[index]));
	return first < 0 ? a.length : first;
}

/** Each request begins with all of the one before it. */
export function expectOnlyAppended(requests: readonly (readonly unknown[])[]): void {
	const kept = requests.slice(1).map((request, before) => sharedBy(requests[before]!, request));
	expect(kept).toEqual(requests.slice(0, -1).map(({ length }) => length));
	expect(kept.length).toBeGreaterThan(0);
}

/** Each request shares at least as many messages with the one before it as the same request does without ibid. */
export function expectAsMuchShared(
	plain: readonly (readonly unknown[])[],
	live: readonly (readonly unknown[])[],
): void {
	expect(live.length).toBe(plain.length);
	const shares = (requests: readonly (readonly unknown[])[]): number[] =>
		requests.slice(1).map((request, before) => sharedBy(requests[before]!, request));
	const without = shares(plain);
	expect(shares(live).filter((share, at) => share < without[at]!)).toEqual([]);
}
