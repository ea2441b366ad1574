import type { Text } from "../../proof/check.ts";
import { read } from "../core/read.ts";
import type { Part } from "../core/types.ts";
import type { Window } from "../core/window.ts";
import type { RecordedResult, Strand } from "../transcript/types.ts";
import { readings, secondCheck, textsIn } from "./second-check.ts";

/** A shortened text, what it stands for, and the window that it came into. */
type Shortened = {
	readonly result: RecordedResult;
	readonly text: string;
	readonly parts: readonly Part[];
	readonly window: Window;
};

/** The shortened texts that a replay has sent, by the results that they stand for. */
export type Sent = ReadonlyMap<RecordedResult, string>;

/** What keeps one who has the window from rebuilding the original; and, where it is asked, what the second check says. */
export function faultsIn(
	{ result, text, parts, window }: Shortened,
	{ strand, sent }: { readonly strand: Strand; readonly sent: Sent | undefined },
): string[] {
	if (read(window, text, parts) !== result.text) return ["it does not give back the original"];
	const earlier = sent && textsBefore(strand, result, sent);
	const complaint = earlier && secondCheck(earlier, result.text, text);
	return complaint === undefined ? [] : [complaint];
}

/** All that stood before the model when a result came: what it wrote, and what it was sent. */
function textsBefore({ entries }: Strand, result: RecordedResult, sent: Sent): Text[] {
	const before = entries.slice(0, entries.indexOf(result));
	const latest = before.slice(before.findLastIndex(({ kind }) => kind === "reset") + 1);
	return latest.flatMap((entry) => {
		if (entry.kind === "call") return textsIn(entry.call.input);
		if (entry.kind !== "result") return [];
		// Those of the log, if the one in question is of it, else those of the replay.
		const text = result.delivered === undefined ? sent.get(entry) : entry.delivered;
		return readings(text ?? entry.text, text !== undefined);
	});
}
