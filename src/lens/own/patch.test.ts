import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { OwnText } from "../../core/types.ts";
import { ownOfPatch, parsePatch, pathsInPatch } from "./patch.ts";

const wrap = (...lines: string[]): string => ["*** Begin Patch", ...lines, "*** End Patch"].join("\n");
const effectOf = (...lines: string[]) => {
	const patch = parsePatch(wrap(...lines));
	return patch && ownOfPatch("/home/you/project", patch);
};
const editsOf = (...lines: string[]) => {
	const own = effectOf("*** Update File: src/clock.ts", ...lines)?.own;
	const told = own?.filter(({ kind }) => kind !== "patch");
	return told?.map((each) => (each.kind === "edit" ? [each.old, each.text] : each.kind));
};

const TWO_CHANGES = ["*** Add File: a.ts", "+x", "*** Update File: b.ts", "@@", "-x", "+y"];

describe("a patch", () => {
	test("that adds a file writes it, with a newline after each line", () => {
		const subject = { kind: "file", name: "/home/you/project/src/clock.ts", label: "src/clock.ts" } as const;
		expect(effectOf("*** Add File: src/clock.ts", "+let now = 0;", "+", "++plus")).toEqual({
			subjects: [subject],
			own: [{ kind: "write", subject, text: "let now = 0;\n\n+plus\n" }],
			gone: [],
		});
	});

	test.each([
		["a change", ["@@", " above", "-old", "+new", " below"], [["above\nold\nbelow\n", "above\nnew\nbelow\n"]]],
		["an insertion", ["@@", " above", "+new"], [["above\n", "above\nnew\n"]]],
		["a deletion", ["@@", " above", "-old"], [["above\nold\n", "above\n"]]],
		["a deletion without context", ["@@", "-old", "-older"], [["old\nolder\n", ""]]],
		["an addition at the end of the file", ["@@", "+new", "+newer"], [["", "new\nnewer"]]],
		["a hunk without a head", [" above", "-old", "+new"], [["above\nold\n", "above\nnew\n"]]],
		["a hunk with a place", ["@@ class Clock {", "-old", "+new"], [["old\n", "new\n"]]],
		["a hunk at the end of the file", ["@@", "-old", "+new", "*** End of File"], [["old\n", "new\n"]]],
		["an empty line as context", ["@@", " above", "", "-old"], [["above\n\nold\n", "above\n\n"]]],
		["empty lines behind a hunk", ["@@", "-old", "+new", "", ""], [["old\n", "new\n"]]],
		["empty lines before the first hunk", ["", "@@", "-old", "+new"], [["old\n", "new\n"]]],
		["an empty line for another", ["@@", " above", "-", "+new"], [["above\n\n", "above\nnew\n"]]],
		["signs in the lines", ["@@", "--- a", "+++ b", " @@"], [["-- a\n@@\n", "++ b\n@@\n"]]],
		["words of the envelope in the lines", ["@@", "-*** End Patch", "+x"], [["*** End Patch\n", "x\n"]]],
		[
			"two hunks",
			["@@", "-one", "+two", "@@", " three", "+four"],
			[
				["one\n", "two\n"],
				["three\n", "three\nfour\n"],
			],
		],
	])("with %s says which lines replace which", (_, lines, edits) => {
		expect(editsOf(...lines)).toEqual(edits);
	});

	test("of several files says what it does to each, and what is gone", () => {
		const effect = effectOf(
			...["*** Add File: a.ts", "+a", "", "*** Delete File: b.ts", "*** Update File: /else/c.ts", "@@", "-c", "+d"],
		);
		expect(effect?.subjects.map(({ name }) => name)).toEqual([
			"/home/you/project/a.ts",
			"/home/you/project/b.ts",
			"/else/c.ts",
		]);
		expect(effect?.own.map(({ kind, subject }) => [kind, subject.label])).toEqual([
			["write", "a.ts"],
			["edit", "/else/c.ts"],
			["patch", "/else/c.ts"],
		]);
		expect(effect?.gone.map(({ label }) => label)).toEqual(["b.ts"]);
	});

	test.each([
		["moves a file, with or without changes", ["*** Update File: a.ts", "*** Move to: b.ts", "@@", "-x", "+y"]],
		["moves a file", ["*** Update File: a.ts", "*** Move to: b.ts"]],
		["changes files twice", [...TWO_CHANGES, ...TWO_CHANGES]],
	])("that %s claims nothing about either path", (_, lines) => {
		const effect = effectOf(...lines);
		expect(effect?.own).toEqual([]);
		expect(effect?.gone.map(({ label }) => label)).toEqual(["a.ts", "b.ts"]);
	});

	test("recognises a file under another spelling", () => {
		const effect = effectOf("*** Add File: a.ts", "+x", "*** Update File: ./b/../a.ts", "@@", "-x", "+y");
		expect(effect?.own).toEqual([]);
		expect(effect?.gone.map(({ name }) => name)).toEqual(["/home/you/project/a.ts"]);
	});

	test("of a file whose path cannot be resolved says nothing about that file", () => {
		expect(effectOf("*** Delete File: ~/a.ts")).toBeUndefined();
		expect(effectOf("*** Add File: ~/a.ts", "+x", "*** Add File: b.ts", "+y")?.subjects).toHaveLength(1);
	});

	test("may have carriage returns and blanks around its marks", () => {
		const text = "\n*** Begin Patch \r\n*** Update File: a.ts\r\n@@\r\n-x\r\n+y\r\n*** End Patch\r\n\n";
		expect(parsePatch(text)).toEqual([
			{
				kind: "update",
				path: "a.ts",
				to: undefined,
				hunks: [{ old: ["x\r"], text: ["y\r"], signed: ["-x\r", "+y\r"] }],
			},
		]);
	});
});

