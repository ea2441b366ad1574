import { piTools } from "../../lens/tools/pi.ts";
import { everyRequestLimits } from "../../limits/limits.ts";
import { readPi } from "../../transcript/pi.ts";
import { type HostKnowledge, USUAL_PRICES } from "../definition.ts";

/** What an audit needs to know about pi. */
export const piKnowledge: HostKnowledge = {
	tools: () => piTools,
	requestTools: piTools,
	limits: everyRequestLimits,
	prices: USUAL_PRICES,
	reader: { read: readPi, isDocument: false },
	record: { namesCalls: true, keepsOriginals: true },
};
