import { fold } from "../core/fold.ts";
import { valuesIn } from "../core/layered.ts";
import { estimateTokens } from "../core/tokens.ts";
import type { Call, Range } from "../core/types.ts";
import { stateOf, type Window } from "../core/window.ts";
import type { LeanAnswer } from "../lean/deliver.ts";
import { foldNews } from "../outline/fold-news.ts";

/** What a result has done to withheld lines, what the model must hear of it, and the window after it has heard. */
type NewsOfFolds = {
	readonly window: Window;
	readonly told: string | undefined;
	readonly opened: number;
	readonly isBlindEdit: boolean;
};

/** Compares the windows before and after a result. Nothing can be told below a result that is not plain text. */
export function newsOfFolds(before: Window, after: Window, call: Call, canTell: boolean): NewsOfFolds {
	const files = call.subjects.filter(({ kind }) => kind === "file");
	const known = files.flatMap((subject) => stateOf(after, subject) ?? []);
	const told = canTell ? known.flatMap((state) => foldNews(state) ?? []) : [];
	const isView = call.own.length === 0;
	return {
		window:
			told.length === 0 ? after : files.reduce((window, subject) => fold(window, { kind: "told", subject }), after),
		told: told.length === 0 ? undefined : told.join("\n"),
		opened: isView ? files.reduce((sum, subject) => sum + openedIn(before, after, subject), 0) : 0,
		isBlindEdit: known.some(({ withheld }) => withheld !== undefined && withheld.edited.length > 0),
	};
}

/** How many folds of a file are no longer withheld as a whole. */
function openedIn(before: Window, after: Window, subject: Call["subjects"][number]): number {
	const now = stateOf(after, subject)?.withheld?.lines ?? [];
	const isThere = ({ first, last }: Range): boolean =>
		now.some((range) => range.first === first && range.last === last);
	return (stateOf(before, subject)?.withheld?.lines ?? []).filter((range) => !isThere(range)).length;
}

/** An answer with words below it: they cost tokens, too. */
export function withWords(answer: LeanAnswer, words: string | undefined): LeanAnswer {
	return words === undefined ? answer : { ...answer, after: answer.after + estimateTokens(words) };
}

/** The withheld lines of a window, by the names of files. */
export function withheldIn(window: Window): ReadonlyMap<string, readonly Range[]> {
	const files = [...valuesIn(window.states)].flatMap(({ subject, withheld }) =>
		withheld ? [[subject.name, withheld.lines] as const] : [],
	);
	return new Map(files);
}
