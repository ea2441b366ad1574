import { refuseCopy } from "../../guard/refuse-copy.ts";
import { lookAtCall } from "../../lens/look.ts";
import { codexTools } from "../../lens/tools/codex.ts";
import { type AnswerRecord, answerName, hashText, writeIfPossible } from "../../store/record.ts";
import type { HostRuntime } from "../definition.ts";
import { answerTool, type CodexRuntime } from "./answer.ts";
import { type CodexCallEvent, type CodexHookEvent, callIn, eventIn } from "./events.ts";
import { followThread, type Thread } from "./thread.ts";

/** Its hooks are answered by a server that lives as long as the session, and that can offer a tool. */
export const codexRuntime: HostRuntime = {
	hooks: async ({ record, ...deps }) => newHooks(record, deps),
	async offer() {
		const { READ_NAME, READ_TOOL, readNumbered } = await import("./read-file.ts");
		return { name: READ_NAME, tool: READ_TOOL, call: readNumbered };
	},
};

/** What a hook of Codex is answered with; nothing means that the host goes on by itself. */
export type CodexHookAnswer = Readonly<Record<string, unknown>>;

/** What the hooks of one process share. */
export type CodexHooks = { handle(event: unknown): Promise<CodexHookAnswer> };

/** Answers hooks by what the log says, and records each answer before it is given. */
export function newHooks(record: AnswerRecord, world: CodexRuntime): CodexHooks {
	const threads = new Map<string, Thread>();
	const threadOf = ({ transcript_path: path, session_id }: CodexHookEvent): Thread => {
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
			if (!event) return NOTHING;
			try {
				// What a script writes goes into files as well.
				const reason = event.hook_event_name === "PreToolUse" ? whyRefused(event, record, world) : undefined;
				if (isInScript(event)) noteScripted(event, threadOf(event));
				if (reason !== undefined) return refusalFor(reason);
				if (isInScript(event)) return NOTHING;
				return await answerEvent(event, threadOf(event), record, world);
			} catch (error) {
				tellFailure(record, event.session_id, error, world);
				return NOTHING;
			}
		},
	};
}

const NOTHING: CodexHookAnswer = {};

/** As many threads as may well work at the same time. */
const MOST_THREADS = 8;

/** Its result goes to the script and not to the model; and the log has the script itself as a call that is open. */
function isInScript(event: CodexHookEvent): boolean {
	return "tool_use_id" in event && event.tool_use_id.startsWith("exec-");
}

/** The log tells nothing of what a script calls; that one of its changes has failed is seen by the result that is missing. */
function noteScripted(event: CodexHookEvent, thread: Thread): void {
	if (event.hook_event_name === "PreToolUse") thread.begunInScript(callIn(event));
	if (event.hook_event_name === "PostToolUse") thread.endedInScript(event.tool_use_id);
}

/** Why a call is refused that would write a note into a file; undefined where it may run. */
function whyRefused(event: CodexCallEvent, record: AnswerRecord, { now, isGuarded }: CodexRuntime): string | undefined {
	if (!isGuarded(event.cwd)) return undefined;
	const who = { host: HOST, session: event.session_id, agent: "" };
	return refuseCopy(callIn(event), { ...who, tools: codexTools, record, now });
}

/** The host ends the sentence itself, and shows the call behind it. */
function refusalFor(permissionDecisionReason: string): CodexHookAnswer {
	return { hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason } };
}

const HOST = "codex";

async function answerEvent(
	event: CodexHookEvent,
	thread: Thread,
	record: AnswerRecord,
	world: CodexRuntime,
): Promise<CodexHookAnswer> {
	switch (event.hook_event_name) {
		case "PreToolUse":
			thread.begun(event.turn_id, callIn(event));
			return NOTHING;
		case "PostToolUse": {
			const answer = await answerTool(event, thread, world);
			if (answer) record.write(answer.given);
			if (answer?.given.form === "whole") thread.shown(lookAtCall(codexTools, callIn(event)).subjects);
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
	return record.shortened(session).has(answerName(id, hashText(text)));
}

/** What goes wrong is kept where it can be seen later, if that can be done; the host hears nothing of it. */
function tellFailure(record: AnswerRecord, session: string, error: unknown, { now }: CodexRuntime): void {
	writeIfPossible(record, { kind: "failure", schema: 1, time: now(), host: HOST, session, what: String(error) });
}
