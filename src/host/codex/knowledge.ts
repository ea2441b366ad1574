import { codexTools } from "../../lens/tools/codex.ts";
import { codexLimits } from "../../limits/codex.ts";
import { readCodex } from "../../transcript/codex.ts";
import { type HostKnowledge, USUAL_PRICES } from "../definition.ts";

/** What an audit has to know of Codex. */
export const codexKnowledge: HostKnowledge = {
	tools: () => codexTools,
	limits: codexLimits,
	prices: USUAL_PRICES,
	reader: { read: readCodex, isDocument: false },
	record: { namesCalls: true, keepsOriginals: false },
};
