import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { newClaudeCodeFixture, shownBy, textIn } from "../../../sim/claude-code-fixture.ts";
import { plain } from "../../../sim/conversation-fixture.ts";
import { byDefault } from "../../lean/deliver.ts";
import { lineIn, openRecord } from "../../store/record.ts";
import type { RecordLine } from "../../store/record-lines.ts";
import { newHooks } from "./hook.ts";
import type { Notice } from "./keys.ts";
import { claudeCodeNearCompaction } from "./knowledge.ts";
import { newNotices } from "./notice.ts";

const base = mkdtempSync(join(tmpdir(), "ibid-notice-"));
afterAll(() => rmSync(base, { recursive: true }));

function given(session: string, before: number, after: number, call = "c1"): RecordLine {
	const form = before === after ? "whole" : "quoted";
	const who = { host: "claude-code", session, agent: "", call };
	const [line] = lineIn(JSON.stringify({ kind: "answer", schema: 1, ...who, form, before, after, delivered: "d" }));
	return line!;
}

function failure(session: string, what: string): RecordLine {
	return { kind: "failure", schema: 1, time: 1, host: "claude-code", session, what };
}

/** A project with a log for each session, written at that time, and a record of what was answered. */
function open(logs: Readonly<Record<string, number>>, recorded: readonly RecordLine[]) {
	const folder = mkdtempSync(join(base, "state-"));
	const project = join(folder, "project");
	mkdirSync(project);
	for (const [session, time] of Object.entries(logs)) {
		writeFileSync(join(project, `${session}.jsonl`), "");
		utimesSync(join(project, `${session}.jsonl`), time, time);
	}
	const record = openRecord(folder, "1");
	for (const line of recorded) record.write(line);
	const turnOf = (session: string, agent = "") => {
		const log = join(project, `${session}.jsonl`);
		const place = { session_id: session, transcript_path: log, agent_id: agent, cwd: project };
		return { hook_event_name: "PostToolBatch", ...place, tool_calls: [] } as const;
	};
	const notices = (wanted: Notice) => newNotices(folder, () => wanted);
	return { turnOf, notices };
}

const ELSEWHERE = given("elsewhere", 100_000, 1);

describe("about the last session the user reads", () => {
	const rows: [string, Record<string, number>, RecordLine[], string | undefined][] = [
		["what it saved", { s1: 1 }, [given("s1", 512_000, 471_000)], "41k tokens not sent twice (8%)"],
		["that it saved nothing", { s1: 1 }, [given("s1", 50, 50)], "0 tokens not sent twice (0%)"],
		["that it cost more", { s1: 1 }, [given("s1", 1000, 1120)], "120 tokens more than without it (−12%)"],
		[
			"nothing of what the host did not take",
			{ s1: 1 },
			[given("s1", 100, 10), given("s1", 100, 40, "c2"), failure("s1", "not taken: c1")],
			"60 tokens not sent twice (30%)",
		],
		["of the latest", { s1: 3, s2: 2 }, [given("s1", 100, 10), given("s2", 100, 20)], "90 tokens not sent twice (90%)"],
		["of one that the record knows", { s1: 1, s2: 2 }, [given("s1", 100, 10)], "90 tokens not sent twice (90%)"],
		[
			"of one that got answers",
			{ s1: 1, s2: 2 },
			[given("s1", 100, 10), failure("s2", "no log")],
			"90 tokens not sent twice (90%)",
		],
		["nothing where nothing was recorded", { s1: 1 }, [ELSEWHERE], undefined],
		["nothing where the record knows this session only", { now: 1 }, [given("now", 100, 10)], undefined],
	];

	test.each(rows)("%s", (_, logs, recorded, words) => {
		const { turnOf, notices } = open(logs, recorded);
		const said = notices("session").after(turnOf("now"));
		expect(said).toBe(words && `ibid: last session here ${words}`);
	});

	test("once in a session, and by no sub-agent", () => {
		const { turnOf, notices } = open({ s1: 1 }, [given("s1", 100, 10)]);
		const { after } = notices("session");
		const said = [turnOf("now", "a1"), turnOf("now"), turnOf("now"), turnOf("next")].map(after);
		expect(said.map((words) => words !== undefined)).toEqual([false, true, false, true]);
	});

	test("nothing if notices are off", () => {
		const { turnOf, notices } = open({ s1: 1 }, [given("s1", 100, 10)]);
		for (const wanted of ["off", "turn"] as const) expect(notices(wanted).after(turnOf("now"))).toBeUndefined();
	});
});

describe("about a turn the user reads", () => {
	test("what it saved, with what sub-agents were spared since, and nothing twice", () => {
		const { turnOf, notices } = open({}, []);
		const { heard, after } = notices("turn");
		heard(given("now", 1000, 200));
		expect(after(turnOf("now", "a1"))).toBeUndefined();
		heard(given("now", 1000, 1000, "c2"));
		heard(ELSEWHERE);
		expect(after(turnOf("now"))).toBe("ibid: 800 tokens not sent twice (40%)");
		expect(after(turnOf("now"))).toBeUndefined();
	});

	test.each([
		["nothing where all came whole", [given("now", 50, 50)], undefined],
		[
			"nothing where the host did not take what was shortened",
			[given("now", 100, 10), failure("now", "not taken: c1")],
			undefined,
		],
		["that it cost more", [given("now", 20, 500)], "ibid: 480 tokens more than without it (−2400%)"],
	])("%s", (_, lines, words) => {
		const { turnOf, notices } = open({}, []);
		const { heard, after } = notices("turn");
		for (const line of lines) heard(line);
		expect(after(turnOf("now"))).toBe(words);
	});

	test("nothing if notices are off", () => {
		const { turnOf, notices } = open({}, []);
		for (const wanted of ["off", "session"] as const) {
			const { heard, after } = notices(wanted);
			heard(given("now", 1000, 200));
			expect(after(turnOf("now"))).toBeUndefined();
		}
	});
});

test("hooks say it to the user, beside what they say to the model", async () => {
	const fixture = newClaudeCodeFixture(base);
	const path = fixture.put("x.ts", plain(Array.from({ length: 60 }, (_, line) => `Line ${line} of a file.`)));
	await fixture.read(path);
	const { session, path: log, project, time } = fixture.pen;
	const world = {
		now: () => time,
		wait: async () => {},
		later: (work: () => void) => work(),
		nearCompaction: claudeCodeNearCompaction(),
	};
	const folder = dirname(log);
	const hooks = newHooks(
		openRecord(folder, "2"),
		{ ...world, prefer: byDefault, isGuarded: () => true },
		newNotices(folder, () => "turn"),
	);
	const call = fixture.pen.ask("Read", { file_path: path });
	const called = { tool_name: call.tool, tool_input: call.input, tool_use_id: call.id };
	const place = { session_id: session, transcript_path: log, cwd: project };
	const event = { hook_event_name: "PostToolUse", ...place, ...called, tool_response: shownBy(path) };
	const answer = await hooks.handle(event);
	expect(Object.keys(answer)).toEqual(["hookSpecificOutput"]);
	const { updatedToolOutput } = answer.hookSpecificOutput as { updatedToolOutput: object };
	const tool_calls = [{ ...called, tool_response: textIn(updatedToolOutput) }];
	const said = await hooks.handle({ hook_event_name: "PostToolBatch", ...place, tool_calls });
	expect(said).toEqual({ systemMessage: expect.stringMatching(/^ibid: \d+ tokens not sent twice \(9\d%\)$/) });
	expect(await hooks.handle({ hook_event_name: "PostToolBatch", ...place, tool_calls })).toEqual({});
});
