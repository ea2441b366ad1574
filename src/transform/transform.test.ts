import { describe, expect, test } from "bun:test";
import type { Line } from "../../contracts/dialect.ts";
import { OPENCODE, textsOf } from "../../contracts/fates.ts";
import { toolsOf } from "../../contracts/hosts.ts";
import { inOpenCode } from "../../contracts/opencode-words.ts";
import { inPi } from "../../contracts/pi-words.ts";
import { attached, bash, prompt, read, reply, shown } from "../../contracts/talk.ts";
import { testTransform } from "../../contracts/transform.ts";
import { code } from "../../sim/conversation-fixture.ts";
import { TOOLS } from "../../sim/life.ts";
import { defaultPolicy, type Policy } from "../core/policy.ts";
import { type OpenCodeMessage, openCodeDialect } from "../dialect/opencode.ts";
import { type PiMessage, piDialect } from "../dialect/pi.ts";
import type { Dialect } from "../dialect/types.ts";
import { LEAN_POLICIES } from "../lean/types.ts";
import { newTransform } from "./transform.ts";

const eager: Policy = { ...defaultPolicy, siblings: "same subject", lines: 3, tokens: 10, share: 0.05 };
const openCode = { dialect: openCodeDialect("/w"), tools: TOOLS, policy: eager, lean: LEAN_POLICIES };
const pi = { dialect: piDialect("/w"), tools: TOOLS, policy: eager, lean: LEAN_POLICIES };

const beginWith =
	<Message>(terms: Parameters<typeof newTransform<Message>>[0]) =>
	() => {
		const transform = newTransform(terms);
		return async (messages: readonly Message[]) => transform(messages).messages;
	};

testTransform("in OpenCode's words", { ...openCode, speak: inOpenCode(), begin: beginWith(openCode) }, 40);
testTransform("in pi's words", { ...pi, speak: inPi, begin: beginWith(pi) }, 25);

const text = shown("/w/a.ts", code(40));
const again = (): Line => reply(read("a.ts", text));
const speak = (...talk: readonly Line[]): OpenCodeMessage[] => talk.flatMap(inOpenCode());
const shorten = (messages: readonly OpenCodeMessage[]) => [...newTransform(OPENCODE)(messages).messages];

describe("a transform", () => {
	test("returns the same message objects if nothing in them is shortened", () => {
		const messages = speak(prompt(), again(), again());
		const sent = shorten(messages);
		expect(sent.map((message, index) => message === messages[index])).toEqual([true, true, false]);
	});

	test("knows nothing before the first message", () => {
		expect(newTransform(OPENCODE)([])).toEqual({
			messages: [],
			answers: [],
			withheld: new Map(),
			isPending: false,
		});
	});

	test("reads only messages that it has not seen at that place", () => {
		let told = 0;
		const tell: Dialect<OpenCodeMessage>["parse"] = (message) => {
			told++;
			return OPENCODE.dialect.parse(message);
		};
		const transform = newTransform({ ...OPENCODE, dialect: { ...OPENCODE.dialect, parse: tell } });
		const toldFor = (messages: readonly OpenCodeMessage[]): number => {
			told = 0;
			transform(structuredClone(messages));
			return told;
		};
		const [first, second, third, other] = [again(), again(), again(), reply(bash("ls", "a.ts"))];
		expect(toldFor(speak(first, second))).toBe(2);
		expect(toldFor(speak(first, second, third))).toBe(1);
		expect(toldFor(speak(first, second, third))).toBe(0);
		expect(toldFor(speak(first, second))).toBe(0);
		expect(toldFor(speak(first, other, third))).toBe(2);
	});
});

const completed = { status: "completed", input: { filePath: "a.ts" }, output: text, time: { start: 1, end: 2 } };

function tool(state: object): object {
	return { id: "prt_x", type: "tool", callID: "call_x", tool: "read", state };
}

