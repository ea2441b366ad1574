import type { ResultBody } from "../../src/lens/types.ts";

/**
 * Whether a host's own count of a text contradicts what the lens says of it: complete although much is missing, or cut
 * although nothing is. Only Codex gives such a count, in tokens of four bytes.
 */
export function miscounts(text: string, { from, end, outcome }: ResultBody): string | undefined {
	const lines = text.split("\n");
	const told = lines.slice(0, from).map((line) => /^Original token count: (\d+)$/.exec(line)?.[1]);
	const count = Number(told.find((number) => number !== undefined) ?? 0);
	const shown = Buffer.byteLength(lines.slice(from, end).join("\n")) / 4;
	// Secrets were removed from recorded sessions, so a text may be a little shorter than its token count says.
	if (outcome !== "cut" && count > SMALL && count > shown * 1.5)
		return `said to be whole, but has ${Math.round(shown)} of ${count} tokens`;
	if (outcome === "cut" && count > 0 && count <= MOST && count <= shown)
		return `said to be cut, but has all of its ${count} tokens`;
	return undefined;
}

const SMALL = 100;

/** Longer texts never reach the model in full, although older logs contain all of them. */
const MOST = 10_000;
