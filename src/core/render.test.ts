import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { parseNote } from "./parse.ts";
import { wordNote } from "./render.ts";
import type { Claim, Clause, Note, Noun, Witness } from "./types.ts";

const number = fc.integer({ min: 1, max: 100_000 });
const words = fc.oneof(
	fc.string(),
	fc.constantFrom("a; b", 'say "x"', "a\\", ", beginning ", "\n", "…", "\ud800", " as last shown"),
);
const hint = fc.constantFrom("none" as const, "above" as const, "ask" as const);
const tool = fc.stringMatching(/^\w{1,12}$/);
const witness: fc.Arbitrary<Witness> = fc.oneof(
	tool.map((label) => ({ kind: "tool", label }) as const),
	words.map((label) => ({ kind: "command", label }) as const),
);
/** Only what the writer can mean: lines of the arrival's own subject have numbers elsewhere only if they have them here. */
const clause: fc.Arbitrary<Clause> = fc
	.record({
		noun: fc.constantFrom<Noun>("lines", "matching lines", "removed lines"),
		count: number,
		first: fc.oneof(number, fc.constant(0)),
		of: fc.option(words, { nil: undefined }),
		claim: fc.oneof<fc.Arbitrary<Claim>[]>(
			fc.record({ kind: fc.constant("numbers"), by: witness, from: number }),
			fc.record({ kind: fc.constant("view"), by: witness, signed: fc.boolean(), anchor: words, from: number }),
			fc.record({ kind: fc.constant("own"), by: fc.constantFrom("write", "edit", "patch"), anchor: words }),
			fc.record({ kind: fc.constant("run"), isLast: fc.boolean(), signed: fc.boolean(), anchor: words }),
		),
	})
	.map(toldOnce);

/** The number of lines that are found by how they begin is told only where it is another in the same file. */
function toldOnce(each: Clause): Clause {
	const { claim, of, first } = each;
	if (claim.kind !== "view" || (of === undefined && claim.from !== first)) return each;
	return { ...each, claim: { ...claim, from: 0 } };
}

const note: fc.Arbitrary<Note> = fc.record({ clauses: fc.array(clause, { minLength: 1, maxLength: 4 }), hint });

describe("notes", () => {
	test("what render words, parse understands", () => {
		fc.assert(
			fc.property(note, (each) => {
				expect(parseNote(wordNote(each))).toEqual(each);
			}),
			{ numRuns: 2000 },
		);
	});

	test("a note is one line", () => {
		fc.assert(fc.property(note, (each) => expect(wordNote(each)).not.toContain("\n")));
	});

	test("a line with one character too many, too few or other is no note, or one that says just that", () => {
		const spoilt = fc.tuple(note, fc.nat(), fc.constantFrom("", "x", "1", " ", '"', "-", ";"));
		fc.assert(
			fc.property(spoilt, ([each, place, character]) => {
				const line = wordNote(each);
				const at = 7 + (place % Math.max(1, line.length - 7));
				const changed = line.slice(0, at) + character + line.slice(at + 1);
				const parsed = parseNote(changed);
				if (parsed) expect(wordNote(parsed)).toBe(changed);
				else expect(parsed).toBeUndefined();
			}),
			{ numRuns: 2000 },
		);
	});

	test.each([
		"[ibid] lines 1-3 unchanged",
		"[ibid] lines 1-3 = lines 5-8 as last shown by Read",
		"[ibid] lines 1-3 = lines 1-3 as last shown by Read",
		"[ibid] lines 3-1 as last shown by Read",
		"[ibid] line 1-1 as last shown by Read",
		"[ibid] lines 1-3 as last shown by Read Left out",
		"[ibid] lines 1-3 as last shown by cat a.ts",
		"[ibid] lines 1-3 as last shown",
		"[ibid] lines 1-3 as in the last run",
		"[ibid] lines 1-3 = a b.ts:1-3 as last shown by Read",
		'[ibid] lines 1-3 as last shown by Read, beginning "\\q"',
		"[ibid] 0 lines as last shown by Read",
		"[ibid] 3 lines as last shown by Read",
		"[ibid] ",
	])("%s is no note", (line) => {
		expect(parseNote(line)).toBeUndefined();
	});
});
