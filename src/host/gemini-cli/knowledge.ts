import type { RecordedResult } from "../../conversation/types.ts";
import { geminiCliTools } from "../../lens/tools/gemini-cli.ts";
import { insideOf } from "../../lens/tools/gemini-cli-wrapping.ts";
import { geminiCliLimits } from "../../limits/gemini-cli.ts";
import { readGeminiCli } from "../../transcript/gemini-cli.ts";
import { type HostKnowledge, USUAL_PRICES } from "../definition.ts";

/** What an audit has to know of Gemini CLI, which wrote one document for each session before it wrote lines. */
export const geminiCliKnowledge: HostKnowledge = {
	tools: () => geminiCliTools,
	limits: geminiCliLimits,
	prices: USUAL_PRICES,
	reader: { read: readGeminiCli, isDocument: true },
	record: { namesCalls: false, keepsOriginals: false, asAsked },
};

/** The host takes our texts for those of a server and wraps them, or for errors; what ibid asked for is neither. */
function asAsked(result: RecordedResult, tool: string): RecordedResult {
	const isWrappedAnyway = tool === "run_shell_command";
	return { ...result, text: isWrappedAnyway ? result.text : insideOf(result.text), outcome: "done" };
}
