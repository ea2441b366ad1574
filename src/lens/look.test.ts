import { describe, expect, test } from "bun:test";
import { toolsOf } from "../../contracts/hosts.ts";
import { numbered, wrapped } from "../../sim/conversation-fixture.ts";
import { TOOLS as tools } from "../../sim/tools.ts";
import { lookAtCall, lookAtText, nameToKeep, rememberCalls } from "./look.ts";
import { unwrapNothing } from "./result-text.ts";
import type { Lens, ToolCall } from "./types.ts";

const call = (tool: string, input: ToolCall["input"]): ToolCall => ({ id: "1", tool, input, directory: "/project" });
const partOf = (tool: string, input: ToolCall["input"], text: string) => {
	const view = lookAtText(tools, call(tool, input), text);
	return view.kind === "shown" ? view.parts[0] : view.kind;
};
const subjectOf = (tool: string, input: ToolCall["input"]) => lookAtCall(tools, call(tool, input)).subjects[0];

describe("subjects", () => {
	test.each([
		["src/a.ts", "/project/src/a.ts"],
		["./src/../a.ts", "/project/a.ts"],
		["/else/where.ts", "/else/where.ts"],
		["../b.ts", "/b.ts"],
	])("a path %s is %s, and keeps the spelling of the model", (path, name) => {
		expect(subjectOf("Read", { file_path: path })).toEqual({ kind: "file", name, label: path });
	});

	test.each(["~/a.ts", "$HOME/a.ts", "", 7])("a path %s cannot be resolved, so the subject is the call", (path) => {
		expect(subjectOf("Read", { file_path: path })?.kind).toBe("call");
	});

	test("calls that differ only in the order of arguments are one subject", () => {
		const name = (input: ToolCall["input"]) => subjectOf("mcp__search", input)?.name;
		expect(name({ query: "x", limit: 3 })).toBe(name({ limit: 3, query: "x" }));
		expect(name({ query: "x", limit: 3 })).not.toBe(name({ limit: 4, query: "x" }));
	});

	test("one command in two directories is two subjects", () => {
		const { name } = subjectOf("Bash", { command: "ls" })!;
		const elsewhere = lookAtCall(tools, { ...call("Bash", { command: "ls" }), directory: "/other" });
		expect(elsewhere.subjects[0]?.name).not.toBe(name);
	});

	test("a tool named like a part of every object is not found in the table", () => {
		expect(subjectOf("constructor", {})?.kind).toBe("call");
	});
});

describe("read tools", () => {
	test("a file that Read shows from its first line has room for the lines asked for", () => {
		expect(partOf("Read", { file_path: "a" }, "1\tx\n2\ty")).toMatchObject({ from: 0, count: 2, first: 1, room: 2000 });
		expect(partOf("Read", { file_path: "a", limit: 2 }, "1\tx\n2\ty")).toMatchObject({ room: 2 });
	});

	test("a range begins at its offset and has room for its limit", () => {
		expect(partOf("Read", { file_path: "a", offset: 7, limit: 3 }, "7\tx\n8\ty")).toMatchObject({ first: 7, room: 3 });
	});

	test("a reminder after the lines is part of the wrapper", () => {
		const text = "1\tx\n\n<system-reminder>\nbe careful\n</system-reminder>";
		expect(partOf("Read", { file_path: "a" }, text)).toMatchObject({ from: 0, count: 1 });
	});

	test.each(["", "no numbers", "1\tx\nsomething else", "<system-reminder>empty</system-reminder>"])(
		"%j says nothing",
		(text) => {
			expect(partOf("Read", { file_path: "a" }, text)).toBe("opaque");
		},
	);

	test("content between a head and a tail is shown", () => {
		expect(partOf("read", { filePath: "a.ts" }, wrapped(["x", "", "z"]))).toMatchObject({
			from: 3,
			count: 3,
			first: 1,
		});
		expect(partOf("read", { filePath: "a.ts" }, wrapped([]))).toMatchObject({ from: 3, count: 0 });
	});

	test.each([{ offset: 0 }, { limit: "5" }])(
		"of a file that is asked for in a way not known, all is in doubt: %j",
		(range) => {
			const call = { id: "1", tool: "Read", input: { file_path: "a", ...range }, directory: "/project" };
			expect(lookAtText(tools, call, "1\tone")).toMatchObject({ kind: "opaque", hides: [{ subject: { label: "a" } }] });
		},
	);
});

