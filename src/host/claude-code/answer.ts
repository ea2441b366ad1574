import { fold } from "../../core/fold.ts";
import { isSensitive, type Policy } from "../../core/policy.ts";
import { isShownBefore } from "../../core/shown-before.ts";
import { estimateTokens } from "../../core/tokens.ts";
import type { Answer, Reason } from "../../core/types.ts";
import type { Window } from "../../core/window.ts";
import { deliver } from "../../lens/deliver.ts";
import { toolsOf } from "../../lens/hosts.ts";
import { kindOf } from "../../lens/kind.ts";
import { lookAtCall, lookAtText, nameToKeep } from "../../lens/look.ts";
import type { ToolCall } from "../../lens/types.ts";
import type { Brink } from "../../limits/brink.ts";
import { limitsOf, policyOf } from "../../limits/limits.ts";
import { givenOf } from "../../store/given.ts";
import type { Given } from "../../store/record.ts";
import type { Asked } from "../../transcript/fold.ts";
import type { ToolEvent } from "./events.ts";
import type { Place, Session } from "./session.ts";
import { type Shaped, shapeOf } from "./shapes.ts";
import { readUnchanged } from "./unchanged.ts";

/** The world outside: a clock, how to wait and what to do when there is time, when the host compacts, what the user wants. */
export type World = {
	readonly now: () => number;
	readonly wait: (milliseconds: number) => Promise<void>;
	readonly later: (work: () => void) => void;
	readonly brink: Brink;
	/** A policy as the user wants it, in a directory. */
	readonly prefer: (policy: Policy, directory: string) => Policy;
	/** Whether the user wants writes guarded, in a directory. */
	readonly isGuarded: (directory: string) => boolean;
};

/** What is to be recorded of an answer, and what takes the place of the tool's; undefined where that stays. */
export type ToolAnswer = { readonly given: Given; readonly replacement: unknown };

const LIMITS = limitsOf("claude-code");
const POLICY = policyOf(LIMITS);

/** How long to wait for the log to name the call that is about to be answered, and how often to look. */
const MOST_WAIT = 250;
const STEP = 10;

/**
 * Decides as far as the log is written, and only if that would leave lines out waits until the log names the call.
 * Undefined where there is nothing to say.
 */
export async function answerTool(event: ToolEvent, session: Session, world: World): Promise<ToolAnswer | undefined> {
	const begin = world.now();
	const shaped = LIMITS.replaces(event.tool_name)
		? (shapeOf(event.tool_name, event.tool_response) ?? readUnchanged(event))
		: undefined;
	if (!shaped) return undefined;
	session.readOn();
	const terms = { policy: world.prefer(POLICY, event.cwd), brink: world.brink };
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
type Answered = { readonly asked: Asked; readonly answer: Answer; readonly isKnown: boolean };

function leavesOut({ answer, isKnown }: Answered): boolean {
	return isKnown || answer.form !== "whole";
}

/** What pays, and when nothing may be left out. */
type Terms = { readonly policy: Policy; readonly brink: Brink };

function guessAnswer(session: Session, event: ToolEvent, shaped: Shaped, time: number, terms: Terms): Answered {
	const { tool_use_id: id, tool_name: tool, tool_input: input, cwd: directory } = event;
	const call: ToolCall = { id, tool, input, directory };
	const now = session.now(time);
	const tools = toolsOf("claude-code", now.version);
	const window = fold(fold(now.window, { kind: "turn" }), { kind: "call", call: lookAtCall(tools, call) });
	const asked = { call, version: now.version, tools };
	return answerIn({ window, asked, tokens: now.tokens, open: [] }, shaped, terms);
}

function answerIn({ window, asked, tokens, open }: Place, shaped: Shaped, { policy, brink }: Terms): Answered {
	const { text, unless } = shaped;
	const { answer } = deliver(window, asked.tools, asked.call, text, "done", policy);
	const answered = { asked, answer, isKnown: unless !== undefined && isShown(window, asked, text) };
	const isOnBrink = leavesOut(answered) && brink(tokens + answer.before, open);
	return isOnBrink ? passed(answered, shaped, "brink") : answered;
}

function isShown(window: Window, { call, tools }: Asked, text: string): boolean {
	return isShownBefore(window, { id: call.id, text, view: lookAtText(tools, call, text) }, POLICY);
}

async function findCall(session: Session, id: string, world: World): Promise<Place | undefined> {
	let place = session.at(id, world.now());
	for (let waited = 0; !place && waited < MOST_WAIT; waited += STEP) {
		await world.wait(STEP);
		session.readOn();
		place = session.at(id, world.now());
	}
	return place;
}

/** The text as it is, since nobody knows what will stand before the model. */
function passed({ asked, answer }: Answered, { text }: Shaped, reason: Reason): Answered {
	const whole = { form: "whole", reason, text, after: answer.before, notes: 0 } as const;
	return { asked, answer: { ...answer, ...whole }, isKnown: false };
}

/** The tool's own shape of an answer, if it can say it; none where the host says the same by itself. */
function sayable(answered: Answered, shaped: Shaped): { answer: Answer; replacement: unknown } {
	const { answer, asked } = answered;
	if (answer.form === "whole" && shaped.unless === undefined) return { answer, replacement: undefined };
	const replacement = shaped.replaced(answer.text);
	if (shapeOf(asked.call.tool, replacement)?.text === answer.text) return { answer, replacement };
	return { answer: passed(answered, shaped, "unreachable").answer, replacement: undefined };
}

function isOfSecrets({ call, tools }: Asked): boolean {
	return lookAtCall(tools, call).subjects.some(isSensitive);
}

type Times = { readonly begin: number; readonly waited: number; readonly end: number };

function recordOf(
	event: ToolEvent,
	{ call, version, tools }: Asked,
	{ text: original, unless }: Shaped,
	answer: Answer,
	{ begin, waited, end }: Times,
): Given {
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
		brought: kindOf(asked, answer),
		arguments: call.input,
		original,
		milliseconds: end - begin,
		waited,
	};
	return givenOf(occasion, unless === undefined ? answer : { ...answer, before: estimateTokens(unless) });
}
