import { copilotCliTools } from "../../lens/tools/copilot-cli.ts";
import { ANYWHERE, asItIs, type Limits, neverNear } from "../../limits/limits.ts";
import { readCopilotCli } from "../../transcript/copilot-cli.ts";
import { type HostKnowledge, USUAL_PRICES } from "../definition.ts";

/** Copilot CLI is only audited. */
const copilotCliLimits: Limits = {
	replaces: () => false,
	onlyReading: false,
	failures: false,
	most: 0,
	together: false,
	lean: [],
	agents: false,
	lingers: () => false,
	arriving: asItIs,
	reach: ANYWHERE,
	nearCompaction: neverNear,
};

/** What an audit needs to know about Copilot CLI. */
export const copilotCliKnowledge: HostKnowledge = {
	tools: () => copilotCliTools,
	requestTools: copilotCliTools,
	limits: copilotCliLimits,
	prices: USUAL_PRICES,
	reader: { read: readCopilotCli, isDocument: false },
	record: { namesCalls: true, keepsOriginals: false },
};
