import type { InspectedAnswer } from "../../audit/inspect.ts";
import { grouped } from "../terminal/table.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { brokenTo, cutTo, paddedTo, shownLine } from "../terminal/text.ts";
import type { ShownResult } from "./show-search.ts";
import { costWords, fateWords, isLost, proofWords, resultTitle, sourceWords, whereWords } from "./show-words.ts";

/** What a screen needs to know about the terminal. */
export type ShowStyle = Pick<Terminal, "width" | "bold" | "dim" | "green" | "red">;

/** A tool result before and after, for people, in lines; with all lines of both texts if wanted. */
export function showLines(hit: ShownResult, looks: ShowStyle, isFull: boolean): string[] {
	const { width, bold, green, red } = looks;
	const proof = proofWords(hit);
	const paint = hit.inspected.faults.length > 0 ? red : green;
	return [
		...brokenTo(resultTitle(hit.answer, hit.project), width).map(bold),
		...itemLines(whereWords(hit), width),
		...itemLines(costWords(hit), width),
		...brokenTo(fateWords(hit).trim(), width),
		"",
		...textLines(hit, looks, isFull),
		...standsLines(sourceWords(hit), width, isFull),
		...(proof === undefined ? [] : ["", ...brokenTo(proof, width).map(paint)]),
	];
}

/** An item is broken only if it alone is too long. */
function itemLines(items: readonly string[], width: number): string[] {
	const unbroken = items.map((item) => item.replaceAll(" ", "\u00a0"));
	return brokenTo(unbroken.join("\u00a0· "), width).map((line) => line.replaceAll("\u00a0", " "));
}

function textLines(hit: ShownResult, looks: ShowStyle, isFull: boolean): string[] {
	const { width, dim } = looks;
	const blocks = shownBlocks(hit.inspected);
	if (hit.answer.isSensitive) return ["(may contain secrets: not shown here; --raw prints it)"];
	if (hit.inspected.form === "whole" || isLost(hit.inspected))
		return foldedLines(blocks[0]?.right ?? [], isFull ? ALL : WHOLE).map((line) => plainLine(line, width, dim));
	const heads = HEADS[hit.inspected.really];
	return width >= WIDE ? sideBySide(blocks, heads, looks, isFull) : oneUnderTheOther(blocks, heads, looks, isFull);
}

/** The headings of the two texts. */
type Heads = readonly [left: string, right: string];

const HEADS: Readonly<Record<InspectedAnswer["really"], Heads>> = {
	sent: ["the agent would have sent", "the model saw"],
	"sent otherwise": ["the agent would have sent", "ibid would now send"],
	"not sent": ["the agent sent", "ibid would have sent"],
};

/** From this many columns on, the two texts fit next to each other. */
const WIDE = 100;

function sideBySide(blocks: readonly ShownBlock[], heads: Heads, looks: ShowStyle, isFull: boolean): string[] {
	const { width, bold, dim } = looks;
	const column = Math.floor((width - SEPARATOR.length) / 2);
	const line = (left: string, right: string): string => `${left}${dim(SEPARATOR)}${right}`.trimEnd();
	const rows = blocks.flatMap(({ kind, left, right }) => {
		const lefts = foldedLines(left, foldOf(kind, isFull)).map((each) => shownCell(each, column));
		const rights =
			kind === "quoted" ? right.flatMap((note) => noteLines(note, column)) : foldedCells(right, kind, column, isFull);
		return Array.from({ length: Math.max(lefts.length, rights.length) }, (_, at) => {
			const padded = paddedTo(lefts[at] ?? "", column);
			return line(kind === "quoted" ? dim(padded) : padded, paintRight(kind, rights[at] ?? "", looks));
		});
	});
	return [line(bold(paddedTo(heads[0], column)), bold(heads[1])), ...rows];
}

const SEPARATOR = " │ ";

function foldedCells(lines: readonly string[], kind: ShownBlock["kind"], column: number, isFull: boolean): string[] {
	return foldedLines(lines, foldOf(kind, isFull)).map((each) => shownCell(each, column));
}

function paintRight(kind: ShownBlock["kind"], cell: string, { green }: ShowStyle): string {
	return kind === "fresh" ? cell : green(cell);
}

