/*
 * Tables of TOML that stand under a header of their own, one value to a line. It is all that programs write into a
 * configuration; what people may write otherwise is not found, and stays as it is.
 */

/** A table: the names in its header, and what it says. */
export type Table = { readonly path: readonly string[]; readonly values: ReadonlyMap<string, Value> };

/** What a table says of a key: anything but a word or a number is the text that stands there. */
export type Value = string | boolean | number;

/** The tables of a text, in order. */
export function tablesIn(text: string): Table[] {
	return spansIn(linesOf(text)).map(({ path, values }) => ({ path, values }));
}

/** A text without some of its tables, and without the blank line before each of them. */
export function withoutTables(text: string, isOurs: (path: readonly string[]) => boolean): string {
	const lines = linesOf(text);
	const gone = new Set<number>();
	for (const { path, from, to } of spansIn(lines)) {
		if (!isOurs(path)) continue;
		for (let line = isBlank(lines[from - 1]) ? from - 1 : from; line < to; line++) gone.add(line);
	}
	return lines.filter((_, line) => !gone.has(line)).join("");
}

/** A text in which a table says these things besides what it says already, at its end if it is not there yet. */
export function withTable(text: string, path: readonly string[], values: Readonly<Record<string, Value>>): string {
	const end = lineEndOf(text);
	const lines = linesOf(text);
	const span = spansIn(lines).find((each) => nameOf(each.path) === nameOf(path));
	const own = Object.entries(values).map(([key, value]) => `${key} = ${JSON.stringify(value)}${end}`);
	if (span) {
		const kept = lines.slice(span.from + 1, span.to).filter((line) => !Object.hasOwn(values, keyIn(line) ?? ""));
		return [...lines.slice(0, span.from + 1), ...own, ...kept, ...lines.slice(span.to)].join("");
	}
	const before = text === "" || text.endsWith("\n") ? text : `${text}${end}`;
	return [before, before === "" ? "" : end, `[${nameOf(path)}]${end}`, ...own].join("");
}

/** A text whose lines end as those of another do, if these all end the same way. */
export function withLineEndsOf(other: string, text: string): string {
	const isWindows = lineEndOf(other) === "\r\n" && !/(?<!\r)\n/.test(other);
	return isWindows ? text.replace(/\r?\n/g, "\r\n") : text;
}

type Span = Table & { readonly from: number; readonly to: number };

function spansIn(lines: readonly string[]): Span[] {
	return lines.flatMap((line, from): Span[] => {
		const path = pathIn(line);
		if (!path) return [];
		const next = lines.findIndex((each, index) => index > from && keyIn(each) === undefined);
		const to = next < 0 ? lines.length : next;
		const values = lines.slice(from + 1, to).map((each) => [keyIn(each) ?? "", valueIn(each)] as const);
		return [{ path, from, to, values: new Map(values) }];
	});
}

const HEADER = /^\s*\[\s*((?:"(?:[^"\\]|\\.)*"|'[^']*'|[\w-]+|\s*\.\s*)+)\s*\]\s*(?:#.*)?$/;
const NAME = /"((?:[^"\\]|\\.)*)"|'([^']*)'|([\w-]+)/g;
const VALUE = /^\s*("(?:[^"\\]|\\.)*"|'[^']*'|[\w-]+)\s*=\s*(.*?)\s*$/;

function pathIn(line: string): string[] | undefined {
	const inside = HEADER.exec(line.trimEnd())?.[1];
	return inside === undefined ? undefined : [...inside.matchAll(NAME)].map(([name]) => unquoted(name));
}

function keyIn(line: string): string | undefined {
	const name = VALUE.exec(line)?.[1];
	return name === undefined ? undefined : unquoted(name);
}

function valueIn(line: string): Value {
	const text = VALUE.exec(line)?.[2] ?? "";
	const [quoted] = /^("(?:[^"\\]|\\.)*"|'[^']*')/.exec(text) ?? [];
	if (quoted !== undefined) return unquoted(quoted);
	const bare = text.replace(/\s*#.*$/, "");
	if (bare === "true" || bare === "false") return bare === "true";
	return /^-?\d+$/.test(bare) ? Number(bare) : bare;
}

function unquoted(text: string): string {
	if (text.startsWith("'")) return text.slice(1, -1);
	if (!text.startsWith('"')) return text;
	try {
		return String(JSON.parse(text));
	} catch {
		return text;
	}
}

function nameOf(path: readonly string[]): string {
	return path.map((name) => (/^[\w-]+$/.test(name) ? name : JSON.stringify(name))).join(".");
}

function linesOf(text: string): string[] {
	return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function lineEndOf(text: string): string {
	return /\r\n/.test(text) ? "\r\n" : "\n";
}

function isBlank(line: string | undefined): boolean {
	return line !== undefined && line.trim() === "";
}
