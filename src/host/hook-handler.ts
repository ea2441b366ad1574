import { type AnswerRecord, answerName, hashText, writeIfPossible } from "../store/record.ts";

/** The answer to a hook; an empty one lets the host go on as without ibid. */
export type HookAnswer = Readonly<Record<string, unknown>>;

/** The answer that lets the host go on as without ibid. */
export const NOTHING: HookAnswer = {};

/** Answers the hooks of a host. */
export type HookHandler = { handle(event: unknown): Promise<HookAnswer> };

/** What the hooks of a host share: the record, and a clock. */
export type HookSurroundings = { readonly host: string; readonly record: AnswerRecord; readonly now: () => number };

/** Answers the events of a host. Failures go into the record; the host does not see them. */
export function newHookHandler<Event extends { readonly session_id: string }>(
	around: HookSurroundings,
	eventIn: (value: unknown) => Event | undefined,
	answer: (event: Event) => Promise<HookAnswer>,
): HookHandler {
	return {
		async handle(value) {
			const event = eventIn(value);
			if (!event) return NOTHING;
			try {
				return await answer(event);
			} catch (error) {
				recordFailure(around, event.session_id, error);
				return NOTHING;
			}
		},
	};
}

/** Records a failure, if possible. */
export function recordFailure({ host, record, now }: HookSurroundings, session: string, error: unknown): void {
	writeIfPossible(record, { kind: "failure", schema: 1, time: now(), host, session, what: String(error) });
}

/** Recognises the texts of a session that ibid shortened, by the ids of their calls. */
export function shortenedIn(record: AnswerRecord, session: string): (id: string, text: string) => boolean {
	return (id, text) => record.shortened(session).has(answerName(id, hashText(text)));
}
