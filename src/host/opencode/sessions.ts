import { isSensitive } from "../../core/policy.ts";
import { type OpenCodeMessage, openCodeDialect } from "../../dialect/opencode.ts";
import { toolsOf } from "../../lens/hosts.ts";
import { lookAtCall } from "../../lens/look.ts";
import { limitsOf, policyOf } from "../../limits/limits.ts";
import { givenOf } from "../../store/given.ts";
import type { Given } from "../../store/record.ts";
import type { Answered } from "../../transform/moment.ts";
import { newTransform } from "../../transform/transform.ts";

/** A session whose requests are shortened. */
export type Session = {
	/** The messages of a request, shortened. */
	shorten(messages: readonly OpenCodeMessage[]): readonly OpenCodeMessage[];
	/** What the record has to say of the answers that came with the last request and were not told yet. */
	given(session: string, time: number, milliseconds: number): Given[];
};

/** The sessions of a process, by their ids. Those that were asked for least lately are forgotten, which costs time only. */
export function newSessions(directory: string): (id: string) => Session {
	const known = new Map<string, Session>();
	return (id) => {
		const session = known.get(id) ?? newSession(directory);
		known.delete(id);
		known.set(id, session);
		for (const [oldest] of known) if (known.size > MOST) known.delete(oldest);
		return session;
	};
}

const MOST = 8;
const TOOLS = toolsOf("opencode");

function newSession(directory: string): Session {
	const policy = policyOf(limitsOf("opencode"));
	const transform = newTransform({ dialect: openCodeDialect(directory), tools: TOOLS, policy });
	const told = new Set<string>();
	let latest: readonly Answered[] = [];
	return {
		shorten(messages) {
			const { messages: shortened, answers } = transform(messages);
			// What came with earlier messages was told when it came.
			latest = answers.at(-1) ?? [];
			return shortened;
		},
		given(session, time, milliseconds) {
			const fresh = latest.filter(({ id, call }) => !told.has(id) && !isOfSecrets(call));
			for (const { id } of fresh) told.add(id);
			return fresh.map(({ id, call: { tool, input, ...call }, original, answer }) => {
				const subject = lookAtCall(TOOLS, { ...call, tool, input }).subjects[0]?.label ?? "";
				const who = { host: "opencode", version: "", session, agent: "", call: id, tool, subject };
				return givenOf({ ...who, time, milliseconds, waited: 0, arguments: input, original }, answer);
			});
		},
	};
}

function isOfSecrets(call: Answered["call"]): boolean {
	return lookAtCall(TOOLS, call).subjects.some(isSensitive);
}
