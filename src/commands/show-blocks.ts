import type { Inspected } from "../audit/inspect.ts";

/**
 * Lines of both texts that stand beside each other. Fresh ones are in both, one for one, but behind a sign where the model
 * saw a diff; quoted ones only in the original, beside their note if it is theirs alone; added ones only the model saw.
 */
export type Block = {
	readonly kind: "fresh" | "quoted" | "added";
	readonly left: readonly string[];
	readonly right: readonly string[];
};

/** The texts of an answer as blocks, from top to bottom. */
export function blocksOf(inspected: Inspected): Block[] {
	const { original, delivered, form } = inspected;
	const lines: Lines = { left: original.split("\n"), right: delivered.split("\n") };
	if (form === "whole") return [{ kind: "fresh", ...lines }];
	return joined(form === "diff" ? diffBlocks(inspected, lines) : quotedBlocks(inspected, lines));
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

/** One note speaks for all that stands between the hunks. */
function* diffBlocks({ quotes }: Inspected, { left, right }: Lines): Generator<Block> {
	const counts = new Map(quotes.filter(({ count }) => count > 0).map(({ from, count }) => [from, count]));
	const noteAt = quotes[0]?.note ?? 0;
	let from = 0;
	let [before, after] = [0, 0];
	function* quoted(): Generator<Block> {
		for (let count = counts.get(from); count !== undefined; count = counts.get(from)) {
			yield { kind: "quoted", left: left.slice(from, from + count), right: [] };
			from += count;
		}
	}
	for (const [at, line] of right.entries()) {
		const isInside = before + after > 0;
		const header = at > noteAt && !isInside ? HEADER.exec(line) : undefined;
		if (at > noteAt && !isInside) yield* quoted();
		if (header) [before, after] = [Number(header[1] ?? 1), Number(header[2] ?? 1)];
		if (isInside && !line.startsWith("+")) before--;
		if (isInside && !line.startsWith("-")) after--;
		const isAdded = at === noteAt || header || (isInside && line.startsWith("-"));
		yield isAdded
			? { kind: "added", left: [], right: [line] }
			: { kind: "fresh", left: [left[from++] ?? ""], right: [line] };
	}
	yield* quoted();
}

const HEADER = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/;

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
