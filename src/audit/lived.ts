import { join } from "node:path";
import type { Form } from "../core/types.ts";
import { type Given, hashText, nameOf, type RecordLine, readLines } from "../store/record.ts";
import type { Known } from "../transcript/fold.ts";

/** What ibid really did in a session, by its record. */
export type Lived = {
	/** Which texts of its log are ibid's. */
	readonly isShortened: Known["isShortened"];
	/** What became of the next result with this text. Each is told once: the same text may come again and fare otherwise. */
	readonly next: (original: string) => Actual | undefined;
};

/** What ibid sent for a result, what that saved (nothing where the host did not take it), and a hash of what was sent. */
export type Actual = { readonly form: Form; readonly saved: number; readonly delivered: string };

/** What the record in a folder knows of sessions; undefined of those that it does not know. */
export function livedIn(folder: string | undefined): (session: string) => Lived | undefined {
	if (folder === undefined) return () => undefined;
	return (session) => {
		const lines = readLines(join(folder, "answers"), session);
		return lines.some(({ kind }) => kind === "answer") ? livedBy(lines) : undefined;
	};
}

function livedBy(lines: readonly RecordLine[]): Lived {
	const given = lines.filter((line): line is Given => line.kind === "answer").sort((a, b) => a.time - b.time);
	const untaken = new Set(lines.flatMap((line) => (line.kind === "failure" ? [line.what] : [])));
	const names = new Set(given.filter(({ form }) => form !== "whole").map((line) => nameOf(line.call, line.delivered)));
	const waiting = new Map<string, Given[]>();
	for (const line of given) waiting.set(line.original, [...(waiting.get(line.original) ?? []), line]);
	return {
		isShortened: (id, text) => names.has(nameOf(id, hashText(text))),
		next(original) {
			const line = waiting.get(hashText(original))?.shift();
			if (!line) return undefined;
			const { form, delivered, before, after, original: whole } = line;
			if (untaken.has(`not taken: ${line.call}`)) return { form: "whole", saved: 0, delivered: whole };
			return { form, saved: before - after, delivered };
		},
	};
}
