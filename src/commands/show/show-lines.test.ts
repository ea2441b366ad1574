import { describe, expect, test } from "bun:test";
import { stripVTControlCharacters } from "node:util";
import type { AnswerFinding } from "../../audit/findings.ts";
import type { InspectedAnswer, InspectedQuote, QuoteSource } from "../../audit/inspect.ts";
import { REASON_WORDS } from "../../audit/reason-words.ts";
import type { RecordedAnswer } from "../../audit/recorded-answers.ts";
import { newPaint } from "../terminal/terminal.ts";
import { widthOf } from "../terminal/text.ts";
import { showLines } from "./show-lines.ts";
import type { ShownResult } from "./show-search.ts";

const PLAIN_TASK = newPaint(false);

function answer(more: Partial<AnswerFinding> = {}): AnswerFinding {
	const about = { key: "k", id: "a1f3c2d9", call: "c2", tool: "Read", subject: "/w/src/clock.ts", file: undefined };
	const what = {
		form: "quoted",
		reason: undefined,
		brought: "file",
		actual: undefined,
		isProved: true,
		isUnchecked: false,
		isSensitive: false,
		spared: [],
	} as const;
	const time = new Date(2026, 10, 3, 14, 2).getTime();
	return { kind: "answer", ...about, ...what, time, tokens: 3912, bound: 3308, saved: 3308, notes: 20, ...more };
}

function source(more: Partial<QuoteSource> = {}): QuoteSource {
	return { call: "c1", turn: 4, by: "result", line: 0, number: 1, ...more };
}

const FILE = Array.from({ length: 30 }, (_, at) => `${at + 1}\tline ${at + 1} of the file`);
const NOTE = "[ibid] lines 1-20 as last shown by Read. Left out, already above. Ask again for the full text.";

function inspected(more: Partial<InspectedAnswer> = {}): InspectedAnswer {
	const quotes: InspectedQuote[] = [{ note: 0, from: 0, count: 20, source: source() }];
	const texts = { original: FILE.join("\n"), delivered: [NOTE, ...FILE.slice(20)].join("\n") };
	const what = { really: "not sent", form: "quoted", reason: undefined, faults: [] } as const;
	return { id: "a1f3c2d9", turn: 17, ...texts, ...what, quotes, ...more };
}

function hit(more: Partial<ShownResult> = {}): ShownResult {
	const answers = new Map([["c1", answer({ call: "c1", id: "00000001" })]]);
	const where = { host: "claude-code", session: "s1", project: "/w", withIbid: false, path: "/logs/s1.jsonl" } as const;
	return { ...where, answer: answer(), inspected: inspected(), answers, ...more };
}

function lines(shown: ShownResult, width = 80, isFull = false): string[] {
	return showLines(shown, { width, ...PLAIN_TASK }, isFull);
}

