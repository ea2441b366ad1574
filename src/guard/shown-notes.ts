import type { Answer } from "../core/types.ts";
import { noteHashesIn } from "../store/note-hashes.ts";

/**
 * The notes in the last request of each session. In a host whose requests we render again, there may be notes that are
 * not in the record: when lines leave the list, earlier texts get new notes.
 */
export type ShownNotes = {
	show(session: string, answers: readonly { readonly answer: Answer }[]): void;
	has(session: string, hash: string): boolean;
};

/** No notes yet. */
export function newShownNotes(): ShownNotes {
	const shown = new Map<string, readonly { readonly answer: Answer }[]>();
	return {
		show(session, answers) {
			shown.delete(session);
			shown.set(session, answers);
			for (const [oldest] of shown) if (shown.size > MOST) shown.delete(oldest);
		},
		has(session, hash) {
			const texts = (shown.get(session) ?? []).flatMap(({ answer }) => (answer.form === "whole" ? [] : answer.text));
			return texts.some((text) => noteHashesIn(text).includes(hash));
		},
	};
}

/** As many sessions as are likely to run at the same time. */
const MOST = 8;
