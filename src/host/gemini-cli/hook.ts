import { statSync } from "node:fs";
import { join } from "node:path";
import { isSensitive } from "../../core/policy.ts";
import { toolsOf } from "../../lens/hosts.ts";
import { lookAtCall, nameToKeep } from "../../lens/look.ts";
import type { ToolCall } from "../../lens/types.ts";
import { givenOf } from "../../store/given.ts";
import { type AnswerRecord, hashText, nameOf as recordedAs } from "../../store/record.ts";
import { isAgentAtWork } from "./agents.ts";
import { answerCall, isReplaceable, type Sent } from "./answer.ts";
import type { Channel, HookAnswer } from "./channel.ts";
import { openChat } from "./chat.ts";
import { type AfterTool, callIn, eventIn, type HookEvent } from "./events.ts";
import { compressionShare } from "./settings.ts";
import { nameOf, openTurnCalls, type TurnCalls } from "./turn-calls.ts";

/** The world outside of a hook. */
export type World = {
	readonly now: () => number;
	/** Where the calls of sessions are noted. */
	readonly folder: string;
	/** The folder that the host takes for the user's home. */
	readonly home: string;
	/** How a result is replaced; undefined where it cannot be. */
	readonly channel: () => Channel | undefined;
};

/** What the hooks of one process share. */
export type Hooks = { handle(event: unknown): Promise<HookAnswer> };

/** Answers hooks by what the log says, and records each answer before it is given. */
export function newHooks(record: AnswerRecord, world: World): Hooks {
	return {
		async handle(value) {
			const event = eventIn(value);
			if (!event) return NOTHING;
			try {
				return answerEvent(event, record, world);
			} catch (error) {
				tellFailure(record, event.session_id, error, world);
				return NOTHING;
			}
		},
	};
}

const NOTHING: HookAnswer = {};
const HOST = "gemini-cli";

function answerEvent(event: HookEvent, record: AnswerRecord, world: World): HookAnswer {
	const channel = world.channel();
	if (!channel) return NOTHING;
	const call = callIn(event);
	const noted = openTurnCalls(join(world.folder, event.session_id.replace(/[^\w-]/g, "_")));
	if (event.hook_event_name === "AfterTool") return answerTool(event, { call, noted, channel, record, world });
	noted.begin(call, statSync(event.transcript_path).size);
	return NOTHING;
}

/** What is at hand when a tool has answered. */
type Scene = {
	readonly call: ToolCall;
	readonly noted: TurnCalls;
	readonly channel: Channel;
	readonly record: AnswerRecord;
	readonly world: World;
};

function answerTool(event: AfterTool, { call, noted, channel, record, world }: Scene): HookAnswer {
	noted.end(call);
	const { llmContent: text, error } = event.tool_response;
	if (typeof text !== "string" || error !== undefined || !isReplaceable(call, text)) return NOTHING;
	if (isAgentAtWork(event.transcript_path, event.session_id)) return NOTHING;
	const begin = world.now();
	const log = openChat(event.transcript_path);
	const calls = noted.now(log.isAnswered);
	if (calls.some(({ doing }) => doing === "delegating")) return NOTHING;
	const sent = record.shortened(event.session_id);
	const names = new Set([...sent].map((name) => name.split(" ")[0]));
	const chat = log.read({
		isAnswered: (asked) => names.has(nameOf(asked)),
		isOurs: (asked, arrived) => sent.has(recordedAs(nameOf(asked), hashText(arrived))),
	});
	if (!chat || chat.hasLost) return NOTHING;
	const orphans = chat.orphans.filter((orphan) => !record.orphaned(event.session_id).has(orphan));
	if (orphans.length > 0) return tellOrphans(event, orphans, record, world);
	const share = compressionShare(world.home, event.cwd);
	const answered = answerCall(chat, call, text, { calls, channel, share });
	write(event, call, text, answered, { begin, end: world.now() }, record);
	return answered.answer.form === "whole" ? NOTHING : channel.answer(answered.answer.text);
}

/** The host gives no id, so that a call is known by what it asks. */
function write(
	{ session_id: session }: HookEvent,
	call: ToolCall,
	original: string,
	{ answer, arriving }: Sent,
	{ begin, end }: { begin: number; end: number },
	record: AnswerRecord,
): void {
	const subject = lookAtCall(toolsOf(HOST), call).subjects[0];
	if (subject && isSensitive(subject)) return;
	const times = { time: begin, milliseconds: end - begin, waited: 0 };
	const where = { host: HOST, version: "", session, agent: "" };
	const what = { call: nameOf(call), tool: call.tool, subject: nameToKeep(subject), arguments: call.input, original };
	record.write(givenOf({ ...times, ...where, ...what }, { ...answer, text: arriving }));
}

/** Says once of notes that the host has left without their lines. */
function tellOrphans(
	{ session_id: session }: HookEvent,
	calls: readonly string[],
	record: AnswerRecord,
	{ now }: World,
): HookAnswer {
	record.write({ kind: "orphaned", schema: 1, time: now(), host: HOST, session, agent: "", calls });
	return { hookSpecificOutput: { hookEventName: "AfterTool", additionalContext: VOID } };
}

const VOID =
	"Results above may hold [ibid] notes about lines that are no longer shown: those notes are void. To see such lines, ask for them again; they come in full.";

/** What goes wrong is kept where it can be seen later, if that can be done; the host hears nothing of it. */
function tellFailure(record: AnswerRecord, session: string, error: unknown, { now }: World): void {
	try {
		record.write({ kind: "failure", schema: 1, time: now(), host: HOST, session, what: String(error) });
	} catch {
		// Nothing can be written at all.
	}
}
