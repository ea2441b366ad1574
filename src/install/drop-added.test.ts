import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dropAdded } from "./drop-added.ts";
import { writeJournal } from "./journal.ts";
import { thisMachine } from "./machine.ts";

const base = mkdtempSync(join(tmpdir(), "ibid-drop-"));
afterAll(() => rmSync(base, { recursive: true }));

const PATH = "/home/you/settings.json";

test.each<[string, string | null | undefined, string, string]>([
	["there was no such list", '{ "theme": "dark" }', '{ "packages": [] }', "{}"],
	["there was no such file", null, '{ "packages": [] }', "{}"],
	["there is no journal of what there was", undefined, '{ "packages": [] }', "{}"],
	["the user had an empty one", '{ "packages": [] }', '{ "packages": [] }', '{ "packages": [] }'],
	["the user has put something in it", "{}", '{ "packages": ["own"] }', '{ "packages": ["own"] }'],
])("only the user's part is left of what we added: %s", (_, before, left, expected) => {
	const machine = thisMachine(base, {}, mkdtempSync(join(base, "data-")));
	if (before !== undefined) remember(machine.data, before);
	expect(dropAdded(left, "packages", machine, "pi", PATH)).toBe(expected);
});

function remember(data: string, text: string | null): void {
	const before = { [PATH]: text === null ? null : Buffer.from(text).toString("base64") };
	const launcher = { program: "node", args: [], kind: "script" } as const;
	const rest = { rights: {}, folders: [], after: [], changed: [] };
	writeJournal(data, "pi", { schema: 1, version: "1", launcher, isDone: true, before, ...rest });
}
