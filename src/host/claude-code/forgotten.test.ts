import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type CodeDesk, openCodeDesk } from "../../../sim/claude-code-desk.ts";
import { numbered, plain } from "../../../sim/desk.ts";
import { forgetOld } from "../../store/forget.ts";

const base = mkdtempSync(join(tmpdir(), "ibid-forgotten-"));
afterAll(() => rmSync(base, { recursive: true }));

const LINES = Array.from({ length: 60 }, (_, line) => `Line ${line + 1} of a file that is read often.`);
const WHOLE = numbered([...LINES, ""]);

/** A file, read whole and then again, for which there came a note. */
async function afterNote(): Promise<{ desk: CodeDesk; path: string; note: string }> {
	const desk = openCodeDesk(base);
	const path = desk.put("x.ts", plain(LINES));
	await desk.read(path);
	const { text, isReplaced } = await desk.read(path);
	expect(isReplaced).toBe(true);
	return { desk, path, note: text };
}

/** The session as it goes on after so long that the record has been deleted. */
function later(desk: CodeDesk): CodeDesk {
	forgetOld(dirname(desk.pen.path), 1, Date.now() + 2 * 24 * 60 * 60 * 1000);
	expect(desk.recorded()).toEqual([]);
	return desk.anew();
}

test("a note whose record is forgotten stands for nobody knows what: the file comes whole, and then is quoted again", async () => {
	const { desk, path } = await afterNote();
	const resumed = later(desk);
	const first = await resumed.read(path);
	expect([first.isReplaced, first.text]).toEqual([false, WHOLE]);
	const second = await resumed.read(path);
	expect(second.isReplaced).toBe(true);
	expect(second.text).toContain("[ibid]");
	const forms = resumed.recorded().map((line) => (line.kind === "answer" ? line.form : line));
	expect(forms).toEqual(["whole", "same"]);
});

test.each([
	["that stand beside a note are quoted", (desk: CodeDesk) => desk.anew(), true],
	["that stand beside a note of which nothing is known any more are not", later, false],
])("lines %s", async (_, goOn, isQuoted) => {
	const desk = openCodeDesk(base);
	const path = desk.put("x.ts", plain(LINES));
	await desk.read(path);
	const added = Array.from({ length: 30 }, (_, line) => `Line ${line + 1} that was put in later.`);
	desk.put("x.ts", plain(LINES.toSpliced(30, 0, ...added)));
	const beside = await desk.read(path);
	expect(beside.text).toContain("[ibid]");
	expect(beside.text).toContain("31\tLine 1 that was put in later.");
	const resumed = goOn(desk);
	const { text, isReplaced } = await resumed.read(path, { offset: 31, limit: 30 });
	expect(isReplaced).toBe(isQuoted);
	expect(text.includes("Line 7 that was put in later.")).toBe(!isQuoted);
});

test("a compaction in a session whose record is forgotten goes on as usual", async () => {
	const { desk, path } = await afterNote();
	const resumed = later(desk);
	await resumed.compacted();
	expect((await resumed.read(path)).text).toBe(WHOLE);
	expect(resumed.recorded().filter(({ kind }) => kind !== "answer")).toEqual([]);
});
