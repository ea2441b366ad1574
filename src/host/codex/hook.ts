import { newLatest } from "../../conversation/latest.ts";
import { refuseWrite } from "../../guard/refuse-blind-write.ts";
import { type DeliveryTerms, deliverLean } from "../../lean/deliver.ts";
import { lookAtCall, lookAtText } from "../../lens/look.ts";
import { codexTools } from "../../lens/tools/codex.ts";
import { policyOf } from "../../limits/limits.ts";
import type { AnswerRecord } from "../../store/record.ts";
import type { AnswerLine } from "../../store/record-lines.ts";
import { answerFromLog, answerLineFor, type DecidedAnswer, passWhole } from "../answer-from-log.ts";
import type { HostRuntime } from "../definition.ts";
import { type HookAnswer, type HookHandler, NOTHING, newHookHandler, shortenedIn } from "../hook-handler.ts";
import {
	type CodexCallEvent,
	type CodexHookEvent,
	type CodexToolEvent,
	callIn,
	eventIn,
	originalOf,
} from "./events.ts";
import { codexLimits } from "./knowledge.ts";
import { READ_NAME, READ_TOOL, readNumbered } from "./read-file.ts";
import { type CallInThread, followThread, type Thread } from "./thread.ts";

/** A server that runs as long as the session answers the hooks; it can also offer a tool. */
export const codexRuntime: HostRuntime = {
	hooks: async ({ record, ...deps }) => newHooks(record, deps),
	guard: async ({ record, ...deps }) => newGuard(record, deps),
	offer: async () => ({ name: READ_NAME, tool: READ_TOOL, call: readNumbered }),
};

/** Only guards writes. */
export function newGuard(record: AnswerRecord, world: Pick<CodexRuntime, "now" | "isGuarded">): HookHandler {
	return newHookHandler({ host: HOST, record, now: world.now }, eventIn, async (event) => {
		const reason = event.hook_event_name === "PreToolUse" ? whyRefused(event, record, world) : undefined;
		return reason === undefined ? NOTHING : refusalFor(reason);
	});
}

/** Answers hooks by what the log says, and records each answer before it is sent. */
export function newHooks(record: AnswerRecord, world: CodexRuntime): HookHandler {
	const threads = newLatest<Thread>();
	const threadOf = ({ transcript_path: path, session_id }: CodexHookEvent): Thread =>
		threads.keep(path, threads.get(path) ?? followThread(path, shortenedIn(record, session_id)));
	return newHookHandler({ host: HOST, record, now: world.now }, eventIn, async (event) => {
		// A script can write files too.
		const reason = event.hook_event_name === "PreToolUse" ? whyRefused(event, record, world) : undefined;
		if (isInScript(event)) noteScripted(event, threadOf(event));
		if (reason !== undefined) return refusalFor(reason);
		if (isInScript(event)) return NOTHING;
		return await answerEvent(event, threadOf(event), record, world);
	});
}

/**
 * The result of a call inside a script goes to the script, not to the model; the log has the script itself as an open
 * call.
 */
function isInScript(event: CodexHookEvent): boolean {
	return "tool_use_id" in event && event.tool_use_id.startsWith("exec-");
}

/** The log does not have calls inside scripts; if such a call has no result, it failed. */
function noteScripted(event: CodexHookEvent, thread: Thread): void {
	if (event.hook_event_name === "PreToolUse") thread.begunInScript(callIn(event));
	if (event.hook_event_name === "PostToolUse") thread.endedInScript(event.tool_use_id);
}

/** Why a call is refused that would write a note into a file; undefined if it may run. */
function whyRefused(
	event: CodexCallEvent,
	record: AnswerRecord,
	{ now, isGuarded }: Pick<CodexRuntime, "now" | "isGuarded">,
): string | undefined {
	if (!isGuarded(event.cwd)) return undefined;
	const who = { host: HOST, session: event.session_id, agent: "" };
	return refuseWrite(callIn(event), { ...who, tools: codexTools, record, now });
}

/** The host adds the full stop itself, and shows the call after the sentence. */
function refusalFor(permissionDecisionReason: string): HookAnswer {
	return { hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason } };
}

const HOST = "codex";

async function answerEvent(
	event: CodexHookEvent,
	thread: Thread,
	record: AnswerRecord,
	world: CodexRuntime,
): Promise<HookAnswer> {
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
		// The log will say so too, before the next call.
		case "PostCompact":
		case "SessionStart":
			thread.readOn();
			return NOTHING;
	}
}

/** What the hooks need from outside: a clock, a way to wait, and the user's settings. */
export type CodexRuntime = {
	readonly now: () => number;
	readonly wait: (milliseconds: number) => Promise<void>;
	/** What pays, and which lean texts are wanted, with the user's settings for a directory. */
	readonly prefer: (terms: DeliveryTerms, directory: string) => DeliveryTerms;
	/** Whether the guard is on in a directory. */
	readonly isGuarded: (directory: string) => boolean;
};

const LIMITS = codexLimits;
const TERMS: DeliveryTerms = { policy: policyOf(LIMITS), lean: LIMITS.lean };

/** The record line of an answer, and the text that replaces the tool's; undefined if that is sent as it is. */
type CodexToolAnswer = { readonly given: AnswerLine; readonly replacement: string | undefined };

/** Decides what to send for a tool's answer, by the log of the thread. Undefined if there is nothing to say. */
async function answerTool(
	event: CodexToolEvent,
	thread: Thread,
	world: CodexRuntime,
): Promise<CodexToolAnswer | undefined> {
	const begin = world.now();
	const original = originalOf(event);
	if (original === undefined) return undefined;
	const terms = world.prefer(TERMS, event.cwd);
	const find = (): ReturnType<Thread["at"]> => thread.at(event.tool_use_id);
	const call = {
		original,
		readOn: thread.readOn,
		guess() {
			const found = find();
			if (found.kind === "told" || found.kind === "over") return found;
			return { kind: "guessed", place: thread.guess(callIn(event)) } as const;
		},
		find,
		decide: (place: CallInThread) => decideIn(place, original, terms),
	};
	const answered = await answerFromLog(call, world);
	if (!answered) return undefined;
	const { place, answer, waited } = answered;
	const times = { time: begin, milliseconds: world.now() - begin, waited };
	const occasion = { host: "codex", session: event.session_id, agent: place.agent, ...times };
	const given = answerLineFor(occasion, place.asked, original, answer);
	return { given, replacement: answer.form === "whole" ? undefined : answer.text };
}

function decideIn(place: CallInThread, original: string, terms: DeliveryTerms): DecidedAnswer<CallInThread> {
	const { window, asked, room } = place;
	const { call, tools } = asked;
	// If the host will cut a text, the model does not get what we see here.
	const outcome = Buffer.byteLength(original) > room ? "cut" : "done";
	const seen = { text: original, outcome, view: lookAtText(tools, call, original, outcome) } as const;
	const { answer } = deliverLean(window, tools, call, seen, terms);
	const isSayable = LIMITS.replaces(call.tool) && Buffer.byteLength(answer.text) < LIMITS.most;
	const decided = { place, answer };
	return answer.form === "whole" || isSayable ? decided : passWhole(decided, original, "unreachable");
}
