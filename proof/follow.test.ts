import { describe, expect, test } from "bun:test";
import type { VisibleCall } from "./calls.ts";
import { faultInFollowing } from "./follow.ts";

const LINES = Array.from({ length: 8 }, (_, at) => `const row${at + 1} = ${at * at};`);
const OTHERS = LINES.with(2, "const row3 = 900;");
const HINT = ". Left out, already above. Ask again for the full text.";

const tabbed = (lines: readonly string[], first = 1): string =>
	lines.map((line, at) => `${first + at}\t${line}`).join("\n");
const catN = (lines: readonly string[]): string =>
	lines.map((line, at) => `${String(at + 1).padStart(6)}\t${line}`).join("\n");
const plain = (lines: readonly string[]): string => lines.join("\n");

const read = (path: string, text: string): VisibleCall => seen("Read", { file_path: path }, text);
const bash = (command: string, text: string): VisibleCall => seen("Bash", { command }, text);
const poll = (chars: string, text: string): VisibleCall => seen("write_stdin", { session_id: 4, chars }, text);
const cut = (call: VisibleCall): VisibleCall => ({ ...call, shortened: true });
const edit = seen("Edit", { file_path: "a.ts", old_string: "x", new_string: plain(LINES) }, "Done.");
const write = seen("Write", { file_path: "a.ts", content: plain(LINES) }, "Done.");
const patch = seen(
	"apply_patch",
	{ patchText: `*** Begin Patch\n*** Update File: a.ts\n@@\n+${LINES[0]}\n+${LINES[1]}\n*** End Patch` },
	"Done.",
);

function seen(tool: string, input: VisibleCall["input"], text: string): VisibleCall {
	return { tool, input, directory: "/w", text, shortened: false };
}

/** What is above; the arriving call with its text; what the call would have shown. */
type WordsRow = readonly [name: string, above: readonly VisibleCall[], arriving: VisibleCall, original: string];

