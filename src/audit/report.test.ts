import { describe, expect, test } from "bun:test";
import { code, numbered } from "../../sim/desk.ts";
import { estimateTokens } from "../core/tokens.ts";
import type { Entry, Recording, Usage } from "../transcript/types.ts";
import { newBookkeeper } from "./money.ts";
import { newAuditor } from "./report.ts";

const usage = (input: number, cacheRead: number, cacheWrite = 0, output = 0): Usage => ({
	input,
	cacheRead,
	cacheWrite,
	output,
});

describe("money", () => {
	test("a token that was never added is not written once, and not carried by every later request", () => {
		const book = newBookkeeper("claude-code");
		book.spare(1000);
		book.request(usage(0, 0, 2000));
		book.request(usage(0, 2000, 100));
		book.request(usage(0, 2100, 100));
		expect(book.purse()).toEqual({ spent: 2000 * 1.25 + 200 + 125 + 210 + 125, spared: 1250 + 100 + 100 });
	});

	test("a lost cache is written anew, with all that it would have held", () => {
		const book = newBookkeeper("pi");
		book.spare(1000);
		book.request(usage(2000, 0));
		book.request(usage(2000, 0));
		expect(book.purse().spared).toBe(2000);
	});

	test("what a reset has taken away is carried no longer, and unknown costs count for nothing", () => {
		const book = newBookkeeper("pi");
		book.spare(1000);
		book.request(usage(10, 0));
		book.reset();
		book.request(usage(10, 10));
		book.request(undefined);
		expect(book.purse().spared).toBe(1000);
	});
});

describe("an audit", () => {
	const text = numbered(code(60));
	const read = (id: string): Entry[] => [
		{ kind: "turn", time: undefined, model: undefined, usage: usage(100, 0) },
		{
			kind: "call",
			call: { id, tool: "Read", input: { file_path: "a.ts" }, directory: "/project" },
			version: "2.1.325",
		},
		{ kind: "result", id, text, outcome: "done", plain: true, kept: false, time: undefined },
	];
	const recording = (...entries: Entry[][]): Recording => {
		return { host: "claude-code", session: "s", strands: [{ agent: undefined, entries: entries.flat() }], skipped: 0 };
	};

	test("counts what was shortened, net of notes, against what would have reached the model", () => {
		const auditor = newAuditor();
		auditor.add(recording(read("1"), read("2"), read("3")));
		const [report] = auditor.hosts();
		const whole = estimateTokens(text);
		const note = estimateTokens(
			"1\t[ibid] lines 1-60 unchanged. Left out, already above. Ask again for the full text.",
		);
		expect(report).toMatchObject({ sessions: 1, windows: 1, answers: 3, shortened: 1, resultTokens: 3 * whole });
		expect(report).toMatchObject({ savedTokens: whole - note, noteTokens: note });
		expect(report!.moneyShare).toBeCloseTo(((whole - note) * 1.25) / 300);
	});

	test("counts a session that repeats another once, and a window for every reset", () => {
		const auditor = newAuditor();
		auditor.add(recording(read("1")));
		auditor.add(recording(read("1"), [{ kind: "reset" }], read("2")));
		expect(auditor.hosts()[0]).toMatchObject({ sessions: 2, windows: 3, answers: 2, shortened: 0, savedTokens: 0 });
	});
});
