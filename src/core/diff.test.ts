import { describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { applyHunks, type Change, findChanges, hunkLines, toHunks, unifiedDiff } from "./diff.ts";

const few = fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 24 });
const context = fc.integer({ min: 0, max: 4 });

describe("findChanges", () => {
	test.each<[string, number[], number[], Change[]]>([
		["finds nothing between two empty texts", [], [], []],
		["finds nothing between equal texts", [1, 2, 3], [1, 2, 3], []],
		["finds a text that appears", [], [1, 2], [{ a: 0, removed: 0, b: 0, added: 2 }]],
		["finds a text that goes away", [1, 2], [], [{ a: 0, removed: 2, b: 0, added: 0 }]],
		["finds an insertion at the top", [1, 2], [9, 1, 2], [{ a: 0, removed: 0, b: 0, added: 1 }]],
		["finds an insertion at the end", [1, 2], [1, 2, 9], [{ a: 2, removed: 0, b: 2, added: 1 }]],
		["finds an insertion among equal lines", [7, 7], [7, 7, 7], [{ a: 2, removed: 0, b: 2, added: 1 }]],
		[
			"takes any 32-bit number for a line",
			[-5, 2147483647, 0],
			[-5, -2147483648, 0],
			[{ a: 1, removed: 1, b: 1, added: 1 }],
		],
		["merges changes that touch", [1, 2, 3, 4], [1, 8, 9, 4], [{ a: 1, removed: 2, b: 1, added: 2 }]],
		[
			"slides a change down, past equal lines at the end too",
			[1, 2, 5, 6, 5, 6, 4],
			[3, 2, 5, 6, 4],
			[
				{ a: 0, removed: 1, b: 0, added: 1 },
				{ a: 4, removed: 2, b: 4, added: 0 },
			],
		],
		[
			"merges a change with the one it slides into",
			[1, 7, 9, 4, 1],
			[2, 7, 7, 4, 3, 1],
			[
				{ a: 0, removed: 1, b: 0, added: 1 },
				{ a: 2, removed: 1, b: 2, added: 1 },
				{ a: 4, removed: 0, b: 4, added: 1 },
			],
		],
		[
			"puts lines of one text only back where they stand",
			[50, 1, 51, 2, 3, 52],
			[1, 60, 2, 61, 62, 3, 63],
			[
				{ a: 0, removed: 1, b: 0, added: 0 },
				{ a: 2, removed: 1, b: 1, added: 1 },
				{ a: 4, removed: 0, b: 3, added: 2 },
				{ a: 5, removed: 1, b: 6, added: 1 },
			],
		],
	])("%s", (_, before, after, changes) => {
		expect(findChanges(before, after, 100)).toEqual(changes);
	});

	test("gives up exactly when the shared lines need more edits than allowed", () => {
		expect(findChanges([1, 2, 3], [3, 2, 1], 3)).toBeUndefined();
		expect(countEdits(findChanges([1, 2, 3], [3, 2, 1], 4))).toBe(4);
		expect(findChanges([1, 2], [1, 2], -1)).toBeUndefined();
		expect(findChanges([1, 2, 3], [3, 2, 1], Number.NaN)).toBeUndefined();
	});

	test("does not count lines of one text only against the limit", () => {
		expect(findChanges([1, 2, 3, 4], [1, 5, 6, 7, 4], 0)).toEqual([{ a: 1, removed: 2, b: 1, added: 3 }]);
	});

	test("does not count a block put in or taken out between equal lines against the limit", () => {
		expect(findChanges([1, 2, 3], [1, 3, 2, 2, 3], 0)).toEqual([{ a: 1, removed: 0, b: 1, added: 2 }]);
		expect(findChanges([1, 3, 2, 2, 3], [1, 2, 3], 0)).toEqual([{ a: 1, removed: 2, b: 1, added: 0 }]);
	});

	test("finds the fewest edits, in order, with an unchanged line between any two changes", () => {
		fc.assert(
			fc.property(few, few, (before, after) => {
				const changes = findChanges(before, after, 100) ?? [];
				expect(rebuild(before, after, changes)).toEqual(after);
				expect(countEdits(changes)).toBe(countFewestEdits(before, after));
				for (const [index, change] of changes.entries()) {
					expect(change.removed + change.added).toBeGreaterThan(0);
					const last = changes[index - 1];
					if (last) expect(change.a - last.a - last.removed).toBeGreaterThan(0);
					if (last) expect(change.b - last.b - last.added).toBe(change.a - last.a - last.removed);
					expect(canSlideDown(before, after, change)).toBeFalse();
				}
			}),
			{ numRuns: 1000 },
		);
	});
});

