import { isSensitive } from "../../core/policy.ts";
import { deliver } from "../../lens/deliver.ts";
import { lookAtCall, nameToKeep } from "../../lens/look.ts";
import { limitsOf, policyOf } from "../../limits/limits.ts";
import { givenOf } from "../../store/given.ts";
import { type AnswerRecord, hashText, nameOf } from "../../store/record.ts";
import { eventIn, type HookEvent, type ToolEvent } from "./events.ts";
import { followThread, type Place, type Thread } from "./thread.ts";

/** What a hook of Codex is answered with; nothing means that the host goes on by itself. */
export type HookAnswer = Readonly<Record<string, unknown>>;

/** What the hooks of one process share. */
export type Hooks = { handle(event: unknown): Promise<HookAnswer> };

/** Answers hooks by what the log says, and records each answer before it is given. */
export function newHooks(record: AnswerRecord, now: () => number): Hooks {
	const threads = new Map<string, Thread>();
	const threadOf = ({ transcript_path: path, session_id }: HookEvent): Thread => {
		const known = threads.get(path) ?? followThread(path, (id, text) => isShortened(record, session_id, id, text));
		threads.delete(path);
		threads.set(path, known);
		for (const [oldest] of threads) if (threads.size > MOST_THREADS) threads.delete(oldest);
		return known;
	};
	return {
		async handle(value) {
			const event = eventIn(value);
			if (!event) return NOTHING;
			try {
				return answerEvent(event, threadOf(event), record, now);
			} catch (error) {
				tellFailure(record, event.session_id, error, now);
				return NOTHING;
			}
		},
	};
}

const NOTHING: HookAnswer = {};
const HOST = "codex";
const LIMITS = limitsOf("codex");
const POLICY = policyOf(LIMITS);

/** As many threads as may well work at the same time. */
const MOST_THREADS = 8;

function answerEvent(event: HookEvent, thread: Thread, record: AnswerRecord, now: () => number): HookAnswer {
	switch (event.hook_event_name) {
		case "PreToolUse": {
			const { turn_id, tool_use_id: id, tool_name: tool, tool_input: input, cwd: directory } = event;
			thread.begun(turn_id, { id, tool, input, directory });
			return NOTHING;
		}
		case "PostToolUse":
			return answerTool(event, thread, record, now);
		// The log tells of it too, and before the next call does.
		case "PostCompact":
		case "SessionStart":
			thread.readOn();
			return NOTHING;
	}
}

/** A call inside a script is not named in the log: its result goes to the script, and stays as it is. */
function answerTool(event: ToolEvent, thread: Thread, record: AnswerRecord, now: () => number): HookAnswer {
	const time = now();
	thread.readOn();
	const place = thread.at(event.tool_use_id);
	const original = place && textOf(event);
	if (!place || original === undefined || !LIMITS.replaces(place.asked.call.tool) || isOfSecrets(place)) return NOTHING;
	const { call, tools, version } = place.asked;
	const { answer } = deliver(place.window, tools, call, original, "done", POLICY);
	const isSayable = answer.form !== "whole" && Buffer.byteLength(answer.text) < LIMITS.most;
	const whole = {
		form: "whole",
		reason: answer.reason ?? "unreachable",
		text: original,
		after: answer.before,
	} as const;
	const given = isSayable ? answer : { ...answer, ...whole, notes: 0 };
	const { session_id: session } = event;
	const subject = nameToKeep(lookAtCall(tools, call).subjects[0]);
	const when = { time, host: HOST, version, session, agent: "", milliseconds: now() - time, waited: 0 };
	const what = { call: call.id, tool: call.tool, subject, arguments: call.input, original };
	record.write(givenOf({ ...when, ...what }, given));
	return isSayable ? { decision: "block", reason: answer.text } : NOTHING;
}

/**
 * What the model gets, but for the parts of the head that are told apart by nothing: chunk, time and count. The head must
 * say how it ended, since what takes the place of a text takes that away too.
 */
function textOf({ tool_name: tool, tool_response: response }: ToolEvent): string | undefined {
	if (tool !== "Bash" || typeof response !== "string") return undefined;
	return `Process exited with code 0\nOutput:\n${response}`;
}

function isOfSecrets({ asked: { call, tools } }: Place): boolean {
	return lookAtCall(tools, call).subjects.some(isSensitive);
}

function isShortened(record: AnswerRecord, session: string, id: string, text: string): boolean {
	return record.shortened(session).has(nameOf(id, hashText(text)));
}

/** What goes wrong is kept where it can be seen later, if that can be done; the host hears nothing of it. */
function tellFailure(record: AnswerRecord, session: string, error: unknown, now: () => number): void {
	try {
		record.write({ kind: "failure", schema: 1, time: now(), host: HOST, session, what: String(error) });
	} catch {
		// Nothing can be written at all.
	}
}
