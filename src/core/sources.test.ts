import { describe, expect, test } from "bun:test";
import { check } from "../../proof/check.ts";
import { type ConversationFixture, code, newConversation, plain, wrapped } from "../../sim/conversation-fixture.ts";
import type { Answer } from "./types.ts";

const lines = code(40);
const show = "git show abc123 -- a.ts";

/** A diff that adds lines below the first, which it shows as context. */
function diffOf(added: readonly string[], context: string): string {
	const head = ["diff --git a/a.ts b/a.ts", "index 1..2 100644", "--- a/a.ts", "+++ b/a.ts"];
	const hunk = [`@@ -1,1 +1,${added.length + 1} @@`, ` ${context}`, ...added.map((line) => `+${line}`)];
	return plain([...head, ...hunk]);
}

const run = (conversation: ConversationFixture, command: string, text: string): Answer =>
	conversation.ask("bash", { command }, text);
type Range = readonly [first: number, last: number];
const sed = ([first, last]: Range): string => `sed -n '${first},${last}p' a.ts`;
const said = ({ text }: Answer): string => text.split("\n").find((line) => line.includes("[ibid]")) ?? "";

describe("a diff that a command has printed", () => {
	test("has its lines quoted without their signs when the file is read", () => {
		const conversation = newConversation();
		run(conversation, show, diffOf(lines.slice(1), lines[0]!));
		const read = conversation.ask("read", { filePath: "/project/a.ts" }, wrapped(lines));
		expect(said(read)).toContain(`lines 1-40 = diff, signs off, by "${show}", beginning "export function step1(`);
		const gutter = "^\\d+: ";
		const earlier = [{ text: diffOf(lines.slice(1), lines[0]!), gutter: "^[ +-]", shortened: false }];
		const original = { text: wrapped(lines), gutter, shortened: false };
		expect(check({ earlier, original, delivered: { ...original, text: read.text, shortened: true } })).toBe(undefined);
	});

	test("is distinguished from an earlier one of the same command", () => {
		const conversation = newConversation();
		run(conversation, show, diffOf(lines, "first"));
		run(conversation, show, diffOf(code(40, 100), "first"));
		const read = conversation.ask("read", { filePath: "/project/a.ts" }, wrapped(code(40, 100)));
		expect(said(read)).toContain(`= diff, signs off, by "${show}"`);
		const older = conversation.ask("read", { filePath: "/project/b.ts" }, wrapped(lines));
		expect(older.reason).toBe("fresh");
	});

	test("is not what its lines look like with their signs", () => {
		const conversation = newConversation();
		run(conversation, show, diffOf(lines, "first"));
		const again = run(conversation, "cat a.patch", plain(lines.map((line) => `+${line}`)));
		expect(said(again)).toContain(`= output of "${show}", beginning "+export function step1(`);
	});

	test("is not what its context looks like with the blank before each line", () => {
		const conversation = newConversation();
		const hunk = ["@@ -1,40 +1,41 @@", ...lines.map((line) => ` ${line}`), "+last"];
		run(conversation, show, plain(["diff --git a/a.ts b/a.ts", "--- a/a.ts", "+++ b/a.ts", ...hunk]));
		const again = run(conversation, "cat a.patch", plain(lines.map((line) => ` ${line}`)));
		expect(said(again) ?? "").toContain(`lines 1-40 = output of "${show}", beginning "export function step1(`);
	});
});

