import { afterAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { everyLine, sessionOf } from "./every-line.ts";
import { answersIn, openRecord } from "./record.ts";
import type { FailureLine } from "./record-lines.ts";

const folder = mkdtempSync(join(tmpdir(), "ibid-every-line-"));
afterAll(() => rmSync(folder, { recursive: true }));

const failure = (session: string, what: string): FailureLine => {
	return { kind: "failure", schema: 1, time: 1, host: "pi", session, what };
};

test("lines of all sessions and processes are read, and files are opened one by one", () => {
	expect([...everyLine(join(folder, "nowhere"))]).toEqual([]);
	const lines = [failure("s1", "one"), failure("s1", "two"), failure("s2", "three")];
	openRecord(folder, "1").write(lines[0]!);
	openRecord(folder, "2").write(lines[1]!);
	openRecord(folder, "1").write(lines[2]!);
	const read = everyLine(folder);
	expect(read.next().value).toEqual(lines[0]);
	// One file that has been deleted since, and one that is not a file.
	rmSync(join(answersIn(folder), "s1.2.jsonl"));
	mkdirSync(join(answersIn(folder), "s1.2.jsonl"));
	writeFileSync(join(answersIn(folder), "s3.1.jsonl"), "nonsense\n");
	expect([...read]).toEqual([lines[2]!]);
});

test("what exists but cannot be read is reported, and what does not exist is not", () => {
	const told: string[] = [];
	const tell = (path: string): void => void told.push(path);
	expect([...everyLine(folder, undefined, tell)]).toHaveLength(2);
	expect(told).toEqual([join(answersIn(folder), "s1.2.jsonl")]);
	expect([...everyLine(join(folder, "nowhere"), undefined, tell)]).toEqual([]);
	expect(told).toHaveLength(1);
	const closed = join(folder, "closed");
	mkdirSync(closed);
	writeFileSync(answersIn(closed), "");
	expect([...everyLine(closed, undefined, tell)]).toEqual([]);
	expect(told.slice(1)).toEqual([answersIn(closed)]);
});

test("only lines that are wanted are parsed", () => {
	expect([...everyLine(folder, (text) => text.includes("three"))]).toEqual([failure("s2", "three")]);
});

test("a file says which session it is about", () => {
	expect(sessionOf("0d1-e2.123-abc.jsonl")).toBe("0d1-e2");
});
