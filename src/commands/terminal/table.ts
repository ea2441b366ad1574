import { cutStartTo, cutTo, widthOf } from "./text.ts";

/** A column: its heading, whether its cells are aligned right, and whether they may be cut to fit. */
export type TableColumn = {
	readonly heading: string;
	readonly align: "left" | "right";
	readonly cut?: "start" | "end";
	/** How to paint a cell after it was padded. */
	readonly paint?: (cell: string) => string;
};

/** A column of words. */
export function left(heading: string, cut?: "start" | "end"): TableColumn {
	return { heading, align: "left", ...(cut && { cut }) };
}

/** A column of figures. */
export function right(heading: string): TableColumn {
	return { heading, align: "right" };
}

/**
 * A table in plain text, one string for each line, the heading first. If it is wider than `width` and cutting does not
 * help, each row is written on lines of its own.
 */
export function table(columns: readonly TableColumn[], rows: readonly (readonly string[])[], width: number): string[] {
	const natural = naturalWidths(columns, rows);
	const gap = totalOf(natural, GAP) > width ? NARROW_GAP : GAP;
	const widths = fitColumns(columns, natural, gap, width);
	if (totalOf(widths, gap) > width) return stackedRows(columns, rows, width);
	const line = (cells: readonly string[], isHeading: boolean): string =>
		columns
			.map((column, at) => padded(column, cells[at] ?? "", widths[at]!, isHeading))
			.join(gap)
			.trimEnd();
	const headings = columns.map(({ heading }) => heading);
	return [line(headings, true), ...rows.map((row) => line(row, false))];
}

/** What a table needs to know about the terminal. */
export type TableStyle = { readonly width: number; readonly bold: (text: string) => string };

/** A table with a painted heading. */
export function headedTable(
	columns: readonly TableColumn[],
	rows: readonly (readonly string[])[],
	looks: TableStyle,
): string[] {
	const [heading = "", ...lines] = table(columns, rows, looks.width);
	return [looks.bold(heading), ...lines];
}

/** The first rows of a table, and how many more there are. */
export function topTable(
	columns: readonly TableColumn[],
	rows: readonly (readonly string[])[],
	looks: TableStyle,
	top: number,
): string[] {
	const lines = headedTable(columns, rows.slice(0, top), looks);
	const more = rows.length - top;
	if (more <= 0) return lines;
	return [...lines, ...wrap(`and ${grouped(more)} more (--top ${rows.length}, or --json for all)`, looks.width)];
}

function padded({ align, cut, paint }: TableColumn, cell: string, width: number, isHeading: boolean): string {
	const text = cutCell(cell, width, cut);
	const room = " ".repeat(Math.max(0, width - widthOf(text)));
	const words = isHeading || !paint ? text : paint(text);
	return align === "right" ? room + words : words + room;
}

const GAP = "  ";
const NARROW_GAP = " ";

function naturalWidths(columns: readonly TableColumn[], rows: readonly (readonly string[])[]): number[] {
	return columns.map(({ heading }, at) => Math.max(heading.length, ...rows.map((row) => widthOf(row[at] ?? ""))));
}

function totalOf(widths: readonly number[], gap: string): number {
	return widths.reduce((sum, each) => sum + each, gap.length * (widths.length - 1));
}

/** Shortens the columns that may be cut, but leaves some of each. */
function fitColumns(columns: readonly TableColumn[], widths: readonly number[], gap: string, width: number): number[] {
	let excess = totalOf(widths, gap) - width;
	return widths.map((each, at) => {
		if (excess <= 0 || columns[at]?.cut === undefined) return each;
		const less = Math.min(excess, Math.max(0, each - LEAST));
		excess -= less;
		return each - less;
	});
}

const LEAST = 12;

function cutCell(cell: string, width: number, cut: TableColumn["cut"]): string {
	if (cut === undefined) return cell;
	return cut === "start" ? cutStartTo(cell, width) : cutTo(cell, width);
}

