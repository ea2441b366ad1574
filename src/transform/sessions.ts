import type { Policy } from "../core/policy.ts";
import type { Dialect } from "../dialect/types.ts";
import { toolsOf } from "../lens/hosts.ts";
import type { Host } from "../lens/types.ts";
import { limitsOf, policyOf } from "../limits/limits.ts";
import type { Answered } from "./moment.ts";
import { newTransform } from "./transform.ts";

/** A session whose requests are shortened, one after the other. */
export type Session<Message> = (messages: readonly Message[]) => Request<Message>;

/** The messages of a request, shortened, and what became of the results in it; nothing of possible secrets. */
export type Request<Message> = {
	readonly messages: readonly Message[];
	readonly answers: readonly Told[];
	/** Those that came with this request. */
	readonly fresh: readonly Told[];
};

/** An answer, and what it is about in words that a user knows. */
export type Told = Answered & { readonly subject: string };

/** The sessions of a process, by their ids. Those that were asked for least lately are forgotten, which costs time only. */
export function newSessions<Message>(
	host: Host,
	dialect: Dialect<Message>,
	prefer: (policy: Policy) => Policy = (policy) => policy,
): (id: string) => Session<Message> {
	const known = new Map<string, Session<Message>>();
	const told = new Map<string, Set<string>>();
	return (id) => {
		const names = told.get(id) ?? new Set();
		told.set(id, names);
		const session = known.get(id) ?? newSession(host, dialect, prefer, names);
		known.delete(id);
		known.set(id, session);
		for (const [oldest] of known) if (known.size > MOST) known.delete(oldest);
		return session;
	};
}

const MOST = 8;

function newSession<Message>(
	host: Host,
	dialect: Dialect<Message>,
	prefer: (policy: Policy) => Policy,
	told: Set<string>,
): Session<Message> {
	const tools = toolsOf(host);
	const own = policyOf(limitsOf(host));
	let policy = own;
	const transform = newTransform({
		dialect,
		tools,
		get policy() {
			return policy;
		},
	});
	return (messages) => {
		// What a user wants may change while a session goes on, and to ask takes time.
		policy = prefer(own);
		const { messages: shortened, answers } = transform(messages);
		// A result is named by its message and its id: it counts once, though a compaction moves it to another place.
		const named = answers.map((each, at) =>
			each.map((answered) => ({ answered, name: `${dialect.nameOf(messages[at]!)} ${answered.id}` })),
		);
		// In a session that was taken up, what the user has spoken behind of came before us.
		const isOld = told.size === 0 && answers.at(-1)?.length === 0;
		const fresh = (isOld ? [] : lastTurnOf(named)).filter(({ name }) => !told.has(name));
		for (const { name } of named.flat()) told.add(name);
		return {
			messages: shortened,
			answers: answers.flat().filter(isTold),
			fresh: fresh.map(({ answered }) => answered).filter(isTold),
		};
	};
}

/** The last results of a list came with this request, or with one that was told already. */
function lastTurnOf<Result>(results: readonly (readonly Result[])[]): Result[] {
	const end = results.findLastIndex((each) => each.length > 0) + 1;
	const before = results.slice(0, end).findLastIndex((each) => each.length === 0);
	return results.slice(before + 1, end).flat();
}

function isTold(answered: Answered): answered is Told {
	return answered.subject !== undefined;
}
