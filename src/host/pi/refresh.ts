import * as v from "valibot";
import type { Range } from "../../core/types.ts";
import type { PiMessage, PiRefresh } from "../../dialect/pi.ts";

/** The type of the entries by which a session remembers what the user wants to see whole. */
export const REFRESH = "ibid-refresh";

/** What the user wants to see whole, and the last result that had come when the user said so. */
export type Wish = { readonly path: string; readonly lines?: Range; readonly after: string };

/** The wish in `PATH [A-B]`; undefined where it names no file. */
export function wishIn(words: string, branch: readonly unknown[]): Wish | undefined {
	const [, path, first, last] = /^\s*(\S.*?)(?:\s+(\d+)-(\d+))?\s*$/.exec(words) ?? [];
	if (path === undefined) return undefined;
	const after = branch.findLast((entry) => v.is(ResultEntry, entry));
	const lines = first === undefined ? {} : { lines: { first: Number(first), last: Number(last) } };
	return { path, ...lines, after: after?.message.toolCallId ?? "" };
}

const ResultEntry = v.looseObject({
	type: v.literal("message"),
	message: v.looseObject({ role: v.literal("toolResult"), toolCallId: v.string() }),
});

/** The wishes on a branch of a session. */
export function wishesIn(branch: readonly unknown[]): Wish[] {
	return branch.flatMap((entry) => {
		const parsed = v.safeParse(WishEntry, entry);
		return parsed.success ? [parsed.output.data] : [];
	});
}

const WishEntry: v.GenericSchema<unknown, { readonly data: Wish }> = v.object({
	type: v.literal("custom"),
	customType: v.literal(REFRESH),
	data: v.object({
		path: v.string(),
		lines: v.exactOptional(v.object({ first: v.number(), last: v.number() })),
		after: v.string(),
	}),
});

/** The messages with each wish where it was made. One whose place is gone has nothing left to refresh. */
export function withWishes(messages: readonly PiMessage[], wishes: readonly Wish[]): PiMessage[] {
	const places = wishes.map(({ after, ...wish }) => {
		return { at: messages.findLastIndex((message) => isResultOf(message, after)), wish };
	});
	return messages.flatMap((message, index) => {
		const here = places.filter(({ at }) => at === index);
		return [message, ...here.map(({ wish }): PiRefresh => ({ role: REFRESH, ...wish }))];
	});
}

function isResultOf(message: PiMessage, id: string): boolean {
	return message.toolCallId === id;
}

/** The messages without wishes. */
export function withoutWishes(messages: readonly PiMessage[]): PiMessage[] {
	return messages.filter(({ role }) => role !== REFRESH);
}
