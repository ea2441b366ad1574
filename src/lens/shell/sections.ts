import type { ResultText } from "../types.ts";
import type { KnownStatement } from "./outputs.ts";

/** Statements between two separators that the script prints, and the lines of their output. */
export type OutputSection = { readonly script: readonly KnownStatement[]; readonly from: number; readonly end: number };

/**
 * Cuts output at the lines that `echo` and `printf` print. Undefined if these do not occur exactly as often and in the
 * same order, since then another line may look like a separator.
 */
export function sectionsOf(script: readonly KnownStatement[], { lines }: ResultText): OutputSection[] | undefined {
	const blocks = literalBlocks(script);
	const places = blockPlaces(blocks, lines);
	if (!places) return undefined;
	const sections: OutputSection[] = [];
	let from = 0;
	for (const [index, block] of blocks.entries()) {
		const at = places[index]!;
		if (at < from) return undefined;
		sections.push({ script: block.before, from, end: at });
		from = at + block.lines.length;
	}
	const behind = script.slice(script.findLastIndex(({ output }) => output.kind === "literal") + 1);
	sections.push({ script: blocks.length > 0 ? behind : script, from, end: lines.length });
	return sections.every(isFilled) ? sections : undefined;
}

/** Consecutive lines that the script prints itself, and the statements since the last such block. */
type LiteralBlock = { readonly lines: readonly string[]; readonly before: readonly KnownStatement[] };

function literalBlocks(script: readonly KnownStatement[]): LiteralBlock[] {
	const blocks: LiteralBlock[] = [];
	let before: KnownStatement[] = [];
	for (const known of script) {
		if (known.output.kind !== "literal") {
			before.push(known);
			continue;
		}
		const last = blocks.at(-1);
		const isNext = last && before.every(({ output }) => output.kind === "nothing");
		if (isNext) blocks[blocks.length - 1] = { ...last, lines: [...last.lines, ...known.output.lines] };
		else blocks.push({ lines: known.output.lines, before });
		before = [];
	}
	return blocks;
}

/** Where each block begins. */
function blockPlaces(blocks: readonly LiteralBlock[], lines: readonly string[]): number[] | undefined {
	if (blocks.length === 0) return [];
	const expected = new Map<string, number>();
	for (const line of blocks.flatMap((block) => block.lines)) expected.set(line, (expected.get(line) ?? 0) + 1);
	const found = new Map<string, number[]>();
	lines.forEach((line, at) => {
		if (!expected.has(line)) return;
		const places = found.get(line);
		if (places) places.push(at);
		else found.set(line, [at]);
	});
	const used = new Map<string, number>();
	const places: number[] = [];
	for (const block of blocks) {
		const telling = block.lines.findIndex((line) => hasWords(line) && found.get(line)?.length === expected.get(line));
		if (telling < 0) return undefined;
		const line = block.lines[telling]!;
		// After a line without a newline, a separator is printed at the end of that line.
		if (lines.some((each) => each.length > line.length && each.endsWith(line))) return undefined;
		const at = found.get(line)![used.get(line) ?? 0]! - telling;
		for (const each of block.lines) used.set(each, (used.get(each) ?? 0) + 1);
		if (!block.lines.every((each, index) => lines[at + index] === each)) return undefined;
		places.push(at);
	}
	return places;
}

function hasWords(line: string): boolean {
	return line.trim() !== "";
}

/** If no statement prints, there must be no lines. */
function isFilled({ script, from, end }: OutputSection): boolean {
	return from === end || script.some(({ output }) => output.kind !== "nothing");
}
