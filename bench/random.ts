/** A source of chance that gives the same numbers for the same seed on every machine. */
export type Random = {
	/** A whole number from 0 up to, not including, `end`. */
	readonly below: (end: number) => number;
	readonly pick: <T>(from: readonly T[]) => T;
	/** True this share of the time. */
	readonly chance: (share: number) => boolean;
	/** A size around a median: half are smaller, one in ten is more than three times as large. */
	readonly size: (median: number) => number;
};

/** Starts a source of chance from a seed (mulberry32). */
export function seeded(seed: number): Random {
	let state = seed | 0;
	const next = (): number => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
	const below = (end: number): number => Math.floor(next() * end);
	return {
		below,
		pick: (from) => from[below(from.length)]!,
		chance: (share) => next() < share,
		size: (median) => Math.max(1, Math.round(median * Math.exp(0.9 * bell(next)))),
	};
}

/** Near enough to the normal distribution. */
function bell(next: () => number): number {
	let sum = -6;
	for (let draw = 0; draw < 12; draw++) sum += next();
	return sum;
}
