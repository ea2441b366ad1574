import { expect, test } from "bun:test";
import { ibid } from "./index.ts";

const value = Array.from({ length: 40 }, (_, index) => `const value${index} = compute(${index});`).join("\n");
const prompt = ["1", "2"].flatMap((toolCallId) => [
	{ role: "assistant", content: [{ type: "tool-call", toolCallId, toolName: "show", input: {} }] },
	{ role: "tool", content: [{ type: "tool-result", toolCallId, toolName: "show", output: { type: "text", value } }] },
]);

test("the middleware shortens a prompt, keeps all other parameters, and reports what it did", async () => {
	const saved: number[] = [];
	const { transformParams } = ibid({ onRequest: (outcome) => saved.push(outcome.saved) });
	const abortSignal = AbortSignal.abort();
	const sent = await transformParams({ params: { prompt, abortSignal, seed: 1 } });
	expect(sent.prompt.slice(0, 3).every((message, index) => message === prompt[index])).toBe(true);
	expect(JSON.stringify(sent.prompt[3])).toContain("[ibid] 40 lines as in the last run");
	expect([sent.abortSignal === abortSignal, sent.seed, saved[0]! > 0]).toEqual([true, 1, true]);
});

test("the middleware returns the very same parameters if nothing in them is shortened", async () => {
	const params = { prompt: prompt.slice(0, 2) };
	expect((await ibid().transformParams({ params })) === params).toBe(true);
});
