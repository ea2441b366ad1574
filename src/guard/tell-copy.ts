import type { Answer } from "../core/types.ts";
import type { ToolCall, Tools } from "../lens/types.ts";
import { hashesOfNote, noteHashesIn } from "../store/answer-line.ts";
import { copiedNote } from "./copied-note.ts";
import { inPlaceOf, quotedNote } from "./refuse-copy.ts";

/** What the model got for a result. */
type SentText = Pick<Answer, "form" | "text">;

/**
 * The sentence for the model behind the result of a call that has put a note into a file, where no guard has refused it;
 * undefined if the call did not. `sent` gives the answers before it. It depends on nothing else, not even on files.
 */
export function tellCopy(
	tools: Tools,
	call: ToolCall,
	result: string,
	sent: () => Iterable<SentText>,
): string | undefined {
	// A guard has said so, in whatever way its host words a refusal.
	if (result.includes(REFUSED)) return undefined;
	const copied = copiedNote(tools, call, (line) => isAmong(line, sent()));
	if (!copied) return undefined;
	const { lines, advice } = inPlaceOf(copied.note);
	return `The line ${quotedNote(copied.note)} ${REFUSED} that stands for ${lines}, not text of a file, and now a file has it; ${advice}.`;
}

const REFUSED = "is a note of ibid";

function isAmong(line: string, sent: Iterable<SentText>): boolean {
	const hashes = new Set(hashesOfNote(line));
	for (const answer of sent)
		if (answer.form !== "whole" && noteHashesIn(answer).some((hash) => hashes.has(hash))) return true;
	return false;
}
