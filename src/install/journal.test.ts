import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dropAdded, type Journal, readJournal, snapshot, writeJournal } from "./journal.ts";
import { thisMachine } from "./machine.ts";

const data = mkdtempSync(join(tmpdir(), "ibid journal-"));
afterAll(() => rmSync(data, { recursive: true }));
const FILE = join(data, "installed", "pi.json");

const journal: Journal = {
	schema: 1,
	version: "1.2.3",
	launcher: { program: "/a b/node", args: ["/c d/cli.js"], kind: "script" },
	isDone: false,
	before: { "/x y": "AA==", "/z": null },
	rights: { "/x y": 0o644 },
	folders: ["/x"],
	after: [{ "/x y": "AQ==", "/z": "" }],
	changed: ["/z"],
};

test("what is written about a host is read again, for that host alone", () => {
	writeJournal(data, "pi", journal);
	expect(readJournal(data, "pi")).toEqual(journal);
	expect(readJournal(data, "codex")).toBeUndefined();
});

test("only the user may read it or open its folder, because settings may hold secrets", () => {
	writeJournal(join(data, "new"), "pi", journal);
	const paths = [join("new", "installed", "pi.json"), join("new", "installed"), "new"];
	expect(paths.map((path) => statSync(join(data, path)).mode & 0o077)).toEqual([0, 0, 0]);
});

test("it can be removed, even if it is already gone", () => {
	writeJournal(data, "pi", journal);
	writeJournal(data, "pi", undefined);
	writeJournal(data, "pi", undefined);
	expect(readJournal(data, "pi")).toBeUndefined();
	expect(readdirSync(join(data, "installed"))).toEqual([]);
});

test.each([
	["nothing", ""],
	["half of it", JSON.stringify(journal).slice(0, 60)],
	["what a later version has written", JSON.stringify({ ...journal, schema: 2 })],
	["bytes that are none", JSON.stringify({ ...journal, before: { "/x": 1 } })],
])("%s cannot be used", (_, text) => {
	writeJournal(data, "pi", journal);
	writeFileSync(FILE, text);
	expect(readJournal(data, "pi")).toBeUndefined();
});

test("a snapshot distinguishes empty files from missing ones, byte for byte", () => {
	const [bytes, empty, none] = ["bytes", "empty", "none"].map((name) => join(data, name));
	writeFileSync(bytes ?? "", Buffer.from([0xff, 0xfe, 0]));
	writeFileSync(empty ?? "", "");
	expect(snapshot([bytes ?? "", empty ?? "", none ?? ""])).toEqual({
		[`${bytes}`]: "//4A",
		[`${empty}`]: "",
		[`${none}`]: null,
	});
});

const PATH = "/home/you/settings.json";

test.each<[string, string | null | undefined, string, string]>([
	["there was no such list", '{ "theme": "dark" }', '{ "packages": [] }', "{}"],
	["there was no such file", null, '{ "packages": [] }', "{}"],
	["there is no journal of what there was", undefined, '{ "packages": [] }', "{}"],
	["the user had an empty one", '{ "packages": [] }', '{ "packages": [] }', '{ "packages": [] }'],
	["the user has put something in it", "{}", '{ "packages": ["own"] }', '{ "packages": ["own"] }'],
])("only the user's part is left of what we added: %s", (_, before, left, expected) => {
	const machine = thisMachine(data, {}, mkdtempSync(join(data, "data-")));
	if (before !== undefined) remember(machine.data, before);
	expect(dropAdded(left, "packages", machine, "pi", PATH)).toBe(expected);
});

function remember(data: string, text: string | null): void {
	const before = { [PATH]: text === null ? null : Buffer.from(text).toString("base64") };
	const launcher = { program: "node", args: [], kind: "script" } as const;
	const rest = { rights: {}, folders: [], after: [], changed: [] };
	writeJournal(data, "pi", { schema: 1, version: "1", launcher, isDone: true, before, ...rest });
}