describe("a message that cannot be read", () => {
	const strange: readonly (readonly [string, unknown, unknown[]])[] = [
		["is of another role", { role: "tool" }, []],
		["has no role", {}, []],
		["has a call in another state", { role: "assistant" }, [tool({ status: "streaming", input: {} })]],
		["has a call without an id", { role: "assistant" }, [{ ...tool(completed), id: undefined }]],
		["has a result that is no text", { role: "assistant" }, [tool({ ...completed, output: [text] })]],
		["has a result of another kind", { role: "assistant" }, [tool({ ...completed, metadata: { exit: "0" } })]],
		["has a result without a time", { role: "assistant" }, [tool({ ...completed, time: undefined })]],
	];

	test.each(strange)("is left alone, and what follows starts from nothing, if it %s", (_, info, parts) => {
		const message = { info: Object(info), parts };
		const [before, after] = [speak(again(), again()), speak(prompt(), attached("/w/b.ts", text), again(), again())];
		const sent = shorten([...before, message, ...after]);
		expect(sent[2]).toBe(message);
		expect(sent.slice(0, 2)).toEqual(shorten(before));
		expect(sent.slice(3)).toEqual(shorten(after));
		expect(
			sent
				.slice(3)
				.flatMap(textsOf)
				.filter((each) => each.includes("[ibid]")),
		).toHaveLength(1);
	});
});

describe("ids that are used again", () => {
	const [a, b] = [shown("/w/a.ts", code(40)), shown("/w/b.ts", code(40, 100))];
	const same = (line: Line): Line =>
		line.kind === "reply" ? { ...line, calls: line.calls.map((call) => ({ ...call, id: "call_0" })) } : line;
	const talk = [reply(read("a.ts", a)), reply(read("b.ts", b)), reply(read("a.ts", a)), reply(read("b.ts", b))].map(
		same,
	);
	const forms = ["fresh", "fresh", "same", "same"];

	test("in several messages belong to their own turns", () => {
		for (const fates of [
			fatesIn(OPENCODE, speak(...talk)),
			fatesIn({ ...pi, policy: OPENCODE.policy, lean: [] }, talk.flatMap(inPi)),
		])
			expect(fates).toEqual(forms);
	});

	test("in several steps of one message are distinguished", () => {
		const parts = speak(...talk).flatMap((message) => message.parts);
		const { info } = speak(...talk)[0]!;
		expect(fatesIn(OPENCODE, [{ info, parts }])).toEqual(forms);
		expect(shorten([{ info, parts }]).flatMap(textsOf)).toEqual(shorten(speak(...talk)).flatMap(textsOf));
	});

	test("in one turn are distinguished if the host has its own ids", () => {
		const both = same(reply(read("a.ts", a), read("b.ts", b)));
		expect(fatesIn(OPENCODE, speak(both, both))).toEqual(forms);
		expect(shorten(speak(both, both)).flatMap(textsOf).slice(0, 2)).toEqual([a, b]);
	});
});

function fatesIn<Message>(terms: Parameters<typeof newTransform<Message>>[0], messages: readonly Message[]): string[] {
	return newTransform(terms)(messages)
		.answers.flat()
		.map(({ answer }) => answer.reason ?? answer.form);
}

describe("a result without a call", () => {
	const result = (toolCallId: string): PiMessage => ({
		role: "toolResult",
		toolCallId,
		content: [{ type: "text", text }],
	});
	const call = inPi(reply({ ...read("a.ts", text), id: "call_0" }));
	const next = inPi(reply({ ...read("a.ts", text), id: "call_1" }));

	test.each([
		["at the beginning", [result("call_0"), ...next]],
		["of another turn", [...next, inPi(reply())[0]!, result("call_1")]],
		["behind a message that is not understood", [call[0]!, { role: "of another version" }, result("call_0"), ...next]],
	])("stays as it was and is not quoted: %s", (_, messages) => {
		const { messages: sent, answers } = newTransform({ ...pi, policy: OPENCODE.policy, lean: [] })(messages);
		expect(sent).toEqual(messages);
		expect(answers.flat()).toHaveLength(1);
	});
});

test("the results of two calls with the same id in one turn are not quoted", () => {
	const transform = newTransform({
		dialect: piDialect("/w"),
		tools: toolsOf("pi"),
		policy: { ...defaultPolicy, siblings: "same subject" },
	});
	const lines = Array.from({ length: 40 }, (_, line) => `export const value${line} = compute(${line});`);
	const called = (path: string): object => ({ type: "toolCall", id: "x", name: "read", arguments: { path } });
	const result = (text: string): PiMessage => ({
		role: "toolResult",
		toolCallId: "x",
		content: [{ type: "text", text }],
	});
	const messages: PiMessage[] = [
		{ role: "assistant", content: [called("a.ts"), called("b.ts")] },
		result(lines.join("\n")),
		{ role: "assistant", content: [called("b.ts")] },
		result(lines.join("\n")),
	];
	expect(transform(messages).messages).toEqual(messages);
});
