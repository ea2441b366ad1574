import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { code, plain } from "../../../sim/conversation-fixture.ts";
import type { Entry } from "../../conversation/types.ts";
import { readGeminiCli, readGeminiCliValues } from "../../transcript/gemini-cli.ts";
import { recentIn } from "./chat.ts";
import { type GeminiFixture, type Got, newGeminiFixture, type Result, readOf, textOf } from "./gemini-fixture.test.ts";

const base = mkdtempSync(join(tmpdir(), "ibid-gemini-"));
afterAll(() => rmSync(base, { recursive: true }));

const TEXT = plain(code(60));
const OTHER = plain(code(60, 500));
const [FILE, FURTHER] = [readOf("a.ts"), readOf("b.ts")];

/** What stands in the place of a result that the host has masked. */
const masked = (result: Result): Result => ({ ...result, response: { output: "<tool_output_masked>\n…" } });

type Noted = { readonly fixture: GeminiFixture; readonly read: Got; readonly note: Got };

/** A session in which a file was read, and read again. */
async function afterNote(): Promise<Noted> {
	const fixture = newGeminiFixture(base);
	const read = await fixture.ask(FILE, TEXT);
	const note = await fixture.ask(FILE, TEXT);
	expect(note.isReplaced).toBe(true);
	return { fixture, read, note };
}

const VOID = expect.stringContaining("those notes are void");

/** How a host takes the lines of a note away. */
const WAYS: readonly (readonly [string, (noted: Noted) => unknown])[] = [
	[
		"masked before the next request",
		async ({ fixture, read, note }) => fixture.ask(FURTHER, OTHER, (got) => fixture.rewrite([masked(read), note], got)),
	],
	["compressed away", ({ fixture, note }) => fixture.rewrite([note])],
	["masked, and the history was written anew", ({ fixture, read, note }) => fixture.rewrite([masked(read), note])],
];

describe("a note whose lines are", () => {
	test.each(WAYS)("%s is reported once, and what was asked for is sent in full", async (_, takeAway) => {
		const noted = await afterNote();
		const { fixture, note } = noted;
		await takeAway(noted);
		const told = await fixture.ask(readOf("c.ts"), OTHER);
		expect(told).toMatchObject({ isReplaced: false, words: VOID });
		expect(textOf(told)).toStartWith(OTHER);
		expect(fixture.recorded().at(-1)).toMatchObject({ kind: "orphaned", host: "gemini-cli", calls: [note.id] });
		const next = await fixture.ask(readOf("d.ts"), plain(code(60, 900)));
		expect(next.words).toBeUndefined();
		expect(fixture.recorded().filter(({ kind }) => kind === "orphaned")).toHaveLength(1);
	});

	test.each(WAYS)("%s is not quoted", async (_, takeAway) => {
		const noted = await afterNote();
		await takeAway(noted);
		const { fixture } = noted;
		await fixture.ask(readOf("c.ts"), OTHER);
		expect(await fixture.ask(FILE, TEXT)).toMatchObject({ isReplaced: false, words: undefined });
		expect(textOf(await fixture.ask(readOf("c.ts"), plain(code(60, 700))))).not.toContain("[ibid]");
	});

	test("that is still there is not reported, although others are masked", async () => {
		const { fixture, read, note } = await afterNote();
		const other = await fixture.ask(FURTHER, OTHER);
		fixture.rewrite([read, note, masked(other)]);
		expect((await fixture.ask(readOf("c.ts"), OTHER)).words).toBeUndefined();
		expect(fixture.recorded().filter(({ kind }) => kind === "orphaned")).toEqual([]);
	});

	test("that is shown again is not reported, although it was masked", async () => {
		const { fixture, read, note } = await afterNote();
		expect((await fixture.ask(FILE, TEXT)).isReplaced).toBe(false);
		fixture.rewrite([masked(read), masked(note)]);
		expect((await fixture.ask(FURTHER, OTHER)).words).toBeUndefined();
	});
});

describe("after the host has changed the history", () => {
	test("what it kept is quoted", async () => {
		const fixture = newGeminiFixture(base);
		const [other, read] = [await fixture.ask(FURTHER, OTHER), await fixture.ask(FILE, TEXT)];
		fixture.rewrite([read]);
		expect((await fixture.ask(FILE, TEXT)).isReplaced).toBe(true);
		expect((await fixture.ask(FURTHER, OTHER)).isReplaced).toBe(false);
		expect(textOf(other)).toBe(OTHER);
	});

	test("the result that it sent with that is the last word on its file", async () => {
		const fixture = newGeminiFixture(base);
		const other = await fixture.ask(FURTHER, OTHER);
		const read = await fixture.ask(FILE, TEXT);
		const changed = plain([...code(30), "// another line", ...code(30, 31)]);
		await fixture.ask(FILE, changed, (got) => fixture.rewrite([masked(other), read], got));
		const back = await fixture.ask(FILE, TEXT);
		expect(textOf(back)).not.toContain("lines 1-60 as last shown by read_file");
	});

	test("what came with that is quoted as well", async () => {
		const fixture = newGeminiFixture(base);
		const other = await fixture.ask(FURTHER, OTHER);
		await fixture.ask(FILE, TEXT, (got) => fixture.rewrite([masked(other)], got));
		expect((await fixture.ask(FILE, TEXT)).isReplaced).toBe(true);
	});

	test("what was rewound is not quoted", async () => {
		const fixture = newGeminiFixture(base);
		await fixture.ask(FURTHER, OTHER);
		fixture.write({ id: "here", timestamp: "", type: "user", content: [{ text: "And now?" }] });
		await fixture.ask(FILE, TEXT);
		fixture.write({ $rewindTo: "here" });
		fixture.say("Or rather:");
		expect((await fixture.ask(FILE, TEXT)).isReplaced).toBe(false);
		expect((await fixture.ask(FURTHER, OTHER)).isReplaced).toBe(true);
	});
});

