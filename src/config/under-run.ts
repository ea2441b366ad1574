import type { EnvironmentVariables } from "./types.ts";

/** Set by `ibid run` for the agent that it starts. */
export const RUN_VARIABLE = "IBID_RUN";

/**
 * Whether this process belongs to an agent whose results `ibid run` shortens on their way to the API. There hooks and
 * plugins of ibid do nothing but guard writes: else a result would be shortened twice.
 */
export function isUnderRun(environment: EnvironmentVariables): boolean {
	return environment[RUN_VARIABLE] === "1";
}
