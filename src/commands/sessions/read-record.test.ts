import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UserError } from "../../runtime/user-error.ts";
import { answersIn, openRecord } from "../../store/record.ts";
import { fromRecord, sayIfClosed } from "./read-record.ts";

const home = mkdtempSync(join(tmpdir(), "ibid-read-record-"));
afterAll(() => rmSync(home, { recursive: true }));
const state = join(home, "state");
const said: string[] = [];
const terminal = { home, environment: { IBID_STATE: state }, say: (line: string) => void said.push(line) };
const count = (): Promise<number> => fromRecord(terminal, (lines) => [...lines(), ...lines()].length);

beforeEach(() => {
	rmSync(state, { recursive: true, force: true });
	said.length = 0;
});

function writeLine(): void {
	openRecord(state, "1").write({ kind: "failure", schema: 1, time: 1, host: "pi", session: "s", what: "x" });
}

describe("the record", () => {
	test("may be missing", async () => {
		expect([await count(), said]).toEqual([0, []]);
		sayIfClosed(terminal);
		expect(said).toEqual([]);
	});

	test("is read without what cannot be read of it, which is said once", async () => {
		writeLine();
		mkdirSync(join(answersIn(state), "t.1.jsonl"));
		expect(await count()).toBe(2);
		expect(said).toEqual(["1 file of the record left out: ~/state/answers/t.1.jsonl cannot be read: it is a folder."]);
	});

	test("that cannot be opened is an error if it was the only path asked for", async () => {
		mkdirSync(state);
		symlinkSync("answers", answersIn(state));
		const why = "~/state/answers cannot be read: its links lead in a circle.";
		await expect(count()).rejects.toThrow(
			new UserError(`${why} Make it readable for your user, or set IBID_STATE to another folder.`),
		);
		sayIfClosed(terminal);
		expect(said).toEqual([`The record is left out: ${why}`]);
	});

	test("may not be a file", () => {
		mkdirSync(state);
		writeFileSync(answersIn(state), "");
		expect(count).toThrow("~/state/answers cannot be read: a part of the path is not a folder.");
	});
});
