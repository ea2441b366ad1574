import { read } from "../core/read.ts";
import { estimateTokens } from "../core/tokens.ts";
import { emptyWindow, type Window } from "../core/window.ts";
import { lookAtText } from "../lens/look.ts";
import { type Asked, foldEntry, type Known } from "./fold.ts";
import type { Entry, RecordedResult } from "./types.ts";

/** What stands before a model after some entries of its log. */
export type Standing = {
	readonly window: Window;
	/** Every call so far, by its id. */
	readonly calls: ReadonlyMap<string, Asked>;
	/** About how many tokens its next request has: by what the host said of the last one, and what came since. */
	readonly tokens: number;
	/** The calls whose results ibid has shortened, and those of them that have lost their lines since. */
	readonly notes: readonly string[];
	readonly orphans: readonly string[];
};

/**
 * Folds what a growing log has at several moments. What it knows of the same conversation a little earlier it folds on;
 * another one, such as after a rewind, it folds from its beginning.
 */
export function newFolding(known: Known): (entries: readonly Entry[]) => Standing {
	let folds: readonly Folded[] = [];
	return (entries) => {
		const isEarlier = ({ entries: done }: Folded): boolean =>
			done.length <= entries.length && done.every((entry, index) => isSame(entry, entries[index]!));
		const earlier = folds.filter(isEarlier).reduce((a, b) => (b.entries.length > a.entries.length ? b : a), NOTHING);
		const others = folds.filter((fold) => fold !== earlier);
		if (earlier.entries.length === entries.length && earlier !== NOTHING) {
			folds = [earlier, ...others];
			return earlier;
		}
		const calls = new Map(earlier.calls);
		let standing: Standing = { ...earlier, calls };
		for (const entry of entries.slice(earlier.entries.length)) standing = add(standing, entry, calls, known);
		folds = [{ ...standing, entries }, ...folds].slice(0, MOST_FOLDS);
		return standing;
	};
}

/** What came of entries that were folded. */
type Folded = Standing & { readonly entries: readonly Entry[] };

const NOTHING: Folded = { entries: [], window: emptyWindow(), calls: new Map(), tokens: 0, notes: [], orphans: [] };

/** A hook looks at a log twice, and those of parallel calls at different lines of it. */
const MOST_FOLDS = 8;

function add(standing: Standing, entry: Entry, calls: Map<string, Asked>, known: Known): Standing {
	const window = foldEntry(standing.window, entry, calls, known);
	switch (entry.kind) {
		case "turn": {
			const { input, cacheRead, output } = entry.usage ?? { input: standing.tokens, cacheRead: 0, output: 0 };
			return { ...standing, window, tokens: input + cacheRead + output };
		}
		case "result": {
			const { id, text, kept, untrimmed } = entry;
			const tokens = standing.tokens + estimateTokens(text);
			if (!known.isShortened(id, untrimmed ?? text)) return { ...standing, window, tokens };
			const orphans = kept && !isReadable(standing.window, entry, calls) ? [...standing.orphans, id] : standing.orphans;
			return { ...standing, window, tokens, notes: [...standing.notes, id], orphans };
		}
		case "reset":
			return { calls, window, tokens: 0, notes: [], orphans: [] };
		default:
			return { ...standing, window };
	}
}

function isReadable(window: Window, { id, text }: RecordedResult, calls: ReadonlyMap<string, Asked>): boolean {
	const asked = calls.get(id);
	const view = asked && lookAtText(asked.tools, asked.call, text, "done", true);
	return view?.kind === "shown" && read(window, text, view.parts) !== undefined;
}

/** Whether two entries say the same. Ids may be used again, so they alone tell nothing. */
function isSame(a: Entry, b: Entry): boolean {
	if (a === b) return true;
	switch (a.kind) {
		case "call":
			return b.kind === "call" && a.call.id === b.call.id && wordsOf(a) === wordsOf(b);
		case "result": {
			if (b.kind !== "result" || a.id !== b.id || a.text !== b.text) return false;
			if (a.untrimmed !== b.untrimmed || a.isEndDoubtful !== b.isEndDoubtful) return false;
			return a.outcome === b.outcome && a.plain === b.plain && a.kept === b.kept;
		}
		case "erase":
			return b.kind === "erase" && a.ids.join(" ") === b.ids.join(" ");
		case "attached":
			return b.kind === "attached" && a.path === b.path;
		default:
			return a.kind === b.kind;
	}
}

function wordsOf({ call: { tool, input, directory } }: Extract<Entry, { kind: "call" }>): string {
	return JSON.stringify([tool, input, directory]);
}