describe("an answer before and after", () => {
	test("is shown side by side if there is room", () => {
		expect(lines(hit(), 100)).toEqual([
			"Read src/clock.ts",
			"a1f3c2d9 · Claude Code · session s1 · turn 17 · 2026-11-03 14:02",
			"notes and new lines · 3,912 → 604 tokens (estimate) · saved 3,308 (84.6%)",
			"ibid was not active in this session; it would have sent this.",
			"",
			"the agent sent                                   │ ibid would have sent",
			"1   line 1 of the file                           │ [ibid] lines 1-20 as last shown by Read. Left",
			"2   line 2 of the file                           │ out, already above. Ask again for the full text.",
			"… 17 lines …                                     │",
			"20  line 20 of the file                          │",
			"21  line 21 of the file                          │ 21  line 21 of the file",
			"22  line 22 of the file                          │ 22  line 22 of the file",
			"23  line 23 of the file                          │ 23  line 23 of the file",
			"24  line 24 of the file                          │ 24  line 24 of the file",
			"… 3 lines …                                      │ … 3 lines …",
			"28  line 28 of the file                          │ 28  line 28 of the file",
			"29  line 29 of the file                          │ 29  line 29 of the file",
			"30  line 30 of the file                          │ 30  line 30 of the file",
			"",
			"Left-out lines are in:",
			"  Read src/clock.ts, turn 4: lines 1-20",
			"",
			"✓ rebuilt line for line from the context; a second check agrees.",
		]);
	});

	test("is shown one below the other if there is little", () => {
		expect(lines(hit(), 40).slice(8, 21)).toEqual([
			"",
			"- the agent sent ·",
			"+ ibid would have sent",
			"- 1   line 1 of the file",
			"- 2   line 2 of the file",
			"- … 17 lines …",
			"- 20  line 20 of the file",
			"+ [ibid] lines 1-20 as last shown by",
			"+ Read. Left out, already above. Ask",
			"+ again for the full text.",
			"  21  line 21 of the file",
			"  22  line 22 of the file",
			"  23  line 23 of the file",
		]);
	});

	test.each([
		["sent", "- the agent would have sent · + the model saw"],
		["sent otherwise", "- the agent would have sent · + ibid would now send"],
		["not sent", "- the agent sent · + ibid would have sent"],
	] as const)("is said to be whose it is, if it was %s", (really, words) => {
		expect(lines(hit({ inspected: inspected({ really }) }))).toContain(words);
	});

	test.each([40, 80, 160])("has all its lines with --full, %i columns wide", (width) => {
		const all = lines(hit(), width, true);
		expect(all.filter((line) => /line \d+ of the file/.test(line))).toHaveLength(30);
		expect(all.join("\n")).not.toContain("…");
	});

	test.each([40, 80, 100, 160])("keeps to %i columns, whatever the texts contain", (width) => {
		const strange = [
			"日本語の行がとても長い".repeat(9),
			"🎉".repeat(90),
			`\u001b[31m${"x".repeat(200)}`,
			"\u009b2J\u0007",
		];
		const original = [...strange, ...strange].join("\n");
		const delivered = [`[ibid] 4 lines as in the last run, beginning "${"日本".repeat(60)}"`, ...strange].join("\n");
		const quotes = [{ note: 0, from: 0, count: 4, source: source({ call: "gone", number: 0 }) }];
		const odd = answer({ subject: `/w/${"long/".repeat(40)}\u001b[2J` });
		const shown = hit({ answer: odd, inspected: inspected({ original, delivered, quotes }), session: "\u001b[1m" });
		const all = lines(shown, width);
		expect(all.filter((line) => widthOf(line) > width)).toEqual([]);
		// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not come through
		expect(all.filter((line) => /[\u0000-\u001f\u007f-\u009f]/.test(line))).toEqual([]);
		expect(all.join("\n")).toContain("an earlier call, turn 4: 4 lines");
		const bars = new Set(
			all.filter((line) => line.includes("│")).map((line) => widthOf(line.slice(0, line.indexOf("│")))),
		);
		expect(bars.size).toBe(width >= 100 ? 1 : 0);
	});

	test("is painted only where that is wanted, and the same otherwise", () => {
		const painted = showLines(hit(), { width: 160, ...newPaint(true) }, false);
		expect(painted.join("\n")).toContain("\u001b[32m✓ rebuilt");
		const bare = painted.map((line) => stripVTControlCharacters(line).trimEnd());
		expect(bare).toEqual(lines(hit(), 160));
	});
});

describe("where the quoted lines are", () => {
	test("is listed text by text, the earliest first, with ranges joined", () => {
		const quotes = [
			{ note: 0, from: 0, count: 5, source: source({ call: "c9", turn: 11, by: "edit", number: 7 }) },
			{ note: 0, from: 5, count: 5, source: source({ number: 30 }) },
			{ note: 0, from: 10, count: 5, source: source({ number: 1 }) },
			{ note: 0, from: 15, count: 4, source: source({ number: 6 }) },
			{ note: 0, from: 19, count: 1, source: source({ call: "c9", turn: 12, number: 3 }) },
		] as const;
		const answers = new Map([
			["c1", answer({ call: "c1" })],
			["c9", answer({ call: "c9", tool: "Edit" })],
		]);
		const all = lines(hit({ inspected: inspected({ quotes }), answers }));
		expect(all.slice(all.indexOf("Left-out lines are in:") + 1, -2)).toEqual([
			"  Read src/clock.ts, turn 4: lines 1-9, 30-34",
			"  the model's own edit src/clock.ts, turn 11: lines 7-11",
			"  Edit src/clock.ts, turn 12: line 3",
		]);
	});
});

