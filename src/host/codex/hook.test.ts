import { afterAll, describe, expect, test } from "bun:test";
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { byDefault } from "../../lean/deliver.ts";
import { openRecord, readLines } from "../../store/record.ts";
import type { RecordLine } from "../../store/record-lines.ts";
import { type CodexRuntime, newHooks } from "./hook.ts";

const base = mkdtempSync(join(tmpdir(), "ibid-codex-"));
afterAll(() => rmSync(base, { recursive: true }));

const FILE = Array.from({ length: 60 }, (_, line) => `export const value${line} = compute(${line}, options);`);
const TEXT = `${FILE.join("\n")}\n`;
const HEAD =
	"Chunk ID: 26f599\nWall time: 0.0000 seconds\nProcess exited with code 0\nOriginal token count: 900\nOutput:\n";

/** A thread of Codex, its log and its hooks. */
function openThread(onWait: () => void = () => {}) {
	const state = mkdtempSync(join(base, "state-"));
	const log = join(state, "log.jsonl");
	let waited = 0;
	const world: CodexRuntime = {
		now: () => waited,
		async wait(milliseconds) {
			waited += milliseconds;
			onWait();
		},
		prefer: byDefault,
		isGuarded: () => true,
	};
	const hooks = newHooks(openRecord(state, "1"), world);
	const write = (type: string, payload: object): void =>
		appendFileSync(log, `${JSON.stringify({ timestamp: "2026-01-01T00:00:00.000Z", type, payload })}\n`);
	write("session_meta", { id: "t1", session_id: "s1", cwd: "/home/you/project", cli_version: "0.166.0" });
	const thread = {
		log,
		state,
		write,
		waited: () => waited,
		named: (id: string, cmd: string) =>
			write("response_item", {
				type: "function_call",
				call_id: id,
				name: "exec_command",
				arguments: JSON.stringify({ cmd }),
			}),
		ended: (id: string, exit_code = 0) =>
			write("event_msg", {
				type: "item_completed",
				item: { type: "CommandExecution", id, status: "completed", exit_code },
			}),
		output: (id: string, output: unknown) =>
			write("response_item", { type: "function_call_output", call_id: id, output }),
		tell: (event: object) =>
			hooks.handle({ session_id: "s1", transcript_path: log, turn_id: "1", cwd: "/home/you/project", ...event }),
		/** What takes the place of a command's output. */
		async answer(id: string, command: string, tool_response: unknown): Promise<unknown> {
			const call = { tool_name: "Bash", tool_input: { command }, tool_use_id: id };
			return (await thread.tell({ hook_event_name: "PostToolUse", ...call, tool_response })).reason;
		},
		recorded: (): RecordLine[] => readLines(join(state, "answers"), "s1"),
	};
	return thread;
}

/** A thread that has a file before it, and in which it is asked for once more. */
function afterRead(onWait?: () => void) {
	const thread = openThread(onWait);
	thread.named("c1", "cat x.ts");
	thread.ended("c1");
	thread.output("c1", `${HEAD}${TEXT}`);
	return thread;
}

const again = (thread: ReturnType<typeof openThread>, text = TEXT): Promise<unknown> =>
	thread.answer("c2", "cat x.ts", text);