describe("writes and edits", () => {
	test("a write is the model's own text, and its answer shows nothing", () => {
		const input = { file_path: "a.ts", content: "x\n" };
		expect(lookAtCall(tools, call("Write", input))).toMatchObject({
			readOnly: false,
			own: [{ kind: "write", text: "x\n", subject: { name: "/project/a.ts" } }],
		});
		expect(partOf("Write", input, "done")).toBeUndefined();
	});

	test("an edit says what it replaced, and whether everywhere", () => {
		const input = { file_path: "a.ts", old_string: "a", new_string: "b", replace_all: true };
		expect(lookAtCall(tools, call("Edit", input)).own).toMatchObject([
			{ kind: "edit", old: "a", text: "b", all: true },
		]);
	});

	test("arguments of another shape say nothing", () => {
		expect(lookAtCall(tools, call("Edit", { file_path: "a.ts", edits: [] })).own).toEqual([]);
		expect(lookAtCall(tools, call("Write", { path: "a.ts" })).own).toEqual([]);
	});
});

test("what a process has printed so far is shown, whether or not it still runs", () => {
	const codex = toolsOf("codex");
	const poll = call("write_stdin", { session_id: 7, chars: "" });
	const head = ["Chunk ID: 0a1b2c", "Wall time: 1.0000 seconds", "Process running with session ID 7"];
	const text = [...head, "Original token count: 2", "Output:", "ok 1", "ok 2", ""].join("\n");
	const view = lookAtText(codex, poll, text);
	expect(view).toMatchObject({
		kind: "shown",
		parts: [{ from: 5, count: 2, subject: { label: "write_stdin to session 7" } }],
	});
});

test("a failed call showed nothing; a cut text hides what the call was about", () => {
	const read = call("Read", { file_path: "a.ts" });
	expect(lookAtText(tools, read, "x", "failed")).toEqual({ kind: "failed" });
	const hides = [{ subject: { kind: "file", name: "/project/a.ts", label: "a.ts" } }] as const;
	expect(lookAtText(tools, read, numbered(["x"]), "cut")).toEqual({ kind: "opaque", hides });
});

test.each([
	["file", "src/a.ts", "src/a.ts"],
	["command", "npm test -- --token=x", "npm test"],
	["command", "PGPASSWORD=hunter2 psql -c 'select 1'", "psql"],
	["command", "cat <<EOF\nsecret\nEOF", "cat"],
	["command", "KEY=\"hunter two\" OTHER='a b'c ./run.sh all", "./run.sh all"],
	["command", "KEY=$(pass show hunter2) npm test", ""],
	["command", "'KEY=hunter2' npm test", ""],
	["command", "https://you:hunter2@example.com/", ""],
	["command", "KEY=hunter2", ""],
	["call", 'mcp_login "hunter2"', "mcp_login"],
] as const)("of a %s that is %j no more is kept than %j", (kind, label, kept) => {
	expect(nameToKeep({ kind, name: label, label })).toBe(kept);
});

describe("tools that remember calls", () => {
	const counting = () => {
		const looks: ToolCall[] = [];
		const lens: Lens = (each) => {
			looks.push(each);
			return { subjects: [], readOnly: true, own: [], view: () => ({ kind: "shown", parts: [] }) };
		};
		return { looks, tools: { lenses: { Count: lens }, unwrap: unwrapNothing } };
	};

	test("look at a call only once, however often and in whichever version", () => {
		const { looks, tools } = counting();
		const toolsFor = rememberCalls(() => tools);
		const one = call("Count", {});
		for (const version of ["1", "2"]) {
			lookAtCall(toolsFor(version), one);
			lookAtText(toolsFor(version), one, "text");
		}
		expect(looks).toEqual([one]);
	});

	test("share nothing with those of another caller", () => {
		const { looks, tools } = counting();
		const one = call("Count", {});
		for (const toolsFor of [rememberCalls(() => tools), rememberCalls(() => tools)]) lookAtCall(toolsFor(""), one);
		expect(looks).toEqual([one, one]);
	});
});
