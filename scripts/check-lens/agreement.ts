import type { RecordedResult } from "../../src/conversation/types.ts";
import { cutLines, lineAt, splitLines } from "../../src/core/lines.ts";
import type { Call, Part, View } from "../../src/core/types.ts";

/** Two views of one file that contradict each other, if the file was not written in between: the first line that differs. */
export type Disagreement = {
	readonly path: string;
	readonly line: number;
	readonly before: Shown;
	readonly now: Shown;
	/** How many of its lines differ. */
	readonly lines: number;
};

/** A line of a file as a result showed it; undefined where the result said that the file has no such line. */
type Shown = { readonly text: string | undefined; readonly time: number | undefined };

/** What the results of a session have shown of each file since anything may have changed it. */
export type Witness = {
	/** A call was made, or has ended: what it may have changed is no longer known. */
	touch(call: Call): void;
	forget(path: string): void;
	/** A result has come: how many of its lines had been shown before, and those that differ. */
	see(result: RecordedResult, view: View): { compared: number; disagreements: Disagreement[] };
};

/** One witness for each thread of a session. */
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
		see(result, view) {
			const parts = view.kind === "shown" ? view.parts.filter(({ subject }) => subject.kind === "file") : [];
			const found = parts.map((part) => {
				const { name: path } = part.subject;
				const known = files.get(path) ?? new Map<number, Shown>();
				files.set(path, known);
				return compare(path, known, shownBy(part, result));
			});
			const compared = found.reduce((sum, each) => sum + each.compared, 0);
			return { compared, disagreements: found.flatMap(({ disagreement }) => disagreement ?? []) };
		},
	};
}

/** Compares what is shown now with what was known, and then replaces it. */
function compare(path: string, known: Map<number, Shown>, shown: ReadonlyMap<number, Shown>) {
	let [compared, lines] = [0, 0];
	let first: Omit<Disagreement, "lines"> | undefined;
	for (const [line, now] of shown) {
		const before = known.get(line);
		known.set(line, now);
		if (!before) continue;
		compared++;
		if (before.text === now.text) continue;
		lines++;
		first ??= { path, line, before, now };
	}
	return { compared, disagreement: first && { ...first, lines } };
}

/** The lines of a part by number; also the line after its last one if the part says that the file ends. */
function shownBy(part: Part, { text, time }: RecordedResult): Map<number, Shown> {
	const lines = cutLines(splitLines(text), part);
	const shown = new Map<number, Shown>();
	if (!lines) return shown;
	for (let line = 0; line < part.count; line++) shown.set(part.first + line, { text: lineAt(lines, line), time });
	// Some hosts show the empty text after the last newline as a line of its own, others do not.
	if (part.count > 0 && part.count < part.room) shown.set(part.first + part.count + 1, { text: undefined, time });
	return shown;
}
