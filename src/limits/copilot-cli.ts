import { ANYWHERE, asItIs, type Limits, neverNear } from "./limits.ts";

/** Copilot CLI is only audited. */
export const copilotCliLimits: Limits = {
	replaces: () => false,
	onlyReading: false,
	failures: false,
	most: 0,
	together: false,
	agents: false,
	lingers: () => false,
	arriving: asItIs,
	reach: ANYWHERE,
	nearCompaction: neverNear,
};
