import { describe, expect, test } from "bun:test";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import {
	IN_AI_SDK,
	IN_ANTHROPIC,
	IN_CHAT,
	IN_GEMINI,
	IN_RESPONSES,
	inBody,
	itemsIn,
} from "../../contracts/body-words.ts";
import { playRequests } from "../../contracts/requests.ts";
import { testTransform } from "../../contracts/transform.ts";
import { TOOLS } from "../../sim/life.ts";
import { seeded } from "../../sim/random.ts";
import { defaultPolicy, type Policy } from "../core/policy.ts";
import { aiSdkOptions } from "../dialect/ai-sdk.ts";
import { anthropicBody } from "../dialect/anthropic.ts";
import { type BodyMessage, bodyDialect, messagesIn } from "../dialect/body.ts";
import { geminiBody } from "../dialect/gemini.ts";
import { chatBody } from "../dialect/openai-chat.ts";
import { responsesBody } from "../dialect/openai-responses.ts";
import { LEAN_POLICIES } from "../lean/types.ts";
import { claudeCodeRequestTools } from "../lens/tools/claude-code.ts";
import type { Tools } from "../lens/types.ts";
import { newTransform } from "../transform/transform.ts";
import { type Api, newShortener, shorten } from "./shorten.ts";

const policy: Policy = { ...defaultPolicy, siblings: "same subject", lines: 3, tokens: 10, share: 0.05 };
const tools: Tools = { ...TOOLS, lenses: { ...TOOLS.lenses, Read: claudeCodeRequestTools.lenses.Read! } };
const options = { tools, policy, lean: LEAN_POLICIES, directory: "/w" };

const APIS = [
	["anthropic", anthropicBody, IN_ANTHROPIC],
	["openai-chat", chatBody, IN_CHAT],
	["openai-responses", responsesBody, IN_RESPONSES],
	["gemini", geminiBody, IN_GEMINI],
	["ai-sdk", aiSdkOptions, IN_AI_SDK],
] as const;

/** A request that any API may take, since each looks only at its own list. */
const withItems = (items: readonly unknown[]) => ({ messages: items, input: items, contents: items, prompt: items });

const itemsOf = (api: Api, request: object): readonly unknown[] => {
	const [, { list }] = APIS.find(([name]) => name === api)!;
	return Object(request)[list];
};

for (const [api, shape, words] of APIS) {
	const begin = () => {
		const next = newShortener(api, options);
		return async (messages: readonly BodyMessage[]): Promise<readonly BodyMessage[]> => {
			const { request } = next(withItems(messages.map(({ item }) => item)));
			const items = itemsOf(api, request);
			return messages.map((message, index) => ({ ...message, item: items[index] }));
		};
	};
	const host = { dialect: bodyDialect(shape), tools, speak: inBody(shape, words), begin };
	testTransform(`shortened as ${api}`, host, 10);
}

describe.each(APIS)("the requests of random sessions to %s", (api, shape, words) => {
	const play = async (seed: number): Promise<readonly (readonly object[])[]> =>
		(await playRequests(seed, async () => "")).map((lines) => lines.flatMap(itemsIn(words)));
	const seeds = [1, 2, 3, 4, 5];

	test("are shortened as by the transform, and messages that are not shortened are the same objects", async () => {
		let shortened = 0;
		for (const seed of seeds) {
			for (const items of await play(seed)) {
				const terms = { dialect: bodyDialect(shape), tools, policy, lean: LEAN_POLICIES };
				const messages = messagesIn(shape, { [shape.list]: items }).map((each) => ({ ...each, directory: "/w" }));
				const expected = newTransform(terms)(messages).messages.map(({ item }) => item);
				const given = withItems(items);
				const { request, results, saved } = shorten(api, given, options);
				const sent = itemsOf(api, request);
				expect(isDeepStrictEqual(sent, expected)).toBe(true);
				const changed = new Set(results.filter(({ form }) => form !== "whole").map(({ message }) => message));
				for (const [index, item] of items.entries()) expect(sent[index] === item).toBe(!changed.has(index));
				expect(request === given).toBe(changed.size === 0);
				expect(saved > 0).toBe(changed.size > 0);
				shortened += changed.size;
			}
		}
		expect(shortened).toBeGreaterThan(0);
	});

	test("come out the same whatever was remembered, with several conversations in turn", async () => {
		const requests = (await Promise.all(seeds.map(play))).flat().map(withItems);
		const next = newShortener(api, { directory: "/w" });
		for (const request of seeded(1).shuffle(requests))
			expect(isDeepStrictEqual(next(request), shorten(api, request, { directory: "/w" }))).toBe(true);
	});

	test("are never an error, whatever stands in them", () => {
		const thing = fc.anything({ withBigInt: true, withMap: true, withTypedArray: true, withNullPrototype: true });
		fc.assert(
			fc.property(fc.array(thing), thing, (items, tools) => {
				const given = { ...withItems(items), tools, config: tools, system: tools };
				expect(shorten(api, given).request).toEqual(given);
			}),
		);
		const cycle: unknown[] = [];
		cycle.push(cycle);
		const trap = new Proxy({}, { get: fail, ownKeys: fail, has: fail });
		const deep = JSON.parse(`${"[".repeat(5000)}${"]".repeat(5000)}`);
		for (const item of [cycle, trap, deep, { role: "user", content: [trap] }]) {
			const given = withItems([item, item]);
			expect(shorten(api, given).request).toBe(given);
		}
	});
});

function fail(): never {
	throw new Error("a fault");
}
