/** Values of the conversations that were asked for last, by key. */
export type LatestConversations<Value> = {
	get(key: string): Value | undefined;
	/** Makes this the newest value, and drops the oldest if there are too many. */
	keep(key: string, value: Value): Value;
};

/** No values yet. A value that is dropped costs time only: a log or the next request tells all of it again. */
export function newLatest<Value>(): LatestConversations<Value> {
	const values = new Map<string, Value>();
	return {
		get: (key) => values.get(key),
		keep(key, value) {
			values.delete(key);
			values.set(key, value);
			for (const [oldest] of values) if (values.size > MOST) values.delete(oldest);
			return value;
		},
	};
}

/** As many models as one process may well serve at the same time. */
const MOST = 8;
