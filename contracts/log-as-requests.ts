import type { AgentThread, Entry, RecordedResult } from "../src/conversation/types.ts";

/** The signs by which requests of a host are known: its words, and one of its tools with an argument. */
export type RequestSigns = readonly [words: string, tool: string, argument: string];

/**
 * The bodies of the requests that a recorded thread has sent, one before each reply and a last one, in the words of
 * Anthropic's API.
 */
export function* requestsOf(thread: AgentThread, [words, tool, argument]: RequestSigns): Generator<Buffer> {
	const system = [{ type: "text", text: words }];
	const tools = [{ name: tool, input_schema: { type: "object", properties: { [argument]: {} } } }];
	const said = newMessages();
	for (const entry of thread.entries) {
		if (entry.kind === "turn" && !entry.kept && said.now().length > 0)
			yield Buffer.from(JSON.stringify({ system, tools, messages: said.now() }));
		said.add(entry);
	}
	yield Buffer.from(JSON.stringify({ system, tools, messages: said.now() }));
}

type Block = { readonly type: string; readonly tool_use_id?: string; readonly [more: string]: unknown };
type Message = { readonly role: "user" | "assistant"; readonly content: string | Block[] };

function newMessages() {
	let messages: Message[] = [];
	let directory = "";
	const into = (role: Message["role"], block: Block): void => {
		const last = messages.at(-1);
		if (last?.role === role && typeof last.content !== "string") last.content.push(block);
		else messages.push({ role, content: [block] });
	};
	return {
		now: (): readonly Message[] => messages,
		add(entry: Entry): void {
			switch (entry.kind) {
				case "turn":
					messages.push({ role: "assistant", content: [{ type: "text", text: "Let me see." }] });
					return;
				case "call": {
					const { id, tool: name, input } = entry.call;
					if (entry.call.directory !== directory) {
						directory = entry.call.directory;
						const reply = messages.pop();
						messages.push({ role: "user", content: `<environment_context>\n  <cwd>${directory}</cwd>` });
						if (reply) messages.push(reply);
					}
					into("assistant", { type: "tool_use", id, name, input });
					return;
				}
				case "result":
					into("user", resultBlock(entry));
					return;
				case "erase":
					messages = messages.map((message) => cleared(message, entry.ids));
					return;
				case "reset":
					if (entry.isGuess) return;
					messages = [];
					directory = "";
			}
		},
	};
}

function resultBlock({ id, text, plain, outcome }: RecordedResult): Block {
	const content = plain ? text : [text, ""].map((each) => ({ type: "text", text: each }));
	return { type: "tool_result", tool_use_id: id, content, is_error: outcome === "failed" };
}

function cleared(message: Message, ids: readonly string[]): Message {
	if (typeof message.content === "string") return message;
	const content = message.content.map((block) =>
		block.tool_use_id !== undefined && ids.includes(block.tool_use_id) ? { ...block, content: "[Cleared]" } : block,
	);
	return { ...message, content };
}
