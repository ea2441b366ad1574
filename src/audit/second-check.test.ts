import { describe, expect, test } from "bun:test";
import { readings, secondCheck } from "./verify.ts";

const LINES = ["  one: true", "    two: true", " three: false", "four", "", "  five: true"];
const numbered = (gutter: string, from = 1): string[] => LINES.map((line, at) => `${from + at}${gutter}${line}`);
const NOTE = "[ibid] 6 lines = a.yml:1-6 as last shown.";

/** What is said of lines with one gutter that stand in a note's place where they were shown before with another. */
function judge(before: string, now: string, after: readonly string[] = LINES): string | undefined {
	const earlier = readings(after.map((line, at) => `${1 + at}${before}${line}`).join("\n"), false);
	const original = ["7 lines found", ...numbered(now)].join("\n");
	return secondCheck(earlier, original, `7 lines found\n${NOTE}`);
}

const GUTTERS = ["\t", "→", ": ", ":", "-", ". "];

describe("the second check", () => {
	test.each(GUTTERS.flatMap((before) => GUTTERS.map((now) => [before, now] as const)))(
		"takes a true note as true where lines stood behind %j and would stand behind %j",
		(before, now) => expect(judge(before, now)).toBeUndefined(),
	);

	test("takes hits and the lines around them for one text", () => {
		const hits = LINES.map((line, at) => `${at + 1}${at % 2 ? "-" : ":"}${line}`).join("\n");
		const earlier = readings(numbered("\t").join("\n"), false);
		expect(secondCheck(earlier, hits, NOTE)).toBeUndefined();
	});

	test("takes what several commands print for one text, each with its own gutter", () => {
		const both = [...numbered("\t"), ...numbered(":", 11)].join("\n");
		const earlier = readings(numbered(": ").join("\n"), false);
		expect(secondCheck(earlier, both, NOTE)).toBeUndefined();
	});

	test.each(GUTTERS)("finds a note false where one blank of the indentation is another: %j", (gutter) => {
		const other = LINES.map((line) => line.replace("    two", "   two"));
		expect(judge("\t", gutter, other)).toStartWith("second check: ");
	});
});
