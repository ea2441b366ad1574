import { describe, expect, test } from "bun:test";
import { toolsOf } from "../../../contracts/hosts.ts";
import { lookAtText } from "../look.ts";

const tools = toolsOf("gemini-cli");

/** What Gemini CLI makes of an output. */
const told = (output: string, ...fields: readonly string[]): string =>
	["<untrusted_context>", `Output: ${output.trim()}`, ...fields, "Process Group PGID: 7", "</untrusted_context>"].join(
		"\n",
	);

/** What the lens says about a text: `2: a.ts 3-5` for lines of a file, `$ …` for output. */
function claims(command: string, text: string): string[] {
	const call = { id: "1", tool: "run_shell_command", input: { command }, directory: "/project" };
	const view = lookAtText(tools, call, text);
	if (view.kind !== "shown" && view.kind !== "diff") return [view.kind];
	const parts = view.parts.map(({ subject, from, count, first, room }) => {
		const name = subject.kind === "file" ? subject.label : `$ ${subject.label}`;
		return `${from}: ${name} ${first}-${first + count - 1}${subject.kind === "file" && count < room ? ", ends" : ""}`;
	});
	return parts;
}

const lines = (count: number, from = 1): string =>
	Array.from({ length: count }, (_, at) => `line ${from + at}\n`).join("");
const numbered = (count: number, from = 1): string =>
	Array.from({ length: count }, (_, at) => `${String(from + at).padStart(6)}\tline ${from + at}\n`).join("");

const hits = (indent: string): string =>
	["10:tick {", ...[11, 12, 13, 14, 15, 16].map((line) => `${line}-${indent}tock`)].join("\n");

describe("a first line after a word of the host belongs to no part", () => {
	test.each([
		["npm test", told(lines(4)), ["2: $ npm test 2-4"]],
		["npm test", told(lines(4), "Exit Code: 1"), ["2: $ npm test 2-4"]],
		["npm test", told("(empty)"), ["2: $ npm test 1-0"]],
		["npm test", told("one line"), ["2: $ npm test 2-1"]],
		["if true; then ls; fi", told(lines(4)), ["2: $ if true; then ls; fi 2-4"]],
		["cat a.ts", told(lines(4)), ["2: $ cat a.ts 2-4"]],
		["sed -n 10,12p a.ts", told("{\n\ttick,\n}\n"), ["2: a.ts 11-12"]],
		["sed -n 10,12p a.ts", told(lines(2, 10)), ["2: $ sed -n 10,12p a.ts 2-2"]],
		["sed -n 10,13p a.ts", told(lines(4), "Exit Code: 2"), ["2: $ sed -n 10,13p a.ts 2-4"]],
		["cat -n a.ts", told(numbered(12)), ["2: a.ts 2-12"]],
		["nl -ba a.ts | sed -n 9,11p", told(numbered(3, 9)), ["2: a.ts 10-11"]],
		["cat -n a.ts | sed -n 9,11p", told(numbered(1, 9)), ["2: a.ts 10-9"]],
		["nl -ba a.ts | sed -n 9,11p", told(numbered(1, 9)), ["2: $ nl -ba a.ts | sed -n 9,11p 2-1"]],
		[
			"cat -n a.ts; echo ---; cat -n b.ts",
			told(`${numbered(1)}---\n${numbered(2)}`),
			["2: a.ts 2-1, ends", "3: b.ts 1-2"],
		],
		[
			"cat -n a.ts; echo ---; cat -n b.ts",
			told(`${numbered(2)}---\n${numbered(2)}`),
			["2: a.ts 2-2, ends", "4: b.ts 1-2"],
		],
		[
			"grep -n -A6 tick a.ts",
			told(hits("\t")),
			["2: $ grep -n -A6 tick a.ts 2-1", "2: a.ts 11-15", "7: $ grep -n -A6 tick a.ts 7-7"],
		],
		["echo '== a'; sed -n 1,2p a.ts", told("== a\nx\n\ty\n"), ["2: a.ts 1-2"]],
		[
			"cat a.ts; cat -n b.ts",
			told("cat: a.ts: No such file or directory\n     1\tx\n"),
			["2: $ cat a.ts; cat -n b.ts 2-2"],
		],
	])("%s", (command, text, expected) => {
		expect(claims(command, text)).toEqual(expected);
	});

	test.each([
		["another number below", "1\tline 1\n     3\tline 3"],
		["another number", "2\tline 1\n     3\tline 3"],
		["another width below", "1\tline 1\n       2\tline 2"],
		["no number", "line 1\n     2\tline 2"],
		["no space below", "1\tline 1\n2\tline 2"],
	])("numbers that the command did not print give no line a place: %s", (_name, output) => {
		expect(claims("cat -n a.ts", told(output))).toEqual(["2: $ cat -n a.ts 2-2"]);
	});

	test.each([
		["sed -n 10,12p a.ts", told("{\n        tick,\n}\n"), ["2: $ sed -n 10,12p a.ts 2-3"]],
		["grep -n -A6 tick a.ts", told(hits("        ")), ["2: $ grep -n -A6 tick a.ts 2-7"]],
		["echo '== a'; sed -n 1,2p a.ts", told("== a\nx\ny\n"), ["2: $ echo '== a'; sed -n 1,2p a.ts 2-3"]],
	])("without a tab, a terminal may have replaced tabs by spaces: %s", (command, text, expected) => {
		expect(claims(command, text)).toEqual(expected);
	});

	test.each([
		["\t", "file", 1],
		["        ", "command", 5],
	])("a diff begins with its own words, and shows lines of a file only with a tab: %j", (indent, kind, first) => {
		const hunk = [1, 2, 3, 4, 5, 6].map((line) => ` ${indent}line ${line}`).join("\n");
		const diff = `diff --git a/a.ts b/a.ts\n--- a/a.ts\n+++ b/a.ts\n@@ -1,6 +1,7 @@\n${hunk}\n+new`;
		const input = { command: "git diff -- a.ts" };
		const view = lookAtText(tools, { id: "1", tool: "run_shell_command", input, directory: "/project" }, told(diff));
		const parts = [{ from: 2, count: 10, subject: { kind: "command" } }];
		expect(view).toMatchObject({ kind: "diff", parts, signed: [{ from: 5, count: 6, first, subject: { kind } }] });
	});
});
