import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Aside, Failure } from "./record.ts";
import { filesIn, lineIn } from "./record.ts";

/** The last thing that went wrong in each host, or made ibid stand aside there, by what was recorded. */
export function lastTroubles(folder: string): Map<string, Failure | Aside> {
	const last = new Map<string, Failure | Aside>();
	const place = join(folder, "answers");
	for (const name of filesIn(place)) {
		for (const text of readFileSync(join(place, name), "utf8").split("\n")) {
			// Nearly all lines are of answers, and need not be parsed.
			const [line] = TROUBLE.test(text) ? lineIn(text) : [];
			if (line?.kind !== "failure" && line?.kind !== "aside") continue;
			if (line.time >= (last.get(line.host)?.time ?? 0)) last.set(line.host, line);
		}
	}
	return last;
}

const TROUBLE = /"kind":"(?:failure|aside)"/;