describe("toHunks", () => {
	const changes = [
		{ a: 3, removed: 1, b: 3, added: 2 },
		{ a: 10, removed: 0, b: 11, added: 1 },
		{ a: 17, removed: 1, b: 19, added: 0 },
	];

	test("joins changes up to twice the context apart and parts those further away", () => {
		expect(toHunks(changes, 20, 21)).toEqual([
			{ a: 0, removed: 13, b: 0, added: 15, changes: changes.slice(0, 2) },
			{ a: 14, removed: 6, b: 16, added: 5, changes: changes.slice(2) },
		]);
	});

	test("takes the context asked for, from none to everything", () => {
		expect(toHunks(changes, 20, 21, 0)).toEqual(changes.map((change) => ({ ...change, changes: [change] })));
		expect(toHunks(changes, 20, 21, Number.POSITIVE_INFINITY)).toEqual([
			{ a: 0, removed: 20, b: 0, added: 21, changes },
		]);
	});

	test("makes no hunk of no change", () => {
		expect(toHunks([], 5, 5)).toEqual([]);
	});
});

describe("hunkLines", () => {
	test.each<[string, string[], string[], number, string[]]>([
		["leaves out a count of one", ["a"], ["b"], 3, ["@@ -1 +1 @@", "-a", "+b"]],
		["names the line before where a side has none", [], ["a"], 3, ["@@ -0,0 +1 @@", "+a"]],
		["does so on the new side too", ["a", "b"], [], 3, ["@@ -1,2 +0,0 @@", "-a", "-b"]],
		["does so in the middle of a text", ["a", "b"], ["a", "x", "y", "b"], 0, ["@@ -1,0 +2,2 @@", "+x", "+y"]],
		["shows what stays, goes and comes", ["a", "b", "c"], ["a", "x"], 1, ["@@ -1,3 +1,2 @@", " a", "-b", "-c", "+x"]],
	])("%s", (_, before, after, context, lines) => {
		expect(wordHunks(before, after, context)).toEqual(lines);
	});
});

