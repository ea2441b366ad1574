import { refuseCopy } from "../../guard/refuse-copy.ts";
import { geminiCliTools } from "../../lens/tools/gemini-cli.ts";
import type { ToolCall } from "../../lens/types.ts";
import type { AnswerRecord } from "../../store/record.ts";

/** Why a call is refused that would write a note into a file; undefined if it may run. */
export function refuseCall(
	call: ToolCall,
	session: string,
	record: AnswerRecord,
	now: () => number,
): string | undefined {
	return refuseCopy(call, { host: "gemini-cli", session, agent: "", tools: geminiCliTools, record, now });
}
