import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HINTS } from "../src/core/render.ts";
import type { ToolCall } from "../src/lens/types.ts";
import { hashesOfNote } from "../src/store/answer-line.ts";
import { type AnswerRecord, openRecord, readLines } from "../src/store/record.ts";
import type { AnswerLine } from "../src/store/record-lines.ts";

/** A host that asks before it runs a call. */
export type GuardedHost = {
	/** A call that writes a file, and a call that runs a command, in the format of the host. */
	readonly write: (path: string, text: string) => Pick<ToolCall, "tool" | "input">;
	readonly run: (command: string) => Pick<ToolCall, "tool" | "input">;
	/** What the model gets instead of a result; undefined if the call runs. */
	readonly ask: (call: ToolCall, record: AnswerRecord, isGuarded: boolean) => Promise<string | undefined>;
};

const CLAUSES = "[ibid] lines 3-30 as told; lines 40-50 as told";
const NOTE: string = CLAUSES + HINTS.above;

const given: AnswerLine = {
	...{ kind: "answer", schema: 1, time: 1, host: "", version: "", session: "s1", agent: "", call: "c1", tool: "Read" },
	...{ input: "", original: "", delivered: "", subject: "", brought: "file", form: "quoted", reason: undefined },
	...{ before: 90, after: 9, notes: 1, milliseconds: 1, waited: 0 },
	noteHashes: hashesOfNote(NOTE),
};

/** What every host must do before it lets the model write. */
export function testGuard(name: string, { write, run, ask }: GuardedHost): void {
	const base = mkdtempSync(join(tmpdir(), "ibid-guard-"));
	afterAll(() => rmSync(base, { recursive: true }));

	/** A project in which a note was sent, and the outcome of calls in it. */
	function begin({ isGuarded = true, session = "s1" } = {}) {
		const folder = mkdtempSync(join(base, "state-"));
		const record = openRecord(folder, "1");
		record.write({ ...given, session });
		let count = 0;
		const made = ({ tool, input }: Pick<ToolCall, "tool" | "input">): ToolCall => {
			return { id: `w${++count}`, tool, input, directory: folder };
		};
		return {
			folder,
			path: join(folder, "a.ts"),
			call: (asked: Pick<ToolCall, "tool" | "input">) => ask(made(asked), record, isGuarded),
			refusals: () => readLines(join(folder, "answers"), "s1").filter(({ kind }) => kind === "refusal"),
		};
	}

	describe(`a write with a note in ${name}`, () => {
		test.each([
			["as it was sent", NOTE],
			["without its hint", CLAUSES],
			["as its first clause alone", "[ibid] lines 3-30 as told"],
			["after a line number", `3\t${NOTE}`],
		])("is refused with a sentence that names it, %s", async (_, line) => {
			const { path, call, refusals } = begin();
			const said = await call(write(path, `one\n${line}\nlast\n`));
			expect(said).toContain(`the line ${JSON.stringify(line.replace("3\t", ""))} is a note of ibid`);
			expect(said).toContain("read those lines again, they come whole");
			expect(said).not.toMatch(/\n|config|guard/);
			expect(refusals()).toMatchObject([{ kind: "refusal", session: "s1" }]);
		});

		test("is refused in a command too", async () => {
			const { call, folder } = begin();
			expect(await call(run(`cat > ${folder}/a.ts <<'EOF'\n${NOTE}\nEOF`))).toContain("Nothing was written");
			expect(await call(run(`python3 - <<'EOF'\nopen("a", "w").write("""\n${NOTE}\n""")\nEOF`))).toContain("is a note");
		});

		test("is left to the user the second time, but a different note is refused as usual", async () => {
			const { folder, path, call, refusals } = begin();
			await call(write(path, `one\n${NOTE}`));
			expect(await call(write(path, `two\n${NOTE}`))).toContain("ask the user how to go on");
			expect(await call(write(join(folder, "b.ts"), `one\n${NOTE}`))).toContain("read those lines again");
			expect(refusals()).toHaveLength(3);
		});

		test("is allowed if the file has that line already", async () => {
			const { path, call } = begin();
			writeFileSync(path, `${NOTE}\n`);
			expect(await call(write(path, `one\n${NOTE}\n`))).toBeUndefined();
			expect(readFileSync(path, "utf8")).toBe(`${NOTE}\n`);
		});

		test("is allowed if the line only looks like a note, or was sent in another session", async () => {
			const { path, call, refusals } = begin();
			expect(await call(write(path, "[ibid] lines 7-9 as told\n"))).toBeUndefined();
			expect(await call(run("echo done"))).toBeUndefined();
			expect(refusals()).toEqual([]);
			const elsewhere = begin({ session: "s2" });
			expect(await elsewhere.call(write(elsewhere.path, NOTE))).toBeUndefined();
		});

		test("is allowed and not counted if the user has switched the guard off", async () => {
			const { path, call, refusals } = begin({ isGuarded: false });
			expect(await call(write(path, NOTE))).toBeUndefined();
			expect(refusals()).toEqual([]);
		});

		test("is allowed if the record cannot be read", async () => {
			const { path } = begin();
			const nothing = (): never => {
				throw new Error("no record");
			};
			const broken = {
				write: nothing,
				shortened: nothing,
				orphaned: nothing,
				noteHashes: nothing,
				refused: nothing,
				folds: nothing,
			};
			const call = { id: "1", ...write(path, NOTE), directory: base };
			expect(await ask(call, broken, true)).toBeUndefined();
		});
	});
}
