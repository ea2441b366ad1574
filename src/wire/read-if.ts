import { readFileSync } from "node:fs";

/** The content of a file; undefined if it is missing or cannot be read. */
export function readIf(path: string): string {
	try {
		return readFileSync(path, "utf8");
	} catch {
		return "";
	}
}
