import type { Quotation } from "../proof/words.ts";

/**
 * Consecutive lines that are literally in a window, as a model sees them, with the number of the first line if numbers
 * are printed. `passage` counts the texts that have arrived.
 */
export type Literal = {
	readonly key: string;
	readonly by: "shown" | "written" | "edited";
	/**
	 * Whose output shows the lines: a tool by its name, or a command as the model wrote it; "" if the model wrote them.
	 */
	readonly witness: string;
	readonly passage: number;
	readonly id: string;
	readonly turn: number;
	/** 0 if no numbers are printed. */
	readonly first: number;
	/** Empty if the whole passage was left out, or erased. */
	readonly lines: readonly string[];
	/** The host has cut the passage or counted wrongly, so a reader cannot tell what it shows. */
	readonly isUnclear: boolean;
};

/**
 * Looks up what a clause quotes, as a model would: by the numbers printed before lines, latest first, or by the
 * beginning of a line in the latest passage of the kind that has it. Undefined if that leads nowhere or to two
 * different places. `standing` are the literal lines of the window, oldest first, including those of the same turn,
 * because a model sees these as well.
 */
export function lookUp(standing: readonly Literal[], key: string, saying: Quotation): readonly string[] | undefined {
	const { wording, from, anchor, count, witness } = saying;
	const by = witness && "name" in witness ? witness.name : undefined;
	const isMeant = (literal: Literal): boolean => literal.by !== "shown" || by === undefined || goesBy(literal, by);
	const own = standing.filter((literal) => literal.key === key && isMeant(literal));
	const witnesses = new Set(own.filter((literal) => literal.by === "shown").map(({ witness }) => witness));
	if (by !== undefined && witnesses.size > 1) return undefined;
	if (from > 0) return byNumbers(own, from, count);
	return anchor === undefined ? undefined : byAnchor(candidates(own, wording), anchor, count);
}

/** Whether a name is that of a witness, or the beginning of a command. */
function goesBy({ witness }: Literal, name: string): boolean {
	return witness === name || (name.endsWith("…") && witness.startsWith(name.slice(0, -1)));
}

function byNumbers(own: readonly Literal[], from: number, count: number): readonly string[] | undefined {
	const found: string[] = [];
	for (let number = from; number < from + count; number++) {
		const shows = ({ first, lines }: Literal): boolean => first > 0 && first <= number && number < first + lines.length;
		const latest = own.findLast((literal) => literal.isUnclear || shows(literal));
		if (!latest || latest.isUnclear) return undefined;
		found.push(latest.lines[number - latest.first]!);
	}
	return found;
}

/** The passages that the words of a clause allow. */
function candidates(own: readonly Literal[], wording: string): readonly Literal[] {
	if (wording.includes("write") || wording.includes("wrote")) return own.filter(({ by }) => by === "written");
	if (wording.includes("edit")) return own.filter(({ by }) => by === "edited");
	const shown = own.filter(({ by }) => by === "shown");
	const last = shown.at(-1)?.passage;
	if (wording.includes("earlier")) return shown.filter(({ passage }) => passage !== last);
	return wording.includes("output") || wording.includes("run")
		? shown.filter(({ passage }) => passage === last)
		: shown;
}

function byAnchor(literals: readonly Literal[], anchor: string, count: number): readonly string[] | undefined {
	let found: readonly string[] | undefined;
	let passage = 0;
	for (const literal of literals.toReversed()) {
		if (found && literal.passage !== passage) break;
		if (literal.isUnclear) return undefined;
		for (const [index, line] of literal.lines.entries()) {
			if (!begins(line, anchor)) continue;
			const run = literal.lines.slice(index, index + count);
			if (run.length < count || (found && !isSame(found, run))) return undefined;
			[found, passage] = [run, literal.passage];
		}
	}
	return found;
}

function begins(line: string, anchor: string): boolean {
	return line.trimStart().startsWith(anchor.replace(/…$/, ""));
}

/** Whether two runs have the same lines. */
export function isSame(a: readonly string[], b: readonly string[]): boolean {
	return a.length === b.length && a.every((line, index) => line === b[index]);
}
