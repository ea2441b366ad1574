import { button, type Child, element, link, plainTable } from "../dom.ts";
import { counted, grouped, percent } from "../model/format.ts";
import { formatRoute } from "../model/route.ts";
import { pageOf, type SortValue, sortRows, type TablePage } from "../model/sort.ts";
import type { PageTally } from "../model/tally.ts";
import type { ViewContext } from "../view-context.ts";

/** A column of a table. */
export type PageTableColumn<Row> = {
	/** Names it in the address. */
	readonly name: string;
	readonly heading: string;
	readonly cell: (row: Row) => Child;
	/** The sort key; leave it out to disable sorting. */
	readonly by?: (row: Row) => SortValue;
	/** A figure is right-aligned, a head names the row; minor columns are hidden on narrow screens. */
	readonly role?: "figure" | "head";
	readonly isMinor?: boolean;
};

/** A column of words. */
export function wordColumn<Row>(name: string, heading: string, by: (row: Row) => string): PageTableColumn<Row> {
	return { name, heading, isMinor: true, by, cell: by };
}

/** A column of figures. */
export function figureColumn<Row>(
	name: string,
	heading: string,
	by: (row: Row) => number,
	{ wordsFor = grouped, isMinor = false }: { wordsFor?: (value: number) => string; isMinor?: boolean } = {},
): PageTableColumn<Row> {
	return { name, heading, role: "figure", isMinor, by, cell: (row) => wordsFor(by(row)) };
}

/** A column of the saved share. */
export function shareColumn<Row extends { readonly tally: PageTally }>(): PageTableColumn<Row> {
	return {
		name: "share",
		heading: "Share",
		role: "figure",
		cell: ({ tally }) => percent(tally.saved, tally.tokens),
		by: ({ tally }) => (tally.tokens === 0 ? undefined : tally.saved / tally.tokens),
	};
}

/** A table: caption, columns, and rows in default order. */
type TableContents<Row> = {
	readonly caption: string;
	readonly columns: readonly PageTableColumn<Row>[];
	readonly rows: readonly Row[];
	/** What a row is called in the pager; `nouns` is the plural if it is irregular. */
	readonly noun: string;
	readonly nouns?: string;
	/** The column that the default order is sorted by, with "-" if descending. */
	readonly sorted?: string;
	readonly size?: number;
	/** For tables whose heading is already above. */
	readonly isCaptionUnseen?: boolean;
};

/** A table that can be sorted and has pages; both are part of the address. */
export function sortableTable<Row>(context: ViewContext, contents: TableContents<Row>): HTMLElement {
	const { caption, columns, rows, noun, nouns = `${noun}s`, sorted, size = 50, isCaptionUnseen = false } = contents;
	const wanted = context.route.sort ?? sorted ?? "";
	const column = columns.find(({ name, by }) => by && name === wanted.replace("-", ""));
	const isDownwards = wanted.startsWith("-");
	const ordered = column?.by && context.route.sort !== undefined ? sortRows(rows, column.by, isDownwards) : rows;
	const page = pageOf(ordered, context.route.page, size);
	const heads = columns.map((each) => tableHead(context, each, each === column ? isDownwards : undefined));
	const body = page.rows.map((row) => element("tr", {}, ...columns.map((each) => tableCell(each, row))));
	const made = plainTable({ caption, isCaptionUnseen, heads, rows: body });
	const scroll = element("div", { class: "scroll", "aria-label": caption }, made);
	if (page.pages === 1) return element("div", { class: "table" }, scroll);
	return element("div", { class: "table" }, scroll, pager(context, page, counted(rows.length, noun, nouns), nouns));
}

function tableHead<Row>(
	context: ViewContext,
	{ name, heading, by, ...column }: PageTableColumn<Row>,
	isDownwards?: boolean,
): HTMLElement {
	const order = isDownwards === undefined ? undefined : isDownwards ? "descending" : "ascending";
	const attributes = { scope: "col", class: classOf(column), "aria-sort": order };
	if (!by) return element("th", attributes, heading);
	// Figures sort from largest to smallest first.
	const isNextDown = isDownwards === undefined ? column.role === "figure" : !isDownwards;
	const sort = `${isNextDown ? "-" : ""}${name}`;
	const act = (): void => context.replaceRoute({ ...context.route, sort, page: 1 });
	return element("th", attributes, button(heading, { id: `sort-${name}` }, act));
}

function tableCell<Row>({ cell, ...column }: PageTableColumn<Row>, row: Row): HTMLElement {
	const attributes = { class: classOf(column) };
	if (column.role === "head") return element("th", { ...attributes, scope: "row" }, cell(row));
	return element("td", attributes, cell(row));
}

function classOf({ role, isMinor }: Pick<PageTableColumn<never>, "role" | "isMinor">): string | undefined {
	return [role === "figure" ? "figure" : "", isMinor ? "minor" : ""].filter(Boolean).join(" ") || undefined;
}

function pager(
	{ route }: ViewContext,
	{ rows, page, pages, before }: TablePage<unknown>,
	count: string,
	nouns: string,
): HTMLElement {
	const toPage = (to: number, words: string, id: string): Child =>
		to < 1 || to > pages
			? element("span", { class: "off" }, words)
			: link(formatRoute({ ...route, page: to }), words, { id });
	return element(
		"nav",
		{ class: "pager", "aria-label": `Pages of ${nouns}` },
		toPage(page - 1, "Previous", "page-previous"),
		element("span", {}, `${grouped(before + 1)}–${grouped(before + rows.length)} of ${count}`),
		toPage(page + 1, "Next", "page-next"),
	);
}
