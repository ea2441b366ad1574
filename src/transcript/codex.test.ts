import { describe, expect, test } from "bun:test";
import { transcriptContract } from "../../contracts/transcript.ts";
import type { Entry } from "../conversation/types.ts";
import { addCodexValue, forgetCompacted, newCodexLog, readCodex } from "./codex.ts";

const THREAD = "01900000-0000-7000-8000-000000000010";
const OLDER = "01900000-0000-7000-8000-000000000001";
const NEWER = "01900000-0000-7000-8000-000000000020";

transcriptContract(
	"codex",
	() =>
		log(
			meta(),
			task(NEWER),
			context("/home/you/project"),
			item({ type: "message", role: "user", content: [{ type: "input_text", text: "What is in here?" }] }),
			asked(),
			item({ type: "reasoning", summary: [] }),
			shell("c1", "ls"),
			shell("c2", "cat src/clock.ts"),
			event({ type: "item_completed", item: { type: "CommandExecution", id: "c2", status: "failed", exit_code: 1 } }),
			output("c1", "src"),
			output("c2", "no"),
			tokens(100),
			patch("c3"),
			item({ type: "custom_tool_call_output", call_id: "c3", output: [{ type: "input_text", text: "Done." }] }),
			tokens(200),
			{ type: "compacted", payload: { message: "", replacement_history: [callOf("c3b"), outputOf("c3b", "ok")] } },
			event({ type: "thread_rolled_back", num_turns: 1 }),
		),
	readCodex,
);

describe("a reply of Codex", () => {
	test("is one turn as long as no result has come", () => {
		const entries = read(
			say("Let me look."),
			shell("c1", "ls"),
			shell("c2", "pwd"),
			output("c1", "src"),
			output("c2", "/"),
		);
		expect(kinds(entries)).toEqual("turn call call result result");
	});

	test("ends with its results", () => {
		const entries = read(shell("c1", "ls"), output("c1", "src"), shell("c2", "pwd"), output("c2", "/"));
		expect(kinds(entries)).toEqual("turn call result turn call result");
	});

	test("without calls ends with its usage", () => {
		expect(kinds(read(say("Yes."), tokens(100), say("Well."), tokens(200)))).toEqual("turn turn");
	});

	test.each([
		["before its results", [shell("c1", "ls"), tokens(130, 100, 30, 7), output("c1", "src")]],
		["after its results", [shell("c1", "ls"), output("c1", "src"), tokens(130, 100, 30, 7)]],
		["in a line of its own", [shell("c1", "ls"), spent(100, 30, 7), output("c1", "src"), tokens(130, 100, 30, 7)]],
	])("has its usage, told %s", (_, lines) => {
		const turn = read(...lines).find((entry) => entry.kind === "turn");
		expect(turn).toMatchObject({ usage: { input: 70, cacheRead: 30, cacheWrite: 0, output: 7 } });
	});

	test("does not get the usage of the one before, told again", () => {
		const entries = read(say("Yes."), tokens(100), shell("c1", "ls"), tokens(100), output("c1", "src"));
		expect(entries.findLast((entry) => entry.kind === "turn")).toMatchObject({ usage: undefined });
	});
});

describe("a call of Codex", () => {
	test.each([
		["a function", shell("c1", "ls"), { tool: "exec_command", input: { cmd: "ls" } }],
		["a server's tool", item({ ...callOf("c1"), namespace: "mcp__clock" }), { tool: "mcp__clock__exec_command" }],
		["a tool that takes a text", patch("c1"), { tool: "apply_patch", input: { input: "*** Begin Patch" } }],
		[
			"a shell of old",
			item({ type: "local_shell_call", call_id: "c1", action: { type: "exec", command: ["ls"] } }),
			{ tool: "local_shell", input: { type: "exec", command: ["ls"] } },
		],
	])("is understood: %s", (_, line, call) => {
		expect(read(line)[1]).toMatchObject({ kind: "call", call, version: "0.140.0" });
	});

	test("is made where its turn runs", () => {
		const entries = read(shell("c1", "ls"), output("c1", ""), context("/home/you/other"), shell("c2", "ls"));
		expect(entries.flatMap((entry) => (entry.kind === "call" ? entry.call.directory : []))).toEqual([
			"/home/you/project",
			"/home/you/other",
		]);
	});

	test("whose arguments are no JSON is skipped and counted", () => {
		const recording = readCodex(log(meta(), item({ ...callOf("c1"), arguments: "{" })));
		expect(recording).toMatchObject({ skipped: 1, threads: [{ entries: [] }] });
	});
});

