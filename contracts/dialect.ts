import { describe, expect, test } from "bun:test";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import type { Entry } from "../src/conversation/types.ts";
import type { Dialect } from "../src/dialect/types.ts";
import type { Outcome, ToolCall } from "../src/lens/types.ts";
import { spoiled } from "./spoiled.ts";

/** A piece of a conversation, independent of any host's format. Numbers distinguish the pieces of one conversation. */
export type Line =
	| { readonly kind: "prompt"; readonly number: number; readonly text: string }
	| { readonly kind: "reply"; readonly number: number; readonly directory: string; readonly calls: readonly Asked[] }
	/** The host has attached a file; without a text it is unknown which part of the file. */
	| { readonly kind: "attached"; readonly number: number; readonly path: string; readonly text: string | undefined }
	/** The user wants the next view of a file in full. */
	| { readonly kind: "asked"; readonly number: number; readonly path: string }
	/** What is left of everything before. */
	| { readonly kind: "summary"; readonly number: number };

/** A call. Its id comes from the model's provider, which may use the id again. */
export type Asked = {
	readonly id: string;
	readonly tool: string;
	readonly input: ToolCall["input"];
	readonly end: End;
	/** The file that its result shows, according to the host. */
	readonly shows?: string;
};

/**
 * How a call ended: not yet, successfully, with an error, with a text that the host has cut, or with one that it has
 * emptied since.
 */
export type End =
	| { readonly kind: "open" }
	| { readonly kind: Outcome; readonly text: string }
	| { readonly kind: "erased"; readonly text: string; readonly from?: Outcome };

/** A line in the format of a host; undefined if that host has no form for it. */
export type Speak<Message> = (line: Line) => readonly Message[];

/**
 * What every dialect must do, tested on a conversation in its format and on broken forms of it. Some formats have no sign
 * of a failure but the text.
 */
export function testDialect<Message>(
	name: string,
	dialect: Dialect<Message>,
	speak: Speak<Message>,
	failures: "marked" | "unmarked" = "marked",
): void {
	describe(`the dialect of ${name}`, () => {
		test.each(SCRIPTS)("reads %s", (_, lines) => {
			const told = lines.flatMap((line) => expected(line, failures));
			expect(outlineOf(lines.flatMap(speak).map(dialect.parse))).toEqual(told);
		});

		test.each(["done", "failed", "cut"] as const)(
			"tells no text as if it stood there that the host has emptied: %s",
			(from) => {
				const emptied = reply(2, read("call_1", "a.ts", { kind: "erased", text: "one\ntwo", from }));
				const results = outlineOf(speak(emptied).map(dialect.parse)).filter((words) => words.includes(": "));
				expect(results).toHaveLength(1);
				expect(results[0]).not.toMatch(/^(?:done|failed) .*: one\ntwo$/);
			},
		);

		const spoken = SCRIPTS.flatMap(([, lines]) => lines.flatMap(speak));

		test("reads the same messages in the same way again, and changes no message", () => {
			const before = structuredClone(spoken);
			expect(spoken.map(dialect.parse)).toEqual(spoken.map(dialect.parse));
			expect(spoken).toEqual(before);
		});

		test("replaces the texts of results, and nothing else", () => {
			fc.assert(
				fc.property(fc.constantFrom(...spoken), fc.infiniteStream(fc.string({ unit: "binary" })), (message, texts) => {
					expect(faultsInRetelling(dialect, message, texts)).toEqual([]);
				}),
			);
		});

		test("leaves messages alone that have none of the results", () => {
			const texts = new Map([["unknown", "a text"]]);
			expect(spoken.map((message) => dialect.rewrite(message, texts))).toEqual(spoken);
			expect(spoken.map((message) => dialect.rewrite(message, new Map()))).toEqual(spoken);
		});

		test("reads nothing impossible from shapes that it has not seen, and does not throw", () => {
			const broken = spoken.flatMap((message) => [...spoiled(message)]);
			expect(broken.length).toBeGreaterThan(spoken.length);
			expect([...new Set(broken.flatMap((message) => breaches(dialect.parse(message))))]).toEqual([]);
			for (const message of broken) dialect.rewrite(message, new Map([["unknown", "a text"]]));
		});
	});
}

const read = (id: string, path: string, end: End): Asked => ({ id, tool: "read", input: { path }, end });
const done = (text: string): End => ({ kind: "done", text });
const reply = (number: number, ...calls: Asked[]): Line => ({ kind: "reply", number, directory: "/w", calls });
const prompt: Line = { kind: "prompt", number: 1, text: "Read it, please." };

