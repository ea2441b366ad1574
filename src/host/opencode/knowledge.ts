import { openCodeRequestTools, openCodeTools } from "../../lens/tools/opencode.ts";
import { everyRequestLimits } from "../../limits/limits.ts";
import { readOpenCode } from "../../transcript/opencode.ts";
import { readOpenCodeDatabase } from "../../transcript/opencode-database.ts";
import { type HostKnowledge, USUAL_PRICES } from "../definition.ts";

/** What an audit needs to know about OpenCode, which has a database and exports sessions as documents. */
export const openCodeKnowledge: HostKnowledge = {
	tools: () => openCodeTools,
	requestTools: openCodeRequestTools,
	limits: everyRequestLimits,
	prices: USUAL_PRICES,
	reader: { read: readOpenCode, isDocument: true, database: readOpenCodeDatabase },
	record: { namesCalls: true, keepsOriginals: true },
};