describe("of several runs of a command that prints diffs", () => {
	const other = code(40, 100);
	const status = "git status --short; echo ---; git diff HEAD~1";
	const scripted = (diff: string): string => `M a.ts\n---\n${diff}`;

	test("the last is the last, though it ran inside a script", () => {
		const conversation = newConversation();
		run(conversation, "git diff HEAD~1", diffOf(lines, "first"));
		run(conversation, status, scripted(diffOf(other, "first")));
		expect(run(conversation, "cat old.ts", plain(lines)).reason).toBe("fresh");
		expect(said(run(conversation, "cat new.ts", plain(other)))).toContain('= diff, signs off, by "git diff HEAD~1"');
	});

	test("one that was shortened after its signs is the last, too", () => {
		const conversation = newConversation();
		const diff = "git diff -- a.ts";
		run(conversation, diff, diffOf(lines, "first"));
		conversation.ask(
			"write",
			{ filePath: "/project/a.ts", content: plain(["first", ...other]) },
			"Wrote file successfully.",
		);
		expect(said(run(conversation, diff, diffOf(other, "first")))).toStartWith("+[ibid] ");
		expect(said(run(conversation, diff, diffOf(lines, "first"))) ?? "").not.toContain("last run");
	});

	test("text next to a diff has no signs", () => {
		const conversation = newConversation();
		run(conversation, "ls -la; echo ---; git diff HEAD~1", `${plain(other)}---\n${diffOf(lines, "first")}`);
		expect(said(run(conversation, "ls -la", plain(other)))).not.toContain("signs off");
	});

	test.each(["git diff", "git diff -- a.ts", "git log -p", status])(
		"%s comes whole when it is asked for again",
		(command) => {
			const conversation = newConversation();
			const text = command === status ? scripted(diffOf(lines, "first")) : diffOf(lines, "first");
			const reasons = Array.from({ length: 5 }, () => run(conversation, command, text).reason);
			expect(reasons).toEqual(["fresh", undefined, "asked again", undefined, "asked again"]);
		},
	);

	test("one that was shortened by what the model wrote is sent in full when it is asked for again", () => {
		const conversation = newConversation();
		conversation.ask("write", { filePath: "/project/a.ts", content: plain(lines) }, "Wrote file successfully.");
		const reasons = Array.from({ length: 2 }, () => run(conversation, show, diffOf(lines, "first")).reason);
		expect(reasons).toEqual([undefined, "asked again"]);
	});

	test("one is shortened although a view of the file has just left the same lines out", () => {
		const conversation = newConversation();
		conversation.ask("write", { filePath: "/project/a.ts", content: plain(lines) }, "Wrote file successfully.");
		expect(run(conversation, "cat /project/a.ts", plain(lines)).form).toBe("same");
		expect(run(conversation, show, diffOf(lines, "first")).reason).toBeUndefined();
	});

	test("one that was shortened more than three turns ago is shortened again", () => {
		const conversation = newConversation();
		conversation.ask("write", { filePath: "/project/a.ts", content: plain(lines) }, "Wrote file successfully.");
		run(conversation, show, diffOf(lines, "first"));
		for (const step of [1, 2, 3]) run(conversation, `echo ${step}`, "");
		expect(run(conversation, show, diffOf(lines, "first")).reason).toBeUndefined();
	});

	test("a line that begins like another of the diff is not what a note begins with", () => {
		const conversation = newConversation();
		const head = "export function total(items: Item[], options: Options): number {";
		const body = (name: string): string[] => [head, ...code(12).map((line) => line.replace("step", name))];
		const both = diffOf([...body("now"), ...body("old")], "first");
		run(conversation, show, both);
		const read = run(conversation, "cat b.ts", plain(body("old")));
		expect([read.text.startsWith(head), said(read)?.includes('beginning "+export function old1(')]).toEqual([
			true,
			true,
		]);
	});
});

describe("of several runs of a command", () => {
	const other = code(40, 100);

	test.each(["npm test; echo done", "npm test && npm run lint"])(
		"a command inside a script has run, too: %s",
		(script) => {
			const conversation = newConversation();
			run(conversation, "npm test", plain(lines));
			run(conversation, script, plain([lines[0]!, ...other]));
			expect(run(conversation, "cat old.log", plain(lines)).reason).toBe("fresh");
		},
	);

	test.each([
		["one is called an earlier one if all are shown as such", "npm run lint; echo done", true],
		["none is called an earlier one if another ran inside a script", "npm test; echo done", false],
	])("%s", (_, script, isNamed) => {
		const conversation = newConversation();
		run(conversation, script, plain([...other, "done"]));
		run(conversation, "npm test", plain(lines));
		run(conversation, "npm test", plain([...lines, "took 3 ms"]));
		const again = said(run(conversation, "npm test", plain([...lines, "took 4 ms"])));
		expect(again?.includes("as in an earlier run") ?? false).toBe(isNamed);
	});
});

describe("a patch that the model wrote", () => {
	const patch = ["*** Begin Patch", "*** Update File: a.ts", "@@", " first", ...lines.map((line) => `+${line}`)];
	const input = { patchText: [...patch, "*** End Patch"].join("\n") };

	test("is quoted, signs and all, for a diff", () => {
		const conversation = newConversation();
		conversation.ask("apply_patch", input, "Success. Updated the following files:\nM a.ts");
		const diff = run(conversation, "git diff HEAD~1", diffOf(lines, "first"));
		expect(said(diff)).toContain('40 lines = your patch of a.ts, beginning "+export function step1(');
	});

	test("is not taken for lines of a file", () => {
		const conversation = newConversation();
		conversation.ask("apply_patch", input, "Success. Updated the following files:\nM a.ts");
		const read = conversation.ask("read", { filePath: "/project/b.diff" }, wrapped(lines.map((line) => `+${line}`)));
		expect(read.reason).toBe("fresh");
	});
});