const SCRIPTS: readonly (readonly [string, readonly Line[]])[] = [
	["a prompt", [prompt]],
	["a reply without calls", [prompt, reply(2)]],
	["a call and its result", [prompt, reply(2, read("call_1", "a.ts", done("one\ntwo")))]],
	["an empty result", [prompt, reply(2, read("call_1", "a.ts", done("")))]],
	["odd letters", [prompt, reply(2, read("call_1", "ä\u2028ö", done("\r\n\u0000\ud83d\ude00\n")))]],
	[
		"a call that failed",
		[prompt, reply(2, read("call_1", "a.ts", { kind: "failed", text: "There is no such file." }))],
	],
	["a call that has no result yet", [prompt, reply(2, read("call_1", "a.ts", { kind: "open" }))]],
	[
		"several results of one turn, in the order of their calls",
		[prompt, reply(2, ...["a", "b", "a"].map((name, at) => read(`call_${at}`, name, done(`text ${at}`))))],
	],
	[
		"a result beside calls that failed or are open",
		[
			prompt,
			reply(
				2,
				read("call_0", "a.ts", { kind: "failed", text: "No." }),
				read("call_1", "b.ts", { kind: "open" }),
				read("call_2", "c.ts", done("one")),
			),
		],
	],
	[
		"turn by turn, where ids come again",
		[
			prompt,
			reply(2, read("call_0", "a.ts", done("one"))),
			reply(3, read("call_0", "b.ts", done("two"))),
			{ ...prompt, number: 4 },
			reply(5, read("call_0", "a.ts", { kind: "open" })),
			reply(6, read("call_0", "c.ts", done("three"))),
		],
	],
];

function expected(line: Line, failures: "marked" | "unmarked"): string[] {
	if (line.kind === "prompt") return ["prompt"];
	if (line.kind !== "reply") return [];
	const called = line.calls.map((call) => `call ${wordsOf(call)}`);
	const ended = line.calls.flatMap(({ end, ...call }) =>
		end.kind === "done" || end.kind === "failed"
			? [`${failures === "marked" ? end.kind : "done"} ${wordsOf(call)}: ${end.text}`]
			: [],
	);
	return ["turn", ...called, ...ended];
}

function wordsOf({ tool, input }: Pick<ToolCall, "tool" | "input">): string {
	return `${tool} ${JSON.stringify(input)}`;
}

/** Items in short form; each result with the call that its id belongs to. */
function outlineOf(told: readonly (readonly Entry[] | undefined)[]): string[] {
	const calls = new Map<string, ToolCall>();
	const all = told.flatMap((items): readonly (Entry | { kind: "unknown" })[] => items ?? [{ kind: "unknown" }]);
	return all.map((item) => {
		if (item.kind === "turn") calls.clear();
		if (item.kind === "call") calls.set(item.call.id, item.call);
		if (item.kind === "call") return `call ${wordsOf(item.call)}`;
		if (item.kind !== "result") return item.kind;
		const call = calls.get(item.id);
		return `${item.outcome} ${call ? wordsOf(call) : "of no call"}: ${item.text}`;
	});
}

function faultsInRetelling<Message>(dialect: Dialect<Message>, message: Message, texts: Iterator<string>): string[] {
	const before = structuredClone(message);
	const items = dialect.parse(message) ?? [];
	const results = items.flatMap((item) => (item.kind === "result" ? [item] : []));
	const others = new Map(results.map(({ id }) => [id, texts.next().value]));
	const retold = dialect.rewrite(message, others);
	const wanted = items.map((item) =>
		item.kind === "result" ? { ...item, text: others.get(item.id) ?? item.text } : item,
	);
	const back = dialect.rewrite(retold, new Map(results.map(({ id, text }) => [id, text])));
	return [
		...(isDeepStrictEqual(message, before) ? [] : ["the message itself is changed"]),
		...(isDeepStrictEqual(dialect.parse(retold), wanted) ? [] : ["the texts are not told again"]),
		...(isDeepStrictEqual(back, before) ? [] : ["more than the texts is changed"]),
	];
}

/** What no message can say, one sentence each. */
function breaches(items: readonly Entry[] | undefined): string[] {
	return (items ?? []).flatMap((item) => {
		if (item.kind === "result") return typeof item.text === "string" ? [] : ["a result has no text"];
		if (item.kind === "hidden" || item.kind === "asked") return typeof item.path === "string" ? [] : ["no path"];
		if (item.kind === "erase" || item.kind === "reset") return ["no message of a request erases or resets"];
		if (item.kind === "turn") return [];
		if (item.kind === "prompt") return typeof item.text === "string" ? [] : ["a prompt has no text"];
		const { id, tool, input } = item.call;
		const isCall = typeof id === "string" && typeof tool === "string" && typeof input === "object" && input !== null;
		return isCall ? [] : ["a call has no id, tool or input"];
	});
}
