import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CATALOG, hostOf, READERS } from "../../contracts/hosts.ts";
import { filesUnder } from "../commands/sessions/session-files.ts";
import type { AgentThread, Entry, Recording } from "../conversation/types.ts";
import { estimateTokens } from "../core/tokens.ts";
import { byWay } from "../host/definition.ts";
import { readTranscript } from "../transcript/files.ts";
import { auditSession } from "./audit-session.ts";
import type { InspectedAnswer, InspectedQuote } from "./inspect.ts";
import { type RecordedAnswers, restore } from "./recorded-answers.ts";
import { answersTo } from "./verify.ts";

const SAMPLES = join(import.meta.dirname, "..", "..", "samples");
const recordings = filesUnder(SAMPLES)
	.filter((file) => file.endsWith(".jsonl"))
	.map((file): [string, Recording] => [
		file.slice(SAMPLES.length + 1),
		readTranscript(readFileSync(file, "utf8"), READERS)!,
	]);

const HOW = { hosts: CATALOG, count: estimateTokens, rules: [], proof: false } as const;
const inspectAll = (recording: Recording): readonly InspectedAnswer[] =>
	auditSession(recording, { ...HOW, inspect: { kind: "best", count: 1000 } }).inspected;

describe("sessions in which ibid was at work", () => {
	test.each(recordings)("are as they would have been without it: %s", (_, recording) => {
		const { lived, known } = liveThrough(recording);
		expect(textsIn(restore(lived, hostOf(lived.host), known))).toEqual(textsIn(recording));
	});

	test("show what they were shortened to", () => {
		const { lived, known } = liveThrough(recordings.find(([name]) => name.endsWith("re-reads.jsonl"))![1]);
		const results = entriesIn(restore(lived, hostOf(lived.host), known)).filter((entry) => entry.kind === "result");
		expect(results.filter(({ delivered }) => delivered?.includes("[ibid] "))).not.toEqual([]);
	});

	test("keep a text as it is if it does not rebuild to the recorded original", () => {
		const { lived, known } = liveThrough(recordings.find(([name]) => name.endsWith("re-reads.jsonl"))![1]);
		expect(textsIn(restore(lived, hostOf(lived.host), { ...known, isOriginal: () => false }))).toEqual(textsIn(lived));
		expect(textsIn(restore(lived, hostOf(lived.host), known))).not.toEqual(textsIn(lived));
	});

	test("keep a text that cannot be rebuilt as it is", () => {
		const { lived, known } = liveThrough(recordings.find(([name]) => name.endsWith("re-reads.jsonl"))![1]);
		const forgetful = lived.threads.map(({ agent, entries }): AgentThread => {
			return { agent, entries: entries.flatMap((entry): Entry[] => [{ kind: "reset" }, entry]) };
		});
		const restored = restore({ ...lived, threads: forgetful }, hostOf(lived.host), known);
		expect(textsIn(restored)).toEqual(textsIn(lived));
	});
});

describe("an answer looked at closely", () => {
	test("has quotes in all samples together", () => {
		const quotes = recordings.flatMap(([, recording]) => inspectAll(recording).flatMap((each) => each.quotes));
		expect(quotes.length).toBeGreaterThan(5);
	});

	test.each(recordings)("says where the lines of each quote are: %s", (_, recording) => {
		const delivered = deliveredIn(recording);
		for (const answer of inspectAll(recording)) {
			for (const quote of answer.quotes.filter(({ source }) => source.by === "result")) {
				expect(answer.delivered.split("\n")[quote.note]).toContain("[ibid] ");
				expect(sourceLines(quote, delivered)).toEqual(bodies(answer.original, quote.from, quote.count));
			}
		}
	});
});

/** The same session with what ibid would have sent in its log. */
function liveThrough(recording: Recording): {
	lived: Recording;
	known: Pick<RecordedAnswers, "sentIn" | "isOriginal">;
} {
	const { host } = recording;
	const { tools, limits } = byWay(hostOf(host));
	const terms = { tools, limits, isBestAsked: false };
	const sent = new Set<string>();
	const threads = recording.threads.map((thread) => {
		const answers = new Map(answersTo(thread, terms).map(({ result, answer }) => [result, answer]));
		const entries = thread.entries.map((entry): Entry => {
			const answer = entry.kind === "result" ? answers.get(entry) : undefined;
			if (entry.kind !== "result" || !answer || answer.form === "whole") return entry;
			sent.add(answer.text);
			return { ...entry, text: answer.text };
		});
		return { ...thread, entries };
	});
	const originals = new Set(textsIn(recording));
	const known = {
		sentIn: (_: string, text: string) => (sent.has(text) ? text : undefined),
		isOriginal: (text: string) => originals.has(text),
	};
	return { lived: { ...recording, threads }, known };
}

function entriesIn({ threads }: Recording): Entry[] {
	return threads.flatMap(({ entries }) => entries);
}

function textsIn(recording: Recording): string[] {
	return entriesIn(recording).flatMap((entry) => (entry.kind === "result" ? [entry.text] : []));
}

/** The texts in the window, by their calls. */
function deliveredIn(recording: Recording): Map<string, string> {
	const results = entriesIn(liveThrough(recording).lived).filter((entry) => entry.kind === "result");
	return new Map(results.map(({ id, text }) => [id, text]));
}

function sourceLines({ source, count }: InspectedQuote, delivered: ReadonlyMap<string, string>): string[] {
	return bodies(delivered.get(source.call) ?? "", source.line, count);
}

/** Lines without their numbers. */
function bodies(text: string, from: number, count: number): string[] {
	const lines = text.split("\n").slice(from, from + count);
	return lines.map((line) => line.replace(/^ *\d+(?:[\t→|]|: ?)/, ""));
}
