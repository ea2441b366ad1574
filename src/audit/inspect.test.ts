import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { limitsOf, READERS, toolsOf } from "../../contracts/hosts.ts";
import type { AgentThread, RecordedResult } from "../conversation/types.ts";
import { emptyWindow } from "../core/window.ts";
import { hashText } from "../store/record.ts";
import { readTranscript } from "../transcript/files.ts";
import { type InspectedAnswer, type InspectionContext, inspect } from "./inspect.ts";
import type { RecordedAnswer } from "./recorded-answers.ts";
import type { ReplayedResult } from "./replay.ts";
import type { ReplayTerms } from "./replayed-answer.ts";
import { answersTo } from "./verify.ts";

const FILE = join(import.meta.dirname, "..", "..", "samples", "claude-code", "re-reads.jsonl");
const TERMS: ReplayTerms = {
	tools: (version) => toolsOf("claude-code", version),
	limits: limitsOf("claude-code"),
	isBestAsked: false,
};
const thread = readTranscript(readFileSync(FILE, "utf8"), READERS)?.threads[0] as AgentThread;
const steps = answersTo(thread, TERMS);
const shortened = steps.filter(({ answer }) => answer.form !== "whole");

const sent = new Map(shortened.map(({ result, answer }): [RecordedResult, string] => [result, answer.text]));

function look(
	step: ReplayedResult,
	actual?: RecordedAnswer,
	context: Partial<InspectionContext> = {},
): InspectedAnswer {
	return inspect("a1f3", step, actual, { thread, terms: TERMS, sent, ...context });
}

function actualOf({ answer, result }: ReplayedResult, more: Partial<RecordedAnswer> = {}): RecordedAnswer {
	const { form, reason, before, after } = answer;
	expect(result.delivered).toBeUndefined();
	const hashes = { original: hashText(result.text), delivered: hashText(answer.text) };
	return { form, reason, before, after, saved: before - after, ...hashes, way: "hooks", ...more };
}

describe("an answer is rebuilt", () => {
	test("by the reader, and the second check agrees", () => {
		expect(shortened.length).toBeGreaterThan(3);
		for (const step of shortened) expect(look(step)).toMatchObject({ faults: [], really: "not sent" });
	});

	test("but not from a window that does not have its lines", () => {
		for (const step of shortened)
			expect(look({ ...step, window: emptyWindow() }).faults).toEqual(["it does not rebuild to the original"]);
	});

	test("but not from a text that leads elsewhere", () => {
		const [step] = shortened as [ReplayedResult];
		const text = step.answer.text.replaceAll(/\d+-(\d+)/g, (_, last) => `1-${Number(last) - 1}`);
		expect(look({ ...step, answer: { ...step.answer, text } }).faults).toHaveLength(1);
	});

	test("but the second check knows only what was sent before, where it is asked", () => {
		const [step] = shortened as [ReplayedResult];
		const forgetful = { ...thread, entries: [step.result] };
		expect(look(step, undefined, { thread: forgetful }).faults).toEqual([expect.stringContaining("second check: ")]);
		expect(look(step, undefined, { thread: forgetful, sent: undefined }).faults).toEqual([]);
	});

	test("but the second check knows results before it only as they were sent", () => {
		const [step] = shortened as [ReplayedResult];
		const emptied = new Map(steps.map(({ result }): [RecordedResult, string] => [result, "[ibid] left out"]));
		expect(look(step, undefined, { sent: emptied }).faults).toEqual([expect.stringContaining("second check: ")]);
	});

	test("but the second check knows nothing from before a reset", () => {
		const [step] = shortened as [ReplayedResult];
		const at = thread.entries.indexOf(step.result);
		const reset = { ...thread, entries: thread.entries.toSpliced(at, 0, { kind: "reset" }) };
		expect(look(step, undefined, { thread: reset }).faults).toEqual([expect.stringContaining("second check: ")]);
	});
});

describe("what the model saw", () => {
	test("is what a replay sends, if the record says that it was the same", () => {
		const [step] = shortened as [ReplayedResult];
		expect(look(step, actualOf(step))).toMatchObject({ really: "sent", delivered: step.answer.text });
		const other = actualOf(step, { delivered: hashText("something else") });
		expect(look(step, other)).toMatchObject({ really: "sent otherwise", delivered: step.answer.text });
	});

	test("is all of it, if the record says so", () => {
		const [step] = shortened as [ReplayedResult];
		const seen = look(
			step,
			actualOf(step, { form: "whole", reason: "near compaction", delivered: hashText(step.result.text) }),
		);
		const whole = {
			really: "sent",
			form: "whole",
			reason: "near compaction",
			delivered: step.result.text,
			quotes: [],
			faults: [],
		};
		expect(seen).toMatchObject(whole);
	});

	test("is what the log has, whatever a replay would send", () => {
		const [, second] = shortened as [ReplayedResult, ReplayedResult];
		const lived = { ...second.result, delivered: second.answer.text };
		const entries = thread.entries.map((entry) => (entry === second.result ? lived : entry));
		const whole = { ...second, result: lived, answer: { ...second.answer, form: "whole", text: lived.text } } as const;
		const actual = actualOf(second);
		expect(look(whole, actual, { thread: { ...thread, entries } })).toMatchObject({
			...{ really: "sent", form: actual.form, delivered: second.answer.text, original: lived.text },
		});
	});
});
