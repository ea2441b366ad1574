/** Whether two values, made of nothing but what JSON has, say the same. */
export function isSame(a: unknown, b: unknown): boolean {
	if (a === b) return true;
	if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
	if (Array.isArray(a)) {
		return Array.isArray(b) && a.length === b.length && a.every((each, index) => isSame(each, b[index]));
	}
	if (Array.isArray(b)) return false;
	const keys = Object.keys(a);
	if (keys.length !== Object.keys(b).length) return false;
	return keys.every((key) => Object.hasOwn(b, key) && isSame(Reflect.get(a, key), Reflect.get(b, key)));
}

/** A value that says the same, and that nobody else can change. */
export function copyOf(value: unknown): unknown {
	if (typeof value !== "object" || value === null) return value;
	if (Array.isArray(value)) return value.map(copyOf);
	return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, copyOf(each)]));
}