describe("applyHunks", () => {
	const before = Array.from({ length: 20 }, (_, index) => `line ${index + 1}`);
	const after = before.toSpliced(15, 1).toSpliced(2, 1, "new 1", "new 2");
	const good = wordHunks(before, after, 1);

	test("applies what hunkLines worded", () => {
		expect(good).toStrictEqual([
			"@@ -2,3 +2,4 @@",
			" line 2",
			"-line 3",
			"+new 1",
			"+new 2",
			" line 4",
			"@@ -15,3 +16,2 @@",
			" line 15",
			"-line 16",
			" line 17",
		]);
		expect(applyHunks(before, good)).toStrictEqual(after);
	});

	test("leaves a text without hunks as it is", () => {
		expect(applyHunks(before, [])).toStrictEqual(before);
		expect(applyHunks([], [])).toStrictEqual([]);
	});

	test.each<[string, string[]]>([
		["a text before the first header", ["--- a/x", ...good]],
		["a text after the last line", [...good, ""]],
		["a line too many", [...good, " line 18"]],
		["words after the header", good.with(0, "@@ -2,3 +2,4 @@ function")],
		["a line end in the header", good.with(0, "@@ -2,3 +2,4 @@\n")],
		["a number with a leading zero", good.with(0, "@@ -02,3 +2,4 @@")],
		["a sign in a number", good.with(0, "@@ -2,3 +2,-4 @@")],
		["an old start off by one", good.with(0, "@@ -3,3 +2,4 @@")],
		["a new start off by one", good.with(0, "@@ -2,3 +3,4 @@")],
		["a later new start that forgets earlier changes", good.with(6, "@@ -15,3 +15,2 @@")],
		["an old count too small", good.with(0, "@@ -2,2 +2,4 @@")],
		["an old count too big", good.with(0, "@@ -2,4 +2,4 @@")],
		["a new count too small", good.with(0, "@@ -2,3 +2,3 @@")],
		["a new count too big", good.with(0, "@@ -2,3 +2,5 @@")],
		["a boundless count", good.with(0, `@@ -2,3 +2,${"9".repeat(400)} @@`)],
		["a context line that differs", good.with(1, " line two")],
		["a context line that differs in blanks", good.with(1, " line 2 ")],
		["a removed line that differs", good.with(2, "-line three")],
		["a line without a mark", good.with(1, "line 2")],
		["an empty line", good.with(1, "")],
		["a marker of a missing newline", good.toSpliced(6, 0, "\\ No newline at end of file")],
		["an addition before the removal", good.toSpliced(2, 2, "+new 1", "-line 3")],
		["hunks in the wrong order", [...good.slice(6), ...good.slice(0, 6)]],
		["the same hunk twice", [...good.slice(0, 6), ...good.slice(0, 6)]],
		["hunks that overlap", ["@@ -1,2 +1 @@", " line 1", "-line 2", "@@ -2 +2 @@", "-line 2", "+x"]],
		["hunks that touch", ["@@ -1 +1 @@", "-line 1", "+x", "@@ -2 +2 @@", "-line 2", "+y"]],
		["a hunk beyond the end", ["@@ -21 +21 @@", "-line 21", "+x"]],
		["an insertion beyond the end", ["@@ -21,0 +22 @@", "+x"]],
		["a hunk at line zero", ["@@ -0 +1 @@", "-line 1", "+x"]],
		["a count of one written out", ["@@ -1,1 +1 @@", "-line 1", "+x"]],
		["a hunk that changes nothing", ["@@ -1 +1 @@", " line 1"]],
		["an empty hunk", ["@@ -0,0 +0,0 @@"]],
		["a header alone", ["@@ -1 +1 @@"]],
	])("refuses %s", (_, lines) => {
		expect(applyHunks(before, lines)).toBeUndefined();
	});

	test("refuses a text of which any line of the hunks differs", () => {
		for (const shown of [1, 2, 3, 14, 15, 16]) expect(applyHunks(before.with(shown, "other"), good)).toBeUndefined();
		expect(applyHunks(before.slice(0, 16), good)).toBeUndefined();
		expect(applyHunks([], good)).toBeUndefined();
	});

	test("undoes hunkLines for any two texts and any context", () => {
		fc.assert(
			fc.property(few, few, context, (before, after, context) => {
				const [old, current] = [before.map(String), after.map(String)];
				expect(applyHunks(old, wordHunks(old, current, context))).toStrictEqual(current);
			}),
			{ numRuns: 1000 },
		);
	});

	test("refuses hunks of which any one line is missing or repeated", () => {
		fc.assert(
			fc.property(few, few, context, fc.nat(), (before, after, context, seed) => {
				const old = before.map(String);
				const lines = wordHunks(old, after.map(String), context);
				fc.pre(lines.length > 0);
				const spoiled = seed % lines.length;
				expect(applyHunks(old, lines.toSpliced(spoiled, 1))).toBeUndefined();
				expect(applyHunks(old, lines.toSpliced(spoiled, 0, lines[spoiled]!))).toBeUndefined();
			}),
			{ numRuns: 500 },
		);
	});
});

