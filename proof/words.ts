/** What one clause of a note says, parsed without ibid's own parser. */
export type Quotation = {
	/** Which row of the grammar it is. */
	readonly wording: string;
	/** Number of the first line that it stands for; 0 if it only counts lines. */
	readonly first: number;
	readonly count: number;
	/** Whose words or view the clause names. */
	readonly source: "shown" | "wrote" | "edit" | "patch" | "run" | "earlier run" | "diff" | "earlier diff";
	/** What the clause names, as written; undefined if it means the text's own file or command. */
	readonly of: string | undefined;
	/** What showed the lines; undefined if the words do not say. */
	readonly witness: WitnessWords | undefined;
	/** The note means the lines without the sign of a diff before each, but they are found with it. */
	readonly isSigned: boolean;
	/** Number of the first line at the quoted place; 0 if an anchor gives the place. */
	readonly from: number;
	readonly anchor: string | undefined;
};

/** A tool of the host by its name, a command by its words, or the command that was just run. */
export type WitnessWords =
	| { readonly kind: "tool" | "command"; readonly name: string }
	| { readonly kind: "this command" };

/** A note: its clauses, and the hint at its end. */
export type NoteWords = { readonly quotations: readonly Quotation[]; readonly hint: "none" | "above" | "ask" };

/** What may come before a note on its line: nothing, a number, a path and a number, or the sign of a diff. */
const BEFORE_NOTE = /^((?: *\d+(?:\t|→|: |:|-)|[| ] |[-+ ]|[^\s:]+[:-]\d+[:-])?)\[ibid\] (.*)$/s;

/** The parts of a line of a shortened text if the line is a note; undefined if it is not. */
export function splitNote(line: string): { readonly gutter: string; readonly words: string } | undefined {
	const [, gutter, words] = BEFORE_NOTE.exec(line) ?? [];
	return gutter === undefined || words === undefined ? undefined : { gutter, words };
}

/** What a note says, without its mark; undefined if its words are unknown. */
export function understandNote(words: string): NoteWords | undefined {
	const [hint, ending] = HINTS.find(([, each]) => words.endsWith(each))!;
	const said = words.slice(0, words.length - ending.length);
	const quotations: Quotation[] = [];
	for (let at = 0; ; ) {
		const found = match(said, at);
		if (!found) return undefined;
		quotations.push(found.quotation);
		if (found.end === said.length) return { quotations, hint };
		at = found.end + "; ".length;
	}
}

const HINTS = [
	["ask", ". Left out, already above. Ask again for the full text."],
	["above", ". Left out, already above."],
	["none", ""],
] as const;

const STRING = String.raw`"(?:[^"\\]|\\.)*"`;
const NOUN = "(?:matching |removed )?lines?";
const WHAT = String.raw`(?:${NOUN} (?<first>\d+)(?:-(?<last>\d+))?|(?<count>\d+) ${NOUN}) `;
const NAME = String.raw`(?<of>[\w./@+~-]+|${STRING})`;
const BEGINNING = `, beginning (?<anchor>${STRING})`;
const BY = ` by (?:(?<same>this command)|(?<command>${STRING})|(?<tool>[\\w.-]+))(?<signed>, signs off)?`;
const PLACE = String.raw`(?<from>\d+)(?:-(?<to>\d+))?`;

type GrammarRow = readonly [wording: string, source: Quotation["source"], pattern: RegExp];

const GRAMMAR: readonly GrammarRow[] = [
	row("as shown", "shown", `as last shown${BY}`),
	row("as shown, from", "shown", `as last shown${BY}${BEGINNING}`),
	row("as shown, shifted", "shown", `= lines? ${PLACE} as last shown${BY}`),
	row("as shown, shifted, from", "shown", `= lines? ${PLACE} as last shown${BY}${BEGINNING}`),
	row("= path, numbers", "shown", `= ${NAME}:${PLACE} as last shown${BY}`),
	row("= path, from", "shown", `= ${NAME} as last shown${BY}${BEGINNING}`),
	row("as you wrote them", "wrote", `as you wrote them${BEGINNING}`),
	row("as in your edit", "edit", `as in your edit${BEGINNING}`),
	row("as in your patch", "patch", `as in your patch${BEGINNING}`),
	row("= your write", "wrote", `= your write of ${NAME}${BEGINNING}`),
	row("= your edit", "edit", `= your edit of ${NAME}${BEGINNING}`),
	row("= your patch", "patch", `= your patch of ${NAME}${BEGINNING}`),
	row("as in the last run", "run", `as in the last run${BEGINNING}`),
	row("as in an earlier run", "earlier run", `as in an earlier run${BEGINNING}`),
	row("= output", "run", `= output of ${NAME}${BEGINNING}`),
	row("= earlier output", "earlier run", `= earlier output of ${NAME}${BEGINNING}`),
	row("as in the last diff", "diff", `as in the last diff, signs off${BEGINNING}`),
	row("as in an earlier diff", "earlier diff", `as in an earlier diff, signs off${BEGINNING}`),
	row("= diff", "diff", `= diff, signs off, by ${NAME}${BEGINNING}`),
	row("= earlier diff", "earlier diff", `= earlier diff, signs off, by ${NAME}${BEGINNING}`),
];

/** Every way to word a quote. */
export const WORDINGS: readonly string[] = GRAMMAR.map(([wording]) => wording);

function row(wording: string, source: Quotation["source"], words: string): GrammarRow {
	return [wording, source, new RegExp(`${WHAT}${words}(?=; |$)`, "y")];
}

function match(said: string, at: number): { readonly quotation: Quotation; readonly end: number } | undefined {
	for (const [wording, source, pattern] of GRAMMAR) {
		pattern.lastIndex = at;
		const groups = pattern.exec(said)?.groups;
		const quotation = groups && quotationOf(wording, source, groups);
		if (quotation) return { quotation, end: pattern.lastIndex };
	}
	return undefined;
}

type Groups = Readonly<Record<string, string | undefined>>;

function quotationOf(wording: string, source: Quotation["source"], groups: Groups): Quotation | undefined {
	const first = Number(groups.first ?? 0);
	const count = Number(groups.count ?? Number(groups.last ?? first) - first + 1);
	const anchor = unquoted(groups.anchor);
	const from = anchor === undefined ? Number(groups.from ?? first) : 0;
	const isEven = groups.from === undefined || Number(groups.to ?? groups.from) - Number(groups.from) + 1 === count;
	if (count < 1 || !isEven || (from === 0 && anchor === undefined)) return undefined;
	const isSigned = groups.signed !== undefined || source.endsWith("diff");
	const of = unquoted(groups.of);
	return { wording, source, first, count, of, witness: witnessIn(groups), isSigned, from, anchor };
}

function witnessIn({ same, command, tool }: Groups): WitnessWords | undefined {
	if (same !== undefined) return { kind: "this command" };
	if (tool !== undefined) return { kind: "tool", name: tool };
	return command === undefined ? undefined : { kind: "command", name: unquoted(command) ?? "" };
}

function unquoted(word: string | undefined): string | undefined {
	return word?.startsWith('"') ? (JSON.parse(word) as string) : word;
}
