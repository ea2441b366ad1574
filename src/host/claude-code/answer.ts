import type { CallInContext } from "../../conversation/fold.ts";
import { fold } from "../../core/fold.ts";
import { isSensitive, type Policy } from "../../core/policy.ts";
import { estimateTokens } from "../../core/tokens.ts";
import type { Answer, Reason } from "../../core/types.ts";
import type { Window } from "../../core/window.ts";
import { deliver } from "../../lens/deliver.ts";
import { lookAtCall, lookAtText, nameToKeep } from "../../lens/look.ts";
import { resultKind } from "../../lens/result-kind.ts";
import { claudeCodeTools } from "../../lens/tools/claude-code.ts";
import type { ToolCall } from "../../lens/types.ts";
import { claudeCodeLimits } from "../../limits/claude-code.ts";
import { type NearCompaction, policyOf } from "../../limits/limits.ts";
import { answerLineOf } from "../../store/answer-line.ts";
import type { AnswerLine } from "../../store/record.ts";
import { type ClaudeCodeToolEvent, type Shaped, shapeOf } from "./events.ts";
import type { CallInWindow, ClaudeCodeSession } from "./session.ts";
import { isStubTrue, readUnchanged } from "./unchanged.ts";

/** The world outside: a clock, how to wait and what to do when there is time, when the host compacts, what the user wants. */
export type ClaudeCodeRuntime = {
	readonly now: () => number;
	readonly wait: (milliseconds: number) => Promise<void>;
	readonly later: (work: () => void) => void;
	readonly nearCompaction: NearCompaction;
	/** A policy as the user wants it, in a directory. */
	readonly prefer: (policy: Policy, directory: string) => Policy;
	/** Whether the user wants writes guarded, in a directory. */
	readonly isGuarded: (directory: string) => boolean;
};

/** What is to be recorded of an answer, and what takes the place of the tool's; undefined where that stays. */
export type ClaudeCodeToolAnswer = { readonly given: AnswerLine; readonly replacement: unknown };

const LIMITS = claudeCodeLimits;
const POLICY = policyOf(LIMITS);

/** How long to wait for the log to name the call that is about to be answered, and how often to look. */
const MOST_WAIT = 250;
const STEP = 10;

/**
 * Decides as far as the log is written, and only if that would leave lines out waits until the log names the call.
 * Undefined where there is nothing to say.
 */
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
	session.readOn();
	const terms = { policy: world.prefer(POLICY, event.cwd), nearCompaction: world.nearCompaction };
	const guess = guessAnswer(session, event, shaped, world.now(), terms);
	if (isOfSecrets(guess.asked)) return undefined;
	const asking = world.now();
	const place = leavesOut(guess) ? await findCall(session, event.tool_use_id, world) : undefined;
	const times = { begin, waited: world.now() - asking, end: world.now() };
	const answered = place
		? answerIn(place, shaped, terms)
		: leavesOut(guess)
			? passed(guess, shaped, "unreachable")
			: guess;
	if (answered.isKnown) return undefined;
	const { answer, replacement } = sayable(answered, shaped);
	return { given: recordOf(event, answered.asked, shaped, answer, times), replacement };
}

/** An answer, what it answers, and whether the host's own words do as well. */
type ClaudeCodeAnswer = { readonly asked: CallInContext; readonly answer: Answer; readonly isKnown: boolean };

function leavesOut({ answer, isKnown }: ClaudeCodeAnswer): boolean {
	return isKnown || answer.form !== "whole";
}

/** What pays, and when nothing may be left out. */
type ClaudeCodeTerms = { readonly policy: Policy; readonly nearCompaction: NearCompaction };

function guessAnswer(
	session: ClaudeCodeSession,
	event: ClaudeCodeToolEvent,
	shaped: Shaped,
	time: number,
	terms: ClaudeCodeTerms,
): ClaudeCodeAnswer {
	const { tool_use_id: id, tool_name: tool, tool_input: input, cwd: directory } = event;
	const call: ToolCall = { id, tool, input, directory };
	const now = session.now(time);
	const tools = claudeCodeTools(now.version);
	const window = fold(fold(now.window, { kind: "turn" }), { kind: "call", call: lookAtCall(tools, call) });
	const asked = { call, version: now.version, tools };
	return answerIn({ window, asked, tokens: now.tokens, open: [] }, shaped, terms);
}

function answerIn(
	{ window, asked, tokens, open }: CallInWindow,
	shaped: Shaped,
	{ policy, nearCompaction }: ClaudeCodeTerms,
): ClaudeCodeAnswer {
	const { text, unless } = shaped;
	const { answer } = deliver(window, asked.tools, asked.call, text, "done", policy);
	const answered = { asked, answer, isKnown: unless !== undefined && isShown(window, asked, text) };
	const isNearCompaction = leavesOut(answered) && nearCompaction(tokens + answer.before, open);
	return isNearCompaction ? passed(answered, shaped, "brink") : answered;
}

function isShown(window: Window, { call, tools }: CallInContext, text: string): boolean {
	return isStubTrue(window, { id: call.id, text, view: lookAtText(tools, call, text) }, POLICY);
}

async function findCall(
	session: ClaudeCodeSession,
	id: string,
	world: ClaudeCodeRuntime,
): Promise<CallInWindow | undefined> {
	let place = session.at(id, world.now());
	for (let waited = 0; !place && waited < MOST_WAIT; waited += STEP) {
		await world.wait(STEP);
		session.readOn();
		place = session.at(id, world.now());
	}
	return place;
}

/** The text as it is, since nobody knows what will stand before the model. */
function passed({ asked, answer }: ClaudeCodeAnswer, { text }: Shaped, reason: Reason): ClaudeCodeAnswer {
	const whole = { form: "whole", reason, text, after: answer.before, notes: 0 } as const;
	return { asked, answer: { ...answer, ...whole }, isKnown: false };
}

/** The tool's own shape of an answer, if it can say it; none where the host says the same by itself. */
function sayable(answered: ClaudeCodeAnswer, shaped: Shaped): { answer: Answer; replacement: unknown } {
	const { answer, asked } = answered;
	if (answer.form === "whole" && shaped.unless === undefined) return { answer, replacement: undefined };
	const replacement = shaped.replaced(answer.text);
	if (shapeOf(asked.call.tool, replacement)?.text === answer.text) return { answer, replacement };
	return { answer: passed(answered, shaped, "unreachable").answer, replacement: undefined };
}

function isOfSecrets({ call, tools }: CallInContext): boolean {
	return lookAtCall(tools, call).subjects.some(isSensitive);
}

type ClaudeCodeTimes = { readonly begin: number; readonly waited: number; readonly end: number };

function recordOf(
	event: ClaudeCodeToolEvent,
	{ call, version, tools }: CallInContext,
	{ text: original, unless }: Shaped,
	answer: Answer,
	{ begin, waited, end }: ClaudeCodeTimes,
): AnswerLine {
	const asked = lookAtCall(tools, call);
	const occasion = {
		time: begin,
		host: "claude-code",
		version,
		session: event.session_id,
		agent: event.agent_id,
		call: call.id,
		tool: call.tool,
		subject: nameToKeep(asked.subjects[0]),
		brought: resultKind(asked, answer),
		arguments: call.input,
		original,
		milliseconds: end - begin,
		waited,
	};
	return answerLineOf(occasion, unless === undefined ? answer : { ...answer, before: estimateTokens(unless) });
}