describe("unifiedDiff", () => {
	test("is empty for equal texts", () => {
		expect(unifiedDiff("", "", "x")).toBe("");
		expect(unifiedDiff("a\nb", "a\nb", "x")).toBe("");
	});

	test("marks an unterminated last line on the side that has it", () => {
		const marker = "\\ No newline at end of file\n";
		const head = "--- a/x\n+++ b/x\n";
		expect(unifiedDiff("a\n", "a", "x")).toBe(`${head}@@ -1 +1 @@\n-a\n+a\n${marker}`);
		expect(unifiedDiff("a", "a\n", "x")).toBe(`${head}@@ -1 +1 @@\n-a\n${marker}+a\n`);
		expect(unifiedDiff("a\nb", "c\nb", "x")).toBe(`${head}@@ -1,2 +1,2 @@\n-a\n+c\n b\n${marker}`);
		expect(unifiedDiff("", "a", "x")).toBe(`${head}@@ -0,0 +1 @@\n+a\n${marker}`);
	});

	test("keeps a carriage return as part of the line", () => {
		expect(unifiedDiff("a\r\nb\rc\n", "a\nb\rc\n", "x")).toBe("--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n-a\r\n+a\n b\rc\n");
	});

	test("answers undefined past the limit", () => {
		expect(unifiedDiff("a\nb\nc\n", "c\nb\na\n", "x", 3)).toBeUndefined();
		expect(unifiedDiff("a\nb\nc\n", "c\nb\na\n", "x", 4)).toBeString();
	});

	test("allows a thousand edits unless told otherwise", () => {
		const lines = Array.from({ length: 502 }, (_, index) => `${index}\n`);
		expect(unifiedDiff(lines.slice(1).join(""), lines.slice(1).reverse().join(""), "x")).toBeString();
		expect(unifiedDiff(lines.join(""), lines.toReversed().join(""), "x")).toBeUndefined();
	});

	test("takes patch and git apply to the exact bytes", () => {
		const edges = [
			["", "a"],
			["", "\n"],
			["a\n", ""],
			["a", ""],
			["a", "a\n"],
			["\r\n", "\r"],
		] as const;
		const pairs = [...edges, ...fc.sample(textPair(), 400)].filter(([before, after]) => before !== after);
		expectToolsToApply(pairs.map(([before, after], index) => ({ name: `${index}`, before, after })));
	});

	test("takes them to files of any name", () => {
		const names = [
			"a b",
			" a ",
			'say "hi"',
			"back\\slash",
			"tab\there",
			"line\nbreak",
			"é€😀",
			"1 2024-01-01 10:00:00",
		];
		expectToolsToApply(names.map((name) => ({ name, before: "a\nb\n", after: "a\nc\n" })));
	});
});

describe("huge inputs", () => {
	test("return for 50,000 equal lines", () => {
		const lines = new Int32Array(50_000).fill(7);
		expect(findChanges(lines, lines.slice(), 1000)).toEqual([]);
		expect(findChanges(lines, lines.slice(1), 1000)).toEqual([{ a: 49_999, removed: 1, b: 49_999, added: 0 }]);
	});

	test("return for 50,000 shuffled lines", () => {
		const lines = Array.from({ length: 50_000 }, (_, index) => index);
		const shuffled = lines.map((line) => (line * 7_919) % 50_000);
		expect(findChanges(lines, shuffled, 1000)).toBeUndefined();
	});

	test("return for 20,000 lines over three symbols, even without a limit", () => {
		const [before, after] = [makeNoise(20_000, 1), makeNoise(20_000, 2)];
		expect(findChanges(before, after, 1000)).toBeUndefined();
		expect(findChanges(before, after, Number.POSITIVE_INFINITY)).toBeUndefined();
	});

	test("return for noise around a million equal lines", () => {
		const equal: number[] = new Array(1_000_000).fill(0);
		const [before, after] = [1, 2].map((seed) => makeNoise(2000, seed).concat(equal, makeNoise(2000, seed + 2)));
		expect(findChanges(before!, after!, 1000)).toBeUndefined();
	});

	test("return for lines of a megabyte", () => {
		const long = "m".repeat(1 << 20);
		const text = unifiedDiff(`${long}1\n${long}2\n`, `${long}1\n${long}3\n`, "x");
		expect(text === `--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n ${long}1\n-${long}2\n+${long}3\n`).toBeTrue();
	});
});

function countEdits(changes: readonly Change[] | undefined): number | undefined {
	return changes?.reduce((sum, change) => sum + change.removed + change.added, 0);
}

function canSlideDown(before: readonly number[], after: readonly number[], change: Change): boolean {
	if (change.removed === 0) return after[change.b] === after[change.b + change.added];
	return change.added === 0 && before[change.a] === before[change.a + change.removed];
}

