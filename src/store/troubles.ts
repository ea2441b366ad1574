import { everyLine } from "./every-line.ts";
import type { AsideLine, FailureLine } from "./record.ts";

/** The last thing that went wrong in each host, or made ibid stand aside there, by what was recorded. */
export function lastTroubles(folder: string): Map<string, FailureLine | AsideLine> {
	const last = new Map<string, FailureLine | AsideLine>();
	// Nearly all lines are of answers, and need not be parsed.
	for (const line of everyLine(folder, (text) => TROUBLE.test(text))) {
		if (line.kind !== "failure" && line.kind !== "aside") continue;
		if (line.time >= (last.get(line.host)?.time ?? 0)) last.set(line.host, line);
	}
	return last;
}

const TROUBLE = /"kind":"(?:failure|aside)"/;
