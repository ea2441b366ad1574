import type { RecordedResult } from "../../conversation/types.ts";
import { geminiCliTools } from "../../lens/tools/gemini-cli.ts";
import { insideOf, wrapped } from "../../lens/tools/gemini-cli-wrapping.ts";
import { ANYWHERE, type Limits, type NearCompaction } from "../../limits/limits.ts";
import { readGeminiCli } from "../../transcript/gemini-cli.ts";
import { type HostKnowledge, USUAL_PRICES } from "../definition.ts";

/**
 * Gemini CLI compresses before the next prompt, once a request has filled a share of the window; it keeps the last
 * third of the conversation, notes included.
 */
export function geminiCliNearCompaction(share = 0.5, window = 1_048_576): NearCompaction {
	return (tokens) => tokens > share * window - TURN;
}

/** How many tokens one turn may add. */
const TURN = 30_000;

/** Gemini CLI 0.61, which masks a tool result once 50,000 tokens of others have come after it. */
export const geminiCliLimits: Limits = {
	replaces: (tool) => tool === "read_file" || tool === "run_shell_command",
	onlyReading: true,
	failures: false,
	most: 40_000,
	together: false,
	lean: [],
	agents: false,
	lingers: () => true,
	arriving: (text) => wrapped(insideOf(text)),
	reach: { ...ANYWHERE, tokens: 30_000 },
	nearCompaction: geminiCliNearCompaction(),
};

/**
 * What an audit needs to know about Gemini CLI. Older versions wrote one document for each session, newer ones write
 * lines.
 */
export const geminiCliKnowledge: HostKnowledge = {
	tools: () => geminiCliTools,
	requestTools: geminiCliTools,
	limits: geminiCliLimits,
	prices: USUAL_PRICES,
	reader: { read: readGeminiCli, isDocument: true },
	record: { namesCalls: false, keepsOriginals: false, asAsked },
};

/** The host treats our texts as a server's and wraps them, or as errors; this undoes that. */
function asAsked(result: RecordedResult, tool: string): RecordedResult {
	const isWrappedAnyway = tool === "run_shell_command";
	return { ...result, text: isWrappedAnyway ? result.text : insideOf(result.text), outcome: "done" };
}
