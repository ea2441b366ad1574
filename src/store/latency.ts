/** How long answers took, in milliseconds: half of them no longer than the one, all but one in twenty than the other. */
export type Latency = { readonly p50: number; readonly p95: number };

/** What times come to; undefined where there are none. */
export function latencyOf(milliseconds: readonly number[]): Latency | undefined {
	const sorted = milliseconds.filter(Number.isFinite).sort((a, b) => a - b);
	const upTo = (share: number): number | undefined => sorted[Math.ceil(share * sorted.length) - 1];
	const [p50, p95] = [upTo(0.5), upTo(0.95)];
	return p50 === undefined || p95 === undefined ? undefined : { p50, p95 };
}
