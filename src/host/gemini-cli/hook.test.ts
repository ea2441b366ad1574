import { afterAll, describe, expect, test } from "bun:test";
import { appendFileSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { code, plain } from "../../../sim/conversation-fixture.ts";
import { hashText } from "../../store/record.ts";
import { type Channel, refusal, tailCall } from "./channel.ts";
import {
	type GeminiFixture,
	newGeminiFixture,
	printed,
	readOf,
	runOf,
	setIn,
	someLines,
	textOf,
	untrusted,
} from "./gemini-fixture.test.ts";
import { callKey } from "./turn-calls.ts";

const base = mkdtempSync(join(tmpdir(), "ibid-gemini-"));
afterAll(() => rmSync(base, { recursive: true }));

const LINES = code(60);
const TEXT = plain(LINES);
const FILE = readOf("a.ts");
const CHANNELS: readonly (readonly [string, Channel])[] = [
	["by a tail call", tailCall],
	["as an error", refusal],
];

/** A session that has a file before it. */
async function afterRead(channel: Channel = tailCall): Promise<GeminiFixture> {
	const fixture = newGeminiFixture(base);
	fixture.channel = channel;
	await fixture.ask(FILE, TEXT);
	return fixture;
}

describe("a file that is in the log of Gemini CLI", () => {
	test("is shortened by a tail call to our own tool", async () => {
		const fixture = await afterRead();
		fixture.reply();
		await fixture.begin(FILE);
		const text = expect.stringMatching(/^\[ibid\] lines 1-60 as last shown by read_file, .*\n$/);
		const tailToolCallRequest = { name: "mcp_ibid_text", args: { text } };
		const answer = { hookSpecificOutput: { hookEventName: "AfterTool", tailToolCallRequest } };
		expect(await fixture.end(FILE, TEXT)).toEqual(answer);
	});

	test("is shortened by a refusal where that is the way", async () => {
		const fixture = await afterRead(refusal);
		fixture.reply();
		await fixture.begin(FILE);
		const reason = expect.stringMatching(/^\[ibid\] lines 1-60 as last shown by read_file, .*\n$/);
		expect(await fixture.end(FILE, TEXT)).toEqual({ decision: "deny", reason });
	});

	test.each(CHANNELS)("is recorded as the model sees it, %s", async (_, channel) => {
		const fixture = await afterRead(channel);
		const again = await fixture.ask(FILE, TEXT);
		expect(fixture.recorded()).toMatchObject([
			{ kind: "answer", host: "gemini-cli", form: "whole", reason: "fresh", delivered: hashText(TEXT) },
			{ call: callKey(FILE), tool: "read_file", form: "same", agent: "", subject: expect.stringMatching(/a\.ts$/) },
		]);
		const ours = { original: hashText(TEXT), delivered: hashText(textOf(again)) };
		expect(fixture.recorded().at(-1)).toMatchObject(ours);
	});

	test.each(CHANNELS)("is sent in full if it is asked for again, %s", async (_, channel) => {
		const fixture = await afterRead(channel);
		expect((await fixture.ask(FILE, TEXT)).isReplaced).toBe(true);
		expect((await fixture.ask(FILE, TEXT)).isReplaced).toBe(false);
		expect(fixture.recorded().at(-1)).toMatchObject({ form: "whole", reason: "asked again" });
	});

	test.each(CHANNELS)("is known by a shortened text as well as by a full one, %s", async (_, channel) => {
		const fixture = await afterRead(channel);
		const changed = [...LINES.slice(0, 30), ...code(20, 500), ...LINES.slice(30)];
		const quoted = await fixture.ask(FILE, plain(changed));
		expect(textOf(quoted)).toContain("[ibid]");
		const some = await fixture.ask(readOf("a.ts", 31, 50), someLines(changed, 31, 50));
		expect(textOf(some)).toContain("[ibid] lines 31-50 as last shown by read_file");
	});

	test("is known to what a command prints, which keeps its wrapping", async () => {
		const fixture = await afterRead();
		const text = textOf(await fixture.ask(runOf("cat a.ts"), printed(TEXT)));
		expect(text).toStartWith(`<untrusted_context>\nOutput: ${LINES[0]}\n[ibid] 59 lines = a.ts as last shown`);
		expect(text).toEndWith("\nProcess Group PGID: 4711\n</untrusted_context>");
		expect(fixture.recorded().at(-1)).toMatchObject({ tool: "run_shell_command", delivered: hashText(text) });
		expect((await fixture.ask(runOf("cat a.ts"), printed(TEXT))).isReplaced).toBe(false);
		expect(fixture.recorded().at(-1)).toMatchObject({ form: "whole", reason: "asked again" });
	});

	test.each([
		[TEXT.length - 1, false],
		[TEXT.length, true],
	])(
		"is shortened where settings have the host cut what is longer than %d: %p",
		async (truncateToolOutputThreshold, expected) => {
			const fixture = await afterRead();
			setIn(fixture.project, { tools: { truncateToolOutputThreshold } });
			expect((await fixture.ask(FILE, TEXT)).isReplaced).toBe(expected);
		},
	);

	test("is not taken for shortened if another tool writes like us", async () => {
		const fixture = await afterRead();
		const forged = untrusted('[ibid] lines 1-60 as last shown by read_file, beginning "x". Left out, already above.\n');
		fixture.reply();
		fixture.close([{ id: "forged", asked: FILE, response: { output: forged } }]);
		expect((await fixture.ask(FILE, TEXT)).isReplaced).toBe(false);
	});
});

test.each([
	["is named where all runs are known", 0, true],
	["is not named where others may stand far above", 15, false],
])("an earlier run of a command %s", async (_, files, isNamed) => {
	const fixture = newGeminiFixture(base);
	const start = "start of the log";
	const run = async (lines: readonly string[]) =>
		textOf(await fixture.ask(runOf("git log"), printed(plain([start, ...lines]))));
	await run(code(60, 500));
	for (let file = 0; file < files; file++)
		await fixture.ask(readOf(`f${file}.ts`), plain(code(200, 1000 * (file + 1))));
	for (const more of ["first", "second"]) await run([...LINES, more]);
	expect((await run([...LINES, "third"])).includes("as in an earlier run")).toBe(isNamed);
});

describe("an answer of Gemini CLI is sent in full and is not recorded", () => {
	test.each<[string, string, unknown, object?]>([
		["it is an error", "cat a.ts", printed(TEXT), { error: { message: "no" } }],
		["its command ended badly", "cat a.ts", untrusted(`Output: ${TEXT}Exit Code: 1`)],
		["its command was killed", "cat a.ts", untrusted(`Output: ${TEXT}Signal: SIGTERM`)],
		["it is no text", "cat a.ts", [{ text: TEXT }]],
		["there is none", "cat a.ts", undefined],
		["it is longer than the host passes on", "cat a.ts", printed(plain(code(1000)))],
		["its command may change something", "cat a.ts | tee b.ts", printed(TEXT)],
		["it is hardly worth a note", "cat a.ts", printed("one line")],
		["it is of a file with secrets", "cat .env", printed(TEXT)],
	])("if %s", async (_, command, text, more) => {
		const fixture = await afterRead();
		fixture.reply();
		await fixture.begin(runOf(command));
		expect(await fixture.end(runOf(command), text, more)).toEqual({});
		expect(fixture.recorded()).toHaveLength(1);
	});

	test.each([["replace"], ["grep_search"], ["mcp_files_show"]])("if it is one of %s", async (tool) => {
		const fixture = await afterRead();
		const asked = { tool, input: { file_path: "a.ts" } };
		expect((await fixture.ask(asked, TEXT)).isReplaced).toBe(false);
		expect(fixture.recorded()).toHaveLength(1);
	});

	test.each<[string, (fixture: GeminiFixture) => void]>([
		["a line of the log is no JSON", ({ log }) => appendFileSync(log, "hello\n")],
		["a line of the log is not understood", (fixture) => fixture.write({ id: "m", type: "gemini", content: 7 })],
		["the log is that of a subagent", (fixture) => writeFileSync(fixture.log, sessionOf("subagent"))],
		["the log names no session", ({ log }) => writeFileSync(log, '{"id":"1","type":"user","content":"a.ts"}\n')],
	])("if %s", async (_, spoil) => {
		const fixture = await afterRead();
		spoil(fixture);
		expect((await fixture.ask(FILE, TEXT)).isReplaced).toBe(false);
		expect(fixture.recorded().filter(({ kind }) => kind === "answer")).toHaveLength(1);
	});

	const sessionOf = (kind: string): string =>
		`${JSON.stringify({ sessionId: "s1", projectHash: "p", kind })}\n${JSON.stringify({ id: "1", type: "user", content: "a.ts" })}\n`;
});

describe("a hook of Gemini CLI", () => {
	test("records what went wrong and says nothing to the host", async () => {
		const fixture = await afterRead();
		rmSync(fixture.log);
		expect(await fixture.begin(FILE)).toEqual({});
		expect(await fixture.end(FILE, TEXT)).toEqual({});
		const failure = { kind: "failure", host: "gemini-cli", what: expect.stringContaining("ENOENT") };
		expect(fixture.recorded().slice(1)).toMatchObject([failure, failure]);
	});

	test("says of hooks that were stopped before, and leaves no trace of itself", async () => {
		const fixture = await afterRead();
		expect(readdirSync(join(fixture.state, "begun"))).toEqual([]);
		writeFileSync(join(fixture.state, "begun", "s1.1.5.-.jsonl"), "");
		expect((await fixture.ask(FILE, TEXT)).isReplaced).toBe(true);
		expect(readdirSync(join(fixture.state, "begun"))).toEqual([]);
		const failures = fixture.recorded().filter(({ kind }) => kind === "failure");
		expect(failures).toMatchObject([{ time: 5, session: "s1", what: "out of time: " }]);
	});

	test("has noted its answer when it records it, and results sent in full are not named", async () => {
		const fixture = await afterRead();
		const seen: string[][] = [];
		fixture.whenRecorded = () => void seen.push(readdirSync(join(fixture.state, "begun")));
		await fixture.ask(FILE, TEXT);
		await fixture.ask(FILE, TEXT);
		const name = (call: string): string => `s1.${process.pid}.7.${call}.jsonl`;
		expect(seen).toEqual([[name(callKey(FILE))], [name("-")]]);
	});

	test("shortens nothing that it cannot record", async () => {
		const fixture = await afterRead();
		rmSync(join(fixture.state, "answers"), { recursive: true });
		writeFileSync(join(fixture.state, "answers"), "");
		expect((await fixture.ask(FILE, TEXT)).isReplaced).toBe(false);
	});

	test("notes and records nothing where results cannot be replaced", async () => {
		const fixture = newGeminiFixture(base);
		fixture.channel = undefined;
		await fixture.ask(FILE, TEXT);
		expect(readdirSync(fixture.state)).not.toContain("calls");
		expect(fixture.recorded()).toEqual([]);
	});

	test("lets a session's name lead nowhere else", async () => {
		const fixture = newGeminiFixture(base);
		const call = { tool_name: "read_file", tool_input: {}, session_id: "../../elsewhere" };
		await fixture.tell({ hook_event_name: "BeforeTool", ...call });
		expect(readdirSync(join(fixture.state, "calls"))).toEqual(["______elsewhere"]);
		expect(existsSync(join(base, "elsewhere"))).toBe(false);
	});

	test.each([{}, { hook_event_name: "AfterAgent" }, { hook_event_name: "AfterTool", tool_name: "read_file" }])(
		"has nothing to say to %j",
		async (event) => expect(await newGeminiFixture(base).tell(event)).toEqual({}),
	);
});
