import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { toolsOf } from "../../../contracts/hosts.ts";
import { type Files, files } from "../../../sim/commands.ts";
import { code, newConversation } from "../../../sim/conversation-fixture.ts";
import type { Part, View } from "../../core/types.ts";
import { lookAtText } from "../look.ts";
import type { ToolCall } from "../types.ts";

const tools = toolsOf("opencode");

describe("lines of a diff", () => {
	const hunk = ["@@ -1,3 +1,8 @@ head", " kept", ...code(6).map((line) => `+${line}`), "-gone"];
	const diff = ["diff --git a/src/a.ts b/src/a.ts", "--- a/src/a.ts", "+++ b/src/a.ts", ...hunk, " kept too"].join(
		"\n",
	);

	test("with one sign are viewed as runs with that sign as gutter", () => {
		expect(runsIn("git diff -- src/a.ts", diff)).toEqual(["5: + 2-7 of /project/src/a.ts"]);
		expect(runsIn("git diff HEAD -- src | sed -n '1,200p'", diff)).toEqual(["5: + 2-7 of /project/src/a.ts"]);
	});

	test.each([
		["git show HEAD -- src/a.ts"],
		["git log -p -1"],
		["git diff"],
		["git diff --cached -- src/a.ts"],
		["git diff main..work -- src/a.ts"],
		["git diff main work -- src/a.ts"],
		["git diff src/a.ts"],
		["git -C lib diff -- src/a.ts"],
		["git diff -- a.ts"],
		["git diff -R -- src/a.ts"],
		["git diff --stat && git diff -- src/a.ts"],
		["git diff HEAD^! -- src/a.ts"],
		["git diff HEAD^- -- src/a.ts"],
	])("belong to the command if the file may differ now: %s", (command) => {
		expect(runsIn(command, diff)).toEqual([`5: + 6-11 of ${command}`]);
	});

	test.each([
		["a short run", diff.split("\n").toSpliced(5, 2).join("\n").replace("+1,8", "+1,6")],
		["a hunk longer than it says", diff.replace("+1,8", "+1,5")],
		["a hunk with a line of no sign", diff.replace(" kept\n", "kept\n")],
		["colours", diff.replaceAll("+export", "\u001b[32m+export")],
		["words that are no diff", code(9).join("\n")],
	])("are not distinguished in %s", (_, text) => {
		expect(runsIn("git diff -- src/a.ts", text)).toEqual([]);
	});

	test.each(["--word-diff", "--word-diff=plain", "--color-words", "--color-words=."])(
		"are not told apart where %s marks words and no line has a sign",
		(option) => {
			expect(runsIn(`git diff ${option} -- src/a.ts`, diff)).toEqual([]);
			expect(runsIn(`git show ${option}`, diff)).toEqual([]);
		},
	);

	test("belong to the file that the diff names", () => {
		const named = (name: string): string => diff.replaceAll("src/a.ts", name);
		expect(runsIn("git diff -- src", named("src/a b.ts").replace("+++ b/src/a b.ts", "$&\t"))).toEqual([
			"5: + 2-7 of /project/src/a b.ts",
		]);
		expect(runsIn("git diff -- nb.ipynb", named("nb.ipynb"))).toEqual(["5: + 6-11 of git diff -- nb.ipynb"]);
		// In a folder of the same name, the path in the diff is not relative to the directory.
		expect(runsIn("git diff -- project", named("project/project/a.ts"))).toEqual(["5: + 6-11 of git diff -- project"]);
	});

	test("belong to no file if `b/` may be a folder", () => {
		const bare = diff.replaceAll("a/src/a.ts", "b/src/a.ts");
		expect(runsIn("git diff -- src/a.ts b", bare)).toEqual(["5: + 6-11 of git diff -- src/a.ts b"]);
	});

	test("belong to no file if a later statement writes one", () => {
		const command = "git diff -- src/a.ts; cat > src/a.ts <<'EOF'";
		expect(runsIn(`${command}\nx\nEOF`, diff)).toEqual([`5: + 6-11 of ${command}`]);
	});

	test("are not distinguished if lines between them are missing", () => {
		expect(runsIn("git diff -- src/a.ts | sed -n '1,6p;9,99p'", diff)).toEqual([]);
	});

	test("that the model wrote are replaced by a note with their sign", () => {
		const conversation = newConversation();
		const lines = code(30);
		conversation.ask(
			"write",
			{ filePath: "src/new.ts", content: lines.map((line) => `${line}\n`).join("") },
			"Wrote it.",
		);
		const added = ["diff --git a/src/new.ts b/src/new.ts", "--- /dev/null", "+++ b/src/new.ts", "@@ -0,0 +1,30 @@"];
		const { text, form } = conversation.ask(
			"bash",
			{ command: "git diff HEAD -- src/new.ts" },
			[...added, ...lines.map((line) => `+${line}`)].join("\n"),
		);
		expect(form).toBe("same");
		expect(text.split("\n").slice(3)).toEqual([
			"@@ -0,0 +1,30 @@",
			'+[ibid] lines 1-30 as you wrote them, beginning "export function step1(value: number): nu…". Left out, already above. Ask again for the full text.',
		]);
	});

	test("are sent in full when the model asks again", () => {
		const conversation = newConversation();
		const lines = code(30);
		conversation.ask("read", { filePath: "/project/old.ts" }, wrappedFile(lines));
		const removed = [
			"diff --git a/old.ts b/old.ts",
			"--- a/old.ts",
			"+++ /dev/null",
			"@@ -1,30 +0,0 @@",
			...lines.map((line) => `-${line}`),
		].join("\n");
		expect(conversation.ask("bash", { command: "git show" }, removed).form).toBe("same");
		expect(conversation.ask("bash", { command: "git show" }, removed).reason).toBe("asked again");
	});
});

