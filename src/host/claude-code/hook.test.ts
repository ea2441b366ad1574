import { afterAll, describe, expect, test } from "bun:test";
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ClaudeCodeFixture, newClaudeCodeFixture, shownBy, textIn } from "../../../sim/claude-code-fixture.ts";
import { numbered, plain } from "../../../sim/conversation-fixture.ts";
import { estimateTokens } from "../../core/tokens.ts";
import { byDefault } from "../../lean/deliver.ts";
import { openRecord, readLines } from "../../store/record.ts";
import type { RecordLine } from "../../store/record-lines.ts";
import type { HookAnswer, HookHandler } from "../hook-handler.ts";
import type { ClaudeCodeRuntime } from "./answer.ts";
import { shapeOf } from "./events.ts";
import { newHooks } from "./hook.ts";
import { claudeCodeNearCompaction } from "./knowledge.ts";

const base = mkdtempSync(join(tmpdir(), "ibid-hook-"));
afterAll(() => rmSync(base, { recursive: true }));
let folders = 0;

/** A world in which waiting takes no time, but can do something. */
function newWorld(onWait: () => void = () => {}): ClaudeCodeRuntime & { waited: number } {
	const world = {
		waited: 0,
		now: () => world.waited,
		async wait(milliseconds: number) {
			world.waited += milliseconds;
			onWait();
		},
		later: (work: () => void) => work(),
		prefer: byDefault,
		isGuarded: () => true,
		nearCompaction: claudeCodeNearCompaction(),
	};
	return world;
}

type Line = { readonly type: string; readonly uuid?: string; readonly sessionId?: string; readonly message?: Message };
type Message = { readonly content: readonly Block[] };
type Block = {
	readonly type: string;
	readonly id?: string;
	readonly name?: string;
	readonly input?: object;
	readonly tool_use_id?: string;
};

/** A recorded session that comes again, line by line, with hooks in between as the host would call them. */
async function relive(sample: string, state: string, hooksNow: () => HookHandler) {
	const lines = readFileSync(`samples/claude-code/${sample}.jsonl`, "utf8").trim().split("\n");
	const log = join(state, "log.jsonl");
	writeFileSync(log, "");
	const calls = new Map<string, Block>();
	const answers: { tool: string; text: string; shortened: string | undefined }[] = [];
	for (const text of lines) {
		const line: Line & { toolUseResult?: unknown } = JSON.parse(text);
		for (const block of blocksIn(line)) if (block.type === "tool_use" && block.id) calls.set(block.id, block);
		const [result] = blocksIn(line).filter(({ type }) => type === "tool_result");
		const call = calls.get(result?.tool_use_id ?? "");
		const shaped = call && shapeOf(call.name ?? "", line.toolUseResult);
		if (!call?.name || !result || !shaped) {
			appendFileSync(log, `${text}\n`);
			continue;
		}
		const answer = await hooksNow().handle({
			hook_event_name: "PostToolUse",
			session_id: line.sessionId,
			transcript_path: log,
			cwd: "/home/you/project",
			tool_name: call.name,
			tool_input: call.input,
			tool_use_id: call.id,
			tool_response: line.toolUseResult,
		});
		const replacement = replacementIn(answer);
		const shortened = replacement === undefined ? undefined : shapeOf(call.name, replacement)?.text;
		answers.push({ tool: call.name, text: shaped.text, shortened });
		const content = [{ ...result, content: shortened ?? shaped.text }];
		const message = { ...line.message, content };
		appendFileSync(log, `${JSON.stringify({ ...line, message, toolUseResult: replacement ?? line.toolUseResult })}\n`);
	}
	return { answers, session: (JSON.parse(lines.find((line) => line.includes("sessionId"))!) as Line).sessionId! };
}

function blocksIn({ message }: Line): readonly Block[] {
	return Array.isArray(message?.content) ? message.content : [];
}

function replacementIn(answer: HookAnswer): unknown {
	const { hookSpecificOutput: output } = answer as { hookSpecificOutput?: { updatedToolOutput?: unknown } };
	return output?.updatedToolOutput;
}

function newState(): string {
	return mkdtempSync(join(base, `${++folders}-`));
}

