import type { Page } from "../types.ts";
import type { Known } from "./outputs.ts";

/** Statements whose output stands between words that the command line itself prints, and where it stands. */
export type Section = { readonly script: readonly Known[]; readonly from: number; readonly end: number };

/**
 * Cuts output at the lines that `echo` and `printf` print. Undefined where they do not stand there just as often and in
 * the same order, so that a line of something else may pass for one of them.
 */
export function sectionsOf(script: readonly Known[], { lines }: Page): Section[] | undefined {
	const blocks = blocksOf(script);
	const places = placesOf(blocks, lines);
	if (!places) return undefined;
	const sections: Section[] = [];
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

/** Lines that the command line prints one below the other, and the statements since the last such block. */
type Block = { readonly lines: readonly string[]; readonly before: readonly Known[] };

function blocksOf(script: readonly Known[]): Block[] {
	const blocks: Block[] = [];
	let before: Known[] = [];
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
function placesOf(blocks: readonly Block[], lines: readonly string[]): number[] | undefined {
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
		const telling = block.lines.findIndex((line) => isTelling(line) && found.get(line)?.length === expected.get(line));
		if (telling < 0) return undefined;
		const line = block.lines[telling]!;
		// Behind a line that was not ended, what is printed stands at the end of that line.
		if (lines.some((each) => each.length > line.length && each.endsWith(line))) return undefined;
		const at = found.get(line)![used.get(line) ?? 0]! - telling;
		for (const each of block.lines) used.set(each, (used.get(each) ?? 0) + 1);
		if (!block.lines.every((each, index) => lines[at + index] === each)) return undefined;
		places.push(at);
	}
	return places;
}

function isTelling(line: string): boolean {
	return line.trim() !== "";
}

/** Where nothing prints, nothing may stand. */
function isFilled({ script, from, end }: Section): boolean {
	return from === end || script.some(({ output }) => output.kind !== "nothing");
}
