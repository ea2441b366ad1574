/**
 * Values by their keys. A value itself: a change copies only what changed recently, and only once that is much does it
 * join the rest.
 */
export type Layered<T> = { readonly recent: ReadonlyMap<string, T>; readonly others: ReadonlyMap<string, T> };

/** The same while it is being changed. */
export type ChangingLayers<T> = Layered<T> & { readonly recent: Map<string, T> };

/** Nothing by any key. */
export function noneAt<T>(): Layered<T> {
	return { recent: new Map(), others: new Map() };
}

/** The value with this key. */
export function valueAt<T>({ recent, others }: Layered<T>, key: string): T | undefined {
	return recent.get(key) ?? others.get(key);
}

/** Every key with its value, in no order. */
export function* allIn<T>({ recent, others }: Layered<T>): Generator<[string, T]> {
	yield* recent;
	for (const entry of others) if (!recent.has(entry[0])) yield entry;
}

/** A copy to change. */
export function changing<T>({ recent, others }: Layered<T>): ChangingLayers<T> {
	return { recent: new Map(recent), others };
}

/** The same, ready for the next change. */
export function settled<T>({ recent, others }: Layered<T>): Layered<T> {
	if (recent.size <= RECENT_LIMIT) return { recent, others };
	return { recent: new Map(), others: new Map([...others, ...recent]) };
}

const RECENT_LIMIT = 32;
