import type { Judged } from "./checks.ts";
import { doubt, folded, isSecret, type Latest, type Life, visibleCall } from "./life.ts";
import type { Literal } from "./reader.ts";
import type { Begun, Doubt, Own } from "./types.ts";

/** The conversation after a text has arrived and an answer was delivered for it. */
export function receive(id: string, judged: Judged): Life {
	const { life, came, answer, sent, view } = judged;
	const { begun, performed } = came;
	const shortened = answer.form !== "whole";
	const entered = folded(life, { kind: "result", id, text: answer.text, view, shortened }, came);
	const others = life.page.filter((row) => row.begun !== begun);
	const page = begun ? [...others, { begun, call: visibleCall(begun, sent.text, sent.form !== "whole") }] : others;
	const answered = { ...entered, page, open: life.open.filter((other) => other !== begun) };
	const about = (begun?.about ?? []).filter(({ key }) => !isSecret(key));
	const own = begun?.own && !isSecret(begun.own.key) ? begun.own : undefined;
	if (performed.outcome === "failed") return fail(answered, id, own, about);
	const written = own ? write(answered, id, own) : answered;
	return show(begun ? blur(written, id, begun, performed.doubts) : performed.doubts.reduce(doubt, written), id, judged);
}

/** Equal for equal calls. */
export function wordsOf({ call }: Begun): string {
	return JSON.stringify([call.tool, call.directory, call.input]);
}

/** A call that failed, or a run that did nothing: its text is in the window, and says nothing about its subject. */
function fail(life: Life, id: string, own: Own | undefined, about: readonly { readonly key: string }[]): Life {
	const { turn } = life;
	const passage = life.passages + 1;
	const runs = about.filter(({ key }) => key.startsWith("run"));
	const empty = runs.map(({ key }): Literal => ({ ...NOTHING, key, passage, id, turn }));
	const literals = [...life.literals, ...(own ? [literalOf(life, id, own)] : []), ...empty];
	const latest = new Map(life.latest);
	for (const { key } of runs) latest.delete(key);
	return { ...life, passages: passage, literals, latest };
}

/** A text that shows lines of its subjects, but does not say which lines. */
function blur(life: Life, id: string, begun: Begun, doubts: readonly Doubt[]): Life {
	const { turn } = life;
	const passage = life.passages + 1;
	const witness = witnessOf(begun);
	const unclear = doubts.map(({ key }): Literal => ({ ...NOTHING, key, witness, passage, id, turn, isUnclear: true }));
	const blurred = { ...life, passages: passage, literals: [...life.literals, ...unclear] };
	return doubts.reduce(doubt, { ...blurred, told: [...life.told, ...unclear] });
}

/** Whose output the lines of a result are. */
function witnessOf({ call }: Begun): string {
	return typeof call.input.command === "string" ? call.input.command : call.tool;
}

const NOTHING = { by: "shown", witness: "", first: 0, lines: [], isUnclear: false } as const;

function literalOf({ turn, passages }: Life, id: string, { key, kind, text }: Own): Literal {
	const by = kind === "write" ? "written" : "edited";
	return { ...NOTHING, key, by, passage: passages + 1, id, turn, lines: text.split("\n") };
}

function write(life: Life, id: string, own: Own): Life {
	const { turn } = life;
	const { key, text } = own;
	const literal = literalOf(life, id, own);
	const latest = new Map(life.latest);
	latest.delete(key);
	return {
		...life,
		latest,
		passages: literal.passage,
		literals: [...life.literals, literal],
		standing: [...life.standing, { id, turn, text: { text, gutter: "", shortened: false } }],
	};
}

function show(life: Life, id: string, { came, answer, pieces }: Judged): Life {
	const { performed, begun } = came;
	const shows = performed.shows
		.map((shown, index) => ({ shown, pieces: pieces[index]! }))
		.filter(({ shown }) => !isSecret(shown.key));
	if (shows.length === 0) return life;
	const { turn } = life;
	const text = { text: answer.text, gutter: performed.gutter, shortened: answer.form !== "whole" };
	const texts = [text];
	const passage = life.passages + 1;
	const witness = begun ? witnessOf(begun) : "";
	const literals = shows.flatMap(({ shown, pieces }): Literal[] => {
		const none: Literal = { ...NOTHING, key: shown.key, witness, passage, id, turn };
		const stands = pieces.filter(({ kind }) => kind === "literal");
		return [none, ...stands.map((piece) => ({ ...none, ...cutOut(shown, piece) }))];
	});
	// A witness that prints no numbers is never asked for numbers.
	const isNumbered = performed.gutter.includes("[0-9]");
	const told = shows.map(({ shown: { key, first, lines } }): Literal => {
		return { ...NOTHING, key, witness, passage, id, turn, first: isNumbered ? first : 0, lines };
	});
	const latest = new Map(life.latest);
	for (const { shown } of shows) latest.delete(shown.key);
	if (begun && performed.shows.length === 1) {
		const { shown, pieces } = shows[0]!;
		latest.set(shown.key, { call: wordsOf(begun), text: performed.text, turn, shown, left: leftOut(shown, pieces) });
	}
	return {
		...life,
		told: [...life.told, ...told],
		latest,
		passages: passage,
		literals: [...life.literals, ...literals],
		standing: [...life.standing, ...texts.map((each) => ({ id, turn, text: each }))],
		asked: new Set([...life.asked].filter((key) => !shows.some(({ shown }) => shown.key === key))),
	};
}

type Pieces = Judged["pieces"][number];

function cutOut({ first, lines }: Latest["shown"], piece: Pieces[number]): Pick<Literal, "first" | "lines"> {
	const { at, count } = piece;
	const isNumbered = piece.kind === "literal" && piece.numbered;
	return { first: isNumbered ? first + at : 0, lines: lines.slice(at, at + count) };
}

function leftOut({ first }: Latest["shown"], pieces: Pieces): ReadonlySet<number> {
	const left = new Set<number>();
	for (const { kind, at, count } of pieces) {
		if (kind !== "literal") for (let line = at; line < at + count; line++) left.add(first + line);
	}
	return left;
}
