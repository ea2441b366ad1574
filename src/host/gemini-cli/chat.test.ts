import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { code, plain } from "../../../sim/desk.ts";
import { type GeminiDesk, type Got, openGeminiDesk, type Result, readOf, textOf } from "./desk.test.ts";

const base = mkdtempSync(join(tmpdir(), "ibid-gemini-"));
afterAll(() => rmSync(base, { recursive: true }));

const TEXT = plain(code(60));
const OTHER = plain(code(60, 500));
const [FILE, FURTHER] = [readOf("a.ts"), readOf("b.ts")];

/** What stands in the place of a result that the host has masked. */
const masked = (result: Result): Result => ({ ...result, response: { output: "<tool_output_masked>\n…" } });

type Noted = { readonly desk: GeminiDesk; readonly read: Got; readonly note: Got };

/** A session in which a file was read, and read again. */
async function afterNote(): Promise<Noted> {
	const desk = openGeminiDesk(base);
	const read = await desk.ask(FILE, TEXT);
	const note = await desk.ask(FILE, TEXT);
	expect(note.isReplaced).toBe(true);
	return { desk, read, note };
}

const VOID = expect.stringContaining("those notes are void");

/** How a host takes the lines of a note away. */
const WAYS: readonly (readonly [string, (noted: Noted) => unknown])[] = [
	[
		"masked before the next request",
		async ({ desk, read, note }) => desk.ask(FURTHER, OTHER, (got) => desk.rewrite([masked(read), note], got)),
	],
	["compressed away", ({ desk, note }) => desk.rewrite([note])],
	["masked, and the history was written anew", ({ desk, read, note }) => desk.rewrite([masked(read), note])],
];

describe("a note whose lines are", () => {
	test.each(WAYS)("%s is told of once, and what was asked for comes whole", async (_, takeAway) => {
		const noted = await afterNote();
		const { desk, note } = noted;
		await takeAway(noted);
		const told = await desk.ask(readOf("c.ts"), OTHER);
		expect(told).toMatchObject({ isReplaced: false, words: VOID });
		expect(textOf(told)).toStartWith(OTHER);
		expect(desk.recorded().at(-1)).toMatchObject({ kind: "orphaned", host: "gemini-cli", calls: [note.id] });
		const next = await desk.ask(readOf("d.ts"), plain(code(60, 900)));
		expect(next.words).toBeUndefined();
		expect(desk.recorded().filter(({ kind }) => kind === "orphaned")).toHaveLength(1);
	});

	test.each(WAYS)("%s gives its lines to nobody", async (_, takeAway) => {
		const noted = await afterNote();
		await takeAway(noted);
		const { desk } = noted;
		await desk.ask(readOf("c.ts"), OTHER);
		expect(await desk.ask(FILE, TEXT)).toMatchObject({ isReplaced: false, words: undefined });
		expect(textOf(await desk.ask(readOf("c.ts"), plain(code(60, 700))))).not.toContain("[ibid]");
	});

	test("still there is told of to nobody, though others are masked", async () => {
		const { desk, read, note } = await afterNote();
		const other = await desk.ask(FURTHER, OTHER);
		desk.rewrite([read, note, masked(other)]);
		expect((await desk.ask(readOf("c.ts"), OTHER)).words).toBeUndefined();
		expect(desk.recorded().filter(({ kind }) => kind === "orphaned")).toEqual([]);
	});

	test("shown again is told of to nobody, though it was masked", async () => {
		const { desk, read, note } = await afterNote();
		expect((await desk.ask(FILE, TEXT)).isReplaced).toBe(false);
		desk.rewrite([masked(read), masked(note)]);
		expect((await desk.ask(FURTHER, OTHER)).words).toBeUndefined();
	});
});

describe("after the host has changed the history", () => {
	test("what it kept is quoted", async () => {
		const desk = openGeminiDesk(base);
		const [other, read] = [await desk.ask(FURTHER, OTHER), await desk.ask(FILE, TEXT)];
		desk.rewrite([read]);
		expect((await desk.ask(FILE, TEXT)).isReplaced).toBe(true);
		expect((await desk.ask(FURTHER, OTHER)).isReplaced).toBe(false);
		expect(textOf(other)).toBe(OTHER);
	});

	test("the result that it sent with that is the last word on its file", async () => {
		const desk = openGeminiDesk(base);
		const other = await desk.ask(FURTHER, OTHER);
		const read = await desk.ask(FILE, TEXT);
		const changed = plain([...code(30), "// another line", ...code(30, 31)]);
		await desk.ask(FILE, changed, (got) => desk.rewrite([masked(other), read], got));
		const back = await desk.ask(FILE, TEXT);
		expect(textOf(back)).not.toContain("lines 1-60 as last shown by read_file");
	});

	test("what came with that is quoted as well", async () => {
		const desk = openGeminiDesk(base);
		const other = await desk.ask(FURTHER, OTHER);
		await desk.ask(FILE, TEXT, (got) => desk.rewrite([masked(other)], got));
		expect((await desk.ask(FILE, TEXT)).isReplaced).toBe(true);
	});

	test("what was rewound is not quoted", async () => {
		const desk = openGeminiDesk(base);
		await desk.ask(FURTHER, OTHER);
		desk.write({ id: "here", timestamp: "", type: "user", content: [{ text: "And now?" }] });
		await desk.ask(FILE, TEXT);
		desk.write({ $rewindTo: "here" });
		desk.say("Or rather:");
		expect((await desk.ask(FILE, TEXT)).isReplaced).toBe(false);
		expect((await desk.ask(FURTHER, OTHER)).isReplaced).toBe(true);
	});
});
