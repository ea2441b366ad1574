import type { Policy } from "../core/policy.ts";
import type { Settings } from "./types.ts";

/** The policy with the user's settings applied. */
export function preferred(policy: Policy, { config, isIgnored }: Pick<Settings, "config" | "isIgnored">): Policy {
	return { ...policy, ...config.gates, isIgnored };
}
