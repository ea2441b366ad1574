import { geminiCliTools } from "../../lens/tools/gemini-cli.ts";
import { onlyUnderRunLimits } from "../../limits/limits.ts";
import { readGeminiCli } from "../../transcript/gemini-cli.ts";
import { type HostKnowledge, USUAL_PRICES } from "../definition.ts";

/**
 * What an audit needs to know about Gemini CLI. Older versions wrote one document for each session, newer ones write
 * lines.
 */
export const geminiCliKnowledge: HostKnowledge = {
	tools: () => geminiCliTools,
	requestTools: geminiCliTools,
	limits: onlyUnderRunLimits,
	usualWay: "run",
	prices: USUAL_PRICES,
	reader: { read: readGeminiCli, isDocument: true },
	record: { namesCalls: false, keepsOriginals: true },
};
