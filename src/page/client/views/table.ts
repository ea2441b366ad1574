import type { Desk } from "../desk.ts";
import { button, type Child, element, link } from "../dom.ts";
import { counted, grouped, percent } from "../model/format.ts";
import { formatRoute } from "../model/route.ts";
import { type Page, pageOf, sortRows, type Value } from "../model/sort.ts";
import type { Tally } from "../model/tally.ts";
import { plainTable } from "./plain-table.ts";

/** A column of a table. */
export type Column<Row> = {
	/** Names it in the address. */
	readonly name: string;
	readonly heading: string;
	readonly cell: (row: Row) => Child;
	/** What to sort by; without it nobody can. */
	readonly by?: (row: Row) => Value;
	/** Figures stand at the right, what a row is called at its head, and what is minor is left out on narrow screens. */
	readonly role?: "figure" | "head";
	readonly isMinor?: boolean;
};

/** A column of words. */
export function words<Row>(name: string, heading: string, by: (row: Row) => string): Column<Row> {
	return { name, heading, isMinor: true, by, cell: by };
}

/** A column of figures. */
export function figures<Row>(
	name: string,
	heading: string,
	by: (row: Row) => number,
	{ wordsFor = grouped, isMinor = false }: { wordsFor?: (value: number) => string; isMinor?: boolean } = {},
): Column<Row> {
	return { name, heading, role: "figure", isMinor, by, cell: (row) => wordsFor(by(row)) };
}

/** A column of what was saved of all tokens. */
export function shares<Row extends { readonly tally: Tally }>(): Column<Row> {
	return {
		name: "share",
		heading: "Share",
		role: "figure",
		cell: ({ tally }) => percent(tally.saved, tally.tokens),
		by: ({ tally }) => (tally.tokens === 0 ? undefined : tally.saved / tally.tokens),
	};
}

/** A table: what it is about, its columns, and its rows in the order that nobody has changed yet. */
export type Contents<Row> = {
	readonly caption: string;
	readonly columns: readonly Column<Row>[];
	readonly rows: readonly Row[];
	/** How the rows are called where they are counted. */
	readonly noun: string;
	/** The column that they are sorted by as they come, with "-" if downwards. */
	readonly sorted?: string;
	readonly size?: number;
	/** Where a heading above it says the same. */
	readonly isCaptionUnseen?: boolean;
};

/** A table that can be sorted, in pages; what it shows stands in the address. */
export function table<Row>(desk: Desk, contents: Contents<Row>): HTMLElement {
	const { caption, columns, rows, noun, sorted, size = 50, isCaptionUnseen = false } = contents;
	const wanted = desk.route.sort ?? sorted ?? "";
	const column = columns.find(({ name, by }) => by && name === wanted.replace("-", ""));
	const isDownwards = wanted.startsWith("-");
	const ordered = column?.by && desk.route.sort !== undefined ? sortRows(rows, column.by, isDownwards) : rows;
	const page = pageOf(ordered, desk.route.page, size);
	const heads = columns.map((each) => headOf(desk, each, each === column ? isDownwards : undefined));
	const body = page.rows.map((row) => element("tr", {}, ...columns.map((each) => cellOf(each, row))));
	const made = plainTable({ caption, isCaptionUnseen, heads, rows: body });
	const scroll = element("div", { class: "scroll", "aria-label": caption }, made);
	if (page.pages === 1) return element("div", { class: "table" }, scroll);
	return element("div", { class: "table" }, scroll, pager(desk, page, rows.length, noun));
}

function headOf<Row>(desk: Desk, { name, heading, by, ...column }: Column<Row>, isDownwards?: boolean): HTMLElement {
	const order = isDownwards === undefined ? undefined : isDownwards ? "descending" : "ascending";
	const attributes = { scope: "col", class: classOf(column), "aria-sort": order };
	if (!by) return element("th", attributes, heading);
	// Who asks for figures wants the greatest first.
	const isNextDown = isDownwards === undefined ? column.role === "figure" : !isDownwards;
	const sort = `${isNextDown ? "-" : ""}${name}`;
	const act = (): void => desk.turn({ ...desk.route, sort, page: 1 });
	return element("th", attributes, button(heading, { id: `sort-${name}` }, act));
}

function cellOf<Row>({ cell, ...column }: Column<Row>, row: Row): HTMLElement {
	const attributes = { class: classOf(column) };
	if (column.role === "head") return element("th", { ...attributes, scope: "row" }, cell(row));
	return element("td", attributes, cell(row));
}

function classOf({ role, isMinor }: Pick<Column<never>, "role" | "isMinor">): string | undefined {
	return [role === "figure" ? "figure" : "", isMinor ? "minor" : ""].filter(Boolean).join(" ") || undefined;
}

function pager(
	{ route }: Desk,
	{ rows, page, pages, before }: Page<unknown>,
	count: number,
	noun: string,
): HTMLElement {
	const toPage = (to: number, words: string, id: string): Child =>
		to < 1 || to > pages
			? element("span", { class: "off" }, words)
			: link(formatRoute({ ...route, page: to }), words, { id });
	return element(
		"nav",
		{ class: "pager", "aria-label": `Pages of ${noun}s` },
		toPage(page - 1, "Previous", "page-previous"),
		element("span", {}, `${grouped(before + 1)}–${grouped(before + rows.length)} of ${counted(count, noun)}`),
		toPage(page + 1, "Next", "page-next"),
	);
}