describe("hunks of one patch that begin alike", () => {
	test.each(["one", "two"])("are distinguished, or not quoted by what they share: %s", (name) => {
		const conversation = newConversation();
		const hunk = (word: string): string[] => [
			"@@",
			" first",
			"+\tlet total = 0;",
			...code(12).map((line) => `+${line.replace("step", word)}`),
		];
		const patch = ["*** Begin Patch", "*** Update File: a.ts", ...hunk("one"), ...hunk("two"), "*** End Patch"];
		conversation.ask("apply_patch", { patchText: patch.join("\n") }, "Success. Updated the following files:\nM a.ts");
		const diff = run(
			conversation,
			show,
			diffOf(["\tlet total = 0;", ...code(12).map((line) => line.replace("step", name))], "first"),
		);
		expect(said(diff)).toContain(`= your patch of a.ts, beginning "+export function ${name}1(`);
	});
});

describe("calls of one turn that read the same file", () => {
	/** What is answered to the first of two calls, before the second. */
	function inOneTurn(first: Range, second: Range): Answer {
		const conversation = newConversation();
		run(conversation, "cat a.ts", plain(lines));
		conversation.turn();
		const [one] = [first, second].map((range, id) => conversation.call(`${id}`, "bash", { command: sed(range) }));
		return conversation.answer(one!, plain(lines.slice(first[0] - 1, first[1])));
	}

	test("do not disturb each other where they ask for other lines", () => {
		expect(inOneTurn([1, 20], [21, 40]).form).toBe("same");
	});

	test("leave to each other the lines that both ask for", () => {
		const { form, text } = inOneTurn([1, 20], [20, 40]);
		expect([form, text.includes("step19("), text.includes("step20(")]).toEqual(["quoted", false, true]);
	});

	test("are sent in full where the other asks for all of them", () => {
		expect(inOneTurn([10, 30], [1, 40]).reason).toBe("sibling");
	});
});

describe("a model does not ask again", () => {
	const many = code(100);
	const read = (conversation: ConversationFixture, ...range: Range): Answer =>
		run(conversation, sed(range), plain(many.slice(range[0] - 1, range[1])));

	test("if it reads on where an answer has ended, and begins a few lines early", () => {
		const conversation = newConversation();
		read(conversation, 1, 100);
		expect(read(conversation, 1, 50).form).toBe("same");
		const { form, text } = read(conversation, 48, 97);
		expect([form, text.includes("step50("), text.includes("step51(")]).toEqual(["quoted", true, true]);
		expect(read(conversation, 48, 97).reason).toBe("asked again");
	});

	test.each([
		["if it has changed one of the lines since", 20, "done", "quoted"],
		["unless the change was elsewhere", 90, "done", "asked again"],
		["but sees the file whole after a change that was refused", 20, "failed", "asked"],
	] as const)("%s", (_, line, outcome, expected) => {
		const conversation = newConversation();
		read(conversation, 1, 100);
		expect(read(conversation, 1, 50).form).toBe("same");
		const edit = {
			filePath: "/project/a.ts",
			oldString: many[line]!,
			newString: "// changed by the model, line by line",
		};
		conversation.ask("edit", edit, "Edit applied successfully.", outcome);
		const now = outcome === "done" ? many.with(line, edit.newString) : many;
		const shown = (): Answer => run(conversation, sed([1, 50]), plain(now.slice(0, 50)));
		const { form, reason } = shown();
		expect(reason ?? form).toBe(expected);
		if (expected === "quoted") expect(shown().reason).toBe("asked again");
	});
});

describe("instructions", () => {
	const path = "/project/AGENTS.md";

	test("are sent in full, unless they are the model's own work", () => {
		const conversation = newConversation();
		conversation.ask("read", { filePath: path }, wrapped(lines));
		expect(conversation.ask("read", { filePath: path }, wrapped(lines)).reason).toBe("instructions");
		conversation.ask("write", { filePath: path, content: "mine\n" }, "The user does not want this.", "failed");
		expect(conversation.ask("read", { filePath: path }, wrapped(lines)).reason).toBe("instructions");
		conversation.ask(
			"edit",
			{ filePath: path, oldString: lines[0]!, newString: "# One" },
			"Edit applied successfully.",
		);
		expect(conversation.ask("read", { filePath: path }, wrapped(["# One", ...lines.slice(1)])).form).toBe("quoted");
	});
});

test("what came longer ago than the policy reaches is not quoted", () => {
	const conversation = newConversation({ reach: 2 });
	run(conversation, "cat a.ts", plain(lines));
	run(conversation, "date", "Sunday\n");
	run(conversation, "date", "Monday\n");
	expect(run(conversation, "cat a.ts", plain(lines)).reason).toBe("fresh");
	run(conversation, "date", "Tuesday\n");
	expect(run(conversation, "cat a.ts", plain(lines)).form).toBe("same");
});
