import { dirname, join } from "node:path";
import { refuseCopy } from "../../guard/refuse-copy.ts";
import { hasNotes } from "../../lens/result-text.ts";
import { claudeCodeTools } from "../../lens/tools/claude-code.ts";
import { claudeCodeNearCompactionIn } from "../../limits/claude-code.ts";
import { untakenWords } from "../../store/failure-words.ts";
import { type AnswerRecord, answerName, hashText, writeIfPossible } from "../../store/record.ts";
import type { HostRuntime } from "../definition.ts";
import { answerTool, type ClaudeCodeRuntime } from "./answer.ts";
import { type BatchEvent, type ClaudeCodeCallEvent, type ClaudeCodeHookEvent, eventIn, shapeOf } from "./events.ts";
import { noticeKey } from "./keys.ts";
import { type Notices, newNotices, SILENT } from "./notice.ts";
import { type ClaudeCodeSession, followSession, type SentResult } from "./session.ts";

/** Its hooks are answered by a server that lives as long as the session. */
export const claudeCodeRuntime: HostRuntime = {
	async hooks({ state, environment, record, settings, ...deps }) {
		const notices = newNotices(state, (directory) => settings(directory).setting(noticeKey));
		return newHooks(record, { ...deps, nearCompaction: claudeCodeNearCompactionIn(environment) }, notices);
	},
};

/** What a hook of Claude Code is answered with; nothing means that the host goes on by itself. */
export type ClaudeCodeHookAnswer = Readonly<Record<string, unknown>>;

/** What the hooks of one process share. */
export type ClaudeCodeHooks = { handle(event: unknown): Promise<ClaudeCodeHookAnswer> };

/** Answers hooks by what the log says, and records each answer before it is given. */
export function newHooks(answers: AnswerRecord, world: ClaudeCodeRuntime, notices: Notices = SILENT): ClaudeCodeHooks {
	const record = heardBy(notices, answers);
	const sessions = new Map<string, ClaudeCodeSession>();
	const sessionOf = ({ session_id, transcript_path, agent_id }: ClaudeCodeHookEvent): ClaudeCodeSession => {
		const path = agent_id === "" ? transcript_path : logOfAgent(transcript_path, session_id, agent_id);
		const known = sessions.get(path) ?? followSession(path, (id, text) => isShortened(record, session_id, id, text));
		// The one that was asked for least lately is forgotten; its log tells all of it again.
		sessions.delete(path);
		sessions.set(path, known);
		for (const [oldest] of sessions) if (sessions.size > MOST_SESSIONS) sessions.delete(oldest);
		return known;
	};
	return {
		async handle(value) {
			const event = eventIn(value);
			if (!event) return NOTHING;
			try {
				return await answerEvent(event, sessionOf(event), record, world, notices);
			} catch (error) {
				tellFailure(record, event.session_id, error, world);
				return NOTHING;
			}
		},
	};
}

const NOTHING: ClaudeCodeHookAnswer = {};

/** As many models as may well work at the same time. */
const MOST_SESSIONS = 8;

async function answerEvent(
	event: ClaudeCodeHookEvent,
	session: ClaudeCodeSession,
	record: AnswerRecord,
	world: ClaudeCodeRuntime,
	notices: Notices,
): Promise<ClaudeCodeHookAnswer> {
	switch (event.hook_event_name) {
		case "PreToolUse":
			return guardCall(event, record, world);
		case "PostToolUse": {
			const answer = await answerTool(event, session, world);
			if (answer) record.write(answer.given);
			countOrphans(event, session, record, world);
			return answer?.replacement === undefined ? NOTHING : answerFor(event, { updatedToolOutput: answer.replacement });
		}
		case "PostToolBatch": {
			tellUntaken(event, batchOf(event), record, world);
			session.sent(batchOf(event));
			// While the model thinks there is time to read on; then the next answer takes less.
			world.later(() => {
				session.readOn();
				session.now(world.now());
			});
			const systemMessage = notices.after(event);
			return systemMessage === undefined ? NOTHING : { systemMessage };
		}
		case "SessionStart": {
			session.readOn();
			// What the host has kept it tells only later: nothing, the last turn, or all turns since one.
			const hasNotes = session.now(world.now()).notes.length > 0;
			session.reset(world.now());
			return hasNotes ? answerFor(event, { additionalContext: VOID }) : NOTHING;
		}
	}
}

