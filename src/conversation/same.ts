/**
 * Whether two JSON values are equal, ignoring the order of keys. Keys in `except` do not count on the outermost level.
 */
export function isSame(a: unknown, b: unknown, except?: ReadonlySet<string>): boolean {
	if (a === b) return true;
	if (Array.isArray(a)) return Array.isArray(b) && isSameList(a, b);
	return isRecord(a) && isRecord(b) && isSameRecord(a, b, except);
}

function isSameList(a: readonly unknown[], b: readonly unknown[]): boolean {
	if (a.length !== b.length) return false;
	for (let index = 0; index < a.length; index++) if (!isSame(a[index], b[index])) return false;
	return true;
}

type JsonObject = Readonly<Record<string, unknown>>;

/** Called for every message of every request, so it makes no lists of keys. */
function isSameRecord(a: JsonObject, b: JsonObject, except: ReadonlySet<string> | undefined): boolean {
	let left = 0;
	for (const key in a) {
		if (except?.has(key)) continue;
		left++;
		if (!isSame(a[key], b[key]) || (a[key] === undefined && !(key in b))) return false;
	}
	for (const key in b) if (!except?.has(key)) left--;
	return left === 0;
}

/** A deep copy, which the owner of the original cannot change. */
export function copyOf(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(copyOf);
	if (!isRecord(value)) return value;
	const copy: Record<string, unknown> = {};
	for (const key in value) copy[key] = copyOf(value[key]);
	return copy;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
