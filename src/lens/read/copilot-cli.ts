import type { Gutter } from "../../core/types.ts";
import { UNLIMITED } from "../text.ts";
import type { Lens, Page, ToolCall } from "../types.ts";
import { type Asked, askedFor, type Found, fileLens } from "./file.ts";

/** Copilot CLI's view of a file. What it says of directories, and of files too large, has no numbers. */
export const copilotView: Lens = fileLens({ path: ({ path }) => path, ask: askedRange, find: findLines });

const GUTTER: Gutter = { kind: "number", width: 0, mark: ". ", forced: false };

/** A last line of -1 is the end of the file. */
function askedRange({ view_range }: ToolCall["input"]): Asked | undefined {
	if (view_range === undefined || view_range === null) return askedFor(1, undefined);
	const [first, last, ...others]: unknown[] = Array.isArray(view_range) ? view_range : [];
	if (typeof first !== "number" || typeof last !== "number" || others.length > 0) return undefined;
	return askedFor(first, last === -1 ? UNLIMITED : last - first + 1);
}

const NOTICE = /^\[Output truncated\. Use view_range=\[(\d+), \.\.\.\] to continue reading\./;

function findLines({ lines, notes }: Page, { first, most }: Asked): Found[] | undefined {
	const isOriginal = notes.size === 0;
	if (!notes.has(0) && !lines[0]?.startsWith(`${first}. `)) return undefined;
	const bottom = lines.at(-1)!;
	if (!bottom.startsWith("[Output truncated.")) {
		if (isOriginal && lines.length > most) return undefined;
		return [{ from: 0, count: lines.length, first, gutter: GUTTER, room: most }];
	}
	const count = lines.length - 2;
	const next = NOTICE.exec(bottom)?.[1];
	if (next === undefined || lines[count] !== "") return undefined;
	if (isOriginal && first + count !== Number(next)) return undefined;
	return [{ from: 0, count, first, gutter: GUTTER, room: 0 }];
}
