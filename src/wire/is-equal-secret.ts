import { createHash, timingSafeEqual } from "node:crypto";

/** Whether someone has the right secret. Takes the same time whatever is wrong. */
export function isEqualSecret(given: string, wanted: string): boolean {
	const [a, b] = [given, wanted].map((text) => createHash("sha256").update(text).digest());
	return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}
