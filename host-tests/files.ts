import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** Writes a file and makes its folder if needed. */
export function put(path: string, text: string | Buffer): void {
	mkdirSync(dirname(path), { recursive: true });
	writeFileSync(path, text);
}

/** Replaces text in a file, which must contain it. */
export function change(path: string, from: string, to: string): void {
	const text = readFileSync(path, "utf8");
	if (!text.includes(from)) throw new Error(`${path} does not say "${from}".`);
	writeFileSync(path, text.replace(from, to));
}

/** So many lines, all different. */
export function linesOf(count: number, what: string): string {
	return Array.from({ length: count }, (_, step) => `Step ${step}: stir the ${what} ${step * step + 3} times.\n`).join(
		"",
	);
}
