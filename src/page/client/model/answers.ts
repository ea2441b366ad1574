import type { AnswerStep, PageData, SessionData, SessionStep } from "../../data.ts";

/** A result, and its place in the session. */
export type AnswerPlace = {
	readonly answer: AnswerStep;
	readonly session: SessionData;
	readonly thread: number;
	readonly turn: number;
};

/** The results that a name may mean: the one of that id, else all whose ids begin with it, ignoring case. */
export type AnswerIndex = (name: string) => readonly AnswerPlace[];

/** The answers of a thread, each with its turn. */
export function answersWithTurns(
	thread: readonly SessionStep[],
): { readonly answer: AnswerStep; readonly turn: number }[] {
	let turn = 0;
	return thread.flatMap((step) => {
		if (step.kind === "request") turn++;
		return step.kind === "answer" ? [{ answer: step, turn }] : [];
	});
}

/** The title of a result: its tool, and its subject if that has a name of its own. */
export function answerTitle({ tool, subject }: Pick<AnswerStep, "tool" | "subject">): string {
	return subject === "" || subject === tool ? tool : `${tool} ${subject}`;
}

/** An index of all answers, made when it is first asked. */
export function indexAnswers({ sessions }: Pick<PageData, "sessions">): AnswerIndex {
	let places: Map<string, AnswerPlace> | undefined;
	return (name) => {
		places ??= answerPlaces(sessions);
		const id = name.toLowerCase();
		const exact = places.get(id);
		if (exact || id === "") return exact ? [exact] : [];
		return [...places.values()].filter(({ answer }) => answer.id.startsWith(id));
	};
}

function answerPlaces(sessions: readonly SessionData[]): Map<string, AnswerPlace> {
	const places = new Map<string, AnswerPlace>();
	for (const session of sessions)
		for (const [thread, steps] of session.threads.entries())
			for (const { answer, turn } of answersWithTurns(steps)) {
				// A result in several sessions leads to the one where it counts.
				if (!answer.counts && places.has(answer.id)) continue;
				places.set(answer.id, { answer, session, thread, turn });
			}
	return places;
}
