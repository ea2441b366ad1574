import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
	type ClaudeCodeFixture,
	type Got,
	newClaudeCodeFixture,
	textIn,
	UNCHANGED,
} from "../../../sim/claude-code-fixture.ts";
import { code, numbered, plain } from "../../../sim/conversation-fixture.ts";
import { estimateTokens } from "../../core/tokens.ts";
import type { Reason } from "../../core/types.ts";
import type { AnswerLine } from "../../store/record-lines.ts";
import { readUnchanged } from "./unchanged.ts";

const base = mkdtempSync(join(tmpdir(), "ibid-unchanged-"));
afterAll(() => rmSync(base, { recursive: true }));
let files = 0;

/** A file on the disk. */
function fileWith(content: string | Uint8Array, ending = "ts"): string {
	const path = join(base, `${++files}.${ending}`);
	writeFileSync(path, content);
	return path;
}

/** What the host would show of a file of which it says that it has not changed. */
function textOf(file_path: unknown, range: object = {}, more: object = {}): string | undefined {
	const base = { session_id: "s", transcript_path: "/log", agent_id: "", cwd: "/nowhere" };
	const call = { tool_name: "Read", tool_input: { file_path, ...range }, tool_use_id: "c1" };
	const tool_response = { type: "file_unchanged", file: { filePath: file_path } };
	return readUnchanged({ hook_event_name: "PostToolUse", ...base, ...call, tool_response, ...more })?.text;
}

describe("a file that is said to be unchanged is read as the host shows it", () => {
	test.each([
		["a last line that ends", "one\ntwo\n", {}, "1\tone\n2\ttwo\n3\t"],
		["a last line that does not", "one\ntwo", {}, "1\tone\n2\ttwo"],
		["returns at the ends of lines", "one\r\ntwo\r\n", {}, "1\tone\n2\ttwo\n3\t"],
		["a return inside a line", "one\rtwo\n", {}, "1\tone\rtwo\n2\t"],
		["a mark at its beginning", "\uFEFFone\ntwo", {}, "1\tone\n2\ttwo"],
		["letters of many languages", "één\nδύο\n三\n🙂", {}, "1\téén\n2\tδύο\n3\t三\n4\t🙂"],
		["blank lines", "\n\none\n\n", {}, "1\t\n2\t\n3\tone\n4\t\n5\t"],
		["from a line on", "1\n2\n3\n4\n", { offset: 3 }, "3\t3\n4\t4\n5\t"],
		["some lines of it", "1\n2\n3\n4\n", { offset: 2, limit: 2 }, "2\t2\n3\t3"],
		["its first lines", "1\n2\n3\n4\n", { limit: 2 }, "1\t1\n2\t2"],
		["more lines than it has", "1\n2\n", { offset: 2, limit: 99 }, "2\t2\n3\t"],
	])("%s", (_, content, range, expected) => {
		expect(textOf(fileWith(content), range)).toBe(expected);
	});

	test("as the host itself had shown it", () => {
		const sample = readFileSync("samples/claude-code/unchanged-2.1.197.jsonl", "utf8").trim().split("\n");
		const reads = sample.flatMap((line) => shownIn(JSON.parse(line)));
		expect(reads).toHaveLength(4);
		for (const { text, file } of reads) {
			// Of a range the lines above are not told, and are no matter.
			const path = fileWith(`${"\n".repeat(file.startLine - 1)}${file.content}`);
			expect(textOf(path, { offset: file.startLine, limit: file.numLines })).toBe(text);
			expect(textOf(path, { offset: file.startLine })).toBe(text);
		}
	});

	test("from where the model works, if it says no more", () => {
		const path = fileWith("one");
		expect(textOf(`${files}.ts`, {}, { cwd: base })).toBe("1\tone");
		expect(textOf(path, {}, { cwd: base })).toBe("1\tone");
	});
});

type Sample = {
	readonly toolUseResult?: { readonly type?: string; readonly file?: Shown };
	readonly message?: Message;
};
type Shown = { readonly content: string; readonly startLine: number; readonly numLines: number };
type Message = { readonly content: readonly { readonly type: string; readonly content: string }[] };

