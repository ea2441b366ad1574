import { everyLine } from "./every-line.ts";
import type { AsideLine, FailureLine } from "./record.ts";

/** The last problem in each host, or what made ibid do nothing there, according to the record. */
export function lastTroubles(folder: string): Map<string, FailureLine | AsideLine> {
	const last = new Map<string, FailureLine | AsideLine>();
	// Nearly all lines are of answers, and are not parsed.
	for (const line of everyLine(folder, (text) => TROUBLE.test(text))) {
		if (line.kind !== "failure" && line.kind !== "aside") continue;
		if (line.time >= (last.get(line.host)?.time ?? 0)) last.set(line.host, line);
	}
	return last;
}

const TROUBLE = /"kind":"(?:failure|aside)"/;
