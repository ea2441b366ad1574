import type { NumberGutter } from "../../core/types.ts";
import { UNLIMITED } from "../text.ts";
import type { Lens, Page } from "../types.ts";
import { type Asked, askedFor, type Found, fileLens } from "./file.ts";

/** ibid's own reader in Codex: numbered lines and, where more follow, a last line without a number. */
export const ibidRead: Lens = fileLens({
	path: ({ path }) => (typeof path === "string" && path.startsWith("/") ? path : undefined),
	ask: ({ offset, limit }) => askedFor(offset, limit),
	find: findLines,
});

const GUTTER: NumberGutter = { kind: "number", width: 0, mark: "\t", forced: false };

const MORE = /^\(\d+ lines in all; go on with offset \d+\)$/;

function findLines({ lines, notes }: Page, { first }: Asked): Found[] | undefined {
	const hasMore = MORE.test(lines.at(-1) ?? "");
	const count = lines.length - (hasMore ? 1 : 0);
	const isLine = (line: string, index: number): boolean => notes.has(index) || /^\d+\t/.test(line);
	if (count === 0 || !lines.slice(0, count).every(isLine)) return undefined;
	return [{ from: 0, count, first, gutter: GUTTER, room: hasMore ? 0 : UNLIMITED }];
}
