import { cutLines, lineAt, splitLines } from "../../src/core/lines.ts";
import type { Call, Part, View } from "../../src/core/types.ts";

/** Two views of one file that cannot both be right, if nobody wrote it in between. */
export type Disagreement = {
	readonly path: string;
	readonly line: number;
	readonly before: Shown;
	readonly now: Shown;
};

/** A line of a file as a result showed it; undefined where the result said that the file has no such line. */
type Shown = { readonly text: string | undefined; readonly id: string };

/** What the results of a session have shown of each file since anything may have changed it. */
export type Witness = {
	/** A call was made, or has ended: what it may have changed is no longer known. */
	touch(call: Call): void;
	forget(path: string): void;
	/** A result has come: how many of its lines had been shown before, and those that differ. */
	see(id: string, text: string, view: View): { compared: number; disagreements: Disagreement[] };
};

/** One witness for each strand of a session. */
export function newWitness(): Witness {
	const files = new Map<string, Map<number, Shown>>();
	return {
		touch(call) {
			if (call.readOnly) return;
			if (call.own.length === 0) files.clear();
			for (const { subject } of call.own) files.delete(subject.name);
		},
		forget(path) {
			files.delete(path);
		},
		see(id, text, view) {
			const disagreements: Disagreement[] = [];
			let compared = 0;
			const parts = view.kind === "shown" ? view.parts.filter(({ subject }) => subject.kind === "file") : [];
			for (const part of parts) {
				const { name: path } = part.subject;
				const known = files.get(path) ?? new Map<number, Shown>();
				files.set(path, known);
				for (const [line, now] of shownBy(part, id, text)) {
					const before = known.get(line);
					compared += before ? 1 : 0;
					if (before && before.text !== now.text) disagreements.push({ path, line, before, now });
					known.set(line, now);
				}
			}
			return { compared, disagreements };
		},
	};
}

/** The lines of a part by number; the line behind its last one where the part says that the file ends. */
function shownBy(part: Part, id: string, text: string): Map<number, Shown> {
	const lines = cutLines(splitLines(text), part);
	const shown = new Map<number, Shown>();
	if (!lines) return shown;
	for (let line = 0; line < part.count; line++) shown.set(part.first + line, { text: lineAt(lines, line), id });
	// Some hosts show what stands behind the last newline as a line of its own, others do not.
	if (part.count > 0 && part.count < part.room) shown.set(part.first + part.count + 1, { text: undefined, id });
	return shown;
}
