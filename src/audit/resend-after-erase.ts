import type { AgentThread, Entry } from "../conversation/types.ts";

/**
 * A strand of a host that tells its model all that stands in every request: when results are emptied, what is left comes
 * again, as if after a reset. No new window begins with that, and no result counts again.
 */
export function resendAfterErase({ agent, entries }: AgentThread): AgentThread {
	const all: Entry[] = [];
	let standing: Entry[] = [];
	for (const entry of entries) {
		all.push(entry);
		if (entry.kind === "reset") standing = [];
		else if (entry.kind !== "erase") standing.push(entry);
		else {
			standing = standing.map((each) => resentEntry(each, entry.ids));
			all.push({ kind: "reset", kept: true }, ...standing);
		}
	}
	return { agent, entries: all };
}

/** What was emptied tells nothing any more, and hides what came before it all the same. */
function resentEntry(entry: Entry, emptied: readonly string[]): Entry {
	if (entry.kind === "turn") return { ...entry, usage: undefined, kept: true };
	if (entry.kind !== "result") return entry;
	return { ...entry, kept: true, outcome: emptied.includes(entry.id) ? "cut" : entry.outcome };
}
