import * as v from "valibot";
import type { Range } from "../../core/types.ts";
import type { PiMessage, PiRefresh } from "../../dialect/pi.ts";

/** The type of the session entries for files that the user wants to see in full. */
export const REFRESH = "ibid-refresh";

/** Lines that the user wants to see in full. */
export type Wish = { readonly path: string; readonly lines?: Range };

/** A wish in a session, and when it was made. */
export type Wished = { readonly wish: Wish; readonly time: number };

/** The wish in `PATH [FIRST-LAST]`; undefined if it names no lines of a file. Like pi, we read `@PATH` as a path. */
export function wishIn(words: string): Wish | undefined {
	const [, path, first, last] = /^\s*@?(\S.*?)(?:\s+(\d+)-(\d+))?\s*$/.exec(words) ?? [];
	if (path === undefined) return undefined;
	if (first === undefined) return { path };
	const lines = { first: Number(first), last: Number(last) };
	return lines.first <= lines.last ? { path, lines } : undefined;
}

/** A wish in words. */
export function wishWords({ path, lines }: Wish): string {
	return lines ? `lines ${lines.first}-${lines.last} of ${path}` : path;
}

/** The wishes on a branch of a session. */
export function wishesIn(branch: readonly unknown[]): Wished[] {
	return branch.flatMap((entry) => {
		const parsed = v.safeParse(WishEntry, entry);
		return parsed.success ? [{ wish: parsed.output.data, time: parsed.output.timestamp }] : [];
	});
}

const WishEntry: v.GenericSchema<unknown, { readonly timestamp: number; readonly data: Wish }> = v.object({
	type: v.literal("custom"),
	customType: v.literal(REFRESH),
	timestamp: v.pipe(v.string(), v.transform(Date.parse), v.number()),
	data: v.object({
		path: v.string(),
		lines: v.exactOptional(v.object({ first: v.number(), last: v.number() })),
	}),
});

/**
 * The messages with each wish after the last result that was there when it was made. Ids of calls may be used twice, so
 * we compare times. If no such result is left, there is nothing to refresh.
 */
export function withWishes(messages: readonly PiMessage[], wishes: readonly Wished[]): PiMessage[] {
	const places = wishes.map(({ wish, time }) => {
		return { at: messages.findLastIndex((message) => showsBefore(message, time)), wish };
	});
	return messages.flatMap((message, index) => {
		const here = places.filter(({ at }) => at === index);
		return [message, ...here.map(({ wish }): PiRefresh => ({ role: REFRESH, ...wish }))];
	});
}

function showsBefore({ role, timestamp }: PiMessage, time: number): boolean {
	return (role === "toolResult" || role === "bashExecution") && typeof timestamp === "number" && timestamp <= time;
}

/** The messages without wishes. */
export function withoutWishes(messages: readonly PiMessage[]): PiMessage[] {
	return messages.filter(({ role }) => role !== REFRESH);
}
