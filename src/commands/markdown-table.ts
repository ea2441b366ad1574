/** A table in Markdown, its columns as wide as their widest cell. */
export function markdownTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
	const cells = [headings, ...rows.map((row) => row.map((text) => text.replaceAll("|", "\\|")))];
	const widths = headings.map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)));
	const line = (row: readonly string[]): string =>
		`| ${row.map((text, at) => text.padEnd(widths[at] ?? 0)).join(" | ")} |`;
	return cells
		.map(line)
		.toSpliced(1, 0, line(widths.map((width) => "-".repeat(width))))
		.join("\n");
}
