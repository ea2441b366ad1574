import { describe, expect, test } from "bun:test";
import { inOpenCode } from "../../../contracts/opencode-words.ts";
import { UNSET } from "../../../contracts/settings.ts";
import { read, reply, shown } from "../../../contracts/talk.ts";
import { code } from "../../../sim/conversation-fixture.ts";
import type { OpenCodeMessage } from "../../dialect/opencode.ts";
import type { RecordLine } from "../../store/record-lines.ts";
import { newHooks, type OpenCodeHooks } from "./hooks.ts";

const TRANSFORM = "experimental.chat.messages.transform";

const again = (): OpenCodeMessage[] => [...inOpenCode()(reply(read("a.ts", shown("/w/a.ts", code(40)))))];
const isShortened = (messages: readonly unknown[]) => JSON.stringify(messages).includes("[ibid]");

function start(write: (line: RecordLine) => void = () => {}): { hooks: OpenCodeHooks; record: RecordLine[] } {
	const record: RecordLine[] = [];
	const book = {
		shortened: () => new Set<string>(),
		orphaned: () => new Set<string>(),
		noteHashes: () => new Set<string>(),
		refused: () => new Set<string>(),
		folds: () => new Map(),
		write(line: RecordLine) {
			write(line);
			record.push(line);
		},
	};
	return { hooks: newHooks("/w", book, { now: () => 7, settings: () => UNSET }), record };
}

function throwing(): never {
	throw new Error("not today");
}

const trap = (name: string): object => Object.defineProperty({}, name, { enumerable: true, get: throwing });

describe("whatever goes wrong in a request", () => {
	const odd = (more: object): OpenCodeMessage => ({ ...again()[0]!, ...more });
	const ofSession = { role: "assistant", sessionID: "ses_1" };

	test.each([
		["a part that cannot be read", odd({ parts: [trap("type")] })],
		["a result that cannot be read", odd({ parts: [{ id: "1", type: "tool", tool: "read", state: trap("status") }] })],
		["an error that cannot be read", odd({ info: Object.assign(trap("error"), ofSession) })],
	])("it goes out as the host has built it, and the failure is counted: %s", async (_, message) => {
		const { hooks, record } = start();
		const messages = [...again(), ...again(), message];
		const list = [...messages];
		await hooks[TRANSFORM]({}, { messages: list });
		expect(list.every((each, index) => each === messages[index])).toBe(true);
		expect(list).toHaveLength(messages.length);
		expect(record).toMatchObject([{ kind: "failure", host: "opencode", time: 7 }]);
		const next = [...again(), ...again()];
		await hooks[TRANSFORM]({}, { messages: next });
		expect(isShortened(next)).toBe(true);
	});

	test.each([
		["parts that are no list", odd({ parts: null })],
		["no parts", { info: ofSession } as OpenCodeMessage],
		["a part of an unknown type", odd({ parts: [{ type: "vision" }] })],
	])("an unknown message is left as it is, and so is everything before it: %s", async (_, message) => {
		const { hooks, record } = start();
		const list = [...again(), message, ...again()];
		const messages = [...list];
		await hooks[TRANSFORM]({}, { messages: list });
		expect(list.every((each, index) => each === messages[index])).toBe(true);
		expect(record.filter(({ kind }) => kind === "failure")).toEqual([]);
	});

	test("a list that cannot be changed stays, and the failure is counted", async () => {
		const { hooks, record } = start();
		const messages = [...again(), ...again()];
		const list = Object.freeze([...messages]);
		await hooks[TRANSFORM]({}, { messages: list as OpenCodeMessage[] });
		expect(list.every((each, index) => each === messages[index])).toBe(true);
		expect(record.at(-1)).toMatchObject({ kind: "failure" });
	});

	test("a record that cannot be written costs figures, and nothing else", async () => {
		const { hooks, record } = start(throwing);
		const messages = [...again(), ...again()];
		await hooks[TRANSFORM]({}, { messages });
		expect(isShortened(messages)).toBe(true);
		const broken = [...again(), odd({ parts: [trap("type")] })];
		const list = [...broken];
		await hooks[TRANSFORM]({}, { messages: list });
		expect(list.every((each, index) => each === broken[index])).toBe(true);
		expect(record).toEqual([]);
	});
});

describe("whatever goes wrong elsewhere", () => {
	test.each([
		["settings", (hooks: OpenCodeHooks) => hooks.config(trap("plugin"))],
		["settings that cannot be changed", (hooks: OpenCodeHooks) => hooks.config(Object.freeze({}))],
		[
			"a command",
			(hooks: OpenCodeHooks) => hooks["command.execute.before"](COMMAND, { parts: Object.freeze([]) as unknown as [] }),
		],
		[
			"a compaction",
			(hooks: OpenCodeHooks) => hooks["experimental.session.compacting"](trap("sessionID") as { sessionID: string }),
		],
	])("the host does not hear of it, and the failure is counted: %s", async (_, fail) => {
		const { hooks, record } = start();
		await fail(hooks);
		expect(record).toMatchObject([{ kind: "failure", what: expect.any(String) }]);
	});
});

const COMMAND = { command: "ibid-refresh", sessionID: "ses_1", arguments: "a.ts" };
