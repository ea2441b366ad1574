/** The values of a log with one JSON text per line, and how many lines were not JSON. Empty lines are ignored. */
export function parseLines(text: string): { values: unknown[]; skipped: number } {
	const values: unknown[] = [];
	let skipped = 0;
	let from = text.startsWith("\uFEFF") ? 1 : 0;
	while (from < text.length) {
		const newline = text.indexOf("\n", from);
		const end = newline < 0 ? text.length : newline;
		const line = text.slice(from, end);
		from = end + 1;
		if (isBlank(line)) continue;
		try {
			values.push(JSON.parse(line));
		} catch {
			skipped++;
		}
	}
	return { values, skipped };
}

/** Checks the beginning first: lines are long, and trimming would copy them. */
function isBlank(line: string): boolean {
	return line.charCodeAt(0) !== 123 && line.trim() === "";
}