/** The reads in a line of a log, and what the model got. */
function shownIn({ toolUseResult, message }: Sample): { text: string; file: Shown }[] {
	const [result] = message?.content ?? [];
	const { type, file } = toolUseResult ?? {};
	return type === "text" && file && result ? [{ text: result.content, file }] : [];
}

describe("nothing is known of", () => {
	const line = `${"x".repeat(99)}\n`;

	test.each([
		["a file that is not there", () => textOf(join(base, "gone"))],
		["a folder", () => textOf(folder())],
		["bytes that are no text", () => textOf(fileWith(new Uint8Array([0x6f, 0xff, 0xfe, 0x0a])))],
		["bytes with a zero among them", () => textOf(fileWith("one\0two\n"))],
		["an empty file", () => textOf(fileWith(""))],
		["lines behind the end", () => textOf(fileWith("one\n"), { offset: 9 })],
		["a file that is too long", () => textOf(fileWith(line.repeat(2622)), { limit: 3 })],
		["too many lines", () => textOf(fileWith("x\n".repeat(2000)))],
		["too many tokens", () => textOf(fileWith(prose(90_000)))],
		["a range that is none", () => textOf(fileWith("one\n"), { offset: 0 })],
		["a range in other words", () => textOf(fileWith("one\n"), { limit: "3" })],
		["a path that is none", () => textOf(17)],
		["another tool", () => textOf(fileWith("one\n"), {}, { tool_name: "Bash" })],
		["another answer", () => textOf(fileWith("one\n"), {}, { tool_response: { type: "text" } })],
	])("%s", (_, ask) => {
		expect(ask()).toBeUndefined();
	});

	test("a file that is a little too long, and not of one that is not", () => {
		expect(textOf(fileWith("x".repeat(256 * 1024 + 1)), { limit: 1 })).toBeUndefined();
		expect(textOf(fileWith(`x\n${"y".repeat(256 * 1024 - 2)}`), { limit: 1 })).toBe("1\tx");
		expect(textOf(fileWith("x\n".repeat(1999)))).toEndWith("\n2000\t");
		expect(textOf(fileWith("x\n".repeat(2000)), { limit: 2001 })).toEndWith("\n2001\t");
		expect(textOf(fileWith(prose(60_000)))).toBeString();
	});
});

function folder(): string {
	const path = join(base, `folder-${++files}`);
	mkdirSync(path);
	return path;
}

/** So many characters of words, in lines. */
function prose(length: number): string {
	return "a few words that say very little, all on one line of text\n".repeat(length / 58);
}

const lines = code(60);
const content = plain(lines);
const whole = numbered([...lines, ""]);

/** What was recorded of the last answer. */
function lastGiven(fixture: ClaudeCodeFixture): AnswerLine | undefined {
	return fixture.recorded().findLast((line) => line.kind === "answer");
}

