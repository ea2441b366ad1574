import { valuesIn } from "../core/layered.ts";
import type { Subject } from "../core/types.ts";
import type { Window } from "../core/window.ts";

/** The lines of a file that searches in the window have found: the model will want to see what is around them. */
export function linesFound({ states, erased }: Window, { name }: Subject): ReadonlySet<number> {
	const base = name.slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")) + 1);
	const lines = new Set<number>();
	const texts = new Set<string>();
	for (const { subject, latest } of valuesIn(states)) {
		if (subject.kind === "file") continue;
		for (let passage = latest; passage; passage = passage.before) {
			const { text, label, message } = passage;
			if (erased.has(message) || texts.has(text)) continue;
			texts.add(text);
			if (label.includes(base)) for (const [, line] of text.matchAll(ALONE)) lines.add(Number(line));
			if (!text.includes(base)) continue;
			for (const [, path = "", line] of text.matchAll(BEHIND_PATH)) if (isOf(path, base)) lines.add(Number(line));
		}
	}
	return lines;
}

function isOf(path: string, base: string): boolean {
	return path === base || path.endsWith(`/${base}`) || path.endsWith(`\\${base}`);
}

/** Hits of a search in one file, and in several. */
const ALONE = /^(\d+):/gm;
const BEHIND_PATH = /^([^\n:]+):(\d+):/gm;
