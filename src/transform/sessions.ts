import { newLatest } from "../conversation/latest.ts";
import type { Dialect } from "../dialect/types.ts";
import { byDefault, type DeliveryTerms } from "../lean/deliver.ts";
import { rememberCalls } from "../lens/look.ts";
import type { Tools } from "../lens/types.ts";
import { type Limits, policyOf } from "../limits/limits.ts";
import type { FoldFinder } from "../outline/first-view.ts";
import { newTransform, type TellCopy, type TransformedResult, type WithheldByFile } from "./transform.ts";

/** A session whose requests are shortened, one after another. */
export type RequestTransform<Message> = (messages: readonly Message[]) => TransformRequest<Message>;

/** The messages of a request, shortened, and the outcome for its results, without possible secrets. */
export type TransformRequest<Message> = {
	readonly messages: readonly Message[];
	readonly answers: readonly SessionReport[];
	/** The results that are new in this request. */
	readonly fresh: readonly SessionReport[];
	/** The lines that outlines in it withhold. */
	readonly withheld: WithheldByFile;
	/** A grammar has to be loaded first; nothing is reported yet. */
	readonly isPending: boolean;
};

/** An answer, and what it is about in words that a user knows. */
export type SessionReport = TransformedResult & { readonly subject: string };

/** The tools of a host and what it lets us replace. */
export type RequestWay = {
	readonly tools: Tools;
	readonly limits: Limits;
	readonly tellCopy?: TellCopy;
	/** Finds what may be folded. Only where a guard refuses writes over folds. */
	readonly outliner?: Outliner | undefined;
};

/** Finds the bodies of functions in a file, and loads the grammars that it was asked for and did not have. */
export type Outliner = { readonly findFolds: FoldFinder; readonly load: () => Promise<void> };

/** How a request is answered: as the user wants it, out of what the host allows. */
export type RequestTerms = DeliveryTerms & { readonly findFolds?: FoldFinder | undefined };

/** The request, once all grammars are there that it needs. */
export async function whenReady<Message>(
	transform: RequestTransform<Message>,
	messages: readonly Message[],
	outliner: Outliner | undefined,
): Promise<TransformRequest<Message>> {
	let request = transform(messages);
	// First the outliner itself may have to be loaded, then a grammar.
	for (let tries = 0; outliner && request.isPending && tries < MOST_LOADS; tries++) {
		await outliner.load();
		request = transform(messages);
	}
	return request;
}

/** How often it is tried. */
export const MOST_LOADS = 3;

/** The sessions of a process, by their ids. The least recently used are forgotten, which costs only time. */
export function newSessions<Message>(
	way: RequestWay,
	dialect: Dialect<Message>,
	prefer: (terms: RequestTerms) => RequestTerms = byDefault,
): (id: string) => RequestTransform<Message> {
	const known = newLatest<RequestTransform<Message>>();
	const told = new Map<string, Set<string>>();
	return (id) => {
		const names = told.get(id) ?? new Set();
		told.set(id, names);
		return known.keep(id, known.get(id) ?? newSession(way, dialect, prefer, names));
	};
}

function newSession<Message>(
	way: RequestWay,
	dialect: Dialect<Message>,
	prefer: (terms: RequestTerms) => RequestTerms,
	told: Set<string>,
): RequestTransform<Message> {
	const tools = rememberCalls(() => way.tools)("");
	const own = { policy: policyOf(way.limits), lean: way.limits.lean, findFolds: way.outliner?.findFolds };
	let terms: RequestTerms = own;
	const transform = newTransform({
		dialect,
		tools,
		...(way.tellCopy && { tellCopy: way.tellCopy }),
		get policy() {
			return terms.policy;
		},
		get lean() {
			return terms.lean;
		},
		get findFolds() {
			return terms.findFolds;
		},
	});
	return (messages) => {
		// The user's settings may change during a session, and reading them takes time.
		terms = prefer(own);
		const { messages: shortened, answers, withheld, isPending } = transform(messages);
		if (isPending) return { messages: shortened, answers: [], fresh: [], withheld, isPending };
		// A result is identified by its message and its id, so it counts once even if a compaction moves it.
		const named = answers.map((each, at) =>
			each.map((answered) => ({ answered, name: `${dialect.nameOf(messages[at]!)} ${answered.id}` })),
		);
		// In a resumed session, everything before the user's last prompt came before us.
		const isOld = told.size === 0 && answers.at(-1)?.length === 0;
		const fresh = (isOld ? [] : lastTurnOf(named)).filter(({ name }) => !told.has(name));
		for (const { name } of named.flat()) told.add(name);
		return {
			messages: shortened,
			answers: answers.flat().filter(isTold),
			fresh: fresh.map(({ answered }) => answered).filter(isTold),
			withheld,
			isPending,
		};
	};
}

/** The last results of a list are new in this request, or in one that was reported already. */
function lastTurnOf<Result>(results: readonly (readonly Result[])[]): Result[] {
	const end = results.findLastIndex((each) => each.length > 0) + 1;
	const before = results.slice(0, end).findLastIndex((each) => each.length === 0);
	return results.slice(before + 1, end).flat();
}

function isTold(answered: TransformedResult): answered is SessionReport {
	return answered.subject !== undefined;
}
