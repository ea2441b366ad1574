import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { parseNote } from "./parse.ts";
import { wordNote } from "./render.ts";
import type { Claim, Clause, Note, Origin } from "./types.ts";

const number = fc.integer({ min: 1, max: 100_000 });
const words = fc.oneof(
	fc.string(),
	fc.constantFrom("a; b", 'say "x"', "a\\", ", beginning ", "\n", "…", "\ud800", " as last shown"),
);
const hint = fc.constantFrom("none" as const, "above" as const, "ask" as const);
const runs = ["last run", "earlier run"] as const;
const files = ["shown", "written", "edited"] as const;

/** Only what the writer can mean: numbers belong to files, and so do the numbers of lines. */
const clause: fc.Arbitrary<Clause> = fc
	.record({ count: number, first: number, from: number, isFile: fc.boolean(), isNumbered: fc.boolean() })
	.chain(({ count, first: line, from, isFile, isNumbered }) =>
		fc
			.record({
				of: fc.option(words, { nil: undefined }),
				anchor: words,
				by: fc.constantFrom<Origin>(...(isFile ? files : [...files, ...runs])),
			})
			.map(({ of, anchor, by }) => {
				const first = isFile ? line : 0;
				const numbers = isNumbered && (isFile || of !== undefined);
				const told = of === undefined && by === "shown" && isFile && from !== first ? from : 0;
				const claim: Claim = numbers ? { kind: "numbers", from } : { kind: "anchor", by, anchor, from: told };
				return { count, first, of, claim };
			}),
	);
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
		"[ibid] lines 1-3 unchanged (5-8 when last shown)",
		"[ibid] lines 3-1 unchanged",
		"[ibid] line 1-1 unchanged",
		"[ibid] lines 1-3 unchanged Left out",
		"[ibid] lines 1-3 as in the last run",
		"[ibid] lines 1-3 = a b.ts:1-3 as last shown",
		'[ibid] lines 1-3 unchanged, beginning "\\q"',
		"[ibid] 0 lines unchanged",
		"[ibid] ",
	])("%s is no note", (line) => {
		expect(parseNote(line)).toBeUndefined();
	});
});
