import { HOSTS } from "../audit/hosts.ts";
import { isWithin, type Period } from "../audit/ledger.ts";
import { failureWords } from "../store/failure-words.ts";
import type { RecordLine } from "../store/record.ts";
import { savingsBy } from "../store/savings.ts";
import type { HostTrust } from "./data.ts";

/** How ibid fared in each host that it was at work in, by lines of its record. */
export function trustIn(lines: Iterable<RecordLine>, period: Period): HostTrust[] {
	const savings = savingsBy(lines, (line) => (isWithin(period, line.time) ? line.host : undefined));
	return HOSTS.flatMap((host) => {
		const own = savings.get(host);
		if (!own) return [];
		const { answers, shortened, insisted, orphaned, failures, lastFailure, latency } = own;
		const last = lastFailure && { time: lastFailure.time, what: failureWords(lastFailure.what) };
		return [{ host, answers, shortened, insisted, orphaned, failures, lastFailure: last, latency }];
	});
}
