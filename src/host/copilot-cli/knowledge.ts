import { copilotCliTools } from "../../lens/tools/copilot-cli.ts";
import { onlyUnderRunLimits } from "../../limits/limits.ts";
import { readCopilotCli } from "../../transcript/copilot-cli.ts";
import { type HostKnowledge, USUAL_PRICES } from "../definition.ts";

/** What an audit needs to know about Copilot CLI. */
export const copilotCliKnowledge: HostKnowledge = {
	tools: () => copilotCliTools,
	requestTools: copilotCliTools,
	limits: onlyUnderRunLimits,
	prices: USUAL_PRICES,
	reader: { read: readCopilotCli, isDocument: false },
	record: { namesCalls: true, keepsOriginals: false },
};