const FOUND: readonly WordsRow[] = [
	[
		"the numbers that a tool printed",
		[read("/w/a.ts", tabbed(LINES))],
		read("a.ts", `8\t[ibid] lines 1-8 as last shown by Read${HINT}`),
		tabbed(LINES),
	],
	[
		"the tool that is named, whatever another call has shown since",
		[read("a.ts", tabbed(LINES)), bash('cat -n "$PWD/a.ts"', catN(OTHERS))],
		read("a.ts", `8\t[ibid] lines 1-8 as last shown by Read${HINT}`),
		tabbed(LINES),
	],
	[
		"each line as the newest of several views shows it",
		[read("a.ts", tabbed(OTHERS)), read("a.ts", tabbed([LINES[2]!], 3))],
		read("a.ts", "[ibid] lines 1-8 as last shown by Read"),
		tabbed(LINES),
	],
	[
		"the file that the command names in that place, where the numbers begin again",
		[bash("nl -ba a.ts && nl -ba b.ts | sed -n '1,8p'", `${catN(LINES)}\n${catN(OTHERS)}`)],
		bash("nl -ba a.ts", `[ibid] lines 1-8 as last shown by "nl -ba a.ts && nl -ba b.ts | sed -n '1,8p'"${HINT}`),
		catN(LINES),
	],
	[
		"a command below a change of folder",
		[bash("cd /w\nnpm test", plain(LINES))],
		bash("npm test", `[ibid] 8 lines as in the last run, beginning "${LINES[0]}"${HINT}`),
		plain(LINES),
	],
	[
		"more of the same session, whatever was typed into it",
		[poll("", plain(OTHERS)), poll("n\n", plain(LINES))],
		poll("", `[ibid] 8 lines as in the last run, beginning "${LINES[0]}"${HINT}`),
		plain(LINES),
	],
	[
		"other numbers than its own",
		[read("a.ts", tabbed(LINES))],
		read("a.ts", `1\tnew\n2\t[ibid] lines 2-9 = lines 1-8 as last shown by Read${HINT}`),
		`1\tnew\n${tabbed(LINES, 2)}`,
	],
	[
		"numbers with a full stop",
		[read("a.ts", LINES.map((line, at) => `${at + 1}. ${line}`).join("\n"))],
		read("a.ts", `[ibid] lines 1-8 as last shown by Read${HINT}`),
		LINES.map((line, at) => `${at + 1}. ${line}`).join("\n"),
	],
	[
		"a tool that runs commands and is no shell, by its arguments",
		[seen("PowerShell", { command: "ls", description: "Lists" }, plain(LINES))],
		read("b.ts", `[ibid] 8 lines = output of "PowerShell ls Lists", beginning "const row1 = 0;"${HINT}`),
		plain(LINES),
	],
	[
		"a command that is named",
		[bash("cat -n a.ts", catN(LINES)), read("a.ts", tabbed(OTHERS))],
		bash("nl -ba a.ts", `[ibid] lines 1-8 as last shown by "cat -n a.ts"${HINT}`),
		catN(LINES),
	],
	[
		"a command of which the beginning is named",
		[bash("cat -n a.ts; echo; echo; echo", catN(LINES))],
		bash("nl -ba a.ts", `[ibid] lines 1-8 as last shown by "cat -n a.ts; echo…"${HINT}`),
		catN(LINES),
	],
	[
		"this command",
		[bash("cat -n a.ts", catN(LINES)), bash("cat -n ./a.ts", catN(OTHERS))],
		bash("cat -n a.ts", `[ibid] lines 1-8 as last shown by this command${HINT}`),
		catN(LINES),
	],
	[
		"the beginning of a line where no numbers are printed",
		[read("a.ts", plain(LINES)), bash("cat b.ts", plain(OTHERS))],
		read("a.ts", `[ibid] lines 1-8 as last shown by Read, beginning "const row1…"${HINT}`),
		plain(LINES),
	],
	[
		"another file by its numbers",
		[read("src/a.ts", tabbed(LINES))],
		bash("cat b.ts", `[ibid] 8 lines = src/a.ts:1-8 as last shown by Read${HINT}`),
		plain(LINES),
	],
	[
		"another file by the beginning of a line",
		[bash("cat src/a.ts", plain(LINES))],
		read("b.ts", `1\tnew\n2\t[ibid] lines 2-9 = src/a.ts as last shown by "cat src/a.ts", beginning "const row1…"`),
		`1\tnew\n${tabbed(LINES, 2)}`,
	],
	[
		"what the model wrote",
		[write],
		read("a.ts", '[ibid] lines 1-8 as you wrote them, beginning "const row1 = 0;"'),
		tabbed(LINES),
	],
	[
		"what the model wrote elsewhere",
		[write],
		read("b.ts", '[ibid] lines 1-8 = your write of a.ts, beginning "const row1"'),
		tabbed(LINES),
	],
	["an own edit", [edit], read("a.ts", '[ibid] lines 1-8 as in your edit, beginning "const row1"'), tabbed(LINES)],
	[
		"an own patch",
		[patch],
		bash("git diff", '[ibid] 2 lines = your patch of a.ts, beginning "+const row1"'),
		`+${LINES[0]}\n+${LINES[1]}`,
	],
	[
		"the last run",
		[bash("npm test", plain(LINES))],
		bash("npm test", '[ibid] 8 lines as in the last run, beginning "const row1"'),
		plain(LINES),
	],
	[
		"an earlier run",
		[bash("npm test", plain(LINES)), bash("npm test", plain(OTHERS))],
		bash("npm test", '[ibid] 8 lines as in an earlier run, beginning "const row1"'),
		plain(LINES),
	],
	[
		"another command's output",
		[bash("make", plain(LINES))],
		bash("npm test", '[ibid] 8 lines = output of "make", beginning "const row1"'),
		plain(LINES),
	],
	[
		"a diff, signs off",
		[bash("git diff", `@@ -1,2 +1,2 @@\n+${LINES[0]}\n ${LINES[1]}`)],
		read("a.ts", '[ibid] lines 1-2 = diff, signs off, by "git diff", beginning "+const row1"'),
		tabbed(LINES.slice(0, 2)),
	],
	[
		"lines behind the sign of a diff",
		[read("a.ts", tabbed(LINES))],
		bash("git diff", "@@ -1,8 +0,0 @@\n-[ibid] 8 removed lines = a.ts:1-8 as last shown by Read"),
		`@@ -1,8 +0,0 @@\n${LINES.map((line) => `-${line}`).join("\n")}`,
	],
	[
		"several clauses",
		[read("a.ts", tabbed(LINES)), write],
		read("a.ts", '[ibid] lines 1-3 as last shown by Read; lines 4-8 as you wrote them, beginning "const row4"'),
		tabbed(LINES),
	],
];

