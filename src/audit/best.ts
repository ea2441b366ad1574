import type { AnswerFound, Findings } from "./findings.ts";

/** What saved most in one session: how many results were about it, and the answer that saved most of all. */
export type Best = {
	readonly host: Findings["host"];
	readonly session: string;
	readonly subject: string;
	readonly results: number;
	readonly savedTokens: number;
	readonly answer: string;
};

/** Looks for it, answer by answer. */
export type BestSearch = {
	add(findings: Findings, answer: AnswerFound): void;
	best(): Best | undefined;
};

/** A search that has seen nothing. */
export function newBestSearch(): BestSearch {
	const cases = new Map<string, Best & { readonly most: number }>();
	return {
		add({ host, session }, { subject, id, saved }) {
			// What may hold secrets, or is about nothing, has no name.
			if (subject === "") return;
			const key = JSON.stringify([host, session, subject]);
			const last = cases.get(key);
			const [results, savedTokens] = [(last?.results ?? 0) + 1, (last?.savedTokens ?? 0) + saved];
			const isMost = !last || saved > last.most;
			const told = isMost ? { answer: id, most: saved } : { answer: last.answer, most: last.most };
			cases.set(key, { host, session, subject, results, savedTokens, ...told });
			if (cases.size > MOST) for (const [least] of [...cases].sort(bySaving).slice(MOST / 2)) cases.delete(least);
		},
		best() {
			const [first] = [...cases].sort(bySaving).map(([, each]) => each);
			if (!first || first.savedTokens <= 0) return undefined;
			const { most: _, ...best } = first;
			return best;
		},
	};
}

/** So many may become the best one; of those far behind it is forgotten what they had saved, since there may be millions. */
const MOST = 10_000;

function bySaving([, a]: readonly [string, Best], [, b]: readonly [string, Best]): number {
	return b.savedTokens - a.savedTokens;
}