describe("a text that is not a patch, or that can be read in more than one way", () => {
	test.each([
		["nothing", ""],
		["another text", "let now = 0;"],
		["a unified diff", "--- a/clock.ts\n+++ b/clock.ts\n@@ -1 +1 @@\n-old\n+new"],
		["an envelope with nothing in it", wrap()],
		["no end", "*** Begin Patch\n*** Delete File: a.ts"],
		["no beginning", "*** Delete File: a.ts\n*** End Patch"],
		["a here-document around it", `<<'EOF'\n${wrap("*** Delete File: a.ts")}\nEOF`],
		["lines before the first file", wrap("+x", "*** Delete File: a.ts")],
		["a file without a name", wrap("*** Delete File: ")],
		["a deleted file with lines", wrap("*** Delete File: a.ts", "-x")],
		["an added file with other lines", wrap("*** Add File: a.ts", "+x", "y")],
		["an update without hunks", wrap("*** Update File: a.ts")],
		["a hunk without lines", wrap("*** Update File: a.ts", "@@")],
		["two heads, one below the other", wrap("*** Update File: a.ts", "@@ class A", "@@ run()", "-x")],
		["a line without a sign", wrap("*** Update File: a.ts", "@@", "-x", "y")],
		["an unknown mark", wrap("*** Update File: a.ts", "@@", "-x", "*** Rename File: b.ts")],
		["lines behind the end of the file", wrap("*** Update File: a.ts", "@@", "-x", "*** End of File", "+y")],
		["a move behind the hunks", wrap("*** Update File: a.ts", "@@", "-x", "*** Move to: b.ts")],
	])("%s says nothing", (_, text) => {
		expect(parsePatch(text)).toBeUndefined();
	});

	test("still names its files", () => {
		const text = `<<EOF\n*** Begin Patch\n  *** Update File:  a.ts \n*** Move to: b.ts\n@@\n+*** Add File: c.ts\nEOF`;
		expect(pathsInPatch(text)).toEqual(["a.ts", "b.ts"]);
	});
});

/** Lines that look like parts of the envelope. */
const NASTY = ["", " ", "+", "-", "@@", "*** End Patch", "*** End of File", "*** Add File: x", "\\ No newline"];

