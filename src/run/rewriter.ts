import { isOn, preferredTerms } from "../config/load.ts";
import type { Settings } from "../config/types.ts";
import { agentIn } from "../dialect/agents.ts";
import { type BodyMessage, type BodyShape, bodyDialect } from "../dialect/body.ts";
import { shapeAt } from "../dialect/body-shapes.ts";
import { rewriteBody } from "../dialect/rewrite-body.ts";
import type { Rewrite } from "../gateway/body.ts";
import type { HostRunner, RequestOwner } from "../host/runner.ts";
import type { Tools } from "../lens/types.ts";
import { everyRequestLimits } from "../limits/limits.ts";
import { answerLineOf } from "../store/answer-line.ts";
import { type AnswerRecord, writeIfPossible } from "../store/record.ts";
import { newSessions, type RequestTransform, type SessionReport } from "../transform/sessions.ts";

/** What a rewriter needs: whose requests it may change, the user's settings, the record, and a clock. */
export type RewriterDeps = {
	readonly host: string;
	readonly runner: Pick<HostRunner, "agent" | "identify">;
	readonly settings: () => Settings;
	readonly record: AnswerRecord;
	readonly now: () => number;
};

/**
 * Shortens the requests of one host. A request that does not carry the host's own signs passes as it came: tools that the
 * host starts inherit its variables, so it may be of another program.
 */
export function newRewriter(deps: RewriterDeps): (...request: Parameters<Rewrite>) => Uint8Array {
	const { host, runner, settings, record, now } = deps;
	const sessions = sessionsByShape(() => settings());
	return (head, body) => {
		const shapeOf = shapeAt(head.path);
		const owner = shapeOf && isOn(settings().config, host) ? runner.identify(head) : undefined;
		if (!shapeOf || !owner) return body;
		const time = now();
		return rewriteBody(body, shapeOf, ({ shape, conversation, messages }) => {
			const agent = agentIn(shape, conversation);
			if (agent?.title !== runner.agent) return messages;
			const { messages: shortened, fresh } = sessions(shape, agent.tools, `${owner.session} ${owner.agent}`)(messages);
			// A request that only counts tokens is not one that the model sees.
			if (!COUNTS.test(head.path)) recordAll(fresh, { host, ...owner, time, milliseconds: now() - time }, record);
			return shortened;
		});
	};
}

const COUNTS = /count_?tokens|input_tokens/i;

/** The sessions of each shape of requests, by their ids. A shape and the tools of an agent are constants. */
function sessionsByShape(
	settings: () => Settings,
): (shape: BodyShape, tools: Tools, id: string) => RequestTransform<BodyMessage> {
	const known = new Map<BodyShape, (id: string) => RequestTransform<BodyMessage>>();
	return (shape, tools, id) => {
		const sessions =
			known.get(shape) ??
			newSessions({ tools, limits: everyRequestLimits }, bodyDialect(shape), (terms) =>
				preferredTerms(terms, settings()),
			);
		known.set(shape, sessions);
		return sessions(id);
	};
}

type Occasion = RequestOwner & { readonly host: string; readonly time: number; readonly milliseconds: number };

/** If the record cannot be written, only figures are lost: the decision depends on the request alone. */
function recordAll(answers: readonly SessionReport[], when: Occasion, record: AnswerRecord): void {
	for (const { id, call, subject, brought, original, answer } of answers) {
		const { tool, input } = call;
		const occasion = { ...when, waited: 0, call: id, tool, subject, brought, arguments: input, original };
		writeIfPossible(record, answerLineOf(occasion, answer));
	}
}
