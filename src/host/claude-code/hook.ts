import { dirname, join } from "node:path";
import { newLatest } from "../../conversation/latest.ts";
import { refuseWrite } from "../../guard/refuse-blind-write.ts";
import { hasNotes } from "../../lens/result-text.ts";
import { claudeCodeTools } from "../../lens/tools/claude-code.ts";
import { untakenWords } from "../../store/failure-words.ts";
import type { AnswerRecord } from "../../store/record.ts";
import type { HostRuntime } from "../definition.ts";
import {
	type HookAnswer,
	type HookHandler,
	NOTHING,
	newHookHandler,
	recordFailure,
	shortenedIn,
} from "../hook-handler.ts";
import { answerTool, type ClaudeCodeRuntime } from "./answer.ts";
import { outlineBehindCut } from "./cut-read.ts";
import { type BatchEvent, type ClaudeCodeCallEvent, type ClaudeCodeHookEvent, eventIn, shapeOf } from "./events.ts";
import { noticeKey } from "./keys.ts";
import { claudeCodeNearCompactionIn } from "./knowledge.ts";
import { type Notices, newNotices, SILENT } from "./notice.ts";
import { type ClaudeCodeSession, followSession, type SentResult } from "./session.ts";

/** A server that runs as long as the session answers the hooks. */
export const claudeCodeRuntime: HostRuntime = {
	async hooks({ state, environment, record, settings, ...deps }) {
		const notices = newNotices(state, (directory) => settings(directory).setting(noticeKey));
		return newHooks(record, { ...deps, nearCompaction: claudeCodeNearCompactionIn(environment) }, notices);
	},
	guard: async ({ record, ...deps }) => newGuard(record, deps),
};

/** Only guards writes. */
export function newGuard(record: AnswerRecord, world: Pick<ClaudeCodeRuntime, "now" | "isGuarded">): HookHandler {
	return newHookHandler({ host: HOST, record, now: world.now }, eventIn, async (event) =>
		event.hook_event_name === "PreToolUse" ? guardCall(event, record, world) : NOTHING,
	);
}

/** Answers hooks by what the log says, and records each answer before it is sent. */
export function newHooks(answers: AnswerRecord, world: ClaudeCodeRuntime, notices: Notices = SILENT): HookHandler {
	const record = heardBy(notices, answers);
	const sessions = newLatest<ClaudeCodeSession>();
	const sessionOf = ({ session_id, transcript_path, agent_id }: ClaudeCodeHookEvent): ClaudeCodeSession => {
		const path = agent_id === "" ? transcript_path : logOfAgent(transcript_path, session_id, agent_id);
		return sessions.keep(path, sessions.get(path) ?? followSession(path, shortenedIn(record, session_id)));
	};
	return newHookHandler({ host: HOST, record, now: world.now }, eventIn, (event) =>
		answerEvent(event, sessionOf(event), record, world, notices),
	);
}

async function answerEvent(
	event: ClaudeCodeHookEvent,
	session: ClaudeCodeSession,
	record: AnswerRecord,
	world: ClaudeCodeRuntime,
	notices: Notices,
): Promise<HookAnswer> {
	switch (event.hook_event_name) {
		case "PreToolUse":
			return guardCall(event, record, world);
		case "PostToolUse": {
			const answer = await answerTool(event, session, world);
			if (answer) record.write(answer.given);
			countOrphans(event, session, record, world);
			if (answer?.replacement !== undefined) return answerFor(event, { updatedToolOutput: answer.replacement });
			const additionalContext = await outlineBehindCut(event, world);
			return additionalContext === undefined ? NOTHING : answerFor(event, { additionalContext });
		}
		case "PostToolBatch": {
			tellUntaken(event, batchOf(event), record, world);
			session.sent(batchOf(event));
			// While the model thinks there is time to read the log, so the next answer takes less.
			world.later(() => {
				session.readOn();
				session.now(world.now());
			});
			const systemMessage = notices.after(event);
			return systemMessage === undefined ? NOTHING : { systemMessage };
		}
		case "SessionStart": {
			session.readOn();
			// The host logs only later what it kept: nothing, the last turn, or all turns since one.
			const hasNotes = session.now(world.now()).notes.length > 0;
			session.reset(world.now());
			return hasNotes ? answerFor(event, { additionalContext: VOID }) : NOTHING;
		}
	}
}

/** Refuses a call that would write a note into a file. */
function guardCall(
	event: ClaudeCodeCallEvent,
	record: AnswerRecord,
	{ now, isGuarded }: Pick<ClaudeCodeRuntime, "now" | "isGuarded">,
): HookAnswer {
	if (!isGuarded(event.cwd)) return NOTHING;
	const { session_id: session, agent_id: agent, tool_use_id: id, tool_name: tool, tool_input: input, cwd } = event;
	const guarded = { host: HOST, session, agent, tools: claudeCodeTools(""), record, now };
	const reason = refuseWrite({ id, tool, input, directory: cwd }, guarded);
	if (reason === undefined) return NOTHING;
	return answerFor(event, { permissionDecision: "deny", permissionDecisionReason: `${reason}.` });
}

/** A record that reports each line after it was written. */
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

/** A result that was recorded as shortened but sent in full has saved nothing. */
function tellUntaken(
	event: BatchEvent,
	batch: readonly SentResult[],
	record: AnswerRecord,
	{ now }: ClaudeCodeRuntime,
): void {
	const names = [...record.shortened(event.session_id)];
	for (const { call, text } of batch) {
		const isGiven = names.some((name) => name.startsWith(`${call.id} `));
		if (isGiven && !hasNotes(text)) recordFailure({ host: HOST, record, now }, event.session_id, untakenWords(call.id));
	}
}

function answerFor({ hook_event_name: hookEventName }: ClaudeCodeHookEvent, said: HookAnswer): HookAnswer {
	return { hookSpecificOutput: { hookEventName, ...said } };
}

/** The log of a sub-agent is next to the log of its session. */
function logOfAgent(transcript: string, session: string, agent: string): string {
	return join(dirname(transcript), session, "subagents", `agent-${agent}.jsonl`);
}

function batchOf({ cwd, tool_calls }: BatchEvent): SentResult[] {
	return tool_calls.flatMap(({ tool_use_id: id, tool_name: tool, tool_input: input, tool_response: response }) => {
		const text = typeof response === "string" ? response : shapeOf(tool, response)?.text;
		return text === undefined ? [] : [{ call: { id, tool, input, directory: cwd }, text }];
	});
}
