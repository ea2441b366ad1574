import { ANYWHERE, asItIs, type Limits, neverNear, UNLIMITED } from "./limits.ts";

/** For hosts that let us change every request, such as OpenCode 1.18, pi 0.73 and pi 1.5. */
export const everyRequestLimits: Limits = {
	replaces: () => true,
	onlyReading: false,
	failures: true,
	most: UNLIMITED,
	together: true,
	agents: true,
	lingers: () => false,
	arriving: asItIs,
	reach: ANYWHERE,
	nearCompaction: neverNear,
};
