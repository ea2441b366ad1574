import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type ClaudeCodeFixture, newClaudeCodeFixture } from "../../../sim/claude-code-fixture.ts";
import { numbered, plain } from "../../../sim/conversation-fixture.ts";
import { forgetOld } from "../../store/forget.ts";

const base = mkdtempSync(join(tmpdir(), "ibid-forgotten-"));
afterAll(() => rmSync(base, { recursive: true }));

const LINES = Array.from({ length: 60 }, (_, line) => `Line ${line + 1} of a file that is read often.`);
const WHOLE = numbered([...LINES, ""]);

/** A file, read whole and then again, for which there came a note. */
async function afterNote(): Promise<{ fixture: ClaudeCodeFixture; path: string; note: string }> {
	const fixture = newClaudeCodeFixture(base);
	const path = fixture.put("x.ts", plain(LINES));
	await fixture.read(path);
	const { text, isReplaced } = await fixture.read(path);
	expect(isReplaced).toBe(true);
	return { fixture, path, note: text };
}

/** The session as it goes on after so long that the record has been deleted. */
function later(fixture: ClaudeCodeFixture): ClaudeCodeFixture {
	forgetOld(dirname(fixture.pen.path), 1, Date.now() + 2 * 24 * 60 * 60 * 1000);
	expect(fixture.recorded()).toEqual([]);
	return fixture.anew();
}

test("a note whose record was deleted cannot be read: the file is sent in full, and quoted again after that", async () => {
	const { fixture, path } = await afterNote();
	const resumed = later(fixture);
	const first = await resumed.read(path);
	expect([first.isReplaced, first.text]).toEqual([false, WHOLE]);
	const second = await resumed.read(path);
	expect(second.isReplaced).toBe(true);
	expect(second.text).toContain("[ibid]");
	const forms = resumed.recorded().map((line) => (line.kind === "answer" ? line.form : line));
	expect(forms).toEqual(["whole", "same"]);
});

test.each([
	["that stand beside a note are quoted", (fixture: ClaudeCodeFixture) => fixture.anew(), true],
	["that stand beside a note of which nothing is known any more are not", later, false],
])("lines %s", async (_, goOn, isQuoted) => {
	const fixture = newClaudeCodeFixture(base);
	const path = fixture.put("x.ts", plain(LINES));
	await fixture.read(path);
	const added = Array.from({ length: 30 }, (_, line) => `Line ${line + 1} that was put in later.`);
	fixture.put("x.ts", plain(LINES.toSpliced(30, 0, ...added)));
	const beside = await fixture.read(path);
	expect(beside.text).toContain("[ibid]");
	expect(beside.text).toContain("31\tLine 1 that was put in later.");
	const resumed = goOn(fixture);
	const { text, isReplaced } = await resumed.read(path, { offset: 31, limit: 30 });
	expect(isReplaced).toBe(isQuoted);
	expect(text.includes("Line 7 that was put in later.")).toBe(!isQuoted);
});

test("a compaction in a session whose record is forgotten goes on as usual", async () => {
	const { fixture, path } = await afterNote();
	const resumed = later(fixture);
	await resumed.compacted();
	expect((await resumed.read(path)).text).toBe(WHOLE);
	expect(resumed.recorded().filter(({ kind }) => kind !== "answer")).toEqual([]);
});
