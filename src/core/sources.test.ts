import { describe, expect, test } from "bun:test";
import { check } from "../../proof/check.ts";
import { code, type Desk, openDesk, plain, wrapped } from "../../sim/desk.ts";
import type { Answer } from "./types.ts";

const lines = code(40);
const show = "git show abc123 -- a.ts";

/** A diff that adds lines below the first, which it shows as context. */
function diffOf(added: readonly string[], context: string): string {
	const head = ["diff --git a/a.ts b/a.ts", "index 1..2 100644", "--- a/a.ts", "+++ b/a.ts"];
	const hunk = [`@@ -1,1 +1,${added.length + 1} @@`, ` ${context}`, ...added.map((line) => `+${line}`)];
	return plain([...head, ...hunk]);
}

const run = (desk: Desk, command: string, text: string): Answer => desk.ask("bash", { command }, text);
type Range = readonly [first: number, last: number];
const sed = ([first, last]: Range): string => `sed -n '${first},${last}p' a.ts`;
const said = ({ text }: Answer): string | undefined => text.split("\n").find((line) => line.includes("[ibid]"));

describe("a diff that a command has printed", () => {
	test("has its lines quoted without their signs when the file is read", () => {
		const desk = openDesk();
		run(desk, show, diffOf(lines.slice(1), lines[0]!));
		const read = desk.ask("read", { filePath: "/project/a.ts" }, wrapped(lines));
		expect(said(read)).toContain(`lines 1-40 = diff, signs off, by "${show}", beginning "export function step1(`);
		const gutter = "^\\d+: ";
		const earlier = [{ text: diffOf(lines.slice(1), lines[0]!), gutter: "^[ +-]", shortened: false }];
		const original = { text: wrapped(lines), gutter, shortened: false };
		expect(
			check({ earlier, original, delivered: { ...original, text: read.text, shortened: true }, diff: false }),
		).toBe(undefined);
	});

	test("is told from an earlier one of the same command", () => {
		const desk = openDesk();
		run(desk, show, diffOf(lines, "first"));
		run(desk, show, diffOf(code(40, 100), "first"));
		const read = desk.ask("read", { filePath: "/project/a.ts" }, wrapped(code(40, 100)));
		expect(said(read)).toContain(`= diff, signs off, by "${show}"`);
		const older = desk.ask("read", { filePath: "/project/b.ts" }, wrapped(lines));
		expect(older.reason).toBe("fresh");
	});

	test("is not what its lines look like with their signs", () => {
		const desk = openDesk();
		run(desk, show, diffOf(lines, "first"));
		const again = run(desk, "cat a.patch", plain(lines.map((line) => `+${line}`)));
		expect(said(again)).toContain(`= output of "${show}", beginning "+export function step1(`);
	});
});

describe("a patch that the model wrote", () => {
	const patch = ["*** Begin Patch", "*** Update File: a.ts", "@@", " first", ...lines.map((line) => `+${line}`)];
	const input = { patchText: [...patch, "*** End Patch"].join("\n") };

	test("is quoted, signs and all, for a diff", () => {
		const desk = openDesk();
		desk.ask("apply_patch", input, "Success. Updated the following files:\nM a.ts");
		const diff = run(desk, "git diff HEAD~1", diffOf(lines, "first"));
		expect(said(diff)).toContain('40 lines = your patch of a.ts, beginning "+export function step1(');
	});

	test("is not taken for lines of a file", () => {
		const desk = openDesk();
		desk.ask("apply_patch", input, "Success. Updated the following files:\nM a.ts");
		const read = desk.ask("read", { filePath: "/project/b.diff" }, wrapped(lines.map((line) => `+${line}`)));
		expect(read.reason).toBe("fresh");
	});
});

describe("calls of one turn that read the same file", () => {
	/** What is answered to the first of two calls, before the second. */
	function inOneTurn(first: Range, second: Range): Answer {
		const desk = openDesk();
		run(desk, "cat a.ts", plain(lines));
		desk.turn();
		const [one] = [first, second].map((range, id) => desk.call(`${id}`, "bash", { command: sed(range) }));
		return desk.answer(one!, plain(lines.slice(first[0] - 1, first[1])));
	}

	test("do not disturb each other where they ask for other lines", () => {
		expect(inOneTurn([1, 20], [21, 40]).form).toBe("same");
	});

	test("leave to each other the lines that both ask for", () => {
		const { form, text } = inOneTurn([1, 20], [20, 40]);
		expect([form, text.includes("step19("), text.includes("step20(")]).toEqual(["quoted", false, true]);
	});

	test("pass whole where the other asks for all of them", () => {
		expect(inOneTurn([10, 30], [1, 40]).reason).toBe("sibling");
	});
});

describe("a model does not insist", () => {
	const many = code(100);
	const read = (desk: Desk, ...range: Range): Answer =>
		run(desk, sed(range), plain(many.slice(range[0] - 1, range[1])));
	const edit = { filePath: "/project/a.ts", oldString: many[99]!, newString: "// the end" };

	test("if it reads on where an answer has ended, and begins a few lines early", () => {
		const desk = openDesk();
		read(desk, 1, 100);
		expect(read(desk, 1, 50).form).toBe("same");
		expect(read(desk, 48, 97).form).toBe("quoted");
		expect(read(desk, 48, 97).reason).toBe("insisted");
	});

	test("if it has changed the file since", () => {
		const desk = openDesk();
		read(desk, 1, 100);
		expect(read(desk, 1, 50).form).toBe("same");
		desk.ask("edit", edit, "Edit applied successfully.");
		expect(read(desk, 1, 50).form).toBe("same");
		expect(read(desk, 1, 50).reason).toBe("insisted");
	});

	test("unless that change was refused", () => {
		const desk = openDesk();
		read(desk, 1, 100);
		expect(read(desk, 1, 50).form).toBe("same");
		desk.ask("edit", edit, "Error: no.", "failed");
		expect(read(desk, 1, 50).reason).toBe("insisted");
	});
});

describe("instructions", () => {
	const path = "/project/AGENTS.md";

	test("come whole, unless they are the model's own work", () => {
		const desk = openDesk();
		desk.ask("read", { filePath: path }, wrapped(lines));
		expect(desk.ask("read", { filePath: path }, wrapped(lines)).reason).toBe("instructions");
		desk.ask("edit", { filePath: path, oldString: lines[0]!, newString: "# One" }, "Edit applied successfully.");
		expect(desk.ask("read", { filePath: path }, wrapped(["# One", ...lines.slice(1)])).form).toBe("quoted");
	});
});