describe("real diffs", () => {
	let root = "";
	beforeAll(() => {
		root = mkdtempSync(join(tmpdir(), "ibid-git-"));
		git("init", "-q");
	});
	afterAll(() => rmSync(root, { recursive: true, force: true }));

	test("show the files' lines if the lens says so", () => {
		let claimed = 0;
		const place = fc.constantFrom(["", "a.ts src"], ["", "."], ["src", "d.ts"], ["src", "../a.ts"], ["", "'b c.ts'"]);
		fc.assert(
			fc.property(files, files, place, fc.integer({ min: 0, max: 9 }), (before, after, [at, paths], context) => {
				save(before);
				git("add", "-A");
				save(after);
				const directory = join(root, at!);
				const command = `git diff -U${context} -- ${paths}`;
				const { stdout } = spawnSync("bash", ["-c", command], { cwd: directory, encoding: "utf8" });
				const call: ToolCall = { id: "1", tool: "bash", input: { command }, directory };
				for (const part of signedIn(lookAtText(tools, call, stdout))) {
					if (part.subject.kind === "file") claimed += checkRun(part, stdout);
				}
			}),
			{ numRuns: 150, seed: 1 },
		);
		expect(claimed).toBeGreaterThan(5);
	}, 60_000);

	function git(...words: string[]): void {
		spawnSync("git", words, { cwd: root });
	}

	function save(contents: Files): void {
		for (const [path, text] of Object.entries(contents)) {
			mkdirSync(dirname(join(root, path)), { recursive: true });
			writeFileSync(join(root, path), text);
		}
	}

	function checkRun({ subject, from, count, first, gutter }: Part, text: string): number {
		const lines = readFileSync(subject.name, "utf8").split("\n");
		const sign = gutter.kind === "sign" ? gutter.sign : "";
		const shown = text.split("\n").slice(from, from + count);
		expect(shown).toEqual(lines.slice(first - 1, first - 1 + count).map((line) => sign + line));
		return 1;
	}
});

function signedIn(view: View): readonly Part[] {
	return view.kind === "diff" ? view.signed : [];
}

function runsIn(command: string, text: string): string[] {
	const call: ToolCall = { id: "1", tool: "bash", input: { command }, directory: "/project" };
	return signedIn(lookAtText(tools, call, text)).map(({ subject, from, count, first, gutter }) => {
		const sign = gutter.kind === "sign" ? gutter.sign : "no sign";
		return `${from}: ${sign} ${first}-${first + count - 1} of ${subject.kind === "file" ? subject.name : subject.label}`;
	});
}

function wrappedFile(lines: readonly string[]): string {
	const numbered = lines.map((line, index) => `${index + 1}: ${line}`);
	const foot = `(End of file - total ${lines.length} lines)`;
	return ["<path>/project/old.ts</path>", "<type>file</type>", "<content>", ...numbered, "", foot, "</content>"].join(
		"\n",
	);
}