describe("a recorded session, lived again with hooks", () => {
	const samples = [
		["re-reads", 5],
		["compaction", 3],
		["resumed", 1],
	] as const;

	test.each(samples)(
		"%s: what is there already is shortened, and recorded before it is sent",
		async (sample, least) => {
			const state = newState();
			const hooks = newHooks(openRecord(state, "1"), newWorld());
			const { answers, session } = await relive(sample, state, () => hooks);
			const shortened = answers.filter((answer) => answer.shortened !== undefined);
			expect(shortened.length).toBeGreaterThanOrEqual(least);
			for (const { text, shortened: note } of shortened) expect(note!.length).toBeLessThan(text.length);
			const lines = readLines(join(state, "answers"), session);
			const forms = lines.flatMap((line) => (line.kind === "answer" ? line.form : []));
			expect(forms.filter((form) => form !== "whole")).toHaveLength(shortened.length);
		},
	);

	test.each(samples)("%s: a process that begins anew for every hook gives the same answers", async (sample) => {
		const [state, other] = [newState(), newState()];
		const hooks = newHooks(openRecord(state, "1"), newWorld());
		let processes = 0;
		const anew = (): HookHandler => newHooks(openRecord(other, `${++processes}`), newWorld());
		const [once, often] = [await relive(sample, state, () => hooks), await relive(sample, other, anew)];
		expect(often.answers).toEqual(once.answers);
	});
});

const numberedFile = Array.from({ length: 60 }, (_, line) => `export const value${line} = compute(${line}, options);`);

/** A read of a file, in a log whose last line asks for it. */
function readAgain(log: string, lines: readonly string[], more: object = {}): object {
	const content = lines.join("\n");
	const file = {
		filePath: "/home/you/project/x.ts",
		content,
		numLines: lines.length,
		startLine: 1,
		totalLines: lines.length,
	};
	return {
		hook_event_name: "PostToolUse",
		session_id: "s1",
		transcript_path: log,
		cwd: "/home/you/project",
		tool_name: "Read",
		tool_input: { file_path: "/home/you/project/x.ts" },
		tool_use_id: "toolu_2",
		tool_response: { type: "text", file },
		...more,
	};
}

/** A log in which a file was read, and is asked for again. */
function writeLog(path: string, lines: readonly string[], isAsked = true): void {
	const common = { sessionId: "s1", isSidechain: false, cwd: "/home/you/project", version: "2.1.325" };
	const call = (id: string) => ({ type: "tool_use", id, name: "Read", input: { file_path: "/home/you/project/x.ts" } });
	const reply = (uuid: string, parentUuid: string | null, id: string) => ({
		...common,
		type: "assistant",
		uuid,
		parentUuid,
		timestamp: "2026-01-01T00:00:00.000Z",
		message: { id: `m-${uuid}`, role: "assistant", model: "claude", content: [call(id)], usage: {} },
	});
	const text = lines.map((line, index) => `${index + 1}\t${line}`).join("\n");
	const result = {
		...common,
		type: "user",
		uuid: "b",
		parentUuid: "a",
		timestamp: "2026-01-01T00:00:01.000Z",
		message: { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: text }] },
		sourceToolAssistantUUID: "a",
	};
	const all = [reply("a", null, "toolu_1"), result, ...(isAsked ? [reply("c", "b", "toolu_2")] : [])];
	writeFileSync(path, all.map((line) => `${JSON.stringify(line)}\n`).join(""));
}

describe("a read of a file that is in the log", () => {
	const answerTo = async (event: object, state: string, world = newWorld()): Promise<unknown> =>
		replacementIn(await newHooks(openRecord(state, "1"), world).handle(event));

	test("is shortened", async () => {
		const state = newState();
		const log = join(state, "log.jsonl");
		writeLog(log, numberedFile);
		expect(JSON.stringify(await answerTo(readAgain(log, numberedFile), state))).toContain(
			"lines 1-60 as last shown by Read",
		);
	});

	test("waits for a log that names the call a little later, and not for one that never does", async () => {
		const state = newState();
		const log = join(state, "log.jsonl");
		writeLog(log, numberedFile, false);
		const never = newWorld();
		expect(await answerTo(readAgain(log, numberedFile), state, never)).toBeUndefined();
		expect(never.waited).toBe(250);
		const later = newWorld(() => writeLog(log, numberedFile));
		expect(await answerTo(readAgain(log, numberedFile), state, later)).toBeDefined();
		expect(later.waited).toBe(10);
	});

	test("does not wait where nothing would be shortened", async () => {
		const state = newState();
		const log = join(state, "log.jsonl");
		writeLog(log, numberedFile, false);
		const world = newWorld();
		const other = numberedFile.map((line) => line.replace("value", "other"));
		expect(await answerTo(readAgain(log, other), state, world)).toBeUndefined();
		expect(world.waited).toBe(0);
	});

	test("is sent in full in a window of its own, such as a sub-agent's", async () => {
		const state = newState();
		const log = join(state, "log.jsonl");
		writeLog(log, numberedFile);
		expect(await answerTo(readAgain(log, numberedFile, { agent_id: "a1" }), state)).toBeUndefined();
	});

	test.each([
		["the log is not there", (log: string) => rmSync(log)],
		[
			"the log ends in the middle of a line",
			(log: string) => writeFileSync(log, readFileSync(log, "utf8").slice(0, 900)),
		],
		["the log is of something else", (log: string) => writeFileSync(log, "hello\n\u0000\n")],
	])("is sent in full if %s", async (_, spoil) => {
		const state = newState();
		const log = join(state, "log.jsonl");
		writeLog(log, numberedFile);
		spoil(log);
		expect(await answerTo(readAgain(log, numberedFile), state)).toBeUndefined();
	});

	test("is sent in full if its answer cannot be recorded", async () => {
		const state = newState();
		const log = join(state, "log.jsonl");
		writeLog(log, numberedFile);
		writeFileSync(join(state, "answers"), "");
		expect(await answerTo(readAgain(log, numberedFile), state)).toBeUndefined();
	});

	test.each([{}, null, 17, { hook_event_name: "Stop" }, { hook_event_name: "PostToolUse", tool_name: "Read" }])(
		"an event such as %j is nothing to us",
		async (event) => {
			expect(await newHooks(openRecord(newState(), "1"), newWorld()).handle(event)).toEqual({});
		},
	);
});

