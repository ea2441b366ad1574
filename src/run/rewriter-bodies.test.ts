import { describe, expect, test } from "bun:test";
import { IN_ANTHROPIC, IN_CHAT, IN_GEMINI, IN_RESPONSES, type ItemWords, itemsIn } from "../../contracts/body-words.ts";
import { prove } from "../../contracts/proved.ts";
import { playRequests } from "../../contracts/requests.ts";
import { noRecord, UNSET } from "../../contracts/settings.ts";
import { seeded } from "../../sim/random.ts";
import { agentIn } from "../dialect/agents.ts";
import { anthropicBody } from "../dialect/anthropic.ts";
import { type BodyShape, bodyDialect, conversationIn, messagesIn } from "../dialect/body.ts";
import { geminiBody } from "../dialect/gemini.ts";
import { chatBody } from "../dialect/openai-chat.ts";
import { responsesBody } from "../dialect/openai-responses.ts";
import type { RequestHead } from "../gateway/body.ts";
import { newRewriter } from "./rewriter.ts";

/** An agent as its requests show it: where it sends them, and what is in them beside the conversation. */
type Sender = {
	readonly agent: string;
	readonly path: string;
	readonly shape: BodyShape;
	readonly words: ItemWords;
	readonly around: object;
	readonly first?: object;
};

const schemaOf = (name: string): object => ({ type: "object", properties: { [name]: { type: "string" } } });

const SENDERS: readonly Sender[] = [
	{
		...{ agent: "Claude Code", path: "/v1/messages?beta=true", shape: anthropicBody, words: IN_ANTHROPIC },
		around: {
			system: [{ type: "text", text: "x-anthropic-billing-header: cc_version=2.1.325.ff3; cc_entrypoint=sdk-cli;" }],
			tools: [{ name: "Read", input_schema: schemaOf("file_path") }],
		},
	},
	{
		...{ agent: "Codex", path: "/v1/responses", shape: responsesBody, words: IN_RESPONSES },
		around: {
			instructions: "You are Codex, a coding agent.",
			tools: [{ type: "function", name: "exec_command", parameters: schemaOf("cmd") }],
		},
	},
	{
		...{ agent: "Qwen Code", path: "/v1/chat/completions", shape: chatBody, words: IN_CHAT },
		around: { tools: [{ type: "function", function: { name: "read_file", parameters: schemaOf("file_path") } }] },
		first: { role: "system", content: "You are Qwen Code, an interactive CLI agent." },
	},
	{
		...{ agent: "Gemini CLI", path: "/v1beta/models/m:streamGenerateContent", shape: geminiBody, words: IN_GEMINI },
		around: { tools: [{ functionDeclarations: [{ name: "read_file", parametersJsonSchema: schemaOf("file_path") }] }] },
		first: { role: "user", parts: [{ text: "<session_context>\nThis is the Gemini CLI." }] },
	},
];

const SEEDS = process.env.IBID_QUICK ? [1, 2, 3] : [1, 2, 3, 4, 5, 6, 7, 8];

describe.each(SENDERS)("the bodies of random sessions of $agent under ibid run", (sender) => {
	const { shape } = sender;

	test("contain everything to rebuild each shortened text, and nothing else is changed", async () => {
		let shortened = 0;
		for (const seed of SEEDS) {
			const send = newProcess(sender);
			for (const body of await bodiesOf(sender, seed)) {
				const conversation = conversationIn(shape, JSON.parse(body))!;
				const tools = agentIn(shape, conversation)!.tools;
				const sent = messagesIn(shape, JSON.parse(send(body))).map(({ item }) => item);
				const before = messagesIn(shape, conversation);
				const after = before.map((message, at) => ({ ...message, item: sent[at] }));
				const verdict = prove({ originals: before, sent: after, dialect: bodyDialect(shape), tools });
				expect([seed, verdict.faults]).toEqual([seed, []]);
				shortened += verdict.shortened;
			}
		}
		expect(shortened).toBeGreaterThan(SEEDS.length);
	});

	test("begin with the same bytes in each request, as far as the messages are the same", async () => {
		for (const seed of SEEDS) {
			const [last = ""] = (await bodiesOf(sender, seed)).slice(-1);
			const items = JSON.parse(last)[shape.list];
			const whole = newProcess(sender)(last);
			for (let end = 0; end < items.length; end++) {
				const part = newProcess(sender)(bodyWith(sender, items.slice(0, end)));
				const head = part.slice(0, -"]}".length);
				if (!whole.startsWith(head)) expect(`session ${seed}: ${whole}`).toStartWith(head);
			}
		}
	}, 60_000);

	test("are the same bytes whatever was remembered, with several sessions in turn", async () => {
		const all = await Promise.all(SEEDS.map(async (seed) => ({ seed, bodies: await bodiesOf(sender, seed) })));
		const requests = all.flatMap(({ seed, bodies }) => bodies.map((body) => ({ session: `s${seed % 3}`, body })));
		const send = newProcess(sender);
		for (const { session, body } of seeded(1).shuffle(requests))
			if (send(body, session) !== newProcess(sender)(body)) expect(`${session}: ${body}`).toBe("");
	}, 60_000);
});

/** A process of `ibid run` that has seen no request. */
function newProcess({ agent, path }: Sender): (body: string, session?: string) => string {
	const identify = ({ headers }: RequestHead) => ({ session: String(headers.session), agent: "", version: "" });
	const deps = { host: "claude-code", settings: () => UNSET, record: noRecord, now: () => 0 };
	const rewrite = newRewriter({ ...deps, runner: { agent, identify } });
	return (body, session = "s") => {
		const sent = rewrite({ method: "POST", path, headers: { session } }, Buffer.from(body));
		return Buffer.from(sent).toString();
	};
}

async function bodiesOf(sender: Sender, seed: number): Promise<string[]> {
	const requests = await playRequests(seed, async () => "");
	return requests.map((lines) => {
		const items = lines.flatMap(itemsIn(sender.words));
		return bodyWith(sender, sender.first ? [sender.first, ...items] : items);
	});
}

function bodyWith({ around, shape }: Sender, items: readonly object[]): string {
	return JSON.stringify({ model: "m", ...around, [shape.list]: items });
}
