import { describe, expect, test } from "bun:test";
import type { Line } from "../../../contracts/dialect.ts";
import { OPENCODE, textsOf } from "../../../contracts/fates.ts";
import { inOpenCode } from "../../../contracts/opencode-words.ts";
import { OFF, UNSET } from "../../../contracts/settings.ts";
import { bash, call, prompt, read, reply, shown } from "../../../contracts/talk.ts";
import { testTransform } from "../../../contracts/transform.ts";
import { code } from "../../../sim/conversation-fixture.ts";
import type { Settings } from "../../config/types.ts";
import type { OpenCodeMessage } from "../../dialect/opencode.ts";
import type { AnswerRecord } from "../../store/record.ts";
import type { RecordLine } from "../../store/record-lines.ts";
import { newTransform } from "../../transform/transform.ts";
import { newHooks, type OpenCodeHooks } from "./hooks.ts";

const TRANSFORM = "experimental.chat.messages.transform";
const COMPACTING = "experimental.session.compacting";

/** A plugin, and all that it has recorded. */
function start(
	write: (line: RecordLine) => void = () => {},
	settings = (): Settings => UNSET,
): OpenCodeHooks & { readonly record: RecordLine[] } {
	const record: RecordLine[] = [];
	const book: AnswerRecord = {
		shortened: () => new Set(),
		orphaned: () => new Set(),
		noteHashes: () => new Set(),
		refused: () => new Set(),
		folds: () => new Map(),
		write(line) {
			write(line);
			record.push(line);
		},
	};
	return { ...newHooks("/w", book, { now: () => 7, settings }), record };
}

async function send(hooks: OpenCodeHooks, messages: readonly OpenCodeMessage[]): Promise<OpenCodeMessage[]> {
	const list = structuredClone([...messages]);
	await hooks[TRANSFORM]({}, { messages: list });
	return list;
}

const failures: RecordLine[] = [];

testTransform(
	"through OpenCode's hook",
	{
		...OPENCODE,
		speak: inOpenCode(),
		begin() {
			const hooks = start((line) => void (line.kind === "failure" && failures.push(line)));
			return async (messages) => {
				const list = [...messages];
				await hooks[TRANSFORM]({}, { messages: list });
				return list;
			};
		},
	},
	25,
);
test("nothing goes wrong in random sessions", () => expect(failures).toEqual([]));

const lines = code(40);
const text = shown("/w/a.ts", lines);
const again = (): Line => reply(read("a.ts", text));
const speak = (talk: readonly Line[], session?: string): OpenCodeMessage[] => talk.flatMap(inOpenCode(session));
const notesIn = (messages: readonly OpenCodeMessage[]) =>
	messages.flatMap(textsOf).map((each) => each.includes("[ibid]"));
const shortened = (messages: readonly OpenCodeMessage[]) => [...newTransform(OPENCODE)(messages).messages];

