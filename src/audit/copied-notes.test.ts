import { describe, expect, test } from "bun:test";
import { toolsOf } from "../../contracts/hosts.ts";
import type { Entry, RecordedResult } from "../conversation/types.ts";
import type { HostName } from "../lens/types.ts";
import { copiedNotesIn } from "./copied-notes.ts";

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
