import type { AgentThread } from "../src/conversation/types.ts";

/** The results that the model has in front of it at the end of a thread, in the order of the log. */
export function standingIn({ entries }: AgentThread): { id: string; text: string }[] {
	const standing = new Map<string, string>();
	for (const entry of entries) {
		if (entry.kind === "reset") standing.clear();
		if (entry.kind === "erase") for (const id of entry.ids) standing.delete(id);
		if (entry.kind === "result") standing.set(entry.id, entry.text);
	}
	return [...standing].map(([id, text]) => ({ id, text }));
}