describe("a result of Codex", () => {
	test.each([
		["a text", "src", { text: "src", plain: true, outcome: "done" }],
		["one block", [{ type: "input_text", text: "src" }], { text: "src", plain: true }],
		["several blocks", [{ text: "Wall time: 1" }, { text: "src" }], { text: "Wall time: 1\nsrc", plain: false }],
		[
			"a block below the host's head",
			[{ text: "Wall time: 0.0030 seconds\nOutput:" }, { text: "src" }],
			{ text: "Wall time: 0.0030 seconds\nOutput:\nsrc", plain: true },
		],
		[
			"blocks below the host's head",
			[{ text: "Wall time: 0.0030 seconds\nOutput:" }, { text: "src" }, { text: "src" }],
			{ plain: false },
		],
		["an image below the host's head", [{ text: "Wall time: 0.0030 seconds\nOutput:" }, {}], { plain: false }],
		["a head alone", [{ text: "Wall time: 0.0030 seconds\nOutput:" }], { plain: false }],
		["an image", [{ type: "input_image", image_url: "data:" }], { text: "", plain: false }],
		["a bad end", { content: "no", success: false }, { text: "no", outcome: "failed" }],
		["all that the model gets", "x".repeat(48_000), { outcome: "done" }],
		["more than the model gets", "x".repeat(48_001), { outcome: "cut" }],
		["more bytes than the model gets", "é".repeat(24_001), { outcome: "cut" }],
	])("is understood: %s", (_, text, result) => {
		expect(resultsOf(read(shell("c1", "ls"), output("c1", text)))).toMatchObject([
			{ id: "c1", kept: false, ...result },
		]);
	});

	test.each([
		["its turn", context("/", { mode: "bytes", limit: 10 }), {}],
		["its line", context("/"), { metadata: { fallback_token_limit_override: 3 } }],
	])("is cut where %s leaves less room", (_, place, more) => {
		const lines = [place, shell("c1", "ls"), { ...output("c1", "thirteen char"), ...more }];
		expect(resultsOf(read(...lines))).toMatchObject([{ outcome: "cut" }]);
	});

	test.each([
		["a command", { type: "exec_command_end", call_id: "c1", exit_code: 1 }],
		["a patch", { type: "patch_apply_end", call_id: "c1", success: false }],
		["a server", { type: "mcp_tool_call_end", call_id: "c1", result: { Err: "no" } }],
		["a server's tool", { type: "mcp_tool_call_end", call_id: "c1", result: { Ok: { isError: true } } }],
		["an item", { type: "item_completed", item: { type: "FileChange", id: "c1", status: "declined" } }],
	])("has failed where the log says so of %s", (_, end) => {
		expect(resultsOf(read(shell("c1", "ls"), event(end), output("c1", "")))).toMatchObject([{ outcome: "failed" }]);
		expect(resultsOf(read(shell("c1", "ls"), output("c1", ""), event(end)))).toMatchObject([{ outcome: "done" }]);
	});

	test("without a call is skipped and counted", () => {
		expect(readCodex(log(meta(), output("c1", "src")))).toMatchObject({ skipped: 1, threads: [{ entries: [] }] });
	});
});

describe("what leaves the window of Codex", () => {
	test("goes with a compaction, and what is left stays", () => {
		const left = [{ type: "message", role: "user" }, callOf("c2"), outputOf("c2", "two")];
		const compacted = { type: "compacted", payload: { message: "", replacement_history: left } };
		const entries = read(shell("c1", "1"), output("c1", "one"), shell("c2", "2"), output("c2", "two"), compacted);
		const after = entries.slice(entries.findIndex(({ kind }) => kind === "reset"));
		expect(kinds(after)).toEqual("reset call result");
		expect(after[2]).toMatchObject({ id: "c2", text: "two", kept: true });
	});

	test("goes with a rollback, by tasks in which the user spoke, however often", () => {
		const first = [task(NEWER), asked(), shell("c1", "1"), output("c1", "one")];
		const second = [
			task(NEWER),
			asked(),
			shell("c2", "2"),
			output("c2", "two"),
			asked(),
			shell("c3", "3"),
			output("c3", ""),
		];
		const entries = read(...first, task(NEWER), ...second, event({ type: "thread_rolled_back", num_turns: 1 }));
		expect(entries.at(-1)).toEqual({ kind: "erase", ids: ["c2", "c3"] });
	});

	test("goes with a rollback of more than there is", () => {
		const entries = read(shell("c1", "1"), output("c1", "one"), event({ type: "thread_rolled_back", num_turns: 9 }));
		expect(entries.at(-1)).toEqual({ kind: "erase", ids: ["c1"] });
	});
});

