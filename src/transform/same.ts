import { isRecord } from "../dialect/foreign.ts";

/** Whether two values, made of nothing but what JSON has, say the same. */
export function isSame(a: unknown, b: unknown): boolean {
	if (a === b) return true;
	if (Array.isArray(a)) return Array.isArray(b) && isSameList(a, b);
	return isRecord(a) && isRecord(b) && isSameRecord(a, b);
}

function isSameList(a: readonly unknown[], b: readonly unknown[]): boolean {
	if (a.length !== b.length) return false;
	for (let index = 0; index < a.length; index++) if (!isSame(a[index], b[index])) return false;
	return true;
}

/** Each message of each request comes here, so it makes no lists of keys. */
function isSameRecord(a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>): boolean {
	let left = 0;
	for (const key in a) {
		left++;
		if (!isSame(a[key], b[key]) || (a[key] === undefined && !(key in b))) return false;
	}
	for (const _ in b) left--;
	return left === 0;
}

/** A value that says the same, and that nobody else can change. */
export function copyOf(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(copyOf);
	if (!isRecord(value)) return value;
	const copy: Record<string, unknown> = {};
	for (const key in value) copy[key] = copyOf(value[key]);
	return copy;
}