/** The first cell of each row as a title, and the others below it with their headings. */
function stackedRows(columns: readonly TableColumn[], rows: readonly (readonly string[])[], width: number): string[] {
	const [first, ...others] = columns;
	return [
		cutCell(first?.heading ?? "", width, "end"),
		...rows.flatMap(([title = "", ...cells]) => [cutCell(title, width, first?.cut), ...items(others, cells, width)]),
	];
}

/** A cell without a heading is joined to the one before it; an empty one is left out. */
function items(columns: readonly TableColumn[], cells: readonly string[], width: number): string[] {
	const all: string[] = [];
	for (const [at, { heading }] of columns.entries()) {
		const cell = cells[at] ?? "";
		if (heading !== "" && cell !== "") all.push(`${heading} ${cell}`);
		else if (cell !== "") all.push(`${all.pop() ?? ""} ${cell}`.trimStart());
	}
	const lines: string[] = [];
	for (const item of all) {
		const longer = lines.length === 0 ? "" : `${lines.at(-1)} · ${item}`;
		if (longer !== "" && longer.length <= width) lines[lines.length - 1] = longer;
		else lines.push(`  ${item}`);
	}
	return lines;
}

/** Blocks of lines with an empty line between them; empty blocks are skipped. */
export function spaced(blocks: readonly (readonly string[])[]): string[] {
	return blocks.filter((block) => block.length > 0).flatMap((block, at) => (at === 0 ? block : ["", ...block]));
}

/** A whole number with separated thousands. */
export function grouped(number: number): string {
	return Math.round(number).toLocaleString("en-US").replace("-", "−");
}

/** A count with its noun. */
export function counted(count: number, one: string): string {
	return `${grouped(count)} ${one}${count === 1 ? "" : "s"}`;
}

/** A share in percent, with a sign if it is a loss; empty if the whole is 0. */
export function percent(part: number, whole: number): string {
	return whole > 0 ? `${((100 * part) / whole).toFixed(1)}%`.replace("-", "−") : "";
}

/** Words wrapped to lines of at most so many columns; all lines but the first are indented. */
export function wrap(text: string, width: number, indent = ""): string[] {
	const lines: string[] = [];
	let line = "";
	for (const word of text.split(" ")) {
		if (line !== "" && widthOf(line) + 1 + widthOf(word) > width) {
			lines.push(line);
			line = indent + word;
		} else line = line === "" ? word : `${line} ${word}`;
	}
	return [...lines, line];
}

/** What is said under a label: a sentence, or items that are not broken; and its paint. */
export type LabelledRow = {
	readonly label: string;
	readonly says: string | readonly string[];
	readonly paint?: (text: string) => string;
};

/** Labels on the left and their text on the right; on a narrow terminal, one after the other. */
export function rowLines(rows: readonly LabelledRow[], width: number, bold: (text: string) => string): string[] {
	const indent = width < ROOMY ? 2 : INDENT;
	return rows.flatMap(({ label, says, paint = (plain) => plain }) => {
		const text = typeof says === "string" ? says : says.map(unbroken).join("\u00a0· ");
		const head = label === "" || width >= ROOMY ? label.padEnd(indent) : `${label}: `;
		// Paint would count as letters, so lines are wrapped first.
		const lines = wrap(unbroken(head).replace(/:\u00a0$/, ": ") + text, width, unbroken(" ".repeat(indent)));
		return lines.map((line, at) => {
			const room = at === 0 ? head.length : indent;
			const [before, words] = [line.slice(0, room), line.slice(room)].map((part) => part.replaceAll("\u00a0", " "));
			return (at === 0 ? bold(label) + before!.slice(label.length) : before) + paint(words!);
		});
	});
}

const ROOMY = 60;
const INDENT = 16;

/** Words that stay on one line, such as a command to type. */
export function unbroken(text: string): string {
	return text.replaceAll(" ", "\u00a0");
}

/** The day of a time, with the year if it is not this year. */
export function dayWords(time: number, now: Date): string {
	const isThisYear = new Date(time).getFullYear() === now.getFullYear();
	const year = isThisYear ? {} : ({ year: "numeric" } as const);
	return new Date(time).toLocaleDateString("en-GB", { day: "numeric", month: "short", ...year });
}
