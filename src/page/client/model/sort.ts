/** What rows are compared by. */
export type SortValue = string | number | undefined;

/** Rows sorted by a value; rows without one come last either way, and equal rows keep their order. */
export function sortRows<Row>(rows: readonly Row[], by: (row: Row) => SortValue, isDownwards: boolean): Row[] {
	const valued = rows.map((row) => ({ row, value: by(row) }));
	const sign = isDownwards ? -1 : 1;
	valued.sort((a, b) => {
		if (a.value === undefined || b.value === undefined)
			return Number(a.value === undefined) - Number(b.value === undefined);
		return sign * compareValues(a.value, b.value);
	});
	return valued.map(({ row }) => row);
}

function compareValues(a: string | number, b: string | number): number {
	if (typeof a === "number" && typeof b === "number") return a - b;
	return WORDS.compare(String(a), String(b));
}

const WORDS = new Intl.Collator("en", { numeric: true });

/** The rows on one of several pages; a page number that is too high means the last page. */
export type TablePage<Row> = {
	readonly rows: readonly Row[];
	readonly page: number;
	readonly pages: number;
	/** How many rows come before them. */
	readonly before: number;
};

/** A page of rows, counted from 1. */
export function pageOf<Row>(rows: readonly Row[], wanted: number, size: number): TablePage<Row> {
	const pages = Math.max(1, Math.ceil(rows.length / size));
	const page = Math.min(Math.max(1, wanted), pages);
	const before = (page - 1) * size;
	return { rows: rows.slice(before, before + size), page, pages, before };
}
