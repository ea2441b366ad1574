import { type AnswerRecord, hashText, nameOf, writeIfPossible } from "../../store/record.ts";
import { answerTool, type World } from "./answer.ts";
import { eventIn, type HookEvent } from "./events.ts";
import { callIn } from "./original.ts";
import { followThread, type Thread } from "./thread.ts";

/** What a hook of Codex is answered with; nothing means that the host goes on by itself. */
export type HookAnswer = Readonly<Record<string, unknown>>;

/** What the hooks of one process share. */
export type Hooks = { handle(event: unknown): Promise<HookAnswer> };

/** Answers hooks by what the log says, and records each answer before it is given. */
export function newHooks(record: AnswerRecord, world: World): Hooks {
	const threads = new Map<string, Thread>();
	const threadOf = ({ transcript_path: path, session_id }: HookEvent): Thread => {
		const known = threads.get(path) ?? followThread(path, (id, text) => isShortened(record, session_id, id, text));
		// The one that was asked for least lately is forgotten; its log tells all of it again.
		threads.delete(path);
		threads.set(path, known);
		for (const [oldest] of threads) if (threads.size > MOST_THREADS) threads.delete(oldest);
		return known;
	};
	return {
		async handle(value) {
			const event = eventIn(value);
			if (!event || isInScript(event)) return NOTHING;
			try {
				return await answerEvent(event, threadOf(event), record, world);
			} catch (error) {
				tellFailure(record, event.session_id, error, world);
				return NOTHING;
			}
		},
	};
}

const NOTHING: HookAnswer = {};

/** As many threads as may well work at the same time. */
const MOST_THREADS = 8;

/** Its result goes to the script and not to the model; and the log has the script itself as a call that is open. */
function isInScript(event: HookEvent): boolean {
	return "tool_use_id" in event && event.tool_use_id.startsWith("exec-");
}

async function answerEvent(event: HookEvent, thread: Thread, record: AnswerRecord, world: World): Promise<HookAnswer> {
	switch (event.hook_event_name) {
		case "PreToolUse":
			thread.begun(event.turn_id, callIn(event));
			return NOTHING;
		case "PostToolUse": {
			const answer = await answerTool(event, thread, world);
			if (answer) record.write(answer.given);
			return answer?.replacement === undefined ? NOTHING : { decision: "block", reason: answer.replacement };
		}
		// The log tells of it too, and before the next call does.
		case "PostCompact":
		case "SessionStart":
			thread.readOn();
			return NOTHING;
	}
}

function isShortened(record: AnswerRecord, session: string, id: string, text: string): boolean {
	return record.shortened(session).has(nameOf(id, hashText(text)));
}

/** What goes wrong is kept where it can be seen later, if that can be done; the host hears nothing of it. */
function tellFailure(record: AnswerRecord, session: string, error: unknown, { now }: World): void {
	writeIfPossible(record, { kind: "failure", schema: 1, time: now(), host: "codex", session, what: String(error) });
}
