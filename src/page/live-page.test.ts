import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CATALOG } from "../../contracts/hosts.ts";
import { code, numbered } from "../../sim/conversation-fixture.ts";
import type { Findings } from "../audit/findings.ts";
import { PLAIN_TASK } from "../audit/task.ts";
import { auditOptions, messagesFor } from "../audit/worker.ts";
import { filesUnder } from "../commands/sessions/session-files.ts";
import { everyLine } from "../store/every-line.ts";
import { hashText, openRecord } from "../store/record.ts";
import type { PageData } from "./data.ts";
import { type LivePage, newLivePage } from "./live-page.ts";
import { decodePage } from "./page-codec.ts";

const root = mkdtempSync(join(tmpdir(), "ibid-live-"));
afterAll(() => rmSync(root, { recursive: true }));

const TEXT = numbered(code(60));
let [folder, files, read, clock]: [string, string[], string[][], number] = ["", [], [], 0];
let live: LivePage;
/** The logs that were named, which a path that is gone may spoil. */
let named: () => string[];

beforeEach(() => {
	folder = mkdtempSync(join(root, "case-"));
	named = () => files;
	[files, read, clock] = [[join(folder, "a.jsonl"), join(folder, "b.jsonl")], [], 0];
	for (const [at, file] of files.entries()) writeFileSync(file, turnsOf(`s${at}`, 0, TEXT, TEXT));
	live = newLivePage({
		version: "1",
		period: { since: undefined, until: undefined },
		hosts: CATALOG,
		record: folder,
		lines: () => everyLine(folder),
		files: () => named(),
		now: () => ++clock,
		async read(some, id) {
			read.push([...some]);
			const inspect = id === undefined ? ({ kind: "none" } as const) : ({ kind: "one", id } as const);
			const task = { ...PLAIN_TASK, record: folder, inspect };
			const how = await auditOptions(task, CATALOG);
			const found = new Map<string, Findings[]>();
			for (const file of some) {
				const words = await Array.fromAsync(messagesFor(file, task, how));
				found.set(
					file,
					words.flatMap((word) => (word.kind === "found" ? [word.findings] : [])),
				);
			}
			return found;
		},
	});
});

const page = async (): Promise<PageData> => decodePage((await live.edition()).data);
const answersIn = ({ sessions }: PageData): number[] =>
	sessions.map(({ threads }) => threads.flat().filter(({ kind }) => kind === "answer").length);

describe("a live page", () => {
	test("reads nothing again while nothing changes, and keeps the name of the edition", async () => {
		const first = await live.edition();
		expect(await live.edition()).toEqual(first);
		expect(read).toEqual([files]);
	});

	test("reads only the log that has grown, and has another name then", async () => {
		const first = await live.edition();
		appendFileSync(files[1]!, turnsOf("s1", 2, TEXT));
		expect(answersIn(await page())).toEqual([2, 3]);
		expect(read).toEqual([files, [files[1]!]]);
		expect((await live.edition()).name).not.toBe(first.name);
	});

	test("is another edition on another day, though nothing is read again for it", async () => {
		const [evening, midnight] = [new Date(2026, 0, 10, 23, 59), new Date(2026, 0, 11)].map(Number);
		clock = evening!;
		const first = await live.edition();
		clock = midnight! - 10_000;
		expect(await live.edition()).toEqual(first);
		clock = midnight!;
		const { made } = await page();
		expect(made).toBeGreaterThan(midnight!);
		expect((await live.edition()).name).not.toBe(first.name);
		expect(read).toEqual([files]);
	});

	test("sees a log that was written anew in as many bytes", async () => {
		await live.edition();
		const { atimeMs, mtimeMs } = statSync(files[0]!);
		utimesSync(files[0]!, atimeMs / 1000, mtimeMs / 1000 + 5);
		await live.edition();
		expect(read).toEqual([files, [files[0]!]]);
	});

	test("finds new logs and lets go of those that are gone", async () => {
		await live.edition();
		const other = join(folder, "c.jsonl");
		writeFileSync(other, turnsOf("s2", 0, TEXT));
		files = [files[1]!, other];
		const { sessions } = await page();
		expect(sessions.map(({ session }) => session)).toEqual(["s1", "s2"]);
		expect(read[1]).toEqual([other]);
	});

	test("goes on without a log that was named and is gone, and has it again when it is back", async () => {
		const gone = files[0]!;
		named = () => files.flatMap(filesUnder);
		await live.edition();
		rmSync(gone);
		expect(answersIn(await page())).toEqual([2]);
		writeFileSync(gone, turnsOf("s0", 0, TEXT));
		expect(answersIn(await page())).toEqual([1, 2]);
	});

	test("complains of a log that was named and never there", async () => {
		named = () => {
			throw new Error("it does not exist");
		};
		await expect(live.edition()).rejects.toThrow("it does not exist");
	});

	test("reads a session again of which something was recorded", async () => {
		expect((await page()).sessions.map(({ isLived }) => isLived)).toEqual([false, false]);
		recordAnswer("s1");
		const { sessions, trust: hostRecords } = await page();
		expect(sessions.map(({ isLived }) => isLived)).toEqual([false, true]);
		expect(hostRecords).toMatchObject([{ host: "claude-code", answers: 1 }]);
		expect(read[1]).toEqual([files[1]!]);
	});

	test("reads once for all who ask at the same time", async () => {
		const editions = await Promise.all([live.edition(), live.edition(), live.edition()]);
		expect(new Set(editions).size).toBe(1);
		expect(read).toHaveLength(1);
	});
});

