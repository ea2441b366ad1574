import type { Reason } from "../../../core/types.ts";
import type { PageData } from "../../data.ts";
import { countSession, sessionsIn, sinceOf } from "./counting.ts";
import type { Filter } from "./route.ts";

/** Why results went whole, the most frequent reason first. */
export type Reasons = {
	readonly reasons: readonly { readonly reason: Reason; readonly count: number }[];
	readonly whole: number;
	/** Those of which nobody knows why. */
	readonly unknown: number;
};

/** Why the results that a filter lets through went whole. */
export function reasonsOf(data: PageData, filter: Filter): Reasons {
	const counts = new Map<Reason, number>();
	let [whole, unknown] = [0, 0];
	const since = sinceOf(filter, data.made);
	for (const session of sessionsIn(data, filter)) {
		countSession(session, since, {
			answer({ form, reason }) {
				if (form !== "whole") return;
				whole++;
				if (reason) counts.set(reason, (counts.get(reason) ?? 0) + 1);
				else unknown++;
			},
			request() {},
			orphans() {},
		});
	}
	const reasons = [...counts].map(([reason, count]) => ({ reason, count })).sort((a, b) => b.count - a.count);
	return { reasons, whole, unknown };
}
