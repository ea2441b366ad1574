import { wholeAnswer } from "../../core/decide.ts";
import { fold } from "../../core/fold.ts";
import type { Policy } from "../../core/policy.ts";
import { estimateTokens } from "../../core/tokens.ts";
import type { Answer, Reason } from "../../core/types.ts";
import { isRecord } from "../../dialect/foreign.ts";
import { deliver } from "../../lens/deliver.ts";
import { lookAtCall, lookAtText } from "../../lens/look.ts";
import { geminiCliTools } from "../../lens/tools/gemini-cli.ts";
import type { ToolCall, Tools } from "../../lens/types.ts";
import { policyOf } from "../../limits/limits.ts";
import { type Channel, understoodFrom } from "./channel.ts";
import type { Chat } from "./chat.ts";
import { geminiCliLimits, geminiCliNearCompaction } from "./knowledge.ts";
import { callKey, type Noted } from "./turn-calls.ts";

const LIMITS = geminiCliLimits;
/** The tools of the host. */
export const TOOLS: Tools = geminiCliTools;

/** Settings of the host that matter to us. */
export type GeminiSettings = {
	/** The share of the window at which it compresses. */
	readonly share: number;
	/** It cuts longer texts of commands and servers. */
	readonly longest: number;
};

/** Whether the result of a call could be shortened at all. */
export function isReplaceable(call: ToolCall, text: string, { longest }: GeminiSettings): boolean {
	const isShort = text.length <= longest && estimateTokens(text) > policyOf(LIMITS).tokens;
	return LIMITS.replaces(call.tool) && isShort && lookAtCall(TOOLS, call).readOnly && isGoodEnd(call, text);
}

/** Whether another call of the turn may have changed the file, so the result must be sent in full. */
function standsInTheWay({ doing, input }: Noted): boolean {
	if (doing !== "commanding") return doing !== "looking";
	const command = input();
	const call = { id: "", tool: "run_shell_command", input: isRecord(command) ? command : {}, directory: "" };
	return !lookAtCall(TOOLS, call).readOnly;
}

/** What to send for a result: the text that the model will see, and what the hook answers to get it there. */
export type GeminiSentAnswer = { readonly answer: Answer; readonly arriving: string };

/** What the decision depends on: the calls of the turn, the way to replace a result, and the host's settings. */
export type Circumstances = {
	readonly calls: readonly Noted[];
	readonly channel: Channel;
	readonly settings: GeminiSettings;
	readonly prefer: (policy: Policy) => Policy;
};

/** Decides what to send for the result of a call. */
export function answerCall(chat: Chat, call: ToolCall, text: string, circumstances: Circumstances): GeminiSentAnswer {
	const { calls, channel, settings, prefer } = circumstances;
	const whole = (reason: Reason): GeminiSentAnswer => passWhole(call, text, reason);
	const others = calls.filter((each) => each !== calls.find(({ name }) => name === callKey(call)));
	if (others.length === calls.length) return whole("unreachable");
	if (others.some(standsInTheWay)) return whole("sibling");
	const window = /^gemma/.test(chat.model) ? GEMMA : undefined;
	if (geminiCliNearCompaction(settings.share, window)(chat.tokens + estimateTokens(text)))
		return whole("near compaction");
	const asked = fold(chat.window, { kind: "call", call: lookAtCall(TOOLS, call) });
	const { answer } = deliver(asked, TOOLS, call, text, "done", prefer(policyBeside(others.length, chat)));
	if (answer.form === "whole") return { answer, arriving: text };
	const arriving = channel.arriving(answer.text);
	const isTold = arriving !== undefined && understoodFrom(call, arriving) === answer.text;
	if (!isTold || arriving.length > settings.longest) return whole("unreachable");
	return { answer: { ...answer, after: estimateTokens(arriving) }, arriving };
}

/** Sends a text as it is. */
export function passWhole(call: ToolCall, text: string, reason: Reason): GeminiSentAnswer {
	const arrival = { id: call.id, text, view: lookAtText(TOOLS, call, text) };
	return { answer: wholeAnswer(arrival, estimateTokens(text), reason), arriving: text };
}

/** The words that a log must contain to matter for a call. */
export function subjectWords(call: ToolCall): string[] {
	const { command } = call.input;
	const names = lookAtCall(TOOLS, call).subjects.flatMap(({ kind, name }) =>
		kind === "file" ? (name.split(/[\\/]/).at(-1) ?? []) : [],
	);
	return typeof command === "string" ? [...names, command] : names;
}

/** The window of models that are not Gemini. */
const GEMMA = 256_000;

/** The more results come together with this one, the fewer earlier ones are sure to be kept. */
function policyBeside(others: number, { sizes }: Chat): Policy {
	const tokens = Math.min(LIMITS.reach.tokens, KEPT - (others + 1) * LARGE_RESULT);
	return policyOf({ ...LIMITS, reach: { ...LIMITS.reach, tokens } }, sizes);
}

/** The host masks no result that has fewer tokens of other results after it; a single result rarely has more. */
const KEPT = 50_000;
const LARGE_RESULT = 10_000;

/** If the output does not say how the command ended, it succeeded. */
function isGoodEnd({ tool }: ToolCall, text: string): boolean {
	return TOOLS.unwrap(text.split("\n"), tool).outcome === "done";
}
