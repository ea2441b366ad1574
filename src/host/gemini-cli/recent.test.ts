import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import type { Entry } from "../../conversation/types.ts";
import { readGeminiCli, readGeminiCliValues } from "../../transcript/gemini-cli.ts";
import { recentIn } from "./recent.ts";

const PLACE = "samples/gemini-cli";
const SAMPLES = readdirSync(PLACE).filter((name) => name.endsWith(".jsonl"));
const linesOf = (name: string): string[] => readFileSync(`${PLACE}/${name}`, "utf8").split("\n").slice(0, -1);
const logOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join("");

/** Logs as hooks have seen them, which are asked when the model has just made calls, and tokens to look back. */
const cuts = (name: string): fc.Arbitrary<{ lines: string[]; tokens: number }> => {
	const lines = linesOf(name);
	const logs = lines.flatMap((line, index) => (isAsking(line) ? [lines.slice(0, index + 1)] : []));
	return fc.record({ lines: fc.constantFrom(...logs), tokens: fc.integer({ min: 0, max: 8000 }) });
};
const isAsking = (line: string): boolean =>
	line.includes('"type":"gemini","content":""') && !line.includes('"toolCalls"');

const entriesIn = (values: readonly unknown[]): readonly Entry[] => {
	const recording = readGeminiCliValues(values);
	expect(recording?.skipped).toBe(0);
	return recording?.threads[0]?.entries ?? [];
};
const entriesOf = (log: string): readonly Entry[] => readGeminiCli(log)?.threads[0]?.entries ?? [];

/** What was answered, as it stands there now, in the order of the calls. */
const standing = (entries: readonly Entry[]): string[] => {
	const results = new Map<string, string>();
	for (const entry of entries) {
		if (entry.kind === "reset") results.clear();
		if (entry.kind === "result" && entry.outcome !== "cut") results.set(entry.id, `${entry.id} ${entry.text}`);
		if (entry.kind === "erase") for (const id of entry.ids) results.delete(id);
	}
	return [...results.values()];
};
const directoriesOf = (entries: readonly Entry[]): string[] =>
	entries.flatMap((entry) => (entry.kind === "call" ? entry.call.directory : []));

/** What the user says counts too, and is not long in the samples. */
const PROMPTS = 200;

describe("what a log has of late", () => {
	test.each(["re-reads.jsonl", "sub-agent.jsonl"])("is the end of what %s tells, cut behind a user's line", (name) => {
		fc.assert(
			fc.property(cuts(name), ({ lines, tokens }) => {
				const { text, read, isChanged } = recentIn(logOf(lines), tokens);
				expect(isChanged).toBe(false);
				const first = lines.findIndex((_, index) => logOf(lines.slice(index)) === text);
				const before = lines[first - 1] ?? '"type":"user"';
				expect(before.slice(0, 200)).toContain('"type":"user"');
				const [recent, whole] = [entriesIn(read().values), entriesOf(logOf(lines))];
				expect(recent).toEqual(whole.slice(whole.length - recent.length));
				expect(read().isCut || recent.length === whole.length).toBe(true);
			}),
		);
	});

	test.each(SAMPLES)("is the last of what stands in %s, and nothing else", (name) => {
		fc.assert(
			fc.property(cuts(name), ({ lines, tokens }) => {
				const recent = standing(entriesIn(recentIn(logOf(lines), tokens).read().values));
				const whole = standing(entriesOf(logOf(lines)));
				expect(recent).toEqual(whole.slice(whole.length - recent.length));
				expect(recentIn(logOf(lines), tokens).read().isCut || recent.length === whole.length).toBe(true);
			}),
		);
	});

	test.each(SAMPLES)("is all that %s tells, and not cut, if there is room for it", (name) => {
		expect(recentIn(logOf(linesOf(name)), 1_000_000).read().isCut).toBe(false);
	});

	test.each(SAMPLES)("has as many characters at least as tokens are asked for, if there are as many in %s", (name) => {
		fc.assert(
			fc.property(cuts(name), ({ lines, tokens }) => {
				const recent = standing(entriesIn(recentIn(logOf(lines), tokens).read().values)).join("");
				const whole = standing(entriesOf(logOf(lines))).join("");
				expect(recent.length).toBeGreaterThanOrEqual(Math.min(whole.length, tokens - PROMPTS));
			}),
		);
	});

	test.each(SAMPLES)("says where the model of %s works", (name) => {
		const { values } = recentIn(logOf(linesOf(name)), 1_000_000).read();
		expect(new Set(directoriesOf(entriesIn(values)))).toEqual(new Set(["/home/you/project"]));
	});

	test.each([
		["re-reads.jsonl", false],
		["masking.jsonl", true],
		["compression.jsonl", true],
		["rewind.jsonl", true],
		["resumed.jsonl", true],
	])("is known to have been changed by the host in %s: %p", (name, expected) => {
		expect(recentIn(logOf(linesOf(name)), 1_000_000).isChanged).toBe(expected);
	});

	test("is all of it where an older host wrote one document", () => {
		const document = `{\n"sessionId": "s1", "projectHash": "p", "messages": []\n}`;
		expect(recentIn(document, 0).read().values).toEqual([JSON.parse(document)]);
	});

	test("is nothing that anybody understands where a line is none", () => {
		const lines = linesOf("re-reads.jsonl");
		expect(() => recentIn(logOf([...lines, '{"id":']), 1000).read()).toThrow(SyntaxError);
	});
});