/** A session in which a file was read. */
async function afterRead(): Promise<{ fixture: ClaudeCodeFixture; path: string }> {
	const fixture = newClaudeCodeFixture(base);
	const path = fixture.put("x.ts", plain(numberedFile));
	await fixture.read(path);
	return { fixture, path };
}

describe("near the end of what a model can have before it", () => {
	const size = estimateTokens(numbered([...numberedFile, ""]));

	test.each([
		[164_000 - size, "same", true],
		[164_001 - size, "near compaction", false],
		[190_000, "near compaction", false],
		[201_000, "same", true],
	])("with %d tokens by the host's word a text is answered: %s", async (tokens, expected, isReplaced) => {
		const { fixture, path } = await afterRead();
		fixture.pen.tokens = tokens;
		const got = await fixture.read(path);
		const given = fixture.recorded().findLast((line) => line.kind === "answer");
		expect([`${given?.reason ?? given?.form}`, got.isReplaced]).toEqual([expected, isReplaced]);
	});

	test.each([
		[156_500 - size, false, "same"],
		[156_501 - size, false, "near compaction"],
		[156_501 - size, true, "same"],
	])(
		"with %d tokens and a command beside it that has answered: %p, a text is: %s",
		async (tokens, hasAnswered, expected) => {
			const { fixture, path } = await afterRead();
			fixture.pen.tokens = tokens;
			const call = fixture.pen.ask("Read", { file_path: path });
			const beside = fixture.pen.ask("Bash", { command: "ls" }, call);
			if (hasAnswered) fixture.pen.answer(beside, "x");
			await fixture.hook(call, shownBy(path));
			const given = fixture.recorded().findLast((line) => line.kind === "answer");
			expect(`${given?.reason ?? given?.form}`).toBe(expected);
		},
	);
});

test("an answer that the host did not take is counted, and one that it added to is not", async () => {
	const { fixture, path } = await afterRead();
	const first = fixture.pen.ask("Read", { file_path: path });
	const note = textIn(await fixture.hook(first, shownBy(path)));
	await fixture.batch([first, `${note}\n[The host says more.]`]);
	expect(fixture.recorded().filter(({ kind }) => kind === "failure")).toEqual([]);
	await fixture.batch([first, textIn(shownBy(path))]);
	expect(fixture.recorded().filter(({ kind }) => kind === "failure")).toMatchObject([
		{ what: `not taken: ${first.id}` },
	]);
});

