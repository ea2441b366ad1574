import { isDeepStrictEqual } from "node:util";
import { isOn, preferredTerms } from "../config/load.ts";
import type { Settings } from "../config/types.ts";
import { type LatestConversations, newLatest } from "../conversation/latest.ts";
import { agentIn, toolsIn } from "../dialect/agents.ts";
import { type BodyMessage, type BodyShape, bodyDialect, openingOf } from "../dialect/body.ts";
import { shapeAt } from "../dialect/body-shapes.ts";
import { rewriteBody } from "../dialect/rewrite-body.ts";
import type { Rewrite } from "../gateway/body.ts";
import { tellCopy } from "../guard/tell-copy.ts";
import type { HostRunner, RequestOwner } from "../host/runner.ts";
import type { LeanAnswer } from "../lean/deliver.ts";
import type { Tools } from "../lens/types.ts";
import { everyRequestLimits } from "../limits/limits.ts";
import { answerLineFor, noteHashesIn } from "../store/answer-line.ts";
import { type AnswerRecord, writeIfPossible } from "../store/record.ts";
import {
	MOST_LOADS,
	newSessions,
	type Outliner,
	type RequestTransform,
	type SessionReport,
} from "../transform/sessions.ts";
import type { TellCopy, WithheldByFile } from "../transform/transform.ts";

/** What a rewriter needs: whose requests it may change, the user's settings, the record, and a clock. */
export type RewriterDeps = {
	readonly host: string;
	readonly runner: Pick<HostRunner, "agent" | "identify">;
	readonly settings: () => Settings;
	readonly record: AnswerRecord;
	readonly now: () => number;
};

/** Shortens a request; the same body if it is to go out as it is. */
export type Rewriter = (...request: Parameters<Rewrite>) => Uint8Array;

/**
 * Shortens the requests of one host. A request that does not carry the host's own signs passes as it came: tools that the
 * host starts inherit its variables, so it may be of another program.
 */
export function newRewriter(deps: RewriterDeps): Rewriter {
	const attempt = newAttempt(deps);
	return (head, body) => attempt(head, body).sent;
}

/** The same where a guard refuses writes over folded lines, so that files may be folded. */
export function newFoldingRewriter(deps: RewriterDeps, outliner: Outliner): Rewrite {
	const attempt = newAttempt(deps, outliner);
	return async (head, body) => {
		let { sent, isPending } = attempt(head, body);
		for (let tries = 0; isPending && tries < MOST_LOADS; tries++) {
			await outliner.load();
			({ sent, isPending } = attempt(head, body));
		}
		return isPending ? body : sent;
	};
}

/** What is sent in place of a body, and whether a grammar has to be loaded first. */
type Attempt = { readonly sent: Uint8Array; readonly isPending: boolean };

function newAttempt(deps: RewriterDeps, outliner?: Outliner): (...request: Parameters<Rewrite>) => Attempt {
	const { host, runner, settings, record, now } = deps;
	const sessions = sessionsByShape(() => settings(), outliner);
	const told = new WeakSet<LeanAnswer>();
	return (head, body) => {
		const shapeOf = shapeAt(head.path);
		const owner = shapeOf && isOn(settings().config, host) ? runner.identify(head) : undefined;
		if (!shapeOf || !owner) return { sent: body, isPending: false };
		const time = now();
		let isPending = false;
		const sent = rewriteBody(body, shapeOf, ({ shape, conversation, messages }) => {
			const agent = agentIn(shape, conversation);
			if (runner.agent !== undefined && agent?.title !== runner.agent) return messages;
			// Requests that do not name their session are told apart by how they begin.
			const opening = owner.session === "" ? openingOf(shape, messages) : [];
			const declared = agent?.title ?? shape.tools(conversation);
			const name = JSON.stringify([owner.session, owner.agent, opening]);
			const tools = { name: JSON.stringify(declared), make: () => agent?.tools ?? toolsIn(shape, conversation) };
			const request = sessions(shape, tools, name)(messages);
			isPending = request.isPending;
			// A request that only counts tokens is not one that the model sees.
			if (isPending || COUNTS.test(head.path)) return request.messages;
			const when = { host, ...owner, time, milliseconds: now() - time };
			recordFolds(request.withheld, when, record);
			recordAll(request.fresh, when, record);
			recordCopies(request.fresh, when, record);
			recordNotes(request.answers, when, record, told);
			return request.messages;
		});
		return { sent, isPending };
	};
}

