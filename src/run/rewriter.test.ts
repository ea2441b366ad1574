import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newRunSession } from "../../contracts/run-session.ts";
import { newClaudeCodeFixture } from "../../sim/claude-code-fixture.ts";
import { code, plain } from "../../sim/conversation-fixture.ts";
import { hashesOfNote } from "../store/answer-line.ts";
import { openSharedRecord } from "../store/record.ts";
import { savingsOf } from "../store/savings.ts";

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

describe("a write that has put a note into a file where no guard runs", () => {
	const SENTENCE = /is a note of ibid that stands for lines you have seen, not text of a file, and now a file has it/;

	test("is followed by the sentence in the next request and all later ones, and the next view is whole", () => {
		const { session, path } = begin();
		for (const _ of [1, 2]) session.read(path);
		const note = noteIn(session.sent().at(-1) ?? "");
		const said = session.write(path, `one\n${note}\n`);
		expect(said).toStartWith("File created successfully.\n\nThe line ");
		expect(said).toMatch(SENTENCE);
		const before = session.sent();
		expect(session.read(path)).not.toContain("[ibid]");
		expect(session.say().slice(0, before.length)).toEqual([...before]);
		session.resume();
		expect(session.say().slice(0, before.length)).toEqual([...before]);
		const copies = session.recorded().filter(({ kind }) => kind === "copy");
		expect(copies).toMatchObject([{ kind: "copy", session: "s1", tool: "Write" }]);
		expect(savingsOf(session.recorded())).toMatchObject({ copied: 1, refused: 0 });
	});

	test("asks for the next view of the file, even where other lines of it are known", () => {
		const [first = ""] = code(60);
		const after = (text: (note: string) => string): string => {
			const { session, path } = begin();
			for (const _ of [1, 2]) session.read(path);
			session.edit(path, first, text(noteIn(session.sent().at(-1) ?? "")));
			return session.read(path);
		};
		expect(after(() => "another line")).toContain("[ibid]");
		expect(after((note) => note)).not.toContain("[ibid]");
	});

	test("is told in a command too", () => {
		const { session, path } = begin();
		for (const _ of [1, 2]) session.read(path);
		const note = noteIn(session.sent().at(-1) ?? "");
		expect(session.run(`cat > b.ts <<'EOF'\n${note}\nEOF`, "Written.")).toMatch(SENTENCE);
	});

	test.each([
		["has failed", "<tool_use_error>File has not been read yet.</tool_use_error>"],
		[
			"was refused by a guard",
			'Nothing was written: the line "[ibid] lines 1-61" is a note of ibid that stands for lines.',
		],
	])("is not told if it %s", (_, result) => {
		const { session, path } = begin();
		for (const _ of [1, 2]) session.read(path);
		const note = noteIn(session.sent().at(-1) ?? "");
		expect(session.write(path, note, result)).toBe(result);
	});

	test("is not told if the line was not sent in this conversation", () => {
		const { session, path } = begin();
		for (const _ of [1, 2]) session.read(path);
		expect(session.write(path, "[ibid] lines 7-9 as told\n")).toBe("File created successfully.");
		expect(session.recorded().some(({ kind }) => kind === "copy")).toBe(false);
	});
});
