/** One quote in words, understood without ibid's own parser. */
export type Saying = {
	readonly wording: Wording;
	/** Number of the first line it stands for; 0 where it only counts them. */
	readonly first: number;
	readonly count: number;
	/** Number of the first line at the quoted place; 0 where it is found by the beginning of a line, the anchor. */
	readonly from: number;
	readonly anchor: string | undefined;
	/** What it quotes, as written; undefined where it is the text's own subject. */
	readonly of: string | undefined;
	/** Whose output showed the lines; undefined where any may have. */
	readonly by: string | undefined;
};

/** A way to word a quote. */
export type Wording = string;

export type Spoken = { readonly sayings: readonly Saying[]; readonly hint: "none" | "above" | "ask" };

/** Whether a line of a shortened text is a note; a host may have put a number before it. */
export function isNote(line: string): boolean {
	return MARK.test(line);
}

/** What a note says; undefined where its words are unknown. */
export function understand(note: string): Spoken | undefined {
	const words = note.replace(MARK, "");
	const hint = HINTS.find(([, ending]) => words.endsWith(ending))!;
	const said = words.slice(0, words.length - hint[1].length);
	const sayings: Saying[] = [];
	for (let at = 0; at < said.length || sayings.length === 0; ) {
		const found = match(said, at);
		if (!found) return undefined;
		sayings.push(found.saying);
		at = found.end;
		if (at === said.length) break;
		if (!said.startsWith("; ", at)) return undefined;
		at += 2;
	}
	return { sayings, hint: hint[0] };
}

type Row = readonly [Wording, RegExp];

const MARK = /^(?: *\d+\t|[|] )?\[ibid\] /;

const HINTS = [
	["ask", ". Left out, already above. Ask again for the full text."],
	["above", ". Left out, already above."],
	["none", ""],
] as const;

const STRING = String.raw`"(?:[^"\\]|\\.)*"`;
const NAME = String.raw`(?<of>[\w./@+~-]+|${STRING})`;
const FROM = `, beginning (?<anchor>${STRING})`;
const WAS = String.raw`= lines? (?<from>\d+)(?:-\d+)? `;
const BY = String.raw`as last shown by (?<by>\w+|${STRING})(?:, signs off)?`;
const WHAT = String.raw`(?:(?:matching |removed )?lines? (?<first>\d+)(?:-(?<last>\d+))?|(?<count>\d+) (?:matching |removed )?lines?) `;

const CLAUSES: readonly Row[] = [
	["= lines, from", clause(WAS + BY + FROM)],
	["= lines", clause(WAS + BY)],
	["as last shown, from", clause(BY + FROM)],
	["as last shown", clause(BY)],
	["as you wrote them", clause(`as you wrote them${FROM}`)],
	["as in your edit", clause(`as in your edit${FROM}`)],
	["as in the last run", clause(`as in the last run${FROM}`)],
	["as in an earlier run", clause(`as in an earlier run${FROM}`)],
	["= your write", clause(`= your write of ${NAME}${FROM}`)],
	["= your edit", clause(`= your edit of ${NAME}${FROM}`)],
	["= output", clause(`= output of ${NAME}${FROM}`)],
	["= earlier output", clause(`= earlier output of ${NAME}${FROM}`)],
	["= path, numbers", clause(String.raw`= ${NAME}:(?<from>\d+)(?:-\d+)? ${BY}`)],
	["= path, from", clause(`= ${NAME} ${BY}${FROM}`)],
];

/** Every way to word a quote. */
export const WORDINGS: readonly Wording[] = CLAUSES.map(([wording]) => wording);

function clause(source: string): RegExp {
	return new RegExp(WHAT + source, "y");
}

function match(said: string, at: number): { saying: Saying; end: number } | undefined {
	for (const [wording, pattern] of CLAUSES) {
		pattern.lastIndex = at;
		const groups = pattern.exec(said)?.groups;
		if (!groups) continue;
		const first = Number(groups.first ?? 0);
		const count = Number(groups.count ?? Number(groups.last ?? first) - first + 1);
		const was = Number(groups.from ?? (wording === "as last shown" ? first : 0));
		const from = groups.anchor === undefined ? was : 0;
		const saying = {
			wording,
			first,
			count,
			from,
			anchor: plain(groups.anchor),
			of: plain(groups.of),
			by: plain(groups.by),
		};
		return { saying, end: pattern.lastIndex };
	}
	return undefined;
}

function plain(word: string | undefined): string | undefined {
	return word?.startsWith('"') ? (JSON.parse(word) as string) : word;
}