describe("the host's stub for an unchanged file is kept", () => {
	const cases: readonly (readonly [string, (fixture: ClaudeCodeFixture, path: string) => Promise<Got>])[] = [
		["where its last read stands", (fixture, path) => fixture.stub(path)],
		[
			"where other things came since",
			async (fixture, path) => {
				await fixture.run("npm test", plain(code(40, 500)));
				await fixture.read(fixture.put("b.ts", plain(code(40, 700))));
				return fixture.stub(path);
			},
		],
		[
			"once the model has got the whole text, since it asked for it twice",
			async (fixture, path) => {
				await fixture.stub(path);
				expect((await fixture.stub(path)).text).toBe(whole);
				return fixture.stub(path);
			},
		],
	];

	test.each(cases)("%s", async (_, ask) => {
		const fixture = newClaudeCodeFixture(base);
		const path = fixture.put("a.ts", content);
		await fixture.read(path);
		const got = await ask(fixture, path);
		expect([got.text, got.isReplaced]).toEqual([UNCHANGED, false]);
		expect(fixture.recorded().some((line) => line.kind === "answer" && line.call === got.id)).toBe(false);
	});

	test("if the last read of these lines is in the window", async () => {
		const fixture = newClaudeCodeFixture(base);
		const path = fixture.put("a.ts", content);
		await fixture.read(path, { offset: 11, limit: 20 });
		expect((await fixture.stub(path, { offset: 11, limit: 20 })).text).toBe(UNCHANGED);
	});

	test.each([
		["gone", (path: string) => rmSync(path)],
		["no text", (path: string) => writeFileSync(path, new Uint8Array([0xff, 0xfe]))],
		["too long", (path: string) => writeFileSync(path, content.repeat(100))],
	])("if the file is %s, so we do not know its lines", async (_, change) => {
		const fixture = newClaudeCodeFixture(base);
		const path = fixture.put("a.ts", content);
		change(path);
		fixture.pen.say();
		expect((await fixture.stub(path)).text).toBe(UNCHANGED);
		expect(fixture.recorded()).toEqual([]);
	});

	test("where the file is a notebook, whose lines are not what the host shows", async () => {
		const fixture = newClaudeCodeFixture(base);
		const path = fixture.put(
			"a.ipynb",
			JSON.stringify({ cells: [{ cell_type: "code", source: lines }] }, undefined, 1),
		);
		fixture.pen.answer(fixture.pen.ask("Read", { file_path: path }), `<cell id="a">${lines.join("\n")}</cell id="a">`);
		expect((await fixture.stub(path)).text).toBe(UNCHANGED);
		expect(fixture.recorded()).toEqual([]);
	});

	test("where the file is a notebook, near a compaction too, and if the log never names the call", async () => {
		const fixture = newClaudeCodeFixture(base);
		const path = fixture.put(
			"a.ipynb",
			JSON.stringify({ cells: [{ cell_type: "code", source: lines }] }, undefined, 1),
		);
		fixture.pen.answer(fixture.pen.ask("Read", { file_path: path }), '<cell id="a">x</cell>');
		fixture.pen.tokens = 190_000;
		expect((await fixture.stub(path)).text).toBe(UNCHANGED);
		const call = { id: "unknown", tool: "Read", input: { file_path: path }, line: "" };
		expect(await fixture.hook(call, { type: "file_unchanged", file: { filePath: path } })).toBeUndefined();
	});

	test("where the file may hold secrets", async () => {
		const fixture = newClaudeCodeFixture(base);
		const path = fixture.put(".env", content);
		fixture.pen.say();
		expect((await fixture.stub(path)).text).toBe(UNCHANGED);
		expect(fixture.recorded()).toEqual([]);
	});
});