describe("an output of Codex that is in the log", () => {
	test("is shortened, says that the command ended well, and is recorded first", async () => {
		const thread = afterRead();
		thread.named("c2", "cat x.ts");
		thread.ended("c2");
		const text = await again(thread);
		expect(text).toStartWith("Process exited with code 0\nOutput:\n[ibid] lines 1-60 as last shown by");
		expect(thread.recorded()).toMatchObject([{ kind: "answer", host: "codex", call: "c2", form: "same", agent: "" }]);
	});

	test("is shortened however long the log is", async () => {
		const thread = afterRead();
		const picture = [{ type: "input_image", image_url: `data:image/png;base64,${"A".repeat(40_000_000)}` }];
		thread.write("response_item", { type: "message", role: "user", content: picture });
		thread.named("c2", "cat x.ts");
		thread.ended("c2");
		expect(await again(thread)).toContain("[ibid] lines 1-60 as last shown by");
	});

	test("is sent in full if it is asked for again", async () => {
		const thread = afterRead();
		thread.named("c2", "cat x.ts");
		thread.ended("c2");
		thread.output("c2", await again(thread));
		thread.named("c3", "cat x.ts");
		thread.ended("c3");
		expect(await thread.answer("c3", "cat x.ts", TEXT)).toBeUndefined();
		expect(thread.recorded().at(-1)).toMatchObject({ call: "c3", form: "whole", reason: "asked again" });
	});

	test("is waited for until the log says how its command ended", async () => {
		const later = afterRead(() => later.ended("c2"));
		later.named("c2", "cat x.ts");
		expect(await again(later)).toBeString();
		expect(later.waited()).toBe(10);
	});

	test("is waited for until the log names its call", async () => {
		const later = afterRead(() => {
			later.named("c2", "cat x.ts");
			later.ended("c2");
		});
		expect(await again(later)).toBeString();
	});

	test("is sent in full if the log does not have the call within a quarter of a second", async () => {
		const never = afterRead();
		expect(await again(never)).toBeUndefined();
		expect(never.waited()).toBe(250);
		expect(never.recorded()).toMatchObject([{ form: "whole", reason: "unreachable" }]);
	});

	test("is not waited for where nothing would be left out", async () => {
		const thread = afterRead();
		expect(await again(thread, TEXT.replaceAll("value", "other"))).toBeUndefined();
		expect(thread.waited()).toBe(0);
	});

	type Spoil = (thread: ReturnType<typeof openThread>) => void;
	const ready: Spoil = (thread) => {
		thread.named("c2", "cat x.ts");
		thread.ended("c2");
	};
	const spoils: readonly (readonly [string, Spoil])[] = [
		["its command ended badly", (thread) => [thread.named("c2", "cat x.ts"), thread.ended("c2", 1)]],
		["its result is there already", (thread) => [ready(thread), thread.output("c2", `${HEAD}${TEXT}`)]],
		[
			"a line of the log is not understood",
			(thread) => [ready(thread), thread.write("response_item", { type: "function_call" })],
		],
		["a line of the log is no JSON", (thread) => [ready(thread), appendFileSync(thread.log, "hello\n")]],
		["the log is of something else", ({ log }) => writeFileSync(log, '{"type":"session_meta","payload":{}}\n')],
		[
			"a compaction has taken it away",
			(thread) => [thread.write("compacted", { replacement_history: [] }), ready(thread)],
		],
		["another call of the turn may change it", (thread) => [thread.named("c0", "sed -i s/a/b/ x.ts"), ready(thread)]],
	];

	test.each(spoils)("is sent in full, and at once, if %s", async (_, spoil) => {
		const thread = afterRead();
		spoil(thread);
		expect(await again(thread)).toBeUndefined();
		expect(thread.waited()).toBe(0);
	});

	test("is sent in full while a call has begun that the log does not name yet", async () => {
		const thread = afterRead();
		ready(thread);
		const call = { tool_name: "Bash", tool_input: { command: "sed -i s/a/b/ x.ts" }, tool_use_id: "c0" };
		await thread.tell({ hook_event_name: "PreToolUse", ...call });
		expect(await again(thread)).toBeUndefined();
	});

	test("does not mind calls of scripts, nor those of an earlier turn", async () => {
		const thread = afterRead();
		ready(thread);
		const patch = { tool_name: "apply_patch", tool_input: { command: "*** Begin Patch" } };
		await thread.tell({ hook_event_name: "PreToolUse", ...patch, tool_use_id: "c0", turn_id: "0" });
		await thread.tell({
			hook_event_name: "PreToolUse",
			tool_name: "Bash",
			tool_input: { command: "ls" },
			tool_use_id: "c2",
		});
		await thread.tell({ hook_event_name: "PreToolUse", ...patch, tool_use_id: "exec-1" });
		expect(await again(thread)).toBeString();
	});

	test("is sent in full if its answer cannot be recorded", async () => {
		const thread = afterRead();
		ready(thread);
		writeFileSync(join(thread.state, "answers"), "");
		expect(await again(thread)).toBeUndefined();
	});

	test("is sent in full if something goes wrong, which is recorded", async () => {
		const thread = afterRead();
		rmSync(thread.log);
		mkdirSync(thread.log);
		expect(await again(thread)).toBeUndefined();
		expect(thread.recorded()).toMatchObject([
			{ kind: "failure", host: "codex", what: expect.stringContaining("EISDIR") },
		]);
	});
});