const COUNTS = /count_?tokens|input_tokens/i;

/** A table of tools, made when it is first needed. Those of an agent that we do not know are what its requests declare. */
type NamedTools = { readonly name: string; readonly make: () => Tools };

/** The sessions of each shape of requests and each table of tools, by their names. */
function sessionsByShape(
	settings: () => Settings,
	outliner: Outliner | undefined,
): (shape: BodyShape, tools: NamedTools, name: string) => RequestTransform<BodyMessage> {
	const tell: TellCopy = (...write) => (settings().config.guard ? tellCopy(...write) : undefined);
	const begin = (shape: BodyShape, tools: Tools): ((name: string) => RequestTransform<BodyMessage>) =>
		newSessions({ tools, limits: everyRequestLimits, tellCopy: tell, outliner }, bodyDialect(shape), (terms) =>
			preferredTerms(terms, settings()),
		);
	const known = new Map<BodyShape, LatestConversations<ReturnType<typeof begin>>>();
	return (shape, tools, name) => {
		const ofShape = known.get(shape) ?? newLatest();
		known.set(shape, ofShape);
		return ofShape.keep(tools.name, ofShape.get(tools.name) ?? begin(shape, tools.make()))(name);
	};
}

type RequestOccasion = RequestOwner & { readonly host: string; readonly time: number; readonly milliseconds: number };

/**
 * The guard, which is another process, must know what is withheld before the model can write over it. Throws if it cannot
 * be told: then the request goes out as it came.
 */
function recordFolds(withheld: WithheldByFile, when: RequestOccasion, record: AnswerRecord): void {
	const { host, session, agent, time } = when;
	const files = Object.fromEntries(withheld);
	if (isDeepStrictEqual(files, Object.fromEntries(record.folds(session, agent)))) return;
	record.write({ kind: "folds", schema: 1, time, host, session, agent, files });
}

/** If the record cannot be written, only figures are lost: the decision depends on the request alone. */
function recordAll(answers: readonly SessionReport[], when: RequestOccasion, record: AnswerRecord): void {
	for (const each of answers) writeIfPossible(record, answerLineFor(each, { ...when, way: "run", waited: 0 }));
}

function recordCopies(answers: readonly SessionReport[], when: RequestOccasion, record: AnswerRecord): void {
	const { host, session, agent, time } = when;
	for (const { call, hasCopied } of answers) {
		if (!hasCopied) continue;
		writeIfPossible(record, { kind: "copy", schema: 1, time, host, session, agent, tool: call.tool });
	}
}

/**
 * The guard must know all notes that the model has in front of it. Some are in no answer that is recorded: in a session
 * that was resumed, or where lines have left the list and earlier texts got new notes. `told` are answers that are known.
 */
function recordNotes(
	answers: readonly SessionReport[],
	{ host, session, time }: RequestOccasion,
	record: AnswerRecord,
	told: WeakSet<LeanAnswer>,
): void {
	const fresh = answers.map(({ answer }) => answer).filter((answer) => answer.form !== "whole" && !told.has(answer));
	for (const answer of fresh) told.add(answer);
	if (fresh.length === 0) return;
	try {
		const known = record.noteHashes(session);
		const noteHashes = [...new Set(fresh.flatMap(noteHashesIn))].filter((hash) => !known.has(hash));
		if (noteHashes.length > 0) record.write({ kind: "notes", schema: 1, time, host, session, noteHashes });
	} catch {
		// Then the guard knows less.
	}
}
