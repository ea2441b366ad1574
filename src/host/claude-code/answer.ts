import { fold } from "../../core/fold.ts";
import type { Policy } from "../../core/policy.ts";
import { estimateTokens } from "../../core/tokens.ts";
import type { Answer } from "../../core/types.ts";
import { type DeliveryTerms, deliverLean } from "../../lean/deliver.ts";
import { lookAtCall, lookAtText } from "../../lens/look.ts";
import { claudeCodeTools } from "../../lens/tools/claude-code.ts";
import type { ToolCall } from "../../lens/types.ts";
import { type NearCompaction, policyOf } from "../../limits/limits.ts";
import type { AnswerLine } from "../../store/record-lines.ts";
import { answerFromLog, answerLineFor, type DecidedAnswer, leavesOut, passWhole } from "../answer-from-log.ts";
import type { HookOutlines } from "../hook-outlines.ts";
import { type ClaudeCodeToolEvent, type Shaped, shapeOf } from "./events.ts";
import { claudeCodeLimits } from "./knowledge.ts";
import type { ClaudeCodePlace, ClaudeCodeSession } from "./session.ts";
import { isStubTrue, readUnchanged } from "./unchanged.ts";

/**
 * What the hooks need from outside: a clock, a way to wait, idle time, when the host compacts, and the user's settings.
 */
export type ClaudeCodeRuntime = {
	readonly now: () => number;
	readonly wait: (milliseconds: number) => Promise<void>;
	readonly later: (work: () => void) => void;
	readonly nearCompaction: NearCompaction;
	/** What pays, and which lean texts are wanted, with the user's settings for a directory. */
	readonly prefer: (terms: DeliveryTerms, directory: string) => DeliveryTerms;
	/** Whether the guard is on in a directory. */
	readonly isGuarded: (directory: string) => boolean;
	/** How to outline what the host does not show; nothing is outlined if absent. */
	readonly outlines?: HookOutlines;
};

/** The record line of an answer, and what replaces the tool's own answer; undefined if that is sent as it is. */
export type ClaudeCodeToolAnswer = { readonly given: AnswerLine; readonly replacement: unknown };

const LIMITS = claudeCodeLimits;
const TERMS: DeliveryTerms = { policy: policyOf(LIMITS), lean: LIMITS.lean };
const TERMS_IF_TOLD: DeliveryTerms = { ...TERMS, policy: policyOf(LIMITS, true) };

/** Decides what to send for a tool's answer, by the log of the session. Undefined if there is nothing to say. */
export async function answerTool(
	event: ClaudeCodeToolEvent,
	session: ClaudeCodeSession,
	world: ClaudeCodeRuntime,
): Promise<ClaudeCodeToolAnswer | undefined> {
	const begin = world.now();
	const shaped = LIMITS.replaces(event.tool_name)
		? (shapeOf(event.tool_name, event.tool_response) ?? readUnchanged(event))
		: undefined;
	if (!shaped) return undefined;
	const { nearCompaction } = world;
	const termsIn = ({ isTold }: ClaudeCodePlace): DeliveryTerms =>
		world.prefer(isTold ? TERMS_IF_TOLD : TERMS, event.cwd);
	const call = {
		original: shaped.text,
		readOn: session.readOn,
		guess: () => ({ kind: "guessed", place: guessPlace(session, event, world.now()) }) as const,
		find() {
			const place = session.at(event.tool_use_id, world.now());
			return place ? ({ kind: "told", place } as const) : ({ kind: "not told" } as const);
		},
		decide: (place: ClaudeCodePlace) => decideIn(place, shaped, { ...termsIn(place), nearCompaction }),
	};
	const answered = await answerFromLog(call, world);
	if (!answered) return undefined;
	const { answer, replacement } = sayable(answered, shaped);
	const times = { time: begin, milliseconds: world.now() - begin, waited: answered.waited };
	const occasion = { host: "claude-code", session: event.session_id, agent: event.agent_id, ...times };
	// Without ibid the model would have got the host's own sentence.
	const { unless } = shaped;
	const counted = unless === undefined ? answer : { ...answer, before: estimateTokens(unless) };
	return { given: answerLineFor(occasion, answered.place.asked, shaped.text, counted), replacement };
}

type ClaudeCodeDecision = DecidedAnswer<ClaudeCodePlace>;

/** Shortens if that pays, unless a compaction is near. */
type ClaudeCodeTerms = DeliveryTerms & { readonly nearCompaction: NearCompaction };

/** The window as far as the log is written, plus a turn with only this call. */
function guessPlace(session: ClaudeCodeSession, event: ClaudeCodeToolEvent, time: number): ClaudeCodePlace {
	const { tool_use_id: id, tool_name: tool, tool_input: input, cwd: directory } = event;
	const call: ToolCall = { id, tool, input, directory };
	const { window: before, version, tokens, isTold } = session.now(time);
	const tools = claudeCodeTools(version);
	const window = fold(fold(before, { kind: "turn" }), { kind: "call", call: lookAtCall(tools, call) });
	return { window, asked: { call, version, tools }, tokens, open: [], isTold };
}

function decideIn(
	place: ClaudeCodePlace,
	{ text, unless }: Shaped,
	{ nearCompaction, ...terms }: ClaudeCodeTerms,
): ClaudeCodeDecision {
	const { window, asked, tokens, open } = place;
	const { call, tools } = asked;
	const seen = { text, outcome: "done", view: lookAtText(tools, call, text) } as const;
	const { answer } = deliverLean(window, tools, call, seen, terms);
	const decided = { place, answer, isSaidByHost: unless !== undefined && isShown(place, text, terms.policy) };
	const isNearCompaction = leavesOut(decided) && nearCompaction(tokens + answer.before, open);
	return isNearCompaction ? passWhole(decided, text, "near compaction") : decided;
}

function isShown({ window, asked: { call, tools } }: ClaudeCodePlace, text: string, policy: Policy): boolean {
	return isStubTrue(window, { id: call.id, text, view: lookAtText(tools, call, text) }, policy);
}

/** The answer in the tool's own shape, if that shape can hold it; undefined if the host sends the same anyway. */
function sayable(decided: ClaudeCodeDecision, shaped: Shaped): { answer: Answer; replacement: unknown } {
	const { answer, place } = decided;
	if (answer.form === "whole" && shaped.unless === undefined) return { answer, replacement: undefined };
	const replacement = shaped.replaced(answer.text);
	if (shapeOf(place.asked.call.tool, replacement)?.text === answer.text) return { answer, replacement };
	return { answer: passWhole(decided, shaped.text, "unreachable").answer, replacement: undefined };
}
