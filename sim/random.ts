/** Random choices that can be repeated: the same seed draws the same things. */
export type Random = {
	/** A whole number from `low` to `high`, both included. */
	readonly int: (low: number, high: number) => number;
	readonly chance: (probability: number) => boolean;
	readonly pick: <Item>(items: readonly Item[]) => Item;
	readonly shuffle: <Item>(items: readonly Item[]) => Item[];
};

/** Mulberry32: small, fast, good enough to draw sessions. */
export function seeded(seed: number): Random {
	let state = seed | 0;
	const next = (): number => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
	const int = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
	return {
		int,
		chance: (probability) => next() < probability,
		pick: (items) => items[int(0, items.length - 1)]!,
		shuffle: (items) => {
			const mixed = [...items];
			for (let last = mixed.length - 1; last > 0; last--) {
				const other = int(0, last);
				[mixed[last], mixed[other]] = [mixed[other]!, mixed[last]!];
			}
			return mixed;
		},
	};
}
