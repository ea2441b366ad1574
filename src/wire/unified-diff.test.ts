import { describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { unifiedDiff } from "./unified-diff.ts";

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

	test("returns undefined past the limit", () => {
		expect(unifiedDiff("a\nb\nc\n", "c\nb\na\n", "x", 3)).toBeUndefined();
		expect(unifiedDiff("a\nb\nc\n", "c\nb\na\n", "x", 4)).toBeString();
	});

	test("allows a thousand edits by default", () => {
		const lines = Array.from({ length: 502 }, (_, index) => `${index}\n`);
		expect(unifiedDiff(lines.slice(1).join(""), lines.slice(1).reverse().join(""), "x")).toBeString();
		expect(unifiedDiff(lines.join(""), lines.toReversed().join(""), "x")).toBeUndefined();
	});

	test("lets patch and git apply make the exact bytes", () => {
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

	test("does so for files of any name", () => {
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

/** A text and an edited version of it, made of few confusing lines, so that lines repeat. */
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

/** All files are in one diff, so that each tool starts only once. */
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
