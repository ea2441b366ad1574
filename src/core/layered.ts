/**
 * Values by their keys. A value itself: a change copies only what changed lately, and only once that is much does it
 * join the rest.
 */
export type Layered<T> = { readonly lately: ReadonlyMap<string, T>; readonly others: ReadonlyMap<string, T> };

/** The same while it is being changed. */
export type ChangingLayers<T> = Layered<T> & { readonly lately: Map<string, T> };

/** Nothing by any key. */
export function noneAt<T>(): Layered<T> {
	return { lately: new Map(), others: new Map() };
}

/** The value with this key. */
export function valueAt<T>({ lately, others }: Layered<T>, key: string): T | undefined {
	return lately.get(key) ?? others.get(key);
}

/** Every key with its value, in no order. */
export function* allIn<T>({ lately, others }: Layered<T>): Generator<[string, T]> {
	yield* lately;
	for (const entry of others) if (!lately.has(entry[0])) yield entry;
}

/** A copy to change. */
export function changing<T>({ lately, others }: Layered<T>): ChangingLayers<T> {
	return { lately: new Map(lately), others };
}

/** The same, ready for the next change. */
export function settled<T>({ lately, others }: Layered<T>): Layered<T> {
	if (lately.size <= MOST_LATELY) return { lately, others };
	return { lately: new Map(), others: new Map([...others, ...lately]) };
}

const MOST_LATELY = 32;
