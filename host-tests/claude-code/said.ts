import * as v from "valibot";
import { anonymise } from "../anonymise.ts";
import type { Played } from "./scenes.ts";

/** What a model gets besides the results of its calls, and whether the host mentions ibid's server there. */
export type Said = { readonly requests: readonly string[]; readonly isServerTold: boolean };

/** What each request of a run says, without what differs from run to run and what the host says about ibid's server. */
export function saidIn({ requests }: Played): Said {
	const blocks = requests.map(({ messages }) => messages.flatMap(blocksIn));
	return {
		requests: blocks.map((texts) => texts.map(withoutServer).filter(Boolean).join("\n").replaceAll(COMMIT, "")),
		isServerTold: blocks.some((texts) => texts.some((text) => withoutServer(text) !== text)),
	};
}

/** A commit of the project is named after the time at which it was made. */
const COMMIT = /\b[0-9a-f]{7,40}(?= An egg timer)/g;

/** Claude Code tells its model about a server that has not connected, or not yet: a heading, the server, and advice. */
const TOLD = /\n*The following MCP servers are [^\n]+\nplugin:ibid:ibid[^\n]*\n\n[^\n]+/g;

function withoutServer(text: string): string {
	return text.replaceAll(TOLD, "");
}

const MessageShape = v.looseObject({ content: v.union([v.string(), v.array(v.unknown())]) });
const TextShape = v.looseObject({ type: v.literal("text"), text: v.string() });
const CallShape = v.looseObject({ type: v.literal("tool_use"), name: v.string(), input: v.unknown() });
const BlockShape = v.looseObject({ type: v.string() });

function blocksIn(message: unknown): string[] {
	if (!v.is(MessageShape, message)) return [];
	const { content } = message;
	return (typeof content === "string" ? [{ type: "text", text: content }] : content).map(textOf).map(anonymise);
}

/** Other tests compare the results; here only their order matters. */
function textOf(block: unknown): string {
	if (v.is(TextShape, block)) return block.text;
	if (v.is(CallShape, block)) return `${block.name} ${JSON.stringify(block.input)}`;
	return v.is(BlockShape, block) ? `(${block.type})` : "(unknown)";
}
