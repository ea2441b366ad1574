import { dirname, join } from "node:path";
import * as v from "valibot";
import { fold } from "../../core/fold.ts";
import { isSensitive } from "../../core/policy.ts";
import type { Answer } from "../../core/types.ts";
import { deliver } from "../../lens/deliver.ts";
import { toolsOf } from "../../lens/hosts.ts";
import { lookAtCall } from "../../lens/look.ts";
import type { ToolCall } from "../../lens/types.ts";
import { limitsOf, policyOf } from "../../limits/limits.ts";
import { type AnswerRecord, hashText, nameOf } from "../../store/record.ts";
import type { Asked } from "../../transcript/fold.ts";
import { followSession, type Place, type Sent, type Session } from "./session.ts";
import { type Shaped, shapeOf } from "./shapes.ts";

/** What a hook of Claude Code is answered with; nothing means that the host goes on by itself. */
export type HookAnswer = Readonly<Record<string, unknown>>;

/** What the hooks of one process share. */
export type Hooks = { handle(event: unknown): Promise<HookAnswer> };

/** The world outside: a clock, and how to wait. */
export type World = { readonly now: () => number; readonly wait: (milliseconds: number) => Promise<void> };

/** Answers hooks by what the log says, and records each answer before it is given. */
export function newHooks(record: AnswerRecord, world: World): Hooks {
	const sessions = new Map<string, Session>();
	const sessionOf = ({ session_id, transcript_path, agent_id }: Base): Session => {
		const path = agent_id === "" ? transcript_path : logOfAgent(transcript_path, session_id, agent_id);
		const known = sessions.get(path) ?? followSession(path, (id, text) => isShortened(record, session_id, id, text));
		sessions.set(path, known);
		return known;
	};
	return {
		async handle(value) {
			const event = v.safeParse(EventShape, value);
			if (!event.success) return NOTHING;
			try {
				const session = sessionOf(event.output);
				if (event.output.hook_event_name === "PostToolUse")
					return await answerTool(event.output, session, record, world);
				session.sent(batchOf(event.output, record));
			} catch (error) {
				tellFailure(record, event.output.session_id, error, world);
			}
			return NOTHING;
		},
	};
}

const NOTHING: HookAnswer = {};

const POLICY = policyOf(limitsOf("claude-code"));

/** What goes wrong is kept where it can be seen later, if that can be done; the host hears nothing of it. */
function tellFailure(record: AnswerRecord, session: string, error: unknown, { now }: World): void {
	const failure = {
		kind: "failure",
		schema: 1,
		time: now(),
		host: "claude-code",
		session,
		what: String(error),
	} as const;
	try {
		record.write(failure);
	} catch {
		// Nothing can be written at all.
	}
}

/** How long to wait for the log to name the call that is about to be answered, and how often to look. */
const MOST_WAIT = 250;
const STEP = 10;

/** Decides as far as the log is written, and only if that would shorten the text waits until the log names the call. */
async function answerTool(event: ToolEvent, session: Session, record: AnswerRecord, world: World): Promise<HookAnswer> {
	const begin = world.now();
	const shaped = shapeOf(event.tool_name, event.tool_response);
	if (!shaped || !limitsOf("claude-code").replaces(event.tool_name)) return NOTHING;
	session.readOn();
	const { tool_use_id: id, tool_name: tool, tool_input: input, cwd: directory } = event;
	const call: ToolCall = { id, tool, input, directory };
	const guess = guessAnswer(session, call, shaped.text);
	const place = guess && guess.answer.form !== "whole" ? await findCall(session, id, world) : undefined;
	const answered = place ? answerAt(place, shaped) : guess;
	if (answered && !isOfSecrets(answered.asked)) {
		write(record, event, answered.asked, shaped.text, wholeUnless(answered.replacement, answered.answer), begin, world);
	}
	const { answer, replacement } = answered ?? {};
	if (!place || !answer || replacement === undefined) return NOTHING;
	return { hookSpecificOutput: { hookEventName: "PostToolUse", updatedToolOutput: replacement } };
}

/** An answer, what it answers, and the tool's own shape of it where it is shortened and can be said so. */
type Answered = { readonly asked: Asked; readonly answer: Answer; readonly replacement: unknown };

