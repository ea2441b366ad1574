/** The values of a log of one JSON text for each line, and how many lines were none. Empty lines count as nothing. */
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

/** Looks at the beginning first: lines are long, and trimming would copy them. */
function isBlank(line: string): boolean {
	return line.charCodeAt(0) !== 123 && line.trim() === "";
}
