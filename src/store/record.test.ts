import { afterAll, describe, expect, test } from "bun:test";
import {
	appendFileSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmdirSync,
	rmSync,
	statSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { answerName, hashText, openRecord, readLines } from "./record.ts";
import type { AnswerLine } from "./record-lines.ts";

const base = mkdtempSync(join(tmpdir(), "ibid-record-"));
afterAll(() => rmSync(base, { recursive: true }));
let folders = 0;
const newFolder = (): string => join(base, `${++folders}`);

function given(more: Partial<AnswerLine> = {}): AnswerLine {
	const who = { host: "claude-code", version: "2.1.325", session: "s1", agent: "", call: "c1", tool: "Read" } as const;
	const hashes = { input: "i", original: "o", delivered: hashText("a note") };
	const about = { subject: "/project/a.ts", brought: "file" } as const;
	const what = { ...about, form: "same", reason: undefined, before: 100, after: 10, notes: 1 } as const;
	return { kind: "answer", schema: 1, time: 1, ...who, ...hashes, ...what, milliseconds: 2, waited: 0, ...more };
}

describe("the record", () => {
	test("has what was shortened, and not what was sent in full", () => {
		const record = openRecord(newFolder(), "1");
		record.write(given());
		record.write(given({ call: "c2", form: "whole", reason: "fresh" }));
		expect([...record.shortened("s1")]).toEqual([answerName("c1", hashText("a note"))]);
		expect(record.shortened("s2").size).toBe(0);
	});

	test("has the notes that were sent in a session, and what was refused there", () => {
		const folder = newFolder();
		const record = openRecord(folder, "1");
		record.write(given({ noteHashes: ["n1", "n2"] }));
		record.write(given({ call: "c2" }));
		const who = { host: "pi", session: "s1", agent: "", tool: "write" };
		record.write({ kind: "refusal", schema: 1, time: 1, ...who, write: "w1" });
		for (const each of [record, openRecord(folder, "2")]) {
			expect([...each.noteHashes("s1")]).toEqual(["n1", "n2"]);
			expect([...each.refused("s1")]).toEqual(["w1"]);
			expect([each.noteHashes("s2").size, each.refused("s2").size]).toEqual([0, 0]);
		}
	});

	test.each([
		["insisted", "asked again"],
		["brink", "near compaction"],
		["fresh", "fresh"],
	])("reads the reason %j of an older line as %j", (old, reason) => {
		const folder = newFolder();
		mkdirSync(join(folder, "answers"), { recursive: true });
		const line = JSON.stringify(given({ form: "whole", reason: "fresh" })).replace('"fresh"', JSON.stringify(old));
		writeFileSync(join(folder, "answers", "s1.1.jsonl"), `${line}\n`);
		expect(readLines(join(folder, "answers"), "s1")).toMatchObject([{ reason }]);
	});

	test("can be read by another process, later, and each process writes its own file", () => {
		const folder = newFolder();
		openRecord(folder, "1").write(given());
		openRecord(folder, "2").write(given({ call: "c2" }));
		expect(readdirSync(join(folder, "answers")).sort()).toEqual(["s1.1.jsonl", "s1.2.jsonl"]);
		expect(openRecord(folder, "3").shortened("s1").size).toBe(2);
	});

	test("is readable only by the user, and contains no text", () => {
		const folder = newFolder();
		openRecord(folder, "1").write(given());
		const place = join(folder, "answers");
		expect([statSync(place).mode & 0o777, statSync(join(place, "s1.1.jsonl")).mode & 0o777]).toEqual([0o700, 0o600]);
		expect(readFileSync(join(place, "s1.1.jsonl"), "utf8")).not.toContain("a note");
	});

	test("continues after a line that was cut off or is not its own", () => {
		const folder = newFolder();
		openRecord(folder, "1").write(given());
		const file = join(folder, "answers", "s1.1.jsonl");
		appendFileSync(file, '{"schema":1,"kind":"ans\n{"schema":2,"kind":"answer"}\n17\n');
		openRecord(folder, "1").write(given({ call: "c9" }));
		expect(readLines(join(folder, "answers"), "s1").map((line) => line.kind === "answer" && line.call)).toEqual([
			"c1",
			"c9",
		]);
	});

	test("starts a new line after one that could not be written completely", () => {
		const folder = newFolder();
		const record = openRecord(folder, "1");
		const file = join(folder, "answers", "s1.1.jsonl");
		mkdirSync(file, { recursive: true });
		expect(() => record.write(given())).toThrow();
		rmdirSync(file);
		appendFileSync(file, '{"schema":1,"kind":"ans');
		record.write(given({ call: "c9" }));
		expect(readLines(join(folder, "answers"), "s1")).toMatchObject([{ call: "c9" }]);
	});

	test("has failures too", () => {
		const folder = newFolder();
		const failure = { kind: "failure", schema: 1, time: 1, host: "codex", session: "s1", what: "no log" } as const;
		openRecord(folder, "1").write(failure);
		expect(readLines(join(folder, "answers"), "s1")).toEqual([failure]);
		expect(openRecord(folder, "2").shortened("s1").size).toBe(0);
	});

	test("has the orphaned notes, and does not count their texts as shortened by that", () => {
		const folder = newFolder();
		const who = { host: "claude-code", session: "s1", agent: "a1" } as const;
		const orphaned = { kind: "orphaned", schema: 1, time: 1, ...who, calls: ["c1", "c2"] } as const;
		openRecord(folder, "1").write(orphaned);
		openRecord(folder, "1").write(given());
		expect(readLines(join(folder, "answers"), "s1")).toEqual([orphaned, { ...given(), reason: undefined }]);
		expect([...openRecord(folder, "2").shortened("s1")]).toEqual([answerName("c1", hashText("a note"))]);
	});

	test("skips lines of unknown kinds, and lines that lack fields of their kind", () => {
		const folder = newFolder();
		openRecord(folder, "1").write(given());
		const kinds = ["later", undefined, "orphaned", "aside", "failure"];
		const lines = kinds.map((kind) => `${JSON.stringify({ schema: 1, kind, host: "pi", time: 1 })}\n`);
		appendFileSync(join(folder, "answers", "s1.1.jsonl"), lines.join(""));
		expect(readLines(join(folder, "answers"), "s1")).toHaveLength(1);
	});

	test("stays in its folder, whatever the id of a session is", () => {
		const folder = newFolder();
		openRecord(folder, "1").write(given({ session: "../../x/é" }));
		expect(readdirSync(join(folder, "answers"))).toEqual(["______x__.1.jsonl"]);
	});

	test("throws if it cannot be written, so that nothing is shortened", () => {
		const file = join(base, "file");
		writeFileSync(file, "");
		expect(() => openRecord(file, "1").write(given())).toThrow();
	});
});
