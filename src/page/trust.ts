import { HOSTS } from "../audit/hosts.ts";
import type { Period } from "../audit/ledger.ts";
import type { Host } from "../lens/types.ts";
import type { RecordLine } from "../store/record.ts";
import { savingsOf } from "../store/savings.ts";
import type { HostTrust } from "./data.ts";

/** How ibid fared in each host that it was at work in, by lines of its record. */
export function trustIn(lines: Iterable<RecordLine>, { since, until }: Period): HostTrust[] {
	const within = [...lines].filter(({ time }) => time >= (since ?? time) && time < (until ?? Number.POSITIVE_INFINITY));
	return HOSTS.flatMap((host) => {
		const own = within.filter((line) => line.host === host && line.kind !== "aside");
		return own.length === 0 ? [] : [trustOf(host, own)];
	});
}

function trustOf(host: Host, lines: readonly RecordLine[]): HostTrust {
	const { answers, shortened, orphaned, failures } = savingsOf(lines);
	const given = lines.filter((line) => line.kind === "answer");
	const insisted = given.filter(({ reason }) => reason === "insisted").length;
	const [last] = lines.filter((line) => line.kind === "failure").sort((a, b) => b.time - a.time);
	return {
		host,
		answers,
		shortened,
		insisted,
		orphaned,
		failures,
		lastFailure: last && { time: last.time, what: last.what },
		latency: latencyIn(given.map(({ milliseconds }) => milliseconds)),
	};
}

function latencyIn(milliseconds: readonly number[]): HostTrust["latency"] {
	const sorted = [...milliseconds].sort((a, b) => a - b);
	// The smallest that so many of a hundred do not exceed.
	const at = (share: number): number | undefined => sorted[Math.ceil(share * sorted.length) - 1];
	const [p50, p95] = [at(0.5), at(0.95)];
	return p50 === undefined || p95 === undefined ? undefined : { p50, p95 };
}
