import { readFileSync } from "node:fs";

/** What a file says; nothing where there is none, or where nobody can read it. */
export function readIf(path: string): string {
	try {
		return readFileSync(path, "utf8");
	} catch {
		return "";
	}
}
