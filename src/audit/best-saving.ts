import type { AnswerFinding, Findings } from "./findings.ts";

/** The subject that saved most in one session: how many results were about it, and the best answer. */
export type BestSaving = {
	readonly host: Findings["host"];
	readonly session: string;
	readonly subject: string;
	readonly results: number;
	readonly savedTokens: number;
	readonly answer: string;
};

/** Searches for it, answer by answer. */
export type BestSearch = {
	add(findings: Findings, answer: AnswerFinding): void;
	best(): BestSaving | undefined;
};

/** A search before the first answer. */
export function newBestSearch(): BestSearch {
	const cases = new Map<string, BestSaving & { readonly most: number }>();
	return {
		add({ host, session }, { subject, id, saved }) {
			// Subjects that may contain secrets, or that are empty, are not named.
			if (subject === "") return;
			const key = JSON.stringify([host, session, subject]);
			const last = cases.get(key);
			const [results, savedTokens] = [(last?.results ?? 0) + 1, (last?.savedTokens ?? 0) + saved];
			const isMost = !last || saved > last.most;
			const told = isMost ? { answer: id, most: saved } : { answer: last.answer, most: last.most };
			cases.set(key, { host, session, subject, results, savedTokens, ...told });
			if (cases.size > MOST_CASES)
				for (const [least] of [...cases].sort(byCaseSaving).slice(MOST_CASES / 2)) cases.delete(least);
		},
		best() {
			const [first] = [...cases].sort(byCaseSaving).map(([, each]) => each);
			if (!first || first.savedTokens <= 0) return undefined;
			const { most: _, ...best } = first;
			return best;
		},
	};
}

/** How many candidates are kept; those far behind are dropped, because there may be millions. */
const MOST_CASES = 10_000;

function byCaseSaving([, a]: readonly [string, BestSaving], [, b]: readonly [string, BestSaving]): number {
	return b.savedTokens - a.savedTokens;
}