/** A file whose significant lines are all different, and what replaces some of its lines. */
const task = fc
	.array(fc.constantFrom(...NASTY, "let x", "\t}"), { minLength: 1, maxLength: 40 })
	.map((lines) => lines.map((line, index) => (index % 2 === 1 && line === "" ? "" : `${line}${index}`)))
	.chain((lines) => {
		const change = fc.record({
			skip: fc.nat(12),
			removed: fc.nat(3),
			added: fc.array(fc.constantFrom(...NASTY, "fresh"), { maxLength: 3 }),
			context: fc.integer({ min: 1, max: 3 }),
		});
		return fc.record({
			lines: fc.constant(lines),
			changes: fc.array(change, { maxLength: 4 }),
			tail: fc.array(fc.constantFrom(...NASTY, "last"), { maxLength: 2 }),
			isBare: fc.boolean(),
		});
	});

type Task = typeof task extends fc.Arbitrary<infer T> ? T : never;

/** Writes a patch for a task, and the file as it is to be. */
function draft({ lines, changes, tail, isBare }: Task): { patch: string[]; wanted: string[] } {
	const patch: string[] = [];
	const wanted: string[] = [];
	const context = (line: string): string => (isBare && line === "" ? "" : ` ${line}`);
	let at = 0;
	for (const { skip, removed, added, context: around } of changes) {
		const from = at + around + skip;
		const behind = lines.slice(from + removed, from + removed + around);
		if (from + removed + behind.length > lines.length || behind.length === 0) break;
		const before = lines.slice(from - around, from);
		const gone = lines.slice(from, from + removed).map((line) => `-${line}`);
		patch.push(
			"@@",
			...before.map(context),
			...gone,
			...added.map((line) => `+${line}`),
			...behind.map((line) => ` ${line}`),
		);
		wanted.push(...lines.slice(at, from), ...added, ...behind);
		at = from + removed + behind.length;
	}
	wanted.push(...lines.slice(at), ...tail);
	if (tail.length > 0) patch.push("@@", ...tail.map((line) => `+${line}`));
	return { patch, wanted };
}

/** The text of a file after the edits that the core gets; each old text is searched for as whole lines. */
function applied(text: string, own: OwnText): string {
	if (own.kind === "patch") return text;
	if (own.kind === "write") return own.text;
	if (own.old === "") return `${text}${own.text}\n`;
	const places = `\n${text}`.split(`\n${own.old}`);
	expect(places).toHaveLength(2);
	return places.join(`\n${own.text}`).slice(1);
}

describe("any patch", () => {
	test("says what the file is afterwards", () => {
		fc.assert(
			fc.property(task, (each) => {
				const { patch, wanted } = draft(each);
				fc.pre(patch.length > 0);
				const effect = effectOf("*** Update File: a.ts", ...patch);
				const text = each.lines.map((line) => `${line}\n`).join("");
				expect(effect?.gone).toEqual([]);
				expect(effect?.own.reduce(applied, text)).toBe(wanted.map((line) => `${line}\n`).join(""));
			}),
			{ numRuns: 500 },
		);
	});

	test("at random is understood or not, and never throws", () => {
		const words = ["*** Begin Patch", "*** End Patch", "*** Update File: a", "*** Add File: b", "*** Delete File: c"];
		const line = fc.oneof(fc.constantFrom(...words, ...NASTY, "*** Move to: d", "+x", "-y", " z"), fc.string());
		fc.assert(
			fc.property(fc.array(line), fc.boolean(), (lines, isWrapped) => {
				const text = isWrapped ? wrap(...lines) : lines.join("\n");
				const patch = parsePatch(text);
				const named = pathsInPatch(text);
				for (const { path } of patch ?? []) expect(named).toContain(path);
				if (patch) ownOfPatch("/", patch);
			}),
		);
	});

	// Each test has a time limit, which is the only check of time here, because machines are busy.
	test("of a megabyte is understood", () => {
		const lines = Array.from({ length: 40_000 }, (_, index) => `-line ${index}, of which there are many`);
		expect(editsOf("@@", ...lines)).toHaveLength(1);
		expect(editsOf(...lines.flatMap((line) => ["@@", line]))).toHaveLength(lines.length);
	});
});