const PLACE = "samples/gemini-cli";
const SAMPLES = readdirSync(PLACE).filter((name) => name.endsWith(".jsonl"));
const linesOf = (name: string): string[] => readFileSync(`${PLACE}/${name}`, "utf8").split("\n").slice(0, -1);
const logOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join("");

/** Logs as hooks have seen them, which are asked when the model has just made calls, and tokens to look back. */
const cuts = (name: string): fc.Arbitrary<{ lines: string[]; tokens: number }> => {
	const lines = linesOf(name);
	const logs = lines.flatMap((line, index) => (isAsking(line) ? [lines.slice(0, index + 1)] : []));
	return fc.record({ lines: fc.constantFrom(...logs), tokens: fc.integer({ min: 0, max: 8000 }) });
};
const isAsking = (line: string): boolean =>
	line.includes('"type":"gemini","content":""') && !line.includes('"toolCalls"');

const entriesIn = (values: readonly unknown[]): readonly Entry[] => {
	const recording = readGeminiCliValues(values);
	expect(recording?.skipped).toBe(0);
	return recording?.threads[0]?.entries ?? [];
};
const entriesOf = (log: string): readonly Entry[] => readGeminiCli(log)?.threads[0]?.entries ?? [];

/** What was answered, as it stands there now, in the order of the calls. */
const standing = (entries: readonly Entry[]): string[] => {
	const results = new Map<string, string>();
	for (const entry of entries) {
		if (entry.kind === "reset") results.clear();
		if (entry.kind === "result" && entry.outcome !== "cut") results.set(entry.id, `${entry.id} ${entry.text}`);
		if (entry.kind === "erase") for (const id of entry.ids) results.delete(id);
	}
	return [...results.values()];
};
const directoriesOf = (entries: readonly Entry[]): string[] =>
	entries.flatMap((entry) => (entry.kind === "call" ? entry.call.directory : []));

/** What the user says counts too, and is not long in the samples. */
const PROMPTS = 200;

describe("the recent part of a log", () => {
	test.each(["re-reads.jsonl", "sub-agent.jsonl"])("is the end of %s, cut after a user's line", (name) => {
		fc.assert(
			fc.property(cuts(name), ({ lines, tokens }) => {
				const { text, read, isChanged } = recentIn(logOf(lines), tokens);
				expect(isChanged).toBe(false);
				const first = lines.findIndex((_, index) => logOf(lines.slice(index)) === text);
				const before = lines[first - 1] ?? '"type":"user"';
				expect(before.slice(0, 200)).toContain('"type":"user"');
				const [recent, whole] = [entriesIn(read().values), entriesOf(logOf(lines))];
				expect(recent).toEqual(whole.slice(whole.length - recent.length));
				expect(read().isCut || recent.length === whole.length).toBe(true);
			}),
		);
	});

	test.each(SAMPLES)("is the last part of %s, and nothing else", (name) => {
		fc.assert(
			fc.property(cuts(name), ({ lines, tokens }) => {
				const recent = standing(entriesIn(recentIn(logOf(lines), tokens).read().values));
				const whole = standing(entriesOf(logOf(lines)));
				expect(recent).toEqual(whole.slice(whole.length - recent.length));
				expect(recentIn(logOf(lines), tokens).read().isCut || recent.length === whole.length).toBe(true);
			}),
		);
	});

	test.each(SAMPLES)("is all of %s, if there is room for it", (name) => {
		expect(recentIn(logOf(linesOf(name)), 1_000_000).read().isCut).toBe(false);
	});

	test.each(SAMPLES)("has as many characters at least as tokens are asked for, if there are as many in %s", (name) => {
		fc.assert(
			fc.property(cuts(name), ({ lines, tokens }) => {
				const recent = standing(entriesIn(recentIn(logOf(lines), tokens).read().values)).join("");
				const whole = standing(entriesOf(logOf(lines))).join("");
				expect(recent.length).toBeGreaterThanOrEqual(Math.min(whole.length, tokens - PROMPTS));
			}),
		);
	});

	test.each(SAMPLES)("says where the model of %s works", (name) => {
		const { values } = recentIn(logOf(linesOf(name)), 1_000_000).read();
		expect(new Set(directoriesOf(entriesIn(values)))).toEqual(new Set(["/home/you/project"]));
	});

	test.each([
		["re-reads.jsonl", false],
		["masking.jsonl", true],
		["compression.jsonl", true],
		["rewind.jsonl", true],
		["resumed.jsonl", true],
	])("is known to have been changed by the host in %s: %p", (name, expected) => {
		expect(recentIn(logOf(linesOf(name)), 1_000_000).isChanged).toBe(expected);
	});

	test("is all of it where an older host wrote one document", () => {
		const document = `{\n"sessionId": "s1", "projectHash": "p", "messages": []\n}`;
		expect(recentIn(document, 0).read().values).toEqual([JSON.parse(document)]);
	});

	test("is undefined if a line is not JSON", () => {
		const lines = linesOf("re-reads.jsonl");
		expect(() => recentIn(logOf([...lines, '{"id":']), 1000).read()).toThrow(SyntaxError);
	});
});
