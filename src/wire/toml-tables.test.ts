import { describe, expect, test } from "bun:test";
import { entriesIn, isWithinEntry, tablesIn, withLineEndsOf, withoutTables, withTable } from "./toml-tables.ts";

const TEXT = `# The user's own.
model = "a"   # odd

[plugins."ours@here"]
enabled = true
[ plugins . 'theirs@there' ]   # with words
enabled = false # for now
note = 'it is "so"'
count = 3

[[lists]]
enabled = true
[hooks.state."ours@here:x:0:0"]
trusted_hash = "sha256:1"
# The end.
`;

describe("tables under a header of their own", () => {
	test("are found with their values, however their names are written", () => {
		expect(tablesIn(TEXT).map(({ path, values }) => [path, Object.fromEntries(values)])).toEqual([
			[["plugins", "ours@here"], { enabled: true }],
			[["plugins", "theirs@there"], { enabled: false, note: 'it is "so"', count: 3 }],
			[["hooks", "state", "ours@here:x:0:0"], { trusted_hash: "sha256:1" }],
		]);
	});

	test("are found in a text with Windows line ends", () => {
		const [first] = tablesIn(TEXT.replaceAll("\n", "\r\n"));
		expect(first).toEqual({ path: ["plugins", "ours@here"], values: new Map([["enabled", true]]) });
	});

	test("are removed with the blank line before them, and every other byte stays", () => {
		const left = withoutTables(TEXT, (path) => path.some((name) => name.startsWith("ours@")));
		const gone = [
			'\n[plugins."ours@here"]\nenabled = true\n',
			'[hooks.state."ours@here:x:0:0"]\ntrusted_hash = "sha256:1"\n',
		];
		expect(left).toBe(gone.reduce((text, each) => text.replace(each, ""), TEXT));
		expect(left).toContain("# The end.\n");
	});

	test.each(["", "a = 1", "a = 1\n", TEXT, TEXT.replaceAll("\n", "\r\n")])(
		"that are put into %j and removed leave what there was",
		(text) => {
			const path = ["hooks", "state", 'one "quoted" name'];
			const grown = withTable(text, path, { trusted_hash: "x", enabled: true });
			expect(tablesIn(grown).at(-1)).toEqual({
				path,
				values: new Map<string, string | boolean>([
					["trusted_hash", "x"],
					["enabled", true],
				]),
			});
			expect(/\r\n/.test(grown)).toBe(/\r\n/.test(text));
			const whole = text === "" || text.endsWith("\n") ? text : `${text}\n`;
			expect(withoutTables(grown, (other) => other.join() === path.join())).toBe(whole);
		},
	);

	test("that exist already keep their other values", () => {
		const grown = withTable(TEXT, ["plugins", "theirs@there"], { enabled: true });
		expect(grown).toBe(TEXT.replace("enabled = false # for now", "enabled = true"));
	});
});

describe("what looks like a table inside a value", () => {
	const NOTE = 'note = """\n[plugins.ours]\nenabled = true\n"""\n';
	const OURS = ["plugins", "ours"];

	test("is left alone when a table of that name is added, changed and removed", () => {
		expect(tablesIn(NOTE)).toEqual([]);
		const grown = withTable(NOTE, OURS, { enabled: false });
		expect(grown).toBe(`${NOTE}\n[plugins.ours]\nenabled = false\n`);
		expect(withTable(grown, OURS, { enabled: true })).toBe(`${NOTE}\n[plugins.ours]\nenabled = true\n`);
		expect(withoutTables(grown, ([, name]) => name === "ours")).toBe(NOTE);
	});

	test("is part of the table around it", () => {
		const table = `[plugins.ours]\nlist = [\n  "[plugins.theirs]", # ]\n]\n# why\n${NOTE}`;
		const left = withoutTables(`a = 1\n${table}# end\n[b]\n`, ([, name]) => name === "ours");
		expect(left).toBe("a = 1\n# end\n[b]\n");
	});
});

test.each([
	["hooks = { state = {} }\n", true],
	["hooks.state.a.x = 1\n", true],
	["[hooks]\nstate = {}\n", true],
	["[hooks.state]\na.x = 1\n", true],
	["note = '''\nhooks = 1\n'''\n[hooks]\nother = 1\n[hooks.state.a]\nx = 1\n[x]\nhooks = 1\n", false],
])("%j sets something in the table hooks.state.a without its header: %p", (text, expected) => {
	expect(isWithinEntry(text, ["hooks", "state", "a"])).toBe(expected);
});

test("entries are found in tables, in elements of lists and before any header", () => {
	expect(entriesIn('a.b = 1\n[[c]]\nd = "\\u00e9" # e\n[f]\ng = [\n1]\n')).toEqual([
		{ header: [], keys: ["a", "b"], value: 1 },
		{ header: ["c"], keys: ["d"], value: "é" },
		{ header: ["f"], keys: ["g"], value: "[\n1]" },
	]);
});

test.each([
	["a\r\nb\r\n", "c\nd\r\n", "c\r\nd\r\n"],
	["a\nb\r\n", "c\nd\n", "c\nd\n"],
	["a\n", "c\n", "c\n"],
	["", "c\n", "c\n"],
])("lines end as in %j if its lines all end alike: %j becomes %j", (other, text, expected) => {
	expect(withLineEndsOf(other, text)).toBe(expected);
});
