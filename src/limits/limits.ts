import { defaultPolicy, type Policy } from "../core/policy.ts";
import type { Gutter, Part, View } from "../core/types.ts";
import { LEAN_POLICIES, type LeanPolicy } from "../lean/types.ts";

/** What a host lets us replace, as tested with the real program. */
export type Limits = {
	readonly replaces: (tool: string) => boolean;
	/** Whether results of failed calls can be replaced, too. */
	readonly failures: boolean;
	/** How many bytes a replacement may have. */
	readonly most: number;
	/** We see every request: all results of a turn come together, and every result in it is written again. */
	readonly together: boolean;
	/** Which policies of lean text can be used. Where a log keeps what was sent, each must have an inverse. */
	readonly lean: readonly LeanPolicy[];
	/** Whether results of sub-agents can be replaced, too. */
	readonly agents: boolean;
	/**
	 * Tools that run in parallel with others of a turn, so they may still be running when another one has ended,
	 * whatever the log says.
	 */
	readonly lingers: (tool: string) => boolean;
	/**
	 * How many results back we quote unless the log tells what requests had; the host may clear older ones without saying
	 * so.
	 */
	readonly reach: number;
	/** Whether the host may compact the context before the model sees what comes now. */
	readonly nearCompaction: NearCompaction;
};

/**
 * Hosts that compact in the middle of a turn keep the results of that turn and nothing before them, so a note among
 * them would reach the model without its lines; near a compaction results are therefore sent in full. The arguments are
 * the tokens of the context and the tools of open calls, because their results come first.
 */
export type NearCompaction = (tokens: number, open?: readonly string[]) => boolean;

/** For hosts that compact between turns, or leave no notes behind when they do. */
export const neverNear: NearCompaction = () => false;

/** The policy for these limits; `isTold` if the log has the last request. */
export function policyOf({ together, reach }: Limits, isTold = false): Policy {
	const siblings = together ? "same subject" : "any change";
	return { ...defaultPolicy, siblings, reach: isTold ? UNLIMITED : reach };
}

/** No limit. */
export const UNLIMITED: number = Number.POSITIVE_INFINITY;

/** These tools, and those of MCP servers. */
export function theseAndServers(...names: readonly string[]): Limits["replaces"] {
	return (tool) => names.includes(tool) || tool.startsWith("mcp__");
}

/** A view as if the host did not number whatever we return. */
export function withoutForcedNumbers(view: View): View {
	return view.kind === "shown" ? { ...view, parts: view.parts.map(freePart) } : view;
}

/** Whether the host numbers whatever we return. */
export function hasForcedNumbers(view: View): boolean {
	return view.kind === "shown" && view.parts.some(({ gutter }) => gutter.kind === "number" && gutter.forced);
}

function freePart(part: Part): Part {
	const gutter: Gutter = part.gutter.kind === "number" ? { ...part.gutter, forced: false } : part.gutter;
	return { ...part, gutter };
}

/** For hosts that let us change every request, such as OpenCode 1.18, pi 0.73 and pi 1.5. */
export const everyRequestLimits: Limits = {
	replaces: () => true,
	failures: true,
	most: UNLIMITED,
	together: true,
	lean: LEAN_POLICIES,
	agents: true,
	lingers: () => false,
	reach: UNLIMITED,
	nearCompaction: neverNear,
};

/** For hosts in which nothing is shortened but by `ibid run`. */
export const onlyUnderRunLimits: Limits = {
	replaces: () => false,
	failures: false,
	most: 0,
	together: false,
	lean: [],
	agents: false,
	lingers: () => false,
	reach: UNLIMITED,
	nearCompaction: neverNear,
};