describe("an answer of Codex", () => {
	const show = { name: "show", namespace: "mcp__files", arguments: '{"path":"x.ts"}' };
	const served = async (response: unknown, thread = openThread()): Promise<unknown> => {
		const named = (id: string): void => {
			thread.write("response_item", { type: "function_call", call_id: id, ...show });
			thread.write("event_msg", { type: "item_completed", item: { type: "McpToolCall", id, status: "completed" } });
		};
		named("c1");
		thread.output("c1", [{ text: "Wall time: 0.0030 seconds\nOutput:" }, { text: TEXT }]);
		named("c2");
		const call = { tool_name: "mcp__files__show", tool_input: { path: "x.ts" }, tool_use_id: "c2" };
		return (await thread.tell({ hook_event_name: "PostToolUse", ...call, tool_response: response })).reason;
	};

	test("by a server is shortened if it is one text", async () => {
		expect(await served({ content: [{ type: "text", text: TEXT }] })).toStartWith("[ibid] 60 lines as in the last run");
	});

	const block = { type: "text", text: TEXT };
	test.each([
		["several texts", { content: [block, block] }],
		["a picture", { content: [{ type: "image", data: TEXT }] }],
		["more than the text", { content: [block], structuredContent: { text: TEXT } }],
		["an error", { content: [block], isError: true }],
		["nothing", null],
	])("by a server is sent in full if it is %s", async (_, response) => {
		expect(await served(response)).toBeUndefined();
	});

	test("that is longer than the host passes on is sent in full, though all of it was shown", async () => {
		const lines = (count: number, word: string): string =>
			Array.from({ length: count }, (_, line) => `${word} ${line} is a line of some length or other\n`).join("");
		const answerWith = (count: number): Promise<unknown> => {
			const thread = openThread();
			const text = ["first", "second"].map((word) => {
				thread.named(word, `cat ${word}`);
				thread.output(word, `${HEAD}${lines(count, word)}`);
				return lines(count, word);
			});
			return served({ content: [{ type: "text", text: text.join("") }] }, thread);
		};
		expect(await answerWith(400)).toContain("[ibid] 400 lines");
		expect(await answerWith(700)).toBeUndefined();
	});

	test("to a patch, to a script's call or of a file with secrets is sent in full and is not recorded", async () => {
		const thread = afterRead();
		for (const id of ["c2", "exec-2"]) thread.named(id, "cat .env");
		for (const id of ["c2", "exec-2"]) thread.ended(id);
		expect(await thread.answer("c2", "cat .env", TEXT)).toBeUndefined();
		expect(await thread.answer("exec-2", "cat x.ts", TEXT)).toBeUndefined();
		const patch = { tool_name: "apply_patch", tool_input: { command: "" }, tool_use_id: "c3", tool_response: TEXT };
		expect(await thread.tell({ hook_event_name: "PostToolUse", ...patch })).toEqual({});
		expect(thread.recorded()).toEqual([]);
	});

	test("whose note would reach what the host takes at the most is sent in full", async () => {
		const answerWith = async (fresh: number): Promise<unknown> => {
			const thread = afterRead();
			thread.named("c2", "cat x.ts");
			thread.ended("c2");
			return again(thread, `${TEXT}${`${"y".repeat(99)}\n`.repeat(fresh)}`);
		};
		expect(await answerWith(30)).toBeString();
		expect(await answerWith(100)).toBeUndefined();
	});

	test.each([{}, { hook_event_name: "Stop" }, { hook_event_name: "PostToolUse", tool_name: "Bash" }])(
		"to %j is nothing",
		async (event) => expect(await openThread().tell(event)).toEqual({}),
	);
});