describe("a compaction", () => {
	const orphans = (fixture: ClaudeCodeFixture): RecordLine[] =>
		fixture.recorded().filter(({ kind }) => kind === "orphaned");

	test.each([
		["at once", async () => {}],
		["turns ago", (fixture: ClaudeCodeFixture) => fixture.run("npm test", "ok")],
	])("where notes came %s is answered with the word that they are void", async (_, play) => {
		const { fixture, path } = await afterRead();
		await fixture.read(path);
		await play(fixture);
		expect(await fixture.compacted()).toMatch(/\[ibid\] notes .* void/);
		expect(orphans(fixture)).toEqual([]);
	});

	test("that the log already has is reported if it kept notes; these are recorded, once", async () => {
		const { fixture, path } = await afterRead();
		const { id, lines } = await fixture.read(path);
		fixture.pen.compact(lines);
		expect(await fixture.compacted()).toBeString();
		await fixture.run("npm test", "ok");
		const line = { kind: "orphaned", schema: 1, host: "claude-code", session: "s1" } as const;
		expect(orphans(fixture)).toMatchObject([{ ...line, agent: "", calls: [id] }]);
		await fixture.run("npm test", "ok");
		expect(orphans(fixture)).toHaveLength(1);
	});

	test("is answered so if the log does not have the notes yet", async () => {
		const { fixture, path } = await afterRead();
		const call = fixture.pen.ask("Read", { file_path: path });
		await fixture.batch([call, textIn(await fixture.hook(call, shownBy(path)))]);
		expect(await fixture.compacted()).toBeString();
	});

	const silent: readonly (readonly [string, (fixture: ClaudeCodeFixture, path: string) => Promise<unknown>])[] = [
		["nothing was shortened", async () => {}],
		[
			"the log tells that no notes were kept",
			async (fixture, path) => {
				await fixture.read(path);
				fixture.pen.compact();
			},
		],
		[
			"a text only looks like a note",
			(fixture) => fixture.run("cat notes.txt", "[ibid] lines 1-60 as last shown by Read."),
		],
	];

	test.each(silent)("is not answered if %s", async (_, play) => {
		const { fixture, path } = await afterRead();
		await play(fixture, path);
		expect(await fixture.compacted()).toBeUndefined();
		expect(orphans(fixture)).toEqual([]);
	});

	test("removes everything before it, although the log does not have it", async () => {
		const { fixture, path } = await afterRead();
		await fixture.compacted();
		expect((await fixture.read(path)).isReplaced).toBe(false);
		expect((await fixture.read(path)).text).toContain("lines 1-61 as last shown by Read");
	});

	test("is not a start of another kind", async () => {
		const { fixture, path } = await afterRead();
		await fixture.read(path);
		for (const source of ["startup", "resume", "clear", "fork"]) expect(await fixture.started(source)).toBeUndefined();
		expect(orphans(fixture)).toEqual([]);
	});
});

describe("the hooks of one process", () => {
	/** How long they wait for the log to name a call: not at all if they know of nothing to quote. */
	const waitOf = async (fixture: ClaudeCodeFixture, path: string): Promise<number> => {
		const before = fixture.waited;
		await fixture.hook({ id: "unnamed", tool: "Read", input: { file_path: path }, line: "" }, shownBy(path));
		return fixture.waited - before;
	};
	const meet = async (fixture: ClaudeCodeFixture, others: number, from = 0): Promise<void> => {
		for (let each = from; each < from + others; each++) {
			const other = { session_id: `other-${each}`, transcript_path: `/nowhere/${each}.jsonl`, cwd: "/nowhere" };
			await fixture.hooks.handle({ ...other, hook_event_name: "PostToolBatch", tool_calls: [] });
		}
	};
	/** A session in which a file was read, and the log does not have it yet. */
	const afterUnwritten = async (): Promise<{ fixture: ClaudeCodeFixture; path: string }> => {
		const fixture = newClaudeCodeFixture(base);
		const path = fixture.put("x.ts", plain(numberedFile));
		await fixture.batch([fixture.pen.ask("Read", { file_path: path }), textIn(shownBy(path))]);
		return { fixture, path };
	};

	test("know what was sent and is not in the log", async () => {
		const { fixture, path } = await afterUnwritten();
		expect([await waitOf(fixture, path), await waitOf(fixture.anew(), path)]).toEqual([250, 0]);
	});

	test.each([
		[7, 250],
		[8, 0],
	])("forget the session that was asked for least lately, with %d others", async (others, expected) => {
		const { fixture, path } = await afterUnwritten();
		await meet(fixture, others);
		expect(await waitOf(fixture, path)).toBe(expected);
	});

	test("do not forget one that was asked for in between", async () => {
		const { fixture, path } = await afterUnwritten();
		await meet(fixture, 7);
		await fixture.batch();
		await meet(fixture, 7, 7);
		expect(await waitOf(fixture, path)).toBe(250);
	});

	test("understand objects that come as JSON", async () => {
		const { fixture, path } = await afterRead();
		const { id, input } = fixture.pen.ask("Read", { file_path: path });
		const place = { session_id: "s1", transcript_path: fixture.pen.path, cwd: fixture.pen.project, agent_id: "" };
		const call = { tool_name: "Read", tool_input: JSON.stringify(input), tool_use_id: id };
		const tool_response = JSON.stringify(shownBy(path));
		const answer = await fixture.hooks.handle({ ...place, ...call, hook_event_name: "PostToolUse", tool_response });
		expect(textIn(replacementIn(answer))).toContain("lines 1-61 as last shown by Read");
	});

	test("record what goes wrong, and the text passes", async () => {
		const { fixture, path } = await afterRead();
		rmSync(fixture.pen.path);
		mkdirSync(fixture.pen.path);
		const call = { id: "c", tool: "Read", input: { file_path: path }, line: "" };
		expect(await fixture.hook(call, shownBy(path))).toBeUndefined();
		expect(fixture.recorded().at(-1)).toMatchObject({
			kind: "failure",
			session: "s1",
			what: expect.stringContaining("EISDIR"),
		});
	});
});
