import type { Doubt, Own, Shown } from "./types.ts";

/** What the model has last been told of each thing, line by line; kept without any help of ibid. */
export type Told = ReadonlyMap<string, Known>;

export type Known = {
	/** The line of each number; undefined where the model cannot know it. Nothing stands at 0. */
	readonly texts: readonly (string | undefined)[];
	/** The number that each line had when it came; another one than its own where an edit has moved it. */
	readonly came: readonly number[];
	/** Texts of own edits whose place is not known. */
	readonly loose: readonly (readonly string[])[];
	readonly labels: readonly string[];
};

/** The model sees lines. */
export function tell(told: Told, { key, first, lines, ends }: Omit<Shown, "label">): Told {
	const known = told.get(key) ?? NOTHING;
	const texts = ends ? known.texts.slice(0, first) : [...known.texts];
	const came = ends ? known.came.slice(0, first) : [...known.came];
	while (texts.length < first) {
		came.push(texts.length);
		texts.push(undefined);
	}
	for (const [index, line] of lines.entries()) {
		texts[first + index] = line;
		came[first + index] = first + index;
	}
	return new Map(told).set(key, { ...known, texts, came, loose: [] });
}

/** The model has given a thing a name. */
export function name(told: Told, { key, label }: Pick<Shown, "key" | "label">): Told {
	const known = told.get(key) ?? NOTHING;
	return known.labels.includes(label) ? told : new Map(told).set(key, { ...known, labels: [...known.labels, label] });
}

/** The model has written or edited a file, and was told that it went well. */
export function tellOwn(told: Told, own: Own): Told {
	const { key, text } = own;
	if (own.kind === "write") return tell(told, { key, first: 1, lines: text.split("\n"), ends: true });
	return new Map(told).set(key, edited(told.get(key) ?? NOTHING, own));
}

/** The model no longer knows how these lines look. */
export function forget(told: Told, { key, first, last }: Doubt): Told {
	const known = told.get(key);
	if (!known) return told;
	const texts = known.texts.map((text, number) => (number >= first && number <= last ? undefined : text));
	return new Map(told).set(key, { ...known, texts, loose: [] });
}

const NOTHING: Known = { texts: [undefined], came: [0], loose: [], labels: [] };

type Edit = Extract<Own, { kind: "edit" }>;

/** Where old text stands: from a column of one line up to a column of the same or a later one. */
type Hit = { readonly line: number; readonly column: number; readonly last: number; readonly end: number };

/** With one hit, or with all of several, the lines below move. */
function edited(known: Known, { old, text, all }: Edit): Known {
	const isClosed = old.endsWith("\n") && text.endsWith("\n");
	const needle = isClosed ? old.slice(0, -1) : old;
	const added = (isClosed ? text.slice(0, -1) : text).split("\n");
	// Tools that edit do not tell carriage returns.
	const bare = known.texts.map((line) => line?.replaceAll("\r", ""));
	const hits = hitsOf(bare, needle.replaceAll("\r", ""), isClosed);
	const loose = known.loose.filter((lines) => needle === "" || !lines.join("\n").includes(needle));
	if (hits.length > 1 && !all) return { ...doubted(known, hits, added.length), loose: [...loose, added] };
	const texts = [...known.texts];
	const came = [...known.came];
	let isInside = hits.length === 0;
	for (const { line, column, last, end } of hits.toReversed()) {
		const put = [...added];
		const [ahead, behind] = [texts[line]!.slice(0, column), texts[last]!.slice(end).replace(/^\r$/, "")];
		put[0] = ahead + put[0];
		put[put.length - 1] += behind;
		texts.splice(line, last - line + 1, ...put);
		came.splice(line, last - line + 1, ...put.map(() => MOVES));
		isInside ||= ahead + behind !== "";
	}
	const settled = came.map((number, index) => (number === MOVES ? index : number));
	// Where it begins or ends inside a line, its own text is no longer whole in the file, but stands as it was written.
	return { ...known, texts, came: settled, loose: isInside ? [...loose, added] : loose };
}

const MOVES = -1;

/** Nobody knows which of several places was hit; what lies below all of them has moved in any case. */
function doubted({ texts, came, ...known }: Known, hits: readonly Hit[], added: number): Known {
	const [first, final] = [hits[0]!, hits.at(-1)!];
	const count = final.last - first.line + 1;
	const unknown = Array.from({ length: count + added - (first.last - first.line + 1) }, () => undefined);
	return {
		...known,
		texts: texts.toSpliced(first.line, count, ...unknown),
		came: came.toSpliced(first.line, count, ...unknown.map(() => 0)),
	};
}

function hitsOf(texts: readonly (string | undefined)[], needle: string, isClosed: boolean): Hit[] {
	const hits: Hit[] = [];
	if (needle === "") return hits;
	for (let line = 1; line < texts.length; line++) {
		if (texts[line] === undefined) continue;
		const begin = line;
		while (texts[line] !== undefined) line++;
		hits.push(...hitsIn(texts.slice(begin, line).join("\n"), begin, needle, isClosed));
	}
	return hits;
}

function hitsIn(body: string, first: number, needle: string, isClosed: boolean): Hit[] {
	const hits: Hit[] = [];
	for (let at = body.indexOf(needle); at >= 0; ) {
		const end = at + needle.length;
		const fits = !isClosed || end === body.length || body[end] === "\n";
		if (fits) hits.push({ ...placeOf(body, first, at), ...endOf(body, first, end) });
		at = body.indexOf(needle, fits ? end : at + 1);
	}
	return hits;
}

function placeOf(body: string, first: number, at: number): { line: number; column: number } {
	const above = body.slice(0, at).split("\n");
	return { line: first + above.length - 1, column: above.at(-1)!.length };
}

function endOf(body: string, first: number, at: number): { last: number; end: number } {
	const { line, column } = placeOf(body, first, at);
	return { last: line, end: column };
}