const SENT: RecordedAnswer = {
	way: "hooks",
	form: "quoted",
	reason: undefined,
	before: 3912,
	after: 700,
	saved: 3212,
	original: "o",
	delivered: "h",
};

describe("what became of it", () => {
	test("is what the record says, where ibid was at work", () => {
		const all = lines(
			hit({ withIbid: true, answer: answer({ actual: SENT }), inspected: inspected({ really: "sent" }) }),
		);
		expect(all).toContain("notes and new lines · 3,912 → 700 tokens (estimate) · saved 3,212 (82.1%)");
		expect(all).toContain("The model saw this.");
		expect(all.join(" ")).toEndWith("and ibid's record has the same original.");
	});

	test("is a loss if the full text replaced a sentence", () => {
		const actual = { ...SENT, form: "whole", before: 20, after: 800, saved: -780, reason: "fresh" } as const;
		const seen = inspected({ really: "sent", form: "whole", reason: "fresh", delivered: FILE.join("\n"), quotes: [] });
		const words = lines(hit({ withIbid: true, answer: answer({ actual }), inspected: seen }), 200).join("\n");
		expect(words).toContain("sent in full · 20 → 800 tokens (estimate) · saved −780 (−3900.0%)");
		expect(words).toContain("The model saw all of it. The agent had only said that nothing changed");
		expect(words).toContain("ibid would now send it shortened.");
		expect(words).not.toContain("rebuilt");
	});

	test.each([
		[{ really: "sent otherwise" }, true, "The model saw a shortened result, which was not kept"],
		[{ really: "not sent" }, true, "ibid has no record of this tool result; it would have sent this."],
		[
			{ form: "whole", reason: "opaque", original: `a\n${NOTE}`, quotes: [] },
			true,
			"The lines that its notes replace are not in the log",
		],
		[
			{ form: "whole", reason: "small", quotes: [] },
			false,
			`it would have sent it in full. ${REASON_WORDS.small.sentence}`,
		],
		[
			{ form: "whole", reason: "unreachable", quotes: [] },
			false,
			"Claude Code: its hook can replace only results of Read",
		],
	] as const)("is said in a sentence: %j, at work: %p", (seen, lived, sentence) => {
		expect(lines(hit({ withIbid: lived, inspected: inspected(seen) }), 300).join("\n")).toContain(sentence);
	});

	test("is no proof where it could not be rebuilt", () => {
		const all = lines(hit({ inspected: inspected({ faults: ["it does not rebuild to the original"] }) }));
		expect(all.at(-1)).toBe("✗ not rebuilt: it does not rebuild to the original");
	});

	test("is shown alone if its original is unknown", () => {
		const seen = inspected({ really: "sent", original: NOTE, delivered: NOTE, quotes: [], faults: ["no"] });
		const all = lines(hit({ withIbid: true, answer: answer({ actual: SENT }), inspected: seen }), 200);
		expect(all).toContain("The model saw this. The original in ibid's record cannot be rebuilt from the log.");
		expect(all.filter((line) => line.includes(NOTE))).toEqual([NOTE]);
		expect(all.join("\n")).not.toContain("the agent would have sent");
	});

	test("shows no text that may hold secrets", () => {
		const seen = inspected({ form: "whole", reason: "sensitive", quotes: [] });
		const told = answer({ reason: "short", form: "whole", isSensitive: true });
		const words = lines(hit({ answer: told, inspected: seen })).join("\n");
		expect(words).not.toContain("of the file");
		expect(words).toContain("--raw prints it");
	});
});
