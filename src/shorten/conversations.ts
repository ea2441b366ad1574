import { newLatest } from "../conversation/latest.ts";
import type { Policy } from "../core/policy.ts";
import type { Range } from "../core/types.ts";
import { agentIn, toolsIn } from "../dialect/agents.ts";
import { type BodyMessage, bodyDialect, openingOf } from "../dialect/body.ts";
import type { BodyRequest } from "../dialect/rewrite-body.ts";
import { byDefault } from "../lean/deliver.ts";
import type { LeanPolicy } from "../lean/types.ts";
import { rememberCalls } from "../lens/look.ts";
import type { Tools } from "../lens/types.ts";
import { everyRequestLimits, policyOf } from "../limits/limits.ts";
import { newTransform, type Shortened } from "../transform/transform.ts";

/** What may be said about the program that makes the requests. Nothing must be. */
export type ShortenOptions = {
	/**
	 * What your tools show and change: by `describeTools` of `ibid/lens`, or the table of a known agent. Without it, ibid
	 * uses the table of the agent whose words and tools are in the request. If it knows none, it takes no result for lines
	 * of a file, and leaves out only what an earlier call of the same kind has shown.
	 */
	readonly tools?: Tools;
	/** Where relative paths in calls start. Without it, files are known only by full paths, unless the request says it. */
	readonly directory?: string;
	/** Gates that differ from the default ones. */
	readonly policy?: Partial<Policy>;
	/** How results may be written in fewer tokens if nothing can be left out of them; an empty list is "not at all". */
	readonly lean?: readonly LeanPolicy[];
	/**
	 * Which lines of a large file of code are bodies that its first view may leave out, such as `findFoldsIn` of
	 * `ibid/symbol` says; no file is folded without it. It must always answer the same. The model can write over lines that
	 * it has not seen: let your tools refuse that for the files in `withheld`.
	 */
	readonly findFolds?: (path: string, text: string) => readonly Range[] | undefined;
};

/** Shortens the messages of a request. */
export type ShortenConversation = (request: BodyRequest) => Shortened<BodyMessage>;

/** Shortens requests of several conversations. What it remembers of the latest ones saves time and changes nothing. */
export function newConversations(options: ShortenOptions): ShortenConversation {
	const known = newLatest<ShortenConversation>();
	return (request) => {
		const key = keyOf(request, options);
		return known.keep(key, known.get(key) ?? newConversation(request, options))(request);
	};
}

/**
 * The tools in a request, on which the outcome depends, and what is said before the first reply: that tells
 * conversations apart.
 */
function keyOf({ shape, conversation, messages }: BodyRequest, { tools }: ShortenOptions): string {
	const declared = tools ? [] : [agentIn(shape, conversation)?.title, shape.tools(conversation)];
	return JSON.stringify([shape.list, declared, openingOf(shape, messages)]);
}

function newConversation({ shape, conversation }: BodyRequest, options: ShortenOptions): ShortenConversation {
	const tools = options.tools ?? toolsIn(shape, conversation);
	const policy = { ...policyOf(everyRequestLimits), ...options.policy };
	const { directory, findFolds } = options;
	const transform = newTransform({
		dialect: bodyDialect(shape),
		tools: rememberCalls(() => tools)(""),
		policy,
		lean: options.lean ?? byDefault({ policy, lean: everyRequestLimits.lean }).lean,
		findFolds,
	});
	return ({ messages }) =>
		transform(directory === undefined ? messages : messages.map((message) => ({ ...message, directory })));
}