describe("an answer of a live page", () => {
	test("has its texts, and links to the answer that it quotes", async () => {
		const [first, second] = (await page()).sessions[0]!.threads[0]!.filter((step) => step.kind === "answer");
		const text = await live.answer(second!.id);
		expect(text).toMatchObject({ id: second!.id, original: TEXT, quotes: [{ answer: first!.id }] });
		expect(text!.delivered).toContain("[ibid]");
		expect(await live.answer(first!.id)).toMatchObject({ original: TEXT, quotes: [] });
	});

	test.each(["", "zzzzzzzz", "."])("is none if it has no such name: %p", async (id) => {
		await live.edition();
		expect(await live.answer(id)).toBeUndefined();
		expect(read).toHaveLength(1);
	});

	test.each([
		["sensitive", TEXT],
		["short", numbered(code(2))],
	])("is none if its file may hold secrets, for whatever reason it is whole: %s", async (reason, text) => {
		writeFileSync(files[0]!, turnsOf("s0", 0, text).replaceAll("clock.ts", ".env"));
		const [answer] = (await page()).sessions[0]!.threads[0]!.filter((step) => step.kind === "answer");
		expect(answer).toMatchObject({ reason });
		expect(await live.answer(answer!.id)).toBeUndefined();
	});
});

/** Turns of Claude Code that read a file, from a number on. */
function turnsOf(sessionId: string, from: number, ...texts: readonly string[]): string {
	const place = { isSidechain: false, sessionId, cwd: "/home/you/project", version: "2.1.325" };
	const lines = texts.flatMap((text, index) => {
		const at = from + index;
		const when = { ...place, timestamp: `2026-01-10T12:00:0${at}.000Z` };
		const [call, result, id] = [`call-${at}`, `result-${at}`, `toolu_${sessionId}${at}`];
		const use = { type: "tool_use", id, name: "Read", input: { file_path: "/home/you/project/clock.ts" } };
		const message = { id: `m${at}`, role: "assistant", model: "claude-opus", content: [use] };
		const answer = { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: text }] };
		return [
			{ ...when, type: "assistant", uuid: call, parentUuid: at === 0 ? null : `result-${at - 1}`, message },
			{ ...when, type: "user", uuid: result, parentUuid: call, sourceToolAssistantUUID: call, message: answer },
		];
	});
	return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

function recordAnswer(session: string): void {
	mkdirSync(join(folder, "answers"), { recursive: true });
	const about = {
		host: "claude-code",
		version: "2.1.325",
		session,
		agent: "",
		call: `toolu_${session}0`,
		tool: "Read",
	};
	const hashes = { input: "", original: hashText(TEXT), delivered: hashText(TEXT) };
	const what = { subject: "clock.ts", brought: "file", form: "whole", reason: "fresh" } as const;
	const figures = { before: 900, after: 900, notes: 0, milliseconds: 12, waited: 0 };
	openRecord(folder, "1").write({ kind: "answer", schema: 1, time: 1, ...about, ...hashes, ...what, ...figures });
}
