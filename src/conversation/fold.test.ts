import { describe, expect, test } from "bun:test";
import { toolsOf } from "../../contracts/hosts.ts";
import { code, numbered } from "../../sim/conversation-fixture.ts";
import { stateOf } from "../core/window.ts";
import { emptyState, foldEntry } from "./fold.ts";
import type { Entry } from "./types.ts";

const lines = code(60);
const note = "1\t[ibid] lines 1-60 as last shown by Read. Left out, already above. Ask again for the full text.";

function read(id: string, text: string): Entry[] {
	const call = { id, tool: "Read", input: { file_path: "/project/a.ts" }, directory: "/project" };
	const result = { kind: "result", id, text, outcome: "done", plain: true, kept: false, time: undefined } as const;
	return [
		{ kind: "turn", time: undefined, model: undefined, usage: undefined },
		{ kind: "call", call, version: "2.1.325" },
		result,
	];
}

/** How many lines of the file are known after these entries. */
function known(isShortened: boolean, ...entries: Entry[][]): number {
	const how = {
		tools: () => toolsOf("claude-code"),
		isShortened: (_: string, text: string) => isShortened && text === note,
	};
	const { window } = entries.flat().reduce((before, entry) => foldEntry(before, entry, how), emptyState());
	const topic = stateOf(window, { kind: "file", name: "/project/a.ts", label: "/project/a.ts" });
	return (topic?.sheet ?? []).reduce((sum, { count }) => sum + count, 0);
}

describe("the fold of a log", () => {
	test("knows what a result shows, and what a recorded note replaces", () => {
		expect(known(true, read("1", numbered(lines)))).toBe(60);
		expect(known(true, read("1", numbered(lines)), read("2", note))).toBe(60);
	});

	test("knows nothing of a file after a note that is not in the record", () => {
		expect(known(false, read("1", numbered(lines)), read("2", note))).toBe(0);
	});

	test("still knows a file after a refused write, although the host repeats the note in it", () => {
		const call = {
			id: "2",
			tool: "Write",
			input: { file_path: "/project/a.ts", content: note },
			directory: "/project",
		};
		const text = `Nothing was written.\n${note}`;
		const result = { kind: "result", id: "2", text, outcome: "failed", plain: true, kept: false } as const;
		const refused: Entry[] = [
			{ kind: "call", call, version: "2.1.325" },
			{ ...result, time: undefined },
		];
		expect(known(true, read("1", numbered(lines)), refused)).toBe(60);
	});

	test("knows nothing after a reset, and less after a file was attached", () => {
		expect(known(true, read("1", numbered(lines)), [{ kind: "reset" }])).toBe(0);
		expect(known(true, read("1", numbered(lines)), [{ kind: "hidden", path: "/project/a.ts" }])).toBe(0);
	});
});