function rebuild(before: readonly number[], after: readonly number[], changes: readonly Change[]): number[] {
	return changes.reduceRight(
		(lines, { a, removed, b, added }) => lines.toSpliced(a, removed, ...after.slice(b, b + added)),
		[...before],
	);
}

/** The textbook table, to compare with. */
function countFewestEdits(before: readonly number[], after: readonly number[]): number {
	let row = Array.from({ length: after.length + 1 }, (_, index) => index);
	for (const [a, old] of before.entries()) {
		const next = [a + 1];
		for (const [b, line] of after.entries()) {
			next.push(old === line ? row[b]! : 1 + Math.min(row[b + 1]!, next[b]!));
		}
		row = next;
	}
	return row.at(-1)!;
}

function wordHunks(before: readonly string[], after: readonly string[], context: number): string[] {
	const numbers = new Map([...before, ...after].map((line, index) => [line, index]));
	const toNumber = (line: string): number => numbers.get(line)!;
	const changes = findChanges(before.map(toNumber), after.map(toNumber), 1000) ?? [];
	return toHunks(changes, before.length, after.length, context).flatMap((hunk) => hunkLines(hunk, before, after));
}

/** A text and an edited version of it, made of few and treacherous lines, so that they repeat. */
function textPair(): fc.Arbitrary<[string, string]> {
	const treacherous = [
		"@@ -1 +1 @@",
		"\\ No newline at end of file",
		"--- a/0",
		"+++ b/0",
		"-- ",
		"diff --git a/0 b/0",
	];
	const line = fc.constantFrom("", "a", "b", "c", " a", "-", "+", "\\", "a\r", "\r", "a\rb", "é", ...treacherous);
	const edit = fc.tuple(fc.nat(60), fc.nat(3), fc.array(line, { maxLength: 3 }));
	const end = fc.constantFrom("\n", "\n", "\r\n", "");
	return fc
		.tuple(fc.array(line, { maxLength: 60, size: "max" }), fc.array(edit, { minLength: 1, maxLength: 5 }), end, end)
		.map(([lines, edits, beforeEnd, afterEnd]) => {
			const edited = edits.reduce((result, [at, removed, added]) => result.toSpliced(at, removed, ...added), lines);
			return [joinLines(lines, beforeEnd), joinLines(edited, afterEnd)];
		});
}

function joinLines(lines: readonly string[], end: string): string {
	return lines.length === 0 ? "" : lines.join("\n") + end;
}

type Case = { readonly name: string; readonly before: string; readonly after: string };

/** Every file in one diff, so that each tool starts once. */
function expectToolsToApply(cases: readonly Case[]): void {
	const diff = cases.map(({ name, before, after }) => unifiedDiff(before, after, name)).join("");
	const tools = [
		["patch", "-p1", "--binary", "--fuzz=0", "--force", "--no-backup-if-mismatch"],
		["git", "apply", "--whitespace=nowarn"],
	] as const;
	for (const [tool, ...options] of tools) {
		const parent = mkdtempSync(join(tmpdir(), "ibid-diff-"));
		const folder = join(parent, "files");
		mkdirSync(folder);
		for (const { name, before } of cases) writeFileSync(join(folder, name), before);
		const env = { ...process.env, GIT_CEILING_DIRECTORIES: parent, GIT_CONFIG_GLOBAL: "/dev/null", LC_ALL: "C" };
		const run = spawnSync(tool, options, { cwd: folder, env, input: diff, encoding: "utf8" });
		const results = cases.map(({ name, before }) => ({
			name,
			before,
			after: readFileSync(join(folder, name), "utf8"),
		}));
		rmSync(parent, { recursive: true });
		expect(results).toEqual([...cases]);
		expect(run.status).toBe(0);
		if (tool === "patch") expect(run.stdout).not.toMatch(/offset|fuzz|Stripping/);
	}
}

/** Lines over three symbols, always the same for the same seed. */
function makeNoise(count: number, seed: number): number[] {
	let state = seed;
	return Array.from({ length: count }, () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return (state >>> 16) % 3;
	});
}
