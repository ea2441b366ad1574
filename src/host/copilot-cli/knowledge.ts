import { copilotCliTools } from "../../lens/tools/copilot-cli.ts";
import { copilotCliLimits } from "../../limits/copilot-cli.ts";
import { readCopilotCli } from "../../transcript/copilot-cli.ts";
import { type HostKnowledge, USUAL_PRICES } from "../definition.ts";

/** What an audit has to know of Copilot CLI. */
export const copilotCliKnowledge: HostKnowledge = {
	tools: () => copilotCliTools,
	limits: copilotCliLimits,
	prices: USUAL_PRICES,
	reader: { read: readCopilotCli, isDocument: false },
	record: { namesCalls: true, keepsOriginals: false },
};
