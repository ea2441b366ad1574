import type { Inspected } from "../audit/inspect.ts";

/** Lines of both texts that stand beside each other: fresh ones in both, quoted ones only in the original, beside their note. */
export type Block = {
	readonly kind: "fresh" | "quoted";
	readonly left: readonly string[];
	readonly right: readonly string[];
};

/** The texts of an answer as blocks, from top to bottom. */
export function blocksOf(inspected: Inspected): Block[] {
	const { original, delivered, form } = inspected;
	const lines: Lines = { left: original.split("\n"), right: delivered.split("\n") };
	if (form === "whole") return [{ kind: "fresh", ...lines }];
	return joined(quotedBlocks(inspected, lines));
}

type Lines = { readonly left: readonly string[]; readonly right: readonly string[] };

function* quotedBlocks({ quotes }: Inspected, { left, right }: Lines): Generator<Block> {
	let from = 0;
	const counts = new Map<number, number>();
	for (const { note, count } of quotes) counts.set(note, (counts.get(note) ?? 0) + count);
	for (const [at, line] of right.entries()) {
		const count = counts.get(at) ?? 0;
		const isNote = count > 0;
		const end = from + (isNote ? count : 1);
		yield { kind: isNote ? "quoted" : "fresh", left: left.slice(from, end), right: [line] };
		from = end;
	}
}

/** Lines of one kind below each other are one block; each note has its own. */
function joined(blocks: Iterable<Block>): Block[] {
	const all: { readonly kind: Block["kind"]; readonly left: string[]; readonly right: string[] }[] = [];
	for (const { kind, left, right } of blocks) {
		const last = all.at(-1);
		const isMore = last?.kind === kind && (kind !== "quoted" || right.length === 0);
		const block = last && isMore ? last : { kind, left: [], right: [] };
		if (block !== last) all.push(block);
		block.left.push(...left);
		block.right.push(...right);
	}
	return all;
}
