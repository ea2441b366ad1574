import { type Random as Drawn, seeded as draw } from "../sim/random.ts";

/** Random choices that can be repeated, like those of the random sessions, with what texts need. */
export type Random = Pick<Drawn, "pick" | "chance"> & {
	/** A whole number from 0 up to, not including, `end`. */
	readonly below: (end: number) => number;
	/** A size around a median: half are smaller, one in ten is more than three times as large. */
	readonly size: (median: number) => number;
};

/** Makes a random source from a seed. */
export function seeded(seed: number): Random {
	const { int, pick, chance } = draw(seed);
	const below = (end: number): number => int(0, end - 1);
	const size = (median: number): number => Math.max(1, Math.round(median * Math.exp(0.9 * bell(below))));
	return { below, pick, chance, size };
}

/** Close enough to the normal distribution. */
function bell(below: (end: number) => number): number {
	let sum = -6;
	for (let draws = 0; draws < 12; draws++) sum += below(FINE) / FINE;
	return sum;
}

const FINE = 2 ** 30;
