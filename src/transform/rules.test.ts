import { describe, expect, test } from "bun:test";
import type { Line } from "../../contracts/dialect.ts";
import { fates } from "../../contracts/fates.ts";
import { attached, bash, call, edit, prompt, read, reply, shown, write } from "../../contracts/talk.ts";
import { code } from "../../sim/conversation-fixture.ts";

const lines = code(40);
const plain = `${lines.join("\n")}\n`;
const changed = lines.with(20, "return nothing;");
const text = shown("/w/a.ts", lines);
const part = read("a.ts", shown("/w/a.ts", lines.slice(10, 30), 11, "", 40), { offset: 11, limit: 20 });
const again = (): Line => reply(read("a.ts", text));
const failed = (words: string) => ({ kind: "failed", text: words }) as const;

type RuleCase = readonly [name: string, talk: readonly Line[], fates: string];

const SHORTENED: readonly RuleCase[] = [
	["a file read again", [again(), again()], "fresh, same"],
	["a file by its absolute path", [again(), reply(read("/w/a.ts", text))], "fresh, same"],
	["a range of a file", [again(), reply(part)], "fresh, same"],
	["a file of which a range was read", [reply(part), again()], "fresh, quoted"],
	["a file that has changed", [again(), reply(read("a.ts", shown("/w/a.ts", changed)))], "fresh, quoted"],
	["a file that a command prints", [again(), reply(bash("cat a.ts", plain))], "fresh, same"],
	["a command that prints the same", [reply(bash("npm test", plain)), reply(bash("npm test", plain))], "fresh, same"],
	["what the model has written", [reply(write("a.ts", plain)), again()], "short, same"],
	[
		"what the model has edited",
		[again(), reply(edit("a.ts", lines[20]!, changed[20]!)), reply(read("a.ts", shown("/w/a.ts", changed)))],
		"fresh, short, quoted",
	],
	["what stands in another file", [again(), reply(read("b.ts", shown("/w/b.ts", lines)))], "fresh, same"],
	["what the user has attached", [prompt(), attached("/w/a.ts", text), again()], "same"],
	[
		"a file that could not be read in between",
		[again(), reply(read("a.ts", failed("Gone."))), again()],
		"fresh, failed, same",
	],
	[
		"a file seen whole after a write that failed",
		[again(), reply(write("a.ts", "Other.", failed("Denied."))), again(), again()],
		"fresh, failed, asked, same",
	],
	[
		"a file of a turn before, read twice in one",
		[reply(read("a.ts", text), read("a.ts", text)), again()],
		"sibling, fresh, same",
	],
	[
		"a file that the host names as the call does",
		[reply({ ...read("a.ts", text), shows: "/w/a.ts" }), again()],
		"fresh, same",
	],
];

const WHOLE: readonly RuleCase[] = [
	[
		"a file in which a note of another seat may stand for lines",
		[again(), reply(bash("cat a.ts", plain.replace(lines[9]!, "[ibid] lines 10-12 as last shown by read"))), again()],
		"fresh, opaque, fresh",
	],
	["what is read twice in one turn", [reply(read("a.ts", text), read("a.ts", text))], "sibling, fresh"],
	[
		"a file beside an edit of it",
		[again(), reply(read("a.ts", text), edit("a.ts", "x", "y"))],
		"fresh, sibling, short",
	],
	["a file that was written since", [again(), reply(write("a.ts", "Other.")), again()], "fresh, short, fresh"],
	[
		"a file that may have been written",
		[again(), reply(write("a.ts", "Other.", { kind: "open" })), again()],
		"fresh, fresh",
	],
	[
		"what the host has cut, and what that hides",
		[again(), reply(read("a.ts", { kind: "cut", text })), again()],
		"fresh, opaque, fresh",
	],
	[
		"what was read before the host emptied it",
		[reply(read("a.ts", { kind: "erased", text })), again()],
		"opaque, fresh",
	],
	[
		"a file of which the host has emptied a later view",
		[again(), reply(read("a.ts", { kind: "erased", text })), again()],
		"fresh, opaque, fresh",
	],
	[
		"a command of which the host has emptied the last run",
		[
			reply(bash("npm test", plain)),
			reply(bash("npm test", { kind: "erased", text: plain })),
			reply(bash("npm test", plain)),
		],
		"fresh, opaque, fresh",
	],
	[
		"a file that the host names otherwise, and what that hides",
		[again(), reply({ ...read("a.ts", text), shows: "/w/b.ts" }), again()],
		"fresh, opaque, fresh",
	],
	["a file that was attached as an image since", [again(), attached("/w/a.ts", undefined), again()], "fresh, fresh"],
	[
		"a file that could not be attached",
		[again(), attached("/w/a.ts", "Read tool failed to read a.ts."), again()],
		"fresh, fresh",
	],
	[
		"instructions",
		[reply(read("AGENTS.md", shown("/w/AGENTS.md", lines))), reply(read("AGENTS.md", shown("/w/AGENTS.md", lines)))],
		"instructions, instructions",
	],
	[
		"secrets",
		[reply(read(".env", shown("/w/.env", lines))), reply(read(".env", shown("/w/.env", lines)))],
		"sensitive, sensitive",
	],
	[
		"commands that print secrets",
		[reply(bash("cat .env", plain)), reply(bash("cat .env", plain))],
		"sensitive, sensitive",
	],
	[
		"what failed in the same words",
		[reply(read("a.ts", failed(plain))), reply(read("a.ts", failed(plain)))],
		"failed, failed",
	],
	["what is short", [reply(bash("npm test", "one\n")), reply(bash("npm test", "one\n"))], "short, short"],
	[
		"a line that looks like a note",
		[again(), reply(read("a.ts", shown("/w/a.ts", [...lines, "[ibid] lines 1-9 as last shown by Read."])))],
		"fresh, lookalike",
	],
];

const PLACEHOLDERS = [
	"[Old tool result content cleared]",
	"[Output removed to save context - information superseded or no longer needed]",
	"Tool execution aborted",
];

describe("a request shortens", () => {
	test.each(SHORTENED)("%s", (_, talk, expected) => expect(fates(talk)).toBe(expected));
});

describe("a request keeps as it is", () => {
	test.each(WHOLE)("%s", (_, talk, expected) => expect(fates(talk)).toBe(expected));

	test.each(PLACEHOLDERS)("a file replaced by this placeholder: %s", (words) => {
		expect(fates([reply(read("a.ts", words)), again()])).toBe("opaque, fresh");
		expect(fates([again(), reply(read("a.ts", words)), again()])).toBe("fresh, opaque, fresh");
		expect(fates([reply(bash("cat a.ts", plain)), reply(bash("cat a.ts", words)), again()])).toBe(
			"fresh, opaque, fresh",
		);
	});
});

test("the subject of an unknown tool is its call", () => {
	const look = (query: string) => reply(call("search_notes", { query }, plain));
	expect(fates([look("clock"), look("clock")])).toBe("fresh, same");
	expect(fates([look("clock"), look("watch")])).toBe("fresh, same");
});
