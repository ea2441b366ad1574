import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { createOpenAI } from "@ai-sdk/openai";
import {
	generateText,
	type LanguageModel,
	type ModelMessage,
	stepCountIs,
	streamText,
	type Tool,
	tool,
	wrapLanguageModel,
} from "ai";
import { MockLanguageModelV3 } from "ai/test";
import * as ai5 from "ai-5";
import * as ai7 from "ai-7";
import { createOpenAI as createOpenAI5 } from "ai-sdk-openai-2";
import { z } from "zod";
import { prove } from "../../contracts/proved.ts";
import { ibid } from "../../src/ai-sdk/index.ts";
import { aiSdkOptions } from "../../src/dialect/ai-sdk.ts";
import { bodyDialect, messagesIn } from "../../src/dialect/body.ts";
import { describeTools, readTool } from "../../src/lens/index.ts";
import { linesOf } from "../files.ts";
import { removeFolders } from "../folders.ts";
import type { Asked } from "../scripted-model.ts";
import { type Reply, startAnyModel } from "./model.ts";

setDefaultTimeout(60_000);
afterAll(removeFolders);

const CODE = linesOf(60, "eggs");
const tools = describeTools({ read_file: readTool({ path: "path" }) });
const options = { tools, directory: "/project" };

const readFile = tool({ inputSchema: z.object({ path: z.string() }), execute: () => CODE });
const reading: Reply = { text: "Let me see.", calls: [{ tool: "read_file", input: { path: "a.ts" } }] };
const SCRIPT = [reading, reading, { text: "It counts from one." }];

/** A model of the real provider, on a scripted server, with or without ibid. */
function modelAt(url: string, isWrapped: boolean, saved: number[] = []): LanguageModel {
	const model = createOpenAI({ baseURL: `${url}/v1`, apiKey: "none" }).chat("scripted");
	const middleware = ibid({ ...options, onRequest: (outcome) => saved.push(outcome.saved) });
	return isWrapped ? wrapLanguageModel({ model, middleware }) : model;
}

/** The parts of a stream without what differs from run to run. */
function partOf(part: object): object {
	const { type, text, toolName, input, output, finishReason } = { ...part } as Record<string, unknown>;
	return { type, text, toolName, input, output, finishReason };
}

const settings = { prompt: "Why?", stopWhen: stepCountIs(9), tools: { read_file: readFile } };

describe("the middleware in the real AI SDK", () => {
	test("makes requests shorter and changes nothing that comes back, in one piece", async () => {
		const [sizes, outcomes]: [number[][], unknown[]] = [[], []];
		for (const isWrapped of [false, true]) {
			const server = startAnyModel(SCRIPT);
			const { text, steps } = await generateText({ ...settings, model: modelAt(server.url, isWrapped) });
			outcomes.push([text, steps.map(({ content }) => content.map(partOf))]);
			sizes.push(server.asked.map(({ body }) => JSON.stringify(body).length));
			await server.close();
		}
		expect(outcomes[1]).toEqual(outcomes[0]);
		expectOnlyLastShorter(sizes);
	});

	test("makes requests shorter and changes nothing that comes back, in a stream", async () => {
		const [sizes, outcomes, saved]: [number[][], object[][], number[]] = [[], [], []];
		for (const isWrapped of [false, true]) {
			const server = startAnyModel(SCRIPT);
			const { fullStream } = streamText({ ...settings, model: modelAt(server.url, isWrapped, saved) });
			outcomes.push((await Array.fromAsync(fullStream)).map(partOf));
			sizes.push(server.asked.map(({ body }) => JSON.stringify(body).length));
			await server.close();
		}
		expect(outcomes[1]).toEqual(outcomes[0]!);
		expect(outcomes[0]!.length).toBeGreaterThan(30);
		expectOnlyLastShorter(sizes);
		expect(saved.map((each) => each > 0)).toEqual([false, false, true]);
	});

	test("passes errors of the provider on", async () => {
		const server = startAnyModel(SCRIPT);
		const model = modelAt(`${server.url}/nowhere`, true);
		const failing = generateText({ ...settings, model, maxRetries: 0 });
		expect(failing).rejects.toThrow();
		await failing.catch(() => {});
		await server.close();
	});
});

