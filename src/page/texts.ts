import type { AnswerFound, Findings } from "../audit/findings.ts";
import type { Inspected } from "../audit/inspect.ts";
import type { AnswerText } from "./data.ts";

/** Keeps the texts of the answers that saved most: so many, and so many letters of them, that a page can carry them. */
export type TextShelf = {
	add(findings: Findings): void;
	texts(): Readonly<Record<string, AnswerText>>;
};

/** A shelf without texts. */
export function newTextShelf(mostTexts: number = MOST_TEXTS, mostLetters: number = MOST_LETTERS): TextShelf {
	let kept = new Map<string, Kept>();
	return {
		add(findings) {
			for (const found of keptIn(findings)) if (!kept.has(found.text.id)) kept.set(found.text.id, found);
			// Not at every session, since all have to be put in order for it.
			if (kept.size > 2 * mostTexts) kept = bestOf(kept, mostTexts, mostLetters);
		},
		texts() {
			const best = bestOf(kept, mostTexts, mostLetters);
			return Object.fromEntries([...best].map(([id, { text }]) => [id, text]));
		},
	};
}

const MOST_TEXTS = 200;
const MOST_LETTERS = 8_000_000;

type Kept = Looked & { readonly letters: number };

function keptIn(findings: Findings): Kept[] {
	return lookedAt(findings).map(({ text, saved }) => ({
		text,
		saved,
		letters: text.original.length + text.delivered.length,
	}));
}

/** The texts of an answer, and what it saved. */
export type Looked = { readonly text: AnswerText; readonly saved: number };

/** The answers of a session that were looked at, without those of files that may hold secrets. */
export function lookedAt({ strands, inspected }: Findings): Looked[] {
	return inspected.flatMap((each) => {
		const answers = strands.map(answersIn).find((some) => some.some(({ id }) => id === each.id)) ?? [];
		const answer = answers.find(({ id }) => id === each.id);
		return !answer || answer.isSensitive ? [] : [{ text: linked(each, answers), saved: answer.saved }];
	});
}

function answersIn(strand: Findings["strands"][number]): AnswerFound[] {
	return strand.filter((finding) => finding.kind === "answer");
}

/** Each quote with the answer of the strand that its lines stand in. */
function linked(inspected: Inspected, answers: readonly AnswerFound[]): AnswerText {
	const ids = new Map<string, string>();
	for (const { call, id } of answers) {
		// Hosts may use the id of a call again; what is quoted stands before the quote.
		if (id === inspected.id) break;
		ids.set(call, id);
	}
	const quotes = inspected.quotes.map((quote) => ({ ...quote, answer: ids.get(quote.source.call) }));
	return { ...inspected, quotes };
}

function bestOf(kept: ReadonlyMap<string, Kept>, mostTexts: number, mostLetters: number): Map<string, Kept> {
	const best = new Map<string, Kept>();
	let letters = 0;
	for (const [id, each] of [...kept].sort(([, a], [, b]) => b.saved - a.saved)) {
		if (best.size === mostTexts) break;
		if (letters + each.letters > mostLetters) continue;
		letters += each.letters;
		best.set(id, each);
	}
	return best;
}
