import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { saidIn } from "./settings.ts";

const folder = mkdtempSync(join(tmpdir(), "ibid-settings-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("settings have values under their keys, with or without comments", () => {
	expect(saidIn(written('{ "plugin": ["a"], /* why */ "off": true, }'))).toEqual({ plugin: ["a"], off: true });
});

test.each(["", "{", "null", '"plugin"', "7"])("settings that are %j are empty", (text) => {
	expect(saidIn(written(text))).toEqual({});
});

test("settings that do not exist, or are a folder, are empty", () => {
	expect(saidIn(join(folder, "nowhere.json"))).toEqual({});
	expect(saidIn(folder)).toEqual({});
});

function written(text: string): string {
	const path = join(folder, "settings.json");
	writeFileSync(path, text);
	return path;
}
