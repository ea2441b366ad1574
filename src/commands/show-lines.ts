import type { Inspected } from "../audit/inspect.ts";
import { type Block, blocksOf } from "./show-blocks.ts";
import type { Hit } from "./show-search.ts";
import { costWords, fateWords, isLost, placeWords, proofWords, sourceWords, titleOf } from "./show-words.ts";
import { grouped } from "./table.ts";
import type { Terminal } from "./terminal.ts";
import { brokenTo, cutTo, paddedTo, shownLine } from "./width.ts";

/** What a screen needs to know of the terminal. */
export type Looks = Pick<Terminal, "width" | "bold" | "dim" | "green" | "red">;

/** An answer before and after, for people, in lines; with all lines of both texts if wanted. */
export function showLines(hit: Hit, looks: Looks, isFull: boolean): string[] {
	const { width, bold, green, red } = looks;
	const proof = proofWords(hit);
	const paint = hit.inspected.faults.length > 0 ? red : green;
	return [
		...brokenTo(titleOf(hit.answer, hit.project), width).map(bold),
		...itemLines(placeWords(hit), width),
		...itemLines(costWords(hit), width),
		...brokenTo(fateWords(hit).trim(), width),
		"",
		...textLines(hit, looks, isFull),
		...standsLines(sourceWords(hit), width, isFull),
		...(proof === undefined ? [] : ["", ...brokenTo(proof, width).map(paint)]),
	];
}

/** Items are broken apart only if one alone is too long. */
function itemLines(items: readonly string[], width: number): string[] {
	const unbroken = items.map((item) => item.replaceAll(" ", "\u00a0"));
	return brokenTo(unbroken.join("\u00a0· "), width).map((line) => line.replaceAll("\u00a0", " "));
}

function textLines(hit: Hit, looks: Looks, isFull: boolean): string[] {
	const { width, dim } = looks;
	const blocks = blocksOf(hit.inspected);
	if (hit.answer.isSensitive) return ["(not shown here; --raw prints it)"];
	if (hit.inspected.form === "whole" || isLost(hit.inspected))
		return folded(blocks[0]?.right ?? [], isFull ? ALL : WHOLE).map((line) => plainLine(line, width, dim));
	const heads = HEADS[hit.inspected.really];
	return width >= WIDE ? sideBySide(blocks, heads, looks, isFull) : oneUnderTheOther(blocks, heads, looks, isFull);
}

/** Whose the two texts are. */
type Heads = readonly [left: string, right: string];

const HEADS: Readonly<Record<Inspected["really"], Heads>> = {
	sent: ["the host would have sent", "the model saw"],
	"sent otherwise": ["the host would have sent", "ibid would now send"],
	"not sent": ["the host sent", "ibid would have sent"],
};

/** From so many columns on there is room for two texts. */
const WIDE = 100;

function sideBySide(blocks: readonly Block[], heads: Heads, looks: Looks, isFull: boolean): string[] {
	const { width, bold, dim } = looks;
	const column = Math.floor((width - SEPARATOR.length) / 2);
	const line = (left: string, right: string): string => `${left}${dim(SEPARATOR)}${right}`.trimEnd();
	const rows = blocks.flatMap(({ kind, left, right }) => {
		const lefts = folded(left, foldOf(kind, isFull)).map((each) => cellOf(each, column));
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

function foldedCells(lines: readonly string[], kind: Block["kind"], column: number, isFull: boolean): string[] {
	return folded(lines, foldOf(kind, isFull)).map((each) => cellOf(each, column));
}

function paintRight(kind: Block["kind"], cell: string, { green }: Looks): string {
	return kind === "fresh" ? cell : green(cell);
}

/** Signs say whose a line is: nobody's alone, the one text's, or the other's. */
function oneUnderTheOther(blocks: readonly Block[], heads: Heads, looks: Looks, isFull: boolean): string[] {
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

/** How many lines of a stretch are shown, at its beginning and at its end. */
type Fold = { readonly first: number; readonly last: number };

const ALL: Fold = { first: Number.POSITIVE_INFINITY, last: 0 };
const WHOLE: Fold = { first: 8, last: 4 };
const FOLDS: Readonly<Record<Block["kind"], Fold>> = {
	fresh: { first: 4, last: 3 },
	quoted: { first: 2, last: 1 },
};

function foldOf(kind: Block["kind"], isFull: boolean): Fold {
	return isFull ? ALL : FOLDS[kind];
}

/** A line of a text, or how many were left out of the picture. */
type Shown = string | { readonly left: number };

function folded(lines: readonly string[], { first, last }: Fold): Shown[] {
	const left = lines.length - first - last;
	if (left < LEAST) return [...lines];
	return [...lines.slice(0, first), { left }, ...lines.slice(lines.length - last)];
}

/** A fold takes a line itself. */
const LEAST = 2;

function cellOf(line: Shown, width: number): string {
	return typeof line === "string" ? cutTo(shownLine(line), width) : foldWords(line);
}

function plainLine(line: Shown, width: number, dim: Looks["dim"]): string {
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
	return ["", "Stands in:", ...lines, ...(more > 0 ? [`  and ${more} more (--full)`] : [])];
}

const INDENT = "    ";
const MOST = 8;
