import { describe, expect, test } from "bun:test";
import { CATALOG, limitsOf, toolsOf } from "../../contracts/hosts.ts";
import { code, plain } from "../../sim/conversation-fixture.ts";
import type { Entry, RecordedResult } from "../conversation/types.ts";
import { estimateTokens } from "../core/tokens.ts";
import type { HostName } from "../lens/types.ts";
import { auditSession } from "./audit-session.ts";
import { copiedNotesIn, type OrphanWatch, watchOrphans } from "./notes-gone-wrong.ts";
import type { ReplayTerms } from "./replayed-answer.ts";
import { answersTo } from "./verify.ts";

const terms: ReplayTerms = { tools: () => toolsOf("claude-code"), limits: limitsOf("claude-code"), isBestAsked: false };

function read(id: string, path: string): Entry[] {
	const call = { id, tool: "Bash", input: { command: `cat ${path}` }, directory: "/home/you/project" };
	return [
		{ kind: "turn", time: undefined, model: undefined, usage: undefined },
		{ kind: "call", call, version: "" },
		{ kind: "result", id, text: plain(code(40)), outcome: "done", plain: true, kept: false, time: undefined },
	];
}

/** A watch that has seen lines come whole with the first call, and a note about them with the second. */
function watch(): OrphanWatch {
	const answers = answersTo({ agent: undefined, entries: [...read("1", "a.ts"), ...read("2", "a.ts")] }, terms);
	expect(answers.map(({ answer }) => answer.form)).toEqual(["whole", "same"]);
	const watched = watchOrphans(terms);
	for (const answered of answers) watched.sent(answered);
	return watched;
}

test("a note whose passage the host takes away is an orphan, once", () => {
	const watched = watch();
	expect([watched.erased(["1"]), watched.erased(["1"])]).toEqual([1, 0]);
});

test("a note that goes with its passage, or before it, is none", () => {
	expect(watch().erased(["1", "2"])).toBe(0);
	const watched = watch();
	expect([watched.erased(["2"]), watched.erased(["1"])]).toEqual([0, 0]);
});

test("a note stays what it is if something else goes", () => {
	const watched = watch();
	expect([watched.erased(["3"]), watched.erased(["1"])]).toEqual([0, 1]);
});

test("a note from before a reset is none any more", () => {
	const watched = watch();
	watched.reset();
	expect(watched.erased(["1"])).toBe(0);
});

describe("a note that a reset leaves standing", () => {
	const shown = read("1", "a.ts");
	const noted = read("2", "a.ts");
	const kept = (entries: readonly Entry[]): Entry[] =>
		entries.map((entry) => (entry.kind === "result" ? { ...entry, kept: true } : entry));

	/** How many notes have lost their lines after a thread. */
	function orphansIn(host: HostName, ...entries: readonly (readonly Entry[])[]): number {
		const { threads } = auditSession(
			{ host, session: "s", threads: [{ agent: undefined, entries: entries.flat() }], skipped: 0 },
			HOW,
		);
		return threads.flat().reduce((sum, finding) => sum + (finding.kind === "orphans" ? finding.count : 0), 0);
	}

	test("is an orphan if its lines are gone, once, though it is left standing again", () => {
		expect(orphansIn("claude-code", shown, noted, RESET, kept(noted))).toBe(1);
		expect(orphansIn("claude-code", shown, noted, RESET, kept(noted), RESET, kept(noted))).toBe(1);
	});

	test("is none if its lines are left standing too", () => {
		expect(orphansIn("claude-code", shown, noted, RESET, kept(shown), kept(noted))).toBe(0);
	});

	test("is none if every request passes through ibid: it is sent in full, or as another note", () => {
		expect(orphansIn("pi", shown, noted, RESET, kept(noted))).toBe(0);
		expect(orphansIn("pi", shown, noted, [{ kind: "erase", ids: ["1"] }])).toBe(0);
		expect(orphansIn("claude-code", shown, noted, [{ kind: "erase", ids: ["1"] }])).toBe(1);
	});
});

const RESET: Entry[] = [{ kind: "reset" }];
const HOW = { hosts: CATALOG, count: estimateTokens, rules: [], proof: true, inspect: { kind: "none" } } as const;

const NOTE = "[ibid] lines 3-30 unchanged";

/** A call and its result, as a log has them. */
function turn(
	id: string,
	tool: string,
	input: object,
	text: string,
	outcome: RecordedResult["outcome"] = "done",
): Entry[] {
	return [
		{ kind: "call", call: { id, tool, input: { ...input }, directory: "/w" }, version: "" },
		{ kind: "result", id, text, outcome, plain: true, kept: false, time: undefined },
	];
}

function found(host: HostName, ...entries: Entry[][]): string[] {
	return copiedNotesIn(
		{ agent: undefined, entries: entries.flat() },
		() => toolsOf(host),
		(line) => line === NOTE,
	);
}

const write = { file_path: "/w/a.ts", content: `one\n${NOTE}\n` };

describe("notes in what models wrote", () => {
	test("are found in writes that were made, each once", () => {
		const made = turn("1", "Write", write, "File written.");
		const clean = turn("2", "Write", { ...write, content: "one" }, "File written.");
		expect(found("claude-code", made, clean, made)).toEqual(["1: Write has written a note"]);
	});

	test("are not there if the write failed, by the host's mark or by its words", () => {
		expect(found("claude-code", turn("1", "Write", write, "Denied.", "failed"))).toEqual([]);
		const patch = `*** Begin Patch\n*** Add File: a.ts\n+${NOTE}\n*** End Patch`;
		const refused = "Command blocked by PreToolUse hook: no. Command: x";
		expect(found("codex", turn("1", "apply_patch", { input: patch }, refused))).toEqual([]);
		expect(found("codex", turn("1", "apply_patch", { input: patch }, "Exit code: 0\nOutput:\nSuccess."))).toHaveLength(
			1,
		);
	});

	test("are not there if no such note was sent", () => {
		expect(found("claude-code", turn("1", "Write", { ...write, content: "[ibid] lines 1-2 unchanged" }, "ok"))).toEqual(
			[],
		);
	});
});
