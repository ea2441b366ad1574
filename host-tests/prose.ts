const LONGEST = 60;

/** What replaces a host's own words. */
export const LEFT_OUT = "Words of the host, left out of this sample.";

/** A value without a vendor's words: every text in it that is longer than a label is replaced by one sentence. */
export function withoutProse(value: unknown): unknown {
	if (typeof value === "string") return value.length > LONGEST && value.includes(" ") ? LEFT_OUT : value;
	if (Array.isArray(value)) return value.map(withoutProse);
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutProse(inner)]));
}

/** Rewrites a log of JSON lines, line by line; a line for which the function returns nothing is left out. */
export function rewriteLines(log: string, rewrite: (line: Record<string, unknown>) => object | undefined): string {
	const lines = log.split("\n").filter((line) => line !== "");
	const rewritten = lines.flatMap((line) => rewrite(JSON.parse(line)) ?? []);
	return rewritten.map((line) => `${JSON.stringify(line)}\n`).join("");
}
