import { readFileSync } from "node:fs";

/** What a file says; nothing if it is missing or cannot be read. */
export function readIf(path: string): string {
	try {
		return readFileSync(path, "utf8");
	} catch {
		return "";
	}
}