describe("the messages of a request", () => {
	test("are replaced in the list that the host has handed over, and not in themselves", async () => {
		const messages = speak([prompt(), again(), again()]);
		const [list, copy] = [[...messages], structuredClone(messages)];
		await start()[TRANSFORM]({}, { messages: list });
		expect(list).toEqual(shortened(copy));
		expect(list[2]).not.toBe(messages[2]!);
		expect(messages).toEqual(copy);
	});

	test("stay as they are while ibid is switched off, also in the midst of a session", async () => {
		let settings = OFF;
		const hooks = start(undefined, () => settings);
		const messages = speak([prompt(), again(), again()]);
		expect(await send(hooks, messages)).toEqual(messages);
		expect(hooks.record).toEqual([]);
		settings = UNSET;
		expect(await send(hooks, messages)).toEqual(shortened(messages));
	});

	test("stay as they are about files that the user wants left alone", async () => {
		const hooks = start(undefined, () => ({ ...UNSET, isIgnored: (file) => file === "/w/a.ts" }));
		const messages = speak([prompt(), again(), again()]);
		expect(await send(hooks, messages)).toEqual(messages);
		expect(hooks.record.map((line) => line.kind === "answer" && line.reason)).toEqual(["ignored", "ignored"]);
	});

	test("are sent lean, recorded by policy, and left alone by the policies that are switched off", async () => {
		const hits = Array.from({ length: 30 }, (_, at) => `src/features/orders/history.ts:${at}:\tx(${at});`).join("\n");
		const messages = speak([prompt(), reply(bash("rg -n x src", hits))]);
		const hooks = start();
		expect(notesIn(await send(hooks, messages))).toEqual([true]);
		const [line] = hooks.record;
		expect(line).toMatchObject({ kind: "answer", form: "lean", tool: "bash", brought: "output", notes: 1 });
		const saved = line?.kind === "answer" ? line.before - line.after : 0;
		expect(line).toMatchObject({ lean: { "search-groups": saved } });
		const lean = { ...UNSET.config.lean, "search-groups": false };
		const off = start(undefined, () => ({ ...UNSET, config: { ...UNSET.config, lean } }));
		expect(await send(off, messages)).toEqual(messages);
	});

	test("are recorded once, as what they became", async () => {
		const hooks = start();
		const messages = speak([again(), again()]);
		for (const _ of [1, 2]) await send(hooks, messages);
		expect(hooks.record).toMatchObject([
			{
				kind: "answer",
				host: "opencode",
				session: "ses_1",
				tool: "read",
				subject: "a.ts",
				form: "whole",
				reason: "fresh",
			},
			{ kind: "answer", host: "opencode", session: "ses_1", tool: "read", subject: "a.ts", form: "same", time: 7 },
		]);
	});

	test("of a sub-agent are its own: it does not have what its parent read", async () => {
		const hooks = start();
		const [parent, child] = [[again()], [again(), again()]];
		for (const _ of [1, 2]) {
			expect(notesIn(await send(hooks, speak(parent, "ses_parent")))).toEqual([false]);
			expect(notesIn(await send(hooks, speak(child, "ses_child")))).toEqual([false, true]);
		}
		expect(hooks.record.map(({ session }) => session)).toEqual(["ses_parent", "ses_child", "ses_child"]);
	});

	test.each([
		["of two sessions", [...speak([again()], "ses_1"), ...speak([again()], "ses_2")]],
		[
			"of a session and of none",
			[...speak([again()]), ...speak([again()]).map((each) => ({ ...each, info: { role: "assistant" } }))],
		],
		["of no session", speak([again(), again()]).map((each) => ({ ...each, info: { role: "assistant" } }))],
		["that there are none of", []],
	])("%s are left alone", async (_, messages) => {
		const hooks = start();
		expect(await send(hooks, messages)).toEqual(messages);
		expect(hooks.record).toEqual([]);
	});
});

describe("a compaction", () => {
	test("has the next request of its session left alone, and only that", async () => {
		const hooks = start();
		const messages = speak([again(), again()]);
		const before = await send(hooks, messages);
		await hooks[COMPACTING]({ sessionID: "ses_1" });
		const others = speak([again(), again()], "ses_2");
		expect(notesIn(await send(hooks, others))).toEqual([false, true]);
		expect(await send(hooks, messages)).toEqual(messages);
		expect(await send(hooks, messages)).toEqual(before);
	});
});

describe("a plugin that prunes", () => {
	test("makes ibid do nothing, and the record says why", async () => {
		const hooks = start();
		await hooks.config({ plugin: ["ibid", "@tarquinen/opencode-dcp@latest"] });
		const messages = speak([again(), again()]);
		expect(await send(hooks, messages)).toEqual(messages);
		const why = "@tarquinen/opencode-dcp is installed";
		expect(hooks.record).toEqual([{ kind: "aside", schema: 1, time: 7, host: "opencode", session: "", why }]);
	});

	test("that is not there does not", async () => {
		const hooks = start();
		await hooks.config({ plugin: ["ibid", "file:///w/.opencode/plugin/notify.js"] });
		expect(notesIn(await send(hooks, speak([again(), again()])))).toEqual([false, true]);
		expect(hooks.record.filter(({ kind }) => kind !== "answer")).toEqual([]);
	});
});

describe("nothing of secrets", () => {
	test("is recorded", async () => {
		const hooks = start();
		const look = () =>
			reply(
				read(".env", shown("/w/.env", ["TOKEN=hunter2", ...lines])),
				bash("cat .env", "TOKEN=hunter2"),
				call("write", { filePath: "keys/a.pem", content: "hunter2" }, "Wrote file successfully."),
			);
		const messages = speak([look(), look(), again()]);
		expect(await send(hooks, messages)).toEqual(messages);
		expect(hooks.record).toMatchObject([{ subject: "a.ts" }]);
		expect(JSON.stringify(hooks.record)).not.toMatch(/hunter2|\.env|\.pem/);
	});
});