/** The sign of a line: in both texts, only in the first, or only in the second. */
function oneUnderTheOther(blocks: readonly ShownBlock[], heads: Heads, looks: ShowStyle, isFull: boolean): string[] {
	const { width, dim, green } = looks;
	const room = width - 2;
	const signed = (sign: string, line: string): string => `${sign} ${line}`.trimEnd();
	const legend = [`- ${heads[0]}`, `+ ${heads[1]}`];
	const rows = blocks.flatMap(({ kind, left, right }) => {
		if (kind === "fresh") return foldedCells(right, kind, room, isFull).map((line) => signed(" ", line));
		const gone = foldedCells(left, kind, room, isFull).map((line) => dim(signed("-", line)));
		const notes = right.flatMap((line) => noteLines(line, room)).map((line) => green(signed("+", line)));
		return [...gone, ...notes];
	});
	return [...itemLines(legend, width), ...rows];
}

/** How many lines of a long block are shown at its beginning and at its end. */
type CollapsedLines = { readonly first: number; readonly last: number };

const ALL: CollapsedLines = { first: Number.POSITIVE_INFINITY, last: 0 };
const WHOLE: CollapsedLines = { first: 8, last: 4 };
const FOLDS: Readonly<Record<ShownBlock["kind"], CollapsedLines>> = {
	fresh: { first: 4, last: 3 },
	quoted: { first: 2, last: 1 },
};

function foldOf(kind: ShownBlock["kind"], isFull: boolean): CollapsedLines {
	return isFull ? ALL : FOLDS[kind];
}

/** A line of a text, or how many lines are not shown. */
type ShownLine = string | { readonly left: number };

function foldedLines(lines: readonly string[], { first, last }: CollapsedLines): ShownLine[] {
	const left = lines.length - first - last;
	if (left < LEAST) return [...lines];
	return [...lines.slice(0, first), { left }, ...lines.slice(lines.length - last)];
}

/** The line that says how many are hidden takes room too. */
const LEAST = 2;

function shownCell(line: ShownLine, width: number): string {
	return typeof line === "string" ? cutTo(shownLine(line), width) : foldWords(line);
}

function plainLine(line: ShownLine, width: number, dim: ShowStyle["dim"]): string {
	return typeof line === "string" ? cutTo(shownLine(line), width) : dim(foldWords(line));
}

function foldWords({ left }: { readonly left: number }): string {
	return `… ${grouped(left)} lines …`;
}

function noteLines(note: string, width: number): string[] {
	return brokenTo(shownLine(note), width);
}

function standsLines(sources: readonly string[], width: number, isFull: boolean): string[] {
	if (sources.length === 0) return [];
	const shown = isFull ? sources : sources.slice(0, MOST);
	const more = sources.length - shown.length;
	const lines = shown.flatMap((words) => {
		const [first = "", ...rest] = brokenTo(words, width - INDENT.length);
		return [`  ${first}`, ...rest.map((line) => INDENT + line)];
	});
	return ["", "Left-out lines are in:", ...lines, ...(more > 0 ? [`  and ${more} more (--full)`] : [])];
}

const INDENT = "    ";
const MOST = 8;

/** Lines of both texts next to each other: fresh ones in both, quoted ones only in the original, next to their note. */
export type ShownBlock = {
	readonly kind: "fresh" | "quoted";
	readonly left: readonly string[];
	readonly right: readonly string[];
};

/** The texts of a result as blocks, from top to bottom. */
export function shownBlocks(inspected: InspectedAnswer): ShownBlock[] {
	const { original, delivered, form } = inspected;
	const lines: BothTexts = { left: original.split("\n"), right: delivered.split("\n") };
	if (form === "whole" || form === "lean") return [{ kind: "fresh", ...lines }];
	return joinedBlocks(quotedBlocks(inspected, lines));
}

type BothTexts = { readonly left: readonly string[]; readonly right: readonly string[] };

function* quotedBlocks({ quotes }: InspectedAnswer, { left, right }: BothTexts): Generator<ShownBlock> {
	let from = 0;
	const counts = new Map<number, number>();
	for (const { note, count } of quotes) counts.set(note, (counts.get(note) ?? 0) + count);
	const leftOut = [...counts.values()].reduce((sum, count) => sum + count, 0);
	// If numbers are shorter, too, the first line of the text says so: it replaces nothing.
	const heads = right.length - counts.size + leftOut - left.length;
	for (const [at, line] of right.entries()) {
		const count = at < heads ? 0 : counts.get(at);
		const end = from + (count ?? 1);
		yield { kind: count === undefined ? "fresh" : "quoted", left: left.slice(from, end), right: [line] };
		from = end;
	}
}

/** Adjacent lines of one kind are one block; each note has its own. */
function joinedBlocks(blocks: Iterable<ShownBlock>): ShownBlock[] {
	const all: { readonly kind: ShownBlock["kind"]; readonly left: string[]; readonly right: string[] }[] = [];
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
