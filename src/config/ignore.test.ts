import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { ignoring } from "./load.ts";

const root = mkdtempSync(join(tmpdir(), "ibid-ignore-"));
beforeAll(() => void spawnSync("git", ["init", "-q", root]));
afterAll(() => rmSync(root, { recursive: true }));

describe("a glob", () => {
	test.each([
		["*.lock", "a.lock", true],
		["*.lock", "deep/down/a.lock", true],
		["*.lock", "a.lock.ts", false],
		["/*.lock", "a.lock", true],
		["/*.lock", "deep/a.lock", false],
		["docs/*.md", "docs/a.md", true],
		["docs/*.md", "docs/deep/a.md", false],
		["docs/*.md", "other/docs/a.md", false],
		["docs/**/*.md", "docs/a.md", true],
		["docs/**/*.md", "docs/deep/down/a.md", true],
		["**/docs/*.md", "other/docs/a.md", true],
		["dist", "dist/deep/a.js", true],
		["dist/", "dist/a.js", true],
		["dist/", "dist", false],
		["dist/**", "dist/deep/a.js", true],
		["dist/**", "dist", false],
		["a?c.ts", "abc.ts", true],
		["a?c.ts", "ac.ts", false],
		["[id].tsx", "pages/[id].tsx", true],
		["[id].tsx", "pages/i.tsx", false],
		["**", "any/thing", true],
		["", "a", false],
		["/", "a", false],
	])("%s on %s: %p", (glob, path, expected) => {
		expect(ignoring([glob], root)(join(root, path))).toBe(expected);
	});

	test("may be one of several", () => {
		const isIgnored = ignoring(["*.md", "*.lock"], root);
		expect(["a.lock", "a.md", "a.ts"].map(isIgnored)).toEqual([true, true, false]);
	});

	test("matches files outside the root only if it can start anywhere", () => {
		expect(ignoring(["*.lock"], root)("/elsewhere/a.lock")).toBe(true);
		expect(ignoring(["elsewhere"], root)("/elsewhere/a.lock")).toBe(true);
		expect(ignoring(["/elsewhere/**", "**/a.lock"], root)("/elsewhere/a.lock")).toBe(false);
	});

	test("treats relative paths as relative to the root", () => {
		expect(ignoring(["/a/b.ts"], root)("a/b.ts")).toBe(true);
		expect(ignoring(["/b.ts"], root)(`${root}/a/../b.ts`)).toBe(true);
	});

	test("that is built to be slow is not slow", () => {
		const glob = `${"*a".repeat(2000)}b`;
		expect(ignoring([glob, `${"**/a/".repeat(500)}b`], root)(`${"a/".repeat(200)}${"a".repeat(200)}`)).toBe(false);
	});
});

test("matches what git would ignore", () => {
	// For several stars next to letters, git's documents and its behaviour differ, so there are none here.
	const letters = fc.array(fc.constantFrom("a", "b", "*", "?"), { minLength: 1, maxLength: 5 });
	const name = fc.oneof(
		fc.constantFrom("**", "***"),
		letters.map((all) => all.join("").replaceAll(/\*{2,}/g, "*")),
	);
	const glob = fc
		.tuple(fc.constantFrom("", "/"), fc.array(name, { minLength: 1, maxLength: 4 }), fc.constantFrom("", "/"))
		.map(([first, steps, last]) => first + steps.join("/") + last);
	const path = fc
		.array(fc.array(fc.constantFrom("a", "b"), { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 })
		.map((names) => names.map((letters) => letters.join("")).join("/"));
	const paths = fc.array(path, { minLength: 20, maxLength: 40 });
	fc.assert(
		fc.property(glob, paths, (each, files) => {
			const isIgnored = ignoring([each], root);
			expect([each, ...files.filter((file) => isIgnored(file))]).toEqual([each, ...ignoredByGit(each, files)]);
		}),
		{ numRuns: 200 },
	);
});

function ignoredByGit(glob: string, files: readonly string[]): string[] {
	writeFileSync(join(root, ".git/info/exclude"), `${glob}\n`);
	const { stdout } = spawnSync("git", ["check-ignore", "--no-index", "--stdin"], {
		cwd: root,
		input: files.join("\n"),
		encoding: "utf8",
	});
	return stdout.split("\n").filter(Boolean);
}