/** Refuses to let a note be written into a file. */
function guardCall(
	event: ClaudeCodeCallEvent,
	record: AnswerRecord,
	{ now, isGuarded }: ClaudeCodeRuntime,
): ClaudeCodeHookAnswer {
	if (!isGuarded(event.cwd)) return NOTHING;
	const { session_id: session, agent_id: agent, tool_use_id: id, tool_name: tool, tool_input: input, cwd } = event;
	const guarded = { host: HOST, session, agent, tools: claudeCodeTools(""), record, now };
	const reason = refuseCopy({ id, tool, input, directory: cwd }, guarded);
	if (reason === undefined) return NOTHING;
	return answerFor(event, { permissionDecision: "deny", permissionDecisionReason: `${reason}.` });
}

/** A record whose lines are heard of once they are written. */
function heardBy(notices: Notices, record: AnswerRecord): AnswerRecord {
	return {
		...record,
		write(line) {
			record.write(line);
			notices.heard(line);
		},
	};
}

const HOST = "claude-code";

const VOID =
	"Results above may hold [ibid] notes about lines that were summarised away: those notes are void. To see such lines, ask for them again; they come in full.";

function countOrphans(
	event: ClaudeCodeHookEvent,
	session: ClaudeCodeSession,
	record: AnswerRecord,
	{ now }: ClaudeCodeRuntime,
): void {
	const { session_id, agent_id: agent } = event;
	const calls = session.orphans().filter((call) => !record.orphaned(session_id).has(call));
	if (calls.length === 0) return;
	record.write({ kind: "orphaned", schema: 1, time: now(), host: HOST, session: session_id, agent, calls });
}

/** What was recorded as shortened and came whole all the same has saved nothing. */
function tellUntaken(
	event: BatchEvent,
	batch: readonly SentResult[],
	record: AnswerRecord,
	world: ClaudeCodeRuntime,
): void {
	const names = [...record.shortened(event.session_id)];
	for (const { call, text } of batch) {
		const isGiven = names.some((name) => name.startsWith(`${call.id} `));
		if (isGiven && !hasNotes(text)) tellFailure(record, event.session_id, untakenWords(call.id), world);
	}
}

function answerFor(
	{ hook_event_name: hookEventName }: ClaudeCodeHookEvent,
	said: ClaudeCodeHookAnswer,
): ClaudeCodeHookAnswer {
	return { hookSpecificOutput: { hookEventName, ...said } };
}

/** What goes wrong is kept where it can be seen later, if that can be done; the host hears nothing of it. */
function tellFailure(record: AnswerRecord, session: string, error: unknown, { now }: ClaudeCodeRuntime): void {
	writeIfPossible(record, { kind: "failure", schema: 1, time: now(), host: HOST, session, what: String(error) });
}

function isShortened(record: AnswerRecord, session: string, id: string, text: string): boolean {
	return record.shortened(session).has(answerName(id, hashText(text)));
}

/** A sub-agent's log stands beside that of the session. */
function logOfAgent(transcript: string, session: string, agent: string): string {
	return join(dirname(transcript), session, "subagents", `agent-${agent}.jsonl`);
}

function batchOf({ cwd, tool_calls }: BatchEvent): SentResult[] {
	return tool_calls.flatMap(({ tool_use_id: id, tool_name: tool, tool_input: input, tool_response: response }) => {
		const text = typeof response === "string" ? response : shapeOf(tool, response)?.text;
		return text === undefined ? [] : [{ call: { id, tool, input, directory: cwd }, text }];
	});
}
