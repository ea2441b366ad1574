import type { AnswerFinding, Findings } from "../audit/findings.ts";
import type { InspectedAnswer } from "../audit/inspect.ts";
import type { AnswerText } from "./data.ts";

/** Keeps the texts of the answers that saved most: so many, and so many letters of them, that a page can carry them. */
type TextSelection = {
	add(findings: Findings): void;
	texts(): Readonly<Record<string, AnswerText>>;
};

/** A selection without texts. */
export function newTextSelection(mostTexts: number = MOST_TEXTS, mostLetters: number = MOST_LETTERS): TextSelection {
	let kept = new Map<string, SizedText>();
	return {
		add(findings) {
			for (const found of sizedTexts(findings)) if (!kept.has(found.text.id)) kept.set(found.text.id, found);
			// Not at every session, since all have to be put in order for it.
			if (kept.size > 2 * mostTexts) kept = bestTexts(kept, mostTexts, mostLetters);
		},
		texts() {
			const best = bestTexts(kept, mostTexts, mostLetters);
			return Object.fromEntries([...best].map(([id, { text }]) => [id, text]));
		},
	};
}

const MOST_TEXTS = 200;
const MOST_LETTERS = 8_000_000;

type SizedText = SavedText & { readonly letters: number };

function sizedTexts(findings: Findings): SizedText[] {
	return inspectedTexts(findings).map(({ text, saved }) => ({
		text,
		saved,
		letters: text.original.length + text.delivered.length,
	}));
}

/** The texts of an answer, and what it saved. */
type SavedText = { readonly text: AnswerText; readonly saved: number };

/** The answers of a session that were looked at, without those of files that may hold secrets. */
export function inspectedTexts({ strands, inspected }: Findings): SavedText[] {
	return inspected.flatMap((each) => {
		const answers = strands.map(answerFindingsIn).find((some) => some.some(({ id }) => id === each.id)) ?? [];
		const answer = answers.find(({ id }) => id === each.id);
		return !answer || answer.isSensitive ? [] : [{ text: withLinkedQuotes(each, answers), saved: answer.saved }];
	});
}

function answerFindingsIn(strand: Findings["strands"][number]): AnswerFinding[] {
	return strand.filter((finding) => finding.kind === "answer");
}

/** Each quote with the answer of the strand that its lines stand in. */
function withLinkedQuotes(inspected: InspectedAnswer, answers: readonly AnswerFinding[]): AnswerText {
	const ids = new Map<string, string>();
	for (const { call, id } of answers) {
		// Hosts may use the id of a call again; what is quoted stands before the quote.
		if (id === inspected.id) break;
		ids.set(call, id);
	}
	const quotes = inspected.quotes.map((quote) => ({ ...quote, answer: ids.get(quote.source.call) }));
	return { ...inspected, quotes };
}

function bestTexts(
	kept: ReadonlyMap<string, SizedText>,
	mostTexts: number,
	mostLetters: number,
): Map<string, SizedText> {
	const best = new Map<string, SizedText>();
	let letters = 0;
	for (const [id, each] of [...kept].sort(([, a], [, b]) => b.saved - a.saved)) {
		if (best.size === mostTexts) break;
		if (letters + each.letters > mostLetters) continue;
		letters += each.letters;
		best.set(id, each);
	}
	return best;
}
