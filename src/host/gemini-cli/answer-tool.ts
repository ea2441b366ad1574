import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import { isSensitive } from "../../core/policy.ts";
import { refuseWrite } from "../../guard/refuse-blind-write.ts";
import type { DeliveryTerms } from "../../lean/deliver.ts";
import { lookAtCall } from "../../lens/look.ts";
import type { ToolCall } from "../../lens/types.ts";
import { type AnswerRecord, hashText, answerName as recordedAs, recordFilesIn } from "../../store/record.ts";
import { readIf } from "../../wire/system-error.ts";
import { answerLineFor } from "../answer-from-log.ts";
import { type HookAnswer, NOTHING } from "../hook-handler.ts";
import {
	answerCall,
	type GeminiSentAnswer,
	type GeminiSettings,
	isReplaceable,
	passWhole,
	subjectWords,
	TOOLS,
} from "./answer.ts";
import type { BegunHook, BegunHooks } from "./begun.ts";
import type { Channel } from "./channel.ts";
import { type ChatLog, openChat } from "./chat.ts";
import type { AfterTool, GeminiHookEvent } from "./events.ts";
import { callKey, type TurnCalls } from "./turn-calls.ts";

const HOST = "gemini-cli";

/** What a hook needs from outside. */
export type GeminiRuntime = {
	readonly now: () => number;
	/** Where the calls of sessions are noted. */
	readonly folder: string;
	/** The hooks of all sessions that have not ended. */
	readonly begun: BegunHooks;
	/** The folder that the host uses as the user's home. */
	readonly home: string;
	/** How a result is replaced; undefined if it cannot be. */
	readonly channel: () => Channel | undefined;
	/** What pays, and which lean texts are wanted, with the user's settings for a directory. */
	readonly prefer: (terms: DeliveryTerms, directory: string) => DeliveryTerms;
	/** Whether the guard is on in a directory. */
	readonly isGuarded: (directory: string) => boolean;
};

/** What is known when a tool has returned. */
export type AfterToolContext = {
	readonly call: ToolCall;
	readonly noted: TurnCalls;
	readonly channel: Channel;
	readonly record: AnswerRecord;
	/** The current hook. */
	readonly hook: BegunHook;
	readonly world: GeminiRuntime;
};

/** Answers a tool's result; with nothing if it is sent as it is. */
export function answerTool(event: AfterTool, context: AfterToolContext): HookAnswer {
	const { llmContent: text, error } = event.tool_response;
	const { call, channel, record, world } = context;
	const settings = settingsFor(world.home, event.cwd);
	if (typeof text !== "string" || error !== undefined || !isReplaceable(call, text, settings)) return NOTHING;
	if (isAgentAtWork(event.transcript_path, event.session_id)) return NOTHING;
	const begin = world.now();
	const sent = answerFrom(openChat(event.transcript_path), event, text, settings, context);
	if (sent === "unknown") return NOTHING;
	if (Array.isArray(sent)) return tellOrphans(event, sent, record, world);
	if (sent.answer.form !== "whole") context.hook.answers(callKey(call));
	write(event, call, text, sent, { begin, end: world.now() }, record);
	return sent.answer.form === "whole" ? NOTHING : channel.answer(sent.answer.text);
}

/** Why a call is refused that would write a note into a file; undefined where it may run. */
export function refuseNote(
	call: ToolCall,
	session: string,
	record: AnswerRecord,
	now: () => number,
): string | undefined {
	return refuseWrite(call, { host: HOST, session, agent: "", tools: TOOLS, record, now });
}

/**
 * Decides what to send by the log. If notes have lost their lines, returns their calls instead: the model must hear of
 * that first.
 */
function answerFrom(
	log: ChatLog,
	{ session_id: session, cwd }: GeminiHookEvent,
	text: string,
	settings: GeminiSettings,
	{ call, noted, channel, record, world }: AfterToolContext,
): GeminiSentAnswer | string[] | "unknown" {
	const calls = noted.now(log.isAnswered);
	if (calls.some(({ doing }) => doing === "delegating")) return "unknown";
	const shortened = record.shortened(session);
	const mayHaveOrphans = log.isChanged && shortened.size > 0;
	if (!mayHaveOrphans && !log.isTelling(subjectWords(call))) return passWhole(call, text, "fresh");
	const names = new Set([...shortened].map((name) => name.split(" ")[0]));
	const chat = log.read(subjectWords(call), {
		isAnswered: (asked) => names.has(callKey(asked)),
		isOurs: (asked, arrived) => shortened.has(recordedAs(callKey(asked), hashText(arrived))),
	});
	if (!chat || chat.hasLost) return "unknown";
	const orphans = chat.orphans.filter((orphan) => !record.orphaned(session).has(orphan));
	if (orphans.length > 0) return orphans;
	return answerCall(chat, call, text, {
		calls,
		channel,
		settings,
		prefer: (policy) => world.prefer({ policy, lean: [] }, cwd).policy,
	});
}

/** The host gives calls no ids, so a call is recognised by its arguments. */
function write(
	{ session_id: session }: GeminiHookEvent,
	call: ToolCall,
	original: string,
	{ answer, arriving }: GeminiSentAnswer,
	{ begin, end }: { begin: number; end: number },
	record: AnswerRecord,
): void {
	if (lookAtCall(TOOLS, call).subjects.slice(0, 1).some(isSensitive)) return;
	const times = { time: begin, milliseconds: end - begin, waited: 0 };
	const asked = { call: { ...call, id: callKey(call) }, version: "", tools: TOOLS };
	record.write(answerLineFor({ host: HOST, session, agent: "", ...times }, asked, original, answer, arriving));
}

/** Says once which notes have lost their lines. */
function tellOrphans(
	{ session_id: session }: GeminiHookEvent,
	calls: readonly string[],
	record: AnswerRecord,
	{ now }: GeminiRuntime,
): HookAnswer {
	record.write({ kind: "orphaned", schema: 1, time: now(), host: HOST, session, agent: "", calls });
	return { hookSpecificOutput: { hookEventName: "AfterTool", additionalContext: VOID } };
}

const VOID =
	"Results above may hold [ibid] notes about lines that are no longer shown: those notes are void. To see such lines, ask for them again; they come in full.";

/**
 * Whether a subagent has written to its log since the session's log was written: then the call may be the subagent's,
 * and hooks do not say so. This works even if no hook noted that the subagent was started.
 */
function isAgentAtWork(log: string, session: string): boolean {
	const folder = join(dirname(log), session);
	const written = statSync(log).mtimeMs;
	return recordFilesIn(folder).some((file) => statSync(join(folder, file)).mtimeMs >= written);
}

/** The settings of a user and a project. If several may apply, the smallest value counts, and at most the default. */
export function settingsFor(home: string, project: string): GeminiSettings {
	const texts = [home, project].map((folder) => readIf(join(folder, ".gemini", "settings.json")));
	const smallest = (name: string, usual: number): number => {
		const set = texts.flatMap((text) => [...text.matchAll(new RegExp(`"${name}"\\s*:\\s*([\\d.]+)`, "g"))]);
		// No value means the default, or no limit.
		return Math.min(usual, ...set.map(([, number]) => Number(number)).filter((number) => number > 0));
	};
	return { share: smallest("compressionThreshold", 0.5), longest: smallest("truncateToolOutputThreshold", 40_000) };
}
