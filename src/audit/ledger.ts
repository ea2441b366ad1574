import type { Usage } from "../conversation/types.ts";
import { type HostCatalog, hostIn, type KnownHost, underRun } from "../host/definition.ts";
import type { AnswerFinding, Findings, OutlineFinding, SessionFinding } from "./findings.ts";

/** From one time on, and before another, in milliseconds. A finding without a time is in no period. */
export type Period = { readonly since: number | undefined; readonly until: number | undefined };

/** A finding, and how it counts. */
export type LedgerEntry = {
	readonly finding: SessionFinding;
	/** Its own time, or that of the last finding before it that has one. */
	readonly time: number | undefined;
	/** False if another session has already shown it, if it is outside the period, or if there is nothing to count. */
	readonly counts: boolean;
	/** What a request had and cost without ibid. */
	readonly cost: (RequestCost & { readonly outlines: OutlineCost }) | undefined;
};

/**
 * Enters findings, session by session. A copy of a result that another session has already shown does not count again,
 * so the order matters.
 */
export type Ledger = { enter(findings: Findings): LedgerEntry[][] };

/** A ledger without any entry. */
export function newLedger(period: Period, hosts: HostCatalog): Ledger {
	const seen = new Set<string>();
	return {
		enter(findings) {
			const host = hostIn(hosts, findings.host);
			return findings.threads.map((thread) =>
				enterThread(thread, newCostReader(host, findings), { host, seen, period }),
			);
		},
	};
}

function enterThread(
	thread: readonly SessionFinding[],
	costOf: CostReader,
	{ host, seen, period }: LedgerContext,
): LedgerEntry[] {
	const nameOf = ({ key }: AnswerFinding): string => `${host.name} ${key}`;
	// Requests have no ids, so we cannot see copies; up to its first new result, a thread repeats another.
	const first = thread.find((finding) => finding.kind === "answer");
	let isCopy = first !== undefined && seen.has(nameOf(first));
	let time = thread.map(findingTime).find((each) => each !== undefined);
	return thread.map((finding) => {
		time = findingTime(finding) ?? time;
		const cost = costOf(finding);
		const isSeen = finding.kind === "answer" ? seen.has(nameOf(finding)) : isCopy;
		if (finding.kind === "answer") seen.add(nameOf(finding));
		if (finding.kind !== "reset" && !isSeen) isCopy = false;
		return { finding, time, counts: finding.kind !== "reset" && !isSeen && isInPeriod(period, time), cost };
	});
}

type LedgerContext = { readonly host: KnownHost; readonly seen: Set<string>; readonly period: Period };

/** What a request had and cost; undefined if the finding is not a request. */
type CostReader = (finding: SessionFinding) => LedgerEntry["cost"];

/**
 * Follows findings; returns what a request had and cost without ibid. If ibid was active, that is more than the log
 * says.
 */
function newCostReader(host: KnownHost, { withIbid, withoutHooks }: Findings): CostReader {
	const costs = newCostTracker(withoutHooks ? underRun(host) : host);
	const outlines = newOutlineCosts(host);
	return (finding) => {
		if (finding.kind === "reset") costs.reset();
		if (finding.kind === "reset") outlines.reset();
		if (finding.kind === "answer") costs.save(finding.saved);
		if (finding.kind === "answer" && finding.outline) outlines.add(finding.outline);
		if (finding.kind !== "request") return undefined;
		const cost = { ...costs.request(finding.usage), outlines: outlines.request(finding.usage) };
		return withIbid ? { ...cost, input: cost.input + cost.fewer, spent: cost.spent + cost.spared } : cost;
	};
}

function findingTime(finding: SessionFinding): number | undefined {
	return "time" in finding ? finding.time : undefined;
}

/** Whether a time is in a period. */
export function isInPeriod(period: Period, time: number | undefined): boolean {
	if (isUnlimitedPeriod(period)) return true;
	return time !== undefined && time >= (period.since ?? time) && time < (period.until ?? Number.POSITIVE_INFINITY);
}

/** Whether a period includes everything. */
export function isUnlimitedPeriod({ since, until }: Period): boolean {
	return since === undefined && until === undefined;
}

/** What a request had and cost, and how much less of both with the shortened texts. */
export type RequestCost = {
	readonly input: number;
	readonly fewer: number;
	readonly spent: number;
	readonly spared: number;
};

/** What of the cost of a request outlines would have spared, and what would have been spent to ask for withheld lines. */
export type OutlineCost = { readonly withheld: number; readonly asked: number };

/** Follows a thread from request to request: a token that was never added is neither written nor carried. */
type CostTracker = {
	/** By how many tokens a result was shortened; negative if it grew. */
	save(tokens: number): void;
	/** A request, with everything before it in the window. */
	request(usage: Usage | undefined): RequestCost;
	reset(): void;
};

/** A tracker at the beginning of a thread. */
export function newCostTracker({ prices, declares }: Pick<KnownHost, "prices" | "declares">): CostTracker {
	const { write, read, output } = prices;
	// The tools that ibid adds are in every request from the first one on, after a reset too.
	let [added, carried, prompt] = [-declares, 0, 0];
	return {
		save(tokens) {
			added += tokens;
		},
		request(usage) {
			// Its cost is unknown, so we claim nothing for it; the added tokens count for the next request.
			if (!usage) return { input: 0, fewer: 0, spent: 0, spared: 0 };
			// Input that was written to the cache is in both counts.
			const plain = usage.input - usage.cacheWrite;
			const spent = plain + usage.cacheWrite * write + usage.cacheRead * read + usage.output * output;
			// If the cache has less than half of the last prompt, it was lost and everything is written again.
			const isLost = usage.cacheRead < prompt / 2;
			const spared = added * write + carried * (isLost ? write : read);
			[carried, added] = [carried + added, 0];
			prompt = promptTokens(usage);
			return { input: prompt, fewer: carried, spent, spared };
		},
		reset() {
			[added, carried] = [0, -declares];
		},
	};
}

/** Follows what outlines would do to the cost of requests, by the same rules. */
type OutlineCosts = {
	add(outline: OutlineFinding): void;
	request(usage: Usage | undefined): OutlineCost;
	reset(): void;
};

function newOutlineCosts({ prices }: Pick<KnownHost, "prices">): OutlineCosts {
	// What hooks declare is in the other costs.
	const free = { prices, declares: 0 };
	const [withheld, asked] = [newCostTracker(free), newCostTracker(free)];
	let [prompt, owed] = [0, 0];
	return {
		add(outline) {
			withheld.save(outline.withheld);
			asked.save(-outline.lines - outline.calls);
			// The model writes the call, and one request more reads the context from the cache.
			owed += outline.calls * prices.output + outline.requests * prompt * prices.read;
		},
		request(usage) {
			const fewer = withheld.request(usage).spared;
			const more = -asked.request(usage).spared;
			if (!usage) return { withheld: fewer, asked: more };
			const cost = { withheld: fewer, asked: more + owed };
			[prompt, owed] = [promptTokens(usage), 0];
			return cost;
		},
		reset() {
			withheld.reset();
			asked.reset();
			[prompt, owed] = [0, 0];
		},
	};
}

/** All tokens that a request sent, found in the cache or not. */
export function promptTokens({ input, cacheRead }: Usage): number {
	return input + cacheRead;
}