function guessAnswer(session: Session, call: ToolCall, text: string): Answered | undefined {
	const now = session.now();
	if (!now) return undefined;
	const tools = toolsOf("claude-code", now.version);
	const window = fold(fold(now.window, { kind: "turn" }), { kind: "call", call: lookAtCall(tools, call) });
	const { answer } = deliver(window, tools, call, text, "done", POLICY);
	return { asked: { call, version: now.version, tools }, answer, replacement: undefined };
}

async function findCall(session: Session, id: string, world: World): Promise<Place | undefined> {
	let place = session.at(id);
	for (let waited = 0; !place && waited < MOST_WAIT; waited += STEP) {
		await world.wait(STEP);
		session.readOn();
		place = session.at(id);
	}
	return place;
}

function answerAt({ window, asked }: Place, shaped: Shaped): Answered {
	const { answer } = deliver(window, asked.tools, asked.call, shaped.text, "done", POLICY);
	const replacement = answer.form === "whole" ? undefined : shaped.replaced(answer.text);
	const isSayable = replacement !== undefined && shapeOf(asked.call.tool, replacement)?.text === answer.text;
	return { asked, answer, replacement: isSayable ? replacement : undefined };
}

function wholeUnless(replacement: unknown, answer: Answer): Answer {
	if (answer.form === "whole" || replacement !== undefined) return answer;
	return { ...answer, form: "whole", reason: "unreachable", after: answer.before, notes: 0 };
}

function isOfSecrets({ call, tools }: Asked): boolean {
	return lookAtCall(tools, call).subjects.some(isSensitive);
}

function write(
	record: AnswerRecord,
	event: ToolEvent,
	{ call, version, tools }: Asked,
	original: string,
	{ form, reason, text, before, after, notes }: Answer,
	time: number,
	world: World,
): void {
	const isWhole = form === "whole";
	record.write({
		kind: "answer",
		schema: 1,
		time,
		host: "claude-code",
		version,
		session: event.session_id,
		agent: event.agent_id,
		call: call.id,
		tool: call.tool,
		input: hashText(JSON.stringify(call.input)),
		original: hashText(original),
		delivered: hashText(isWhole ? original : text),
		subject: lookAtCall(tools, call).subjects[0]?.label ?? "",
		form,
		reason,
		before,
		after,
		notes,
		milliseconds: world.now() - time,
	});
}

function isShortened(record: AnswerRecord, session: string, id: string, text: string): boolean {
	return record.shortened(session).has(nameOf(id, hashText(text)));
}

/** A sub-agent's log stands beside that of the session. */
function logOfAgent(transcript: string, session: string, agent: string): string {
	return join(dirname(transcript), session, "subagents", `agent-${agent}.jsonl`);
}

/** Objects come as JSON where a server of tools is asked, and as they are on standard input. */
const Json = v.pipe(
	v.unknown(),
	v.transform((value) => (typeof value === "string" ? parsed(value) : value)),
);

const BASE = {
	session_id: v.string(),
	transcript_path: v.string(),
	agent_id: v.optional(v.string(), ""),
	cwd: v.string(),
};

const CALL = {
	tool_name: v.string(),
	tool_input: v.pipe(Json, v.record(v.string(), v.unknown())),
	tool_use_id: v.string(),
};

/** A tool has answered; then all tools of a turn have, and this is what the model gets. */
const EventShape = v.variant("hook_event_name", [
	v.object({ hook_event_name: v.literal("PostToolUse"), ...BASE, ...CALL, tool_response: Json }),
	v.object({
		hook_event_name: v.literal("PostToolBatch"),
		...BASE,
		tool_calls: v.pipe(Json, v.array(v.object({ ...CALL, tool_response: v.unknown() }))),
	}),
]);

type HookEvent = v.InferOutput<typeof EventShape>;
type Base = Pick<HookEvent, "session_id" | "transcript_path" | "agent_id">;
type ToolEvent = Extract<HookEvent, { hook_event_name: "PostToolUse" }>;
type BatchEvent = Extract<HookEvent, { hook_event_name: "PostToolBatch" }>;

function batchOf({ session_id, cwd, tool_calls }: BatchEvent, record: AnswerRecord): Sent[] {
	return tool_calls.flatMap(({ tool_use_id: id, tool_name: tool, tool_input: input, tool_response: text }) => {
		if (typeof text !== "string") return [];
		const call = { id, tool, input, directory: cwd };
		return [{ call, text, shortened: isShortened(record, session_id, id, text) }];
	});
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
