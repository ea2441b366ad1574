import type { FoldContext } from "../conversation/fold.ts";
import type { AgentThread } from "../conversation/types.ts";
import { copiedNote } from "../guard/copied-note.ts";
import type { ToolCall } from "../lens/types.ts";

/** The calls of a strand that put a note into a file, as far as the call itself tells; those that failed put nothing there. */
export function copiedNotesIn(
	{ entries }: AgentThread,
	tools: FoldContext["tools"],
	isNote: (line: string) => boolean,
): string[] {
	const writing = new Map<string, ToolCall>();
	const found = new Set<string>();
	for (const entry of entries) {
		if (entry.kind === "call" && copiedNote(tools(entry.version ?? ""), entry.call, isNote))
			writing.set(entry.call.id, entry.call);
		const call = entry.kind === "result" ? writing.get(entry.id) : undefined;
		if (entry.kind !== "result" || !call || !writing.delete(call.id)) continue;
		const { outcome } = tools("").unwrap(entry.text.split("\n"), call.tool);
		if (entry.outcome !== "failed" && outcome !== "failed") found.add(`${call.id}: ${call.tool} has written a note`);
	}
	return [...found];
}
