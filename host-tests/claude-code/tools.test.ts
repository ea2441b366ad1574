import { afterAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { removeFolders } from "../folders.ts";
import { FAILING, PASSING, RETITLE, type ToolScene } from "./tool-scenes.ts";
import { expectSceneProved, outline, PATIENCE, VERSIONS, type Watched, watch } from "./tool-scenes-watch.ts";

afterAll(removeFolders);

describe.each(VERSIONS)("in Claude Code %s", (version) => {
	const watching = (name: ToolScene, check: (watched: Watched) => void): [() => Promise<void>, number] => [
		async () => check(await watch(name, version)),
		PATIENCE,
	];

	test.each(["changes", "ranges", "commands", "together"] as const)(
		"every text in the scene of %s is, or is rebuilt to, the text without ibid",
		(name) => expectSceneProved(name, version),
		PATIENCE,
	);

	test(
		"a file that a command has changed comes with the changed line",
		...watching("changes", ({ told, read }) => {
			expect(outline(told(read("src/clock.ts"), 2))).toEqual([
				"[ibid] lines 1-19 as last shown by Read",
				"20\t/** A clock that does not move until it is told to move on. */",
				"[ibid] lines 21-70 as last shown by Read",
			]);
		}),
	);

	test(
		"a file that another program has changed between two prompts comes with the changed line",
		...watching("changes", ({ told, read }) => {
			expect(outline(told(read("src/counter.ts"), 2))).toEqual([
				"[ibid] lines 1-84 as last shown by Read",
				'85\t\t\t\treturn "the time is up";',
				"86\t\t}",
				"87\t}",
				"88\t",
			]);
		}),
	);

	test(
		"a file that the model has edited comes with the edited line",
		...watching("changes", ({ told, read }) => {
			expect(outline(told(read("src/duration.ts"), 2))).toEqual([
				"[ibid] lines 1-37 as last shown by Read",
				"38\t\tlet at = skipSpace(text, /* from */ 0);",
				"[ibid] lines 39-110 as last shown by Read",
			]);
		}),
	);

	test(
		"a line that was edited and edited back does not count as unchanged",
		...watching("changes", ({ told, read }) => {
			expect(outline(told(read("src/duration.test.ts"), 2))).toEqual([
				"[ibid] lines 1-24 as last shown by Read",
				'25\t\t\t["3 weeks", \'no unit is called "weeks" at character 3\'],',
				"[ibid] lines 26-61 as last shown by Read",
			]);
		}),
	);

	test(
		"a file that was shortened can be edited, even where lines were left out",
		...watching("changes", ({ told, edit, compared }) => {
			const answer = told(edit("src/clock.ts", "The clock on the wall.", "The clock in a pocket."));
			expect(answer).toContain("has been updated successfully");
			const file = readFileSync(join(compared.live.project, "src/clock.ts"), "utf8");
			expect(file).toContain("A clock that does not move");
			expect(file).toContain("The clock in a pocket.");
		}),
	);

	test(
		"only the rest of a range that overlaps another is sent",
		...watching("ranges", ({ told, read }) => {
			const lines = outline(told(read("src/duration.ts", 30, 60)));
			expect(lines[0]).toBe("[ibid] lines 30-60 as last shown by Read");
			expect(lines.slice(1).map(numberOf)).toEqual(numbers(61, 89));
		}),
	);

	test(
		"a range that was not shown is sent in full, and what overlaps it is left out",
		...watching("ranges", ({ told, toldPlainly, read }) => {
			expect(told(read("big.txt", 3500, 100))).toBe(toldPlainly(read("big.txt", 3500, 100)));
			const lines = outline(told(read("big.txt", 3480, 60)));
			expect(lines.at(-1)).toBe("[ibid] lines 3500-3539 as last shown by Read");
			expect(lines.slice(0, -1).map(numberOf)).toEqual(numbers(3480, 3499));
		}),
	);

	test(
		"nothing is quoted from a text that the host has cut",
		...watching("ranges", ({ told, toldPlainly, read }) => {
			expect(told(read("big.txt"))).toContain("\n159\tEgg 158 boils");
			expect(told(read("big.txt"))).not.toContain("\n3000\t");
			expect(told(read("big.txt", 100, 60))).toStartWith("100\tEgg 99 boils");
			expect(told(read("big.txt", 100, 60))).toBe(toldPlainly(read("big.txt", 100, 60)));
		}),
	);

	test(
		"a file that was read is not printed again",
		...watching("commands", ({ told, bash }) => {
			expect(outline(told(bash("cat src/clock.ts")))).toEqual([
				"[ibid] 69 lines = /project/src/clock.ts:1-69 as last shown by Read",
			]);
		}),
	);

	test(
		"a diff does not repeat what the model has written itself",
		...watching("commands", ({ told, bash }) => {
			const note =
				'+[ibid] 12 lines = your edit of /project/src/duration.ts, beginning "/** The one of three durations that is n…"';
			const lines = outline(told(bash("git diff")));
			expect(lines.slice(4)).toEqual([
				"@@ -103,6 +103,18 @@ export function roundDown(duration: Duration, step: Duration): Duration {",
				" \treturn Math.floor(duration / step) * step;",
				" }",
				" ",
				note,
				" /** The longer of two durations. */",
				" export function longer(a: Duration, b: Duration): Duration {",
				" \treturn a > b ? a : b;",
			]);
		}),
	);

	test(
		"a test run that passes again is left out",
		...watching("commands", ({ told, bash }) => {
			expect(told(bash(PASSING))).toContain("\n(pass) a paused counter keeps what is left\n");
			expect(outline(told(bash(PASSING), 2))).toEqual([
				'[ibid] 41 lines as in the last run, beginning "> egg-timer@1.0.0 test"',
			]);
		}),
	);

	test(
		"a test run that fails again is sent in full",
		...watching("commands", ({ told, bash }) => {
			for (const nth of [1, 2]) {
				expect(told(bash(FAILING), nth)).toStartWith("Exit code 1\n");
				expect(told(bash(FAILING), nth)).toContain('(fail) reading durations > refuses "3 days"');
				expect(told(bash(FAILING), nth)).not.toContain("[ibid]");
			}
		}),
	);

	test(
		"a file that one command changes and prints comes with the changed line and the host's own words",
		...watching("commands", ({ told, bash }) => {
			const [title, note, ...words] = outline(told(bash(RETITLE)));
			expect([title, note]).toEqual([
				"# Timers for eggs",
				"[ibid] 37 lines = /project/README.md:2-38 as last shown by Read",
			]);
			expect(words.length).toBe(version === "2.1.325" ? 1 : 0);
		}),
	);

	test(
		"a file that is read and edited in one turn is sent there with what was edited, and left out in the next",
		...watching("together", ({ told, read, edit }) => {
			const [before, after] = ["let at = skipSpace(text, 0);", "let at = skipSpace(text, /* from */ 0);"];
			expect(told(read("src/duration.ts", 1, 100))).toContain(`\n38\t\t${before}\n`);
			expect(told(edit("src/duration.ts", before, after))).toContain("has been updated successfully");
			expect(told(read("src/duration.ts", 1, 109))).toContain(`\n38\t\t${after}\n`);
			// On a busy machine the log has the edit before the last read ends: then lines behind its siblings are left out.
			const shown = outline(told(read("src/duration.ts", 1, 109)));
			const isEarly = shown.some((line) => line.startsWith("[ibid]"));
			const behind = isEarly ? ["[ibid] lines 101-109 as last shown by Read"] : shown.slice(100);
			expect(shown).toEqual([...shown.slice(0, 100), ...behind]);
			expect(shown.slice(0, isEarly ? 100 : 109).map(numberOf)).toEqual(numbers(1, isEarly ? 100 : 109));
			const [next = ""] = outline(told(read("src/duration.ts"), 2));
			expect(next).toBe(`[ibid] lines 1-${isEarly ? 100 : 110} as last shown by Read`);
			expect(outline(told(read("src/clock.ts", 10, 50)))).toEqual(["[ibid] lines 10-59 as last shown by Read"]);
		}),
	);
});

function numberOf(line: string): number {
	return Number(/^\d+(?=\t)/.exec(line)?.[0]);
}

function numbers(first: number, last: number): number[] {
	return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