describe("a thread of Codex", () => {
	test("that is forked has what came before it as kept, without turns", () => {
		const recording = readCodex(
			log(
				meta({ forked_from_id: OLDER }),
				meta({ id: OLDER, cli_version: "0.120.0" }),
				task(OLDER),
				shell("c1", "ls"),
				tokens(100),
				output("c1", "src"),
				task(NEWER),
				shell("c2", "ls"),
				output("c2", "src"),
			),
		);
		const entries = recording?.threads[0]?.entries ?? [];
		expect(recording?.session).toBe(THREAD);
		expect(kinds(entries)).toEqual("reset call result turn call result");
		expect(resultsOf(entries).map(({ kept }) => kept)).toEqual([true, false]);
		expect(entries.flatMap((entry) => (entry.kind === "call" ? entry.version : []))).toEqual(["0.120.0", "0.140.0"]);
	});

	test.each([
		["the session it tells", { session_id: "root" }, "root"],
		["its parent's session", { parent_thread_id: "parent" }, "parent"],
	])("of a subagent belongs to %s", (_, more, session) => {
		const recording = readCodex(log(meta({ source: { subagent: "review" }, ...more })));
		expect(recording).toMatchObject({ session, threads: [{ agent: THREAD }] });
	});

	test("that was resumed goes on", () => {
		const entries = read(shell("c1", "ls"), output("c1", "src"), meta({ cli_version: "0.141.0" }), shell("c2", "ls"));
		expect(entries.at(-1)).toMatchObject({ version: "0.141.0" });
		expect(kinds(entries)).toEqual("turn call result turn call");
	});
});

test("what a compaction has taken away can be let go while a log of Codex grows", () => {
	const growing = newCodexLog();
	const compacted = { type: "compacted", payload: { message: "", replacement_history: [] } };
	const lines = [meta(), shell("c1", "ls"), output("c1", "src"), compacted, say("On."), shell("c2", "ls")];
	for (const line of lines) addCodexValue(growing, line);
	forgetCompacted(growing);
	addCodexValue(growing, tokens(10));
	forgetCompacted(growing);
	expect(kinds(growing.state?.entries ?? [])).toBe("reset turn call");
	expect(growing.state?.entries[1]).toMatchObject({ usage: { input: 10 } });
});

function read(...lines: object[]): readonly Entry[] {
	return readCodex(log(meta(), ...lines))?.threads[0]?.entries ?? [];
}

function kinds(entries: readonly Entry[]): string {
	return entries.map(({ kind }) => kind).join(" ");
}

function resultsOf(entries: readonly Entry[]): (Entry & { kind: "result" })[] {
	return entries.flatMap((entry) => (entry.kind === "result" ? entry : []));
}

function log(...lines: object[]): string {
	return lines.map((line) => `${JSON.stringify({ timestamp: "2026-11-13T12:00:00.000Z", ...line })}\n`).join("");
}

function meta(more: object = {}): object {
	const payload = { id: THREAD, cwd: "/home/you/project", cli_version: "0.140.0", source: "cli", ...more };
	return { type: "session_meta", payload };
}

function context(cwd: string, truncation_policy: object | undefined = undefined): object {
	return { type: "turn_context", payload: { cwd, model: "gpt-5.5", truncation_policy } };
}

function task(turn_id: string): object {
	return event({ type: "task_started", turn_id });
}

function asked(): object {
	return event({ type: "user_message", message: "And now?" });
}

function say(text: string): object {
	return item({ type: "message", role: "assistant", content: [{ type: "output_text", text }] });
}

function shell(id: string, cmd: string): object {
	return item({ ...callOf(id), arguments: JSON.stringify({ cmd }) });
}

function patch(call_id: string): object {
	return item({ type: "custom_tool_call", call_id, name: "apply_patch", input: "*** Begin Patch" });
}

function output(id: string, text: unknown): object {
	return item(outputOf(id, text));
}

function callOf(call_id: string): object {
	return { type: "function_call", call_id, name: "exec_command", arguments: '{"cmd":"ls"}' };
}

function outputOf(call_id: string, output: unknown): object {
	return { type: "function_call_output", call_id, output };
}

function tokens(total: number, input = 10, cached = 0, out = 1): object {
	const last_token_usage = { input_tokens: input, cached_input_tokens: cached, output_tokens: out };
	return event({ type: "token_count", info: { last_token_usage, total_token_usage: { total_tokens: total } } });
}

function spent(input_tokens: number, cached_input_tokens: number, output_tokens: number): object {
	return { type: "token_usage_record", payload: { usage: { input_tokens, cached_input_tokens, output_tokens } } };
}

function item(payload: object): object {
	return { type: "response_item", payload };
}

function event(payload: object): object {
	return { type: "event_msg", payload };
}