const MISSED: readonly WordsRow[] = [
	["says unchanged", [read("a.ts", tabbed(LINES))], read("a.ts", `[ibid] lines 1-8 unchanged${HINT}`), tabbed(LINES)],
	[
		"names a tool that has shown the file otherwise since",
		[read("a.ts", tabbed(LINES)), read("a.ts", tabbed(OTHERS))],
		read("a.ts", `[ibid] lines 1-8 as last shown by Read${HINT}`),
		tabbed(LINES),
	],
	[
		"names a tool that has shown only another file",
		[read("b.ts", tabbed(LINES))],
		read("a.ts", `[ibid] lines 1-8 as last shown by Read${HINT}`),
		tabbed(LINES),
	],
	[
		"names a command of which another call stands above",
		[bash("cat -n ./a.ts", catN(LINES))],
		read("a.ts", `[ibid] lines 1-8 as last shown by "cat -n a.ts"${HINT}`),
		tabbed(LINES),
	],
	[
		"begins like a line of a newer text that goes on otherwise",
		[read("a.ts", plain(LINES)), read("a.ts", plain(OTHERS))],
		read("a.ts", `[ibid] lines 1-8 as last shown by Read, beginning "const row1"${HINT}`),
		plain(LINES),
	],
	[
		"begins like two lines that are followed by others",
		[read("a.ts", plain([...LINES, ...OTHERS]))],
		read("a.ts", `[ibid] lines 1-8 as last shown by Read, beginning "const row1"${HINT}`),
		plain(LINES),
	],
	[
		"leads into a note",
		[cut(read("a.ts", `${tabbed(LINES.slice(0, 3))}\n4\t[ibid] lines 4-8 as last shown by Read`))],
		read("a.ts", `[ibid] lines 1-8 as last shown by Read${HINT}`),
		tabbed(LINES),
	],
	[
		"counts too few lines",
		[read("a.ts", tabbed(LINES))],
		read("a.ts", "[ibid] lines 1-7 as last shown by Read"),
		tabbed(LINES),
	],
	[
		"tells other numbers than the text had",
		[read("a.ts", tabbed(LINES))],
		read("a.ts", "[ibid] lines 2-9 = lines 1-8 as last shown by Read"),
		tabbed(LINES),
	],
	[
		"names a file by a name that two have",
		[
			{ ...read("a.ts", tabbed(LINES)), directory: "/w/src" },
			{ ...read("a.ts", tabbed(OTHERS)), directory: "/w/lib" },
		],
		read("b.ts", "[ibid] lines 1-8 = a.ts:1-8 as last shown by Read"),
		tabbed(LINES),
	],
	[
		"means a run that is not the last",
		[bash("npm test", plain(LINES)), bash("npm test", plain(OTHERS))],
		bash("npm test", '[ibid] 8 lines as in the last run, beginning "const row1"'),
		plain(LINES),
	],
	[
		"means a text that is gone",
		[bash("npm test", plain(LINES)), bash("npm test", "[Old tool result content cleared]")],
		bash("npm test", '[ibid] 8 lines as in the last run, beginning "const row1"'),
		plain(LINES),
	],
	[
		"forgets the sign of a diff",
		[read("a.ts", tabbed(LINES))],
		bash("git diff", "[ibid] 8 lines = a.ts:1-8 as last shown by Read"),
		LINES.map((line) => `-${line}`).join("\n"),
	],
];

describe("a reader of notes finds the original if the words name", () => {
	test.each(FOUND)("%s", (_, above, arriving, original) => {
		expect(faultInFollowing(above, cut(arriving), original)).toBeUndefined();
	});
});

describe("a reader of notes does not find the original if a note", () => {
	test.each(MISSED)("%s", (_, above, arriving, original) => {
		expect(faultInFollowing(above, cut(arriving), original)).toBeString();
	});

	test("is in a text that is not known to be shortened", () => {
		const arriving = read("a.ts", "[ibid] lines 1-8 as last shown by Read");
		expect(faultInFollowing([read("a.ts", tabbed(LINES))], arriving, tabbed(LINES))).toBeString();
	});
});
