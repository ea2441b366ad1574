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

/** What settings of the host may change for us. */
export type GeminiSettings = {
	/** At what share of the window it compresses. */
	readonly share: number;
	/** Longer texts of commands and servers it cuts. */
	readonly longest: number;
};

/** Whether a result of a call could be shortened at all. */
export function isReplaceable(call: ToolCall, text: string, { longest }: GeminiSettings): boolean {
	const isShort = text.length <= longest && estimateTokens(text) > policyOf(LIMITS).tokens;
	return LIMITS.replaces(call.tool) && isShort && lookAtCall(TOOLS, call).readOnly && isGoodEnd(call, text);
}

/** Whether a call that goes on in the same turn, or has ended in it, lets nothing be said of the one at hand. */
function standsInTheWay({ doing, input }: Noted): boolean {
	if (doing !== "commanding") return doing !== "looking";
	const command = input();
	const call = { id: "", tool: "run_shell_command", input: isRecord(command) ? command : {}, directory: "" };
	return !lookAtCall(TOOLS, call).readOnly;
}

/** What to send for a result: as it will stand before the model, and what the hook says to get it there. */
export type GeminiSentAnswer = { readonly answer: Answer; readonly arriving: string };

/** What a result of ours goes through: the calls of the turn at hand, how it gets there, and what the host does then. */
export type Circumstances = {
	readonly calls: readonly Noted[];
	readonly channel: Channel;
	readonly settings: GeminiSettings;
	readonly prefer: (policy: Policy) => Policy;
};

/** Decides what to send for the text that answers a call. */
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

/** Lets a text be as it is. */
export function passWhole(call: ToolCall, text: string, reason: Reason): GeminiSentAnswer {
	const arrival = { id: call.id, text, view: lookAtText(TOOLS, call, text) };
	return { answer: wholeAnswer(arrival, estimateTokens(text), reason), arriving: text };
}

/** The names without which a log says nothing about what a call asks for. */
export function subjectWords(call: ToolCall): string[] {
	const { command } = call.input;
	const names = lookAtCall(TOOLS, call).subjects.flatMap(({ kind, name }) =>
		kind === "file" ? (name.split(/[\\/]/).at(-1) ?? []) : [],
	);
	return typeof command === "string" ? [...names, command] : names;
}

/** The window of the models that are not Gemini. */
const GEMMA = 256_000;

/** The more results come together with this one, the fewer of the earlier ones are sure to be left. */
function policyBeside(others: number, { sizes }: Chat): Policy {
	const tokens = Math.min(LIMITS.reach.tokens, KEPT - (others + 1) * LARGE_RESULT);
	return policyOf({ ...LIMITS, reach: { ...LIMITS.reach, tokens } }, sizes);
}

/** The host masks no result that has fewer tokens of others behind it; a result has hardly ever more than so many. */
const KEPT = 50_000;
const LARGE_RESULT = 10_000;

/** Output that does not say how its command ended is that of one that ended well. */
function isGoodEnd({ tool }: ToolCall, text: string): boolean {
	return TOOLS.unwrap(text.split("\n"), tool).outcome === "done";
}
