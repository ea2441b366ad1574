import { readSteadily } from "./steady.ts";
import { type Row, rowsOf, tableOf } from "./table.ts";

/** All rows of a table as they were at one moment. For large tables there is `rowsOf`, which gives one at a time. */
export function readTable(path: string, name: string): Row[] {
	const [rows = []] = readSteadily(path, (pages) => [Array.from(rowsOf(tableOf(pages, name)), ({ row }) => row)]);
	return rows;
}
