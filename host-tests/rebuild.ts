import type { VisibleCall } from "../proof/calls.ts";
import type { Text } from "../proof/check.ts";
import { faultInFollowing } from "../proof/follow.ts";
import { readings, secondCheck, textsIn } from "../src/audit/verify.ts";
import { fold } from "../src/core/fold.ts";
import { emptyWindow } from "../src/core/window.ts";
import { contentOfOriginal, contentOfSent, originalOfSent } from "../src/lean/content.ts";
import { lookAtCall, lookAtText } from "../src/lens/look.ts";
import type { Outcome, ToolCall, Tools } from "../src/lens/types.ts";

/** A call in a request, and its result there; it succeeded unless something says otherwise. */
export type Exchange = {
	readonly turn: number;
	readonly call: ToolCall;
	readonly text: string;
	readonly outcome?: Outcome;
	/** The host trimmed white space at the ends of the text, as it does with any text. */
	readonly isTrimmed?: boolean;
};

/**
 * A shortened text of a request: as it was delivered, what it is rebuilt to, and what the second check says about that.
 */
export type Rebuilt = {
	readonly call: ToolCall;
	readonly delivered: string;
	readonly text: string | undefined;
	readonly complaint: string | undefined;
};

/** Rebuilds every shortened text in a request only from the rest of the same request. */
export function rebuild(exchanges: readonly Exchange[], tools: Tools, isShortened: (id: string) => boolean): Rebuilt[] {
	const rebuilt: Rebuilt[] = [];
	const earlier: Text[] = [];
	const above: VisibleCall[] = [];
	let window = emptyWindow();
	for (const turn of turnsOf(exchanges)) {
		window = fold(window, { kind: "turn" });
		for (const { call } of turn) window = fold(window, { kind: "call", call: lookAtCall(tools, call) });
		for (const { call } of turn) earlier.push(...textsIn(call.input));
		for (const { call, text, outcome = "done" } of turn) {
			if (isShortened(call.id)) {
				const original = originalOfSent(window, tools, call, text);
				const misled = (whole: string): string | undefined =>
					faultInFollowing(above, { ...call, text, shortened: true }, whole);
				const complaint =
					original === undefined ? "not rebuilt" : (secondCheck(earlier, original, text) ?? misled(original));
				rebuilt.push({ call, delivered: text, text: original, complaint });
			}
			// We know here which texts ibid has shortened, so a line that only looks like a note is an ordinary line.
			const content = isShortened(call.id)
				? contentOfSent(tools, call, text, outcome)
				: contentOfOriginal(text, lookAtText(tools, call, text, outcome));
			window = fold(window, { kind: "result", id: call.id, ...content });
		}
		for (const { call, text } of turn) {
			earlier.push(...readings(text, isShortened(call.id)));
			above.push({ ...call, text, shortened: isShortened(call.id) });
		}
	}
	return rebuilt;
}

/**
 * Shortened texts as rebuilt from the first request that has each, and the calls of those that a later request cannot
 * rebuild.
 */
export function firstAndLost(requests: readonly (readonly Rebuilt[])[]): { notes: Rebuilt[]; orphans: Set<string> } {
	const notes = new Map<string, Rebuilt>();
	const orphans = new Set<string>();
	for (const rebuilt of requests.flat()) {
		const first = notes.get(rebuilt.call.id);
		if (!first) notes.set(rebuilt.call.id, rebuilt);
		else if (rebuilt.text !== first.text || rebuilt.complaint !== undefined) orphans.add(rebuilt.call.id);
	}
	return { notes: [...notes.values()], orphans };
}

function turnsOf(exchanges: readonly Exchange[]): Exchange[][] {
	const turns = [...new Set(exchanges.map(({ turn }) => turn))];
	return turns.map((turn) => exchanges.filter((exchange) => exchange.turn === turn));
}
