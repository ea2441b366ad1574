/**
 * Prints a heading, a sentence on what is measured, and rows under named columns: words on the left, numbers on the
 * right.
 */
export function printTable(heading: string, about: string, rows: readonly Row[]): void {
	const names = Object.keys(rows[0] ?? {});
	const widths = names.map((name) => Math.max(name.length, ...rows.map((row) => row[name]?.length ?? 0)));
	const isNumber = names.map((name) => rows.every((row) => /^[-\d.<>]|^$/.test(row[name] ?? "")));
	const print = (cells: readonly string[]): void => {
		const padded = cells.map((cell, at) => (isNumber[at] ? cell.padStart(widths[at]!) : cell.padEnd(widths[at]!)));
		console.log(`  ${padded.join("  ").trimEnd()}`);
	};
	console.log(`\n${heading}\n  ${about}\n`);
	print(names);
	print(widths.map((width) => "─".repeat(width)));
	for (const row of rows) print(names.map((name) => row[name] ?? ""));
}

/** Cells by the names of their columns. */
export type Row = Readonly<Record<string, string>>;

/** A time with as many digits as are meaningful. */
export function ms(time: number): string {
	if (Number.isNaN(time)) return "-";
	return time < 1 ? time.toFixed(3) : time < 100 ? time.toFixed(2) : time.toFixed(0);
}

/** How many times as long. */
export function times(time: number, other: number): string {
	const ratio = time / other;
	if (Number.isNaN(ratio)) return "-";
	return `${ratio < 1 ? ratio.toFixed(2) : ratio < 100 ? ratio.toFixed(1) : ratio.toFixed(0)}x`;
}
