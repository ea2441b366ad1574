import type { Policy } from "../core/policy.ts";
import type { Settings } from "./types.ts";

/** A policy as the user wants it. */
export function preferred(policy: Policy, { config, isIgnored }: Pick<Settings, "config" | "isIgnored">): Policy {
	return { ...policy, ...config.gates, isIgnored };
}