describe("the middleware in other versions of the AI SDK", () => {
	const inputSchema = z.object({ path: z.string() });
	const [at, middleware] = [(url: string) => ({ baseURL: `${url}/v1`, apiKey: "none" }), ibid(options)];

	test("makes requests shorter in 5", async () => {
		const server = startAnyModel(SCRIPT);
		await ai5.generateText({
			model: ai5.wrapLanguageModel({ model: createOpenAI5(at(server.url)).chat("scripted"), middleware }),
			prompt: "Why?",
			stopWhen: ai5.stepCountIs(9),
			tools: { read_file: ai5.tool({ inputSchema, execute: () => CODE }) },
		});
		await server.close();
		expect(notesIn(server.asked)).toEqual([false, false, true]);
	});

	test("makes requests shorter in 7", async () => {
		const server = startAnyModel(SCRIPT);
		await ai7.generateText({
			model: ai7.wrapLanguageModel({ model: createOpenAI(at(server.url)).chat("scripted"), middleware }),
			prompt: "Why?",
			stopWhen: ai7.stepCountIs(9),
			tools: { read_file: ai7.tool({ inputSchema, execute: () => CODE }) },
		});
		await server.close();
		expect(notesIn(server.asked)).toEqual([false, false, true]);
	});
});

/** Whether each request has a note. */
function notesIn(asked: readonly Asked[]): boolean[] {
	return asked.map(({ body }) => JSON.stringify(body).includes("[ibid] lines 1-60 as last shown by read_file"));
}

/** The sizes of the requests without ibid and with it. */
function expectOnlyLastShorter([plain = [], live = []]: readonly number[][]): void {
	expect(plain).toHaveLength(3);
	expect(live.slice(0, 2)).toEqual(plain.slice(0, 2));
	expect(plain[2]! - live[2]!).toBeGreaterThan(CODE.length / 2);
}

type ToolOutput = Awaited<ReturnType<NonNullable<Tool["toModelOutput"]>>>;

/** What a tool may make of its output, by a name. */
const OUTPUTS: Readonly<Record<string, ToolOutput>> = {
	text: { type: "text", value: CODE },
	content: { type: "content", value: [{ type: "text", text: CODE }] },
	json: { type: "json", value: { code: CODE } },
	"error-text": { type: "error-text", value: CODE },
	"error-json": { type: "error-json", value: { code: CODE } },
	"execution-denied": { type: "execution-denied", reason: CODE },
	"two texts": {
		type: "content",
		value: [
			{ type: "text", text: CODE },
			{ type: "text", text: CODE },
		],
	},
	image: {
		type: "content",
		value: [
			{ type: "text", text: CODE },
			{ type: "image-data", data: "aWJpZA==", mediaType: "image/png" },
		],
	},
};

/** Plays calls of one tool, whose output takes this form, and gives the prompts that the model got. */
async function promptsOf(output: ToolOutput, isWrapped: boolean): Promise<object[][]> {
	const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
	let count = 0;
	const inner = new MockLanguageModelV3({
		doGenerate: async () => {
			const call = { type: "tool-call", toolCallId: `call_${++count}`, toolName: "show", input: "{}" } as const;
			const isDone = count > 3;
			return {
				content: isDone ? [{ type: "text", text: "Done." }] : [call],
				finishReason: { unified: isDone ? "stop" : "tool-calls", raw: undefined },
				usage: JSON.parse(JSON.stringify(usage)),
				warnings: [],
			};
		},
	});
	const model = isWrapped ? wrapLanguageModel({ model: inner, middleware: ibid() }) : inner;
	const show = tool({ inputSchema: z.object({}), execute: () => "shown", toModelOutput: () => output });
	const messages: ModelMessage[] = [
		{ role: "system", content: "You are helpful." },
		{ role: "user", content: [{ type: "image", image: new Uint8Array([137, 80, 78, 71]) }] },
	];
	await generateText({ model, messages, stopWhen: stepCountIs(9), tools: { show }, allowSystemInMessages: true });
	return inner.doGenerateCalls.map(({ prompt }) => prompt);
}

describe("the prompts of the AI SDK", () => {
	test.each(Object.entries(OUTPUTS))("are rebuilt from themselves, and begin alike: %s", async (name, output) => {
		const [plain, live] = [await promptsOf(output, false), await promptsOf(output, true)];
		const read = (prompt: readonly object[]) => messagesIn(aiSdkOptions, { prompt });
		const dialect = bodyDialect(aiSdkOptions);
		const strangers = describeTools({});
		const verdicts = live.map((sent, index) =>
			prove({ originals: read(plain[index]!), sent: read(sent), dialect, tools: strangers }),
		);
		expect(verdicts.flatMap(({ faults }) => faults)).toEqual([]);
		const isText = name === "text" || name === "content";
		// A model that asks once more within three turns gets the text in full.
		expect(verdicts.map(({ shortened }) => shortened)).toEqual(isText ? [0, 0, 1, 1] : [0, 0, 0, 0]);
		for (const [index, prompt] of live.slice(1).entries())
			expect(prompt.slice(0, live[index]!.length)).toEqual(live[index]!);
	});
});
