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

/** All values, in no order. */
export function valuesIn<T>({ recent, others }: Layered<T>): T[] {
	const values = [...recent.values()];
	others.forEach((value, key) => {
		if (!recent.has(key)) values.push(value);
	});
	return values;
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
