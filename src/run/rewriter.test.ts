import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newRunSession } from "../../contracts/run-session.ts";
import { newClaudeCodeFixture } from "../../sim/claude-code-fixture.ts";
import { code, plain } from "../../sim/conversation-fixture.ts";
import { hashesOfNote } from "../store/answer-line.ts";
import { openSharedRecord } from "../store/record.ts";

const base = mkdtempSync(join(tmpdir(), "ibid-rewriter-"));
afterAll(() => rmSync(base, { recursive: true }));

/** A session, and a file in its project. */
function begin() {
	const fixture = newClaudeCodeFixture(base);
	return { session: newRunSession(fixture), path: fixture.put("clock.ts", plain(code(60))), put: fixture.put };
}

const noteIn = (text: string): string => text.split("\n").find((line) => line.includes("[ibid]")) ?? "";

describe("the record of ibid run", () => {
	test("has each result once, in lines that say so", () => {
		const { session, path } = begin();
		for (const _ of [1, 2]) session.read(path);
		session.say();
		const lines = session.recorded();
		expect(lines.map((line) => line.kind === "answer" && [line.way, line.form])).toEqual([
			["run", "whole"],
			["run", "same"],
		]);
	});

	test("has notes of a resumed session for the guard, once, and no answer again", () => {
		const { session, path, put } = begin();
		for (const _ of [1, 2]) session.read(path);
		const before = session.recorded();
		session.resume();
		session.say();
		// The first process had recorded this note.
		expect(session.recorded()).toEqual(before);
		const other = newRunSession(newClaudeCodeFixture(base));
		const table = put("table.ts", plain(code(90, 400)));
		for (const _ of [1, 2]) other.read(table);
		rmSync(join(other.state, "answers"), { recursive: true });
		other.resume();
		for (const _ of [1, 2]) other.say();
		const [lines, note] = [other.recorded(), noteIn(other.sent().at(-1) ?? "")];
		expect(lines).toMatchObject([{ kind: "notes", session: "s1", host: "claude-code" }]);
		const known = openSharedRecord(other.state, "guard").noteHashes("s1");
		expect(hashesOfNote(note).every((hash) => known.has(hash))).toBe(true);
	});
});

describe("a result that a hook has shortened", () => {
	test("passes as it came, and hides what was known of its file", async () => {
		const { session, path } = begin();
		const first = await session.readByHooks(path);
		const second = await session.readByHooks(path);
		expect(noteIn(second)).not.toBe("");
		expect(session.say()).toEqual([first, second]);
		expect(session.read(path)).toBe(first);
		// From here on the lines of the whole view are quoted, not those before the hook's note.
		expect(noteIn(session.read(path))).toContain("as last shown by Read");
		expect(session.sent().slice(0, 3)).toEqual([first, second, first]);
	});

	test("is not quoted by a view of a part of the file", async () => {
		const { session, path } = begin();
		for (const _ of [1, 2]) await session.readByHooks(path);
		session.say();
		const part = plain(code(60).slice(0, 40));
		expect(session.run("sed -n '1,40p' clock.ts", part)).toBe(part);
	});
});