describe("the model gets the text that is said to be unchanged", () => {
	const cases: readonly (readonly [string, string, (fixture: ClaudeCodeFixture, path: string) => Promise<Got>])[] = [
		[
			"after a rewind that has lost it",
			"fresh",
			async (fixture, path) => {
				const tip = fixture.pen.say();
				await fixture.read(path);
				fixture.pen.tip = tip;
				fixture.pen.say();
				return fixture.stub(path);
			},
		],
		[
			"after its last read was shortened",
			"asked again",
			async (fixture, path) => {
				await fixture.read(path);
				expect((await fixture.read(path)).text).toContain("[ibid]");
				return fixture.stub(path);
			},
		],
		[
			"after a compaction",
			"fresh",
			async (fixture, path) => {
				await fixture.read(path);
				fixture.pen.compact();
				return fixture.stub(path);
			},
		],
		[
			"after a compaction of which the log does not tell",
			"fresh",
			async (fixture, path) => {
				await fixture.read(path);
				await fixture.compacted();
				return fixture.stub(path);
			},
		],
		[
			"after a long silence",
			"fresh",
			async (fixture, path) => {
				await fixture.read(path);
				fixture.pen.time += 61 * 60 * 1000;
				return fixture.stub(path);
			},
		],
		[
			"after more results than we reach back",
			"fresh",
			async (fixture, path) => {
				await fixture.read(path);
				for (let each = 0; each < 100; each++) await fixture.run(`run ${each}`, `${each}`);
				return fixture.stub(path);
			},
		],
		[
			"when it asks again",
			"asked again",
			async (fixture, path) => {
				await fixture.read(path);
				expect((await fixture.stub(path)).text).toBe(UNCHANGED);
				return fixture.stub(path);
			},
		],
		[
			"near a compaction",
			"near compaction",
			async (fixture, path) => {
				await fixture.read(path);
				fixture.pen.tokens = 190_000;
				return fixture.stub(path);
			},
		],
	];

	test.each(cases)("%s, and that is a loss on record: %s", async (_, reason, ask) => {
		const fixture = newClaudeCodeFixture(base);
		const got = await ask(fixture, fixture.put("a.ts", content));
		expect([got.text, got.isReplaced]).toEqual([whole, true]);
		const { form, reason: why, before, after, original, delivered } = lastGiven(fixture)!;
		expect([form, why, original]).toEqual(["whole", reason as Reason, delivered]);
		expect([before, after]).toEqual([estimateTokens(UNCHANGED), estimateTokens(whole)]);
		expect(before).toBeLessThan(after);
	});

	test("if the log never names the call", async () => {
		const fixture = newClaudeCodeFixture(base);
		const path = fixture.put("a.ts", content);
		await fixture.read(path);
		const call = { id: "unknown", tool: "Read", input: { file_path: path }, line: "" };
		const replacement = await fixture.hook(call, { type: "file_unchanged", file: { filePath: path } });
		expect(replacement).toMatchObject({ type: "text", file: { content, startLine: 1, numLines: 61, totalLines: 61 } });
		expect([lastGiven(fixture)?.reason, fixture.waited]).toEqual(["unreachable", 250]);
	});

	const printed = lines.map((line, index) => `${String(index + 1).padStart(6)}\t${line}`).join("\n");
	const others: readonly (readonly [string, string, (fixture: ClaudeCodeFixture, path: string) => Promise<Got>])[] = [
		[
			"fewer lines",
			numbered(lines.slice(10, 40), 11),
			(fixture, path) => fixture.read(path, { offset: 11, limit: 30 }),
		],
		["them by a command", lines.join("\n"), (fixture, path) => fixture.run(`cat ${path}`, content)],
		["them by a command that numbers them", printed, (fixture, path) => fixture.run(`cat -n ${path}`, `${printed}\n`)],
	];

	test.each(others)("if it asks for %s after the host's word", async (_, expected, ask) => {
		const fixture = newClaudeCodeFixture(base);
		const path = fixture.put("a.ts", content);
		await fixture.read(path);
		expect((await fixture.stub(path)).text).toBe(UNCHANGED);
		expect((await ask(fixture, path)).text).toBe(expected);
		expect(lastGiven(fixture)?.reason).toBe("asked again");
	});

	test("if there is no log", async () => {
		const fixture = newClaudeCodeFixture(base);
		const path = fixture.put("a.ts", content);
		const call = { id: "c", tool: "Read", input: { file_path: path }, line: "" };
		const replacement = await fixture.hook(call, { type: "file_unchanged", file: { filePath: path } });
		expect(textIn(replacement)).toBe(whole);
	});

	test("just the lines that it asked for, as the host shows them", async () => {
		const fixture = newClaudeCodeFixture(base);
		const path = fixture.put("a.ts", `\uFEFF${content.replaceAll("\n", "\r\n")}`);
		fixture.pen.say();
		expect((await fixture.stub(path, { offset: 11, limit: 30 })).text).toBe(numbered(lines.slice(10, 40), 11));
		expect((await fixture.stub(path, { offset: 50 })).text).toBe(numbered([...lines.slice(49), ""], 50));
	});

	test("as it is now, though its time is as it was, and what has not changed is left out", async () => {
		const fixture = newClaudeCodeFixture(base);
		const path = fixture.put("a.ts", content);
		await fixture.read(path);
		const { atime, mtime } = statSync(path);
		writeFileSync(path, plain(lines.with(29, "// changed in no time")));
		utimesSync(path, atime, mtime);
		const { text } = await fixture.stub(path);
		expect(text).toContain("\n30\t// changed in no time\n");
		expect(text).toContain("[ibid] lines 1-29 as last shown by Read");
		expect(lastGiven(fixture)).toMatchObject({ form: "quoted", before: estimateTokens(UNCHANGED) });
	});
});
