import type { Gutter, View } from "../../core/types.ts";
import { callSubject } from "../other.ts";
import { NO_GUTTER, opaqueView, UNLIMITED } from "../text.ts";
import type { Lens, Page, ToolCall } from "../types.ts";
import { type Asked, askedFor, type Found, fileLens } from "./file.ts";

/** OpenCode's read, of files and of directories. */
export const openCodeRead: Lens = (call) => {
	const sight = fileLens({
		path: ({ filePath }) => filePath,
		// It reads line 0 as line 1.
		ask: ({ offset, limit }) => askedFor(offset === 0 ? 1 : offset, limit),
		find: findLines,
	})(call);
	if (!sight) return undefined;
	const view = (page: Page): View => (page.lines[1] === DIRECTORY ? directoryView(call, page) : sight.view(page));
	return { ...sight, view };
};

const FILE = "<type>file</type>";
const DIRECTORY = "<type>directory</type>";
const GUTTER: Gutter = { kind: "number", width: 0, mark: ": ", forced: false };

/** Three lines above the content; below it a blank one and one that says how far it goes. */
function findLines(page: Page, { first }: Asked): readonly Found[] | undefined {
	const { lines, notes } = page;
	const from = 3;
	const close = lines.indexOf("</content>", from);
	if (lines[1] !== FILE || lines[2] !== "<content>" || close < from + 2 || lines[close - 2] !== "") return undefined;
	const reach = reachOf(lines[close - 1]!, first);
	if (!reach) return undefined;
	const { last, isEnd } = reach;
	if (isEnd && last === 0) return [{ from, count: 0, first, gutter: GUTTER, room: UNLIMITED }];
	const end = close - 2;
	if (notes.size === 0 && first + end - from - 1 !== last) return undefined;
	return [{ from, count: end - from, first, gutter: GUTTER, room: isEnd ? UNLIMITED : 0 }];
}

type Reach = { readonly last: number; readonly isEnd: boolean };

const END = /^\(End of file - total (\d+) lines\)$/;
const RANGE =
	/^\((?:Output capped at [\d.]+ [KM]?B\. )?Showing lines (\d+)-(\d+)(?: of \d+)?\. Use offset=(\d+) to continue\.\)$/;

function reachOf(foot: string, first: number): Reach | undefined {
	const total = END.exec(foot)?.[1];
	if (total !== undefined) return { last: Number(total), isEnd: true };
	const [from, last, next] = RANGE.exec(foot)?.slice(1).map(Number) ?? [];
	return from === first && last !== undefined && next === last + 1 ? { last, isEnd: false } : undefined;
}

/** A directory is not told by lines of a file: its entries answer this very call. */
function directoryView(call: ToolCall, { lines }: Page): View {
	const subject = callSubject(call);
	const end = lines.indexOf("</entries>", 3);
	if (lines[2] !== "<entries>" || end < 0) return opaqueView([subject]);
	return { kind: "shown", parts: [{ subject, from: 3, count: end - 3, first: 1, gutter: NO_GUTTER, room: UNLIMITED }] };
}
