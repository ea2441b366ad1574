import { afterAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { settingsFor } from "./answer-tool.ts";

const base = mkdtempSync(join(tmpdir(), "ibid-settings-"));
afterAll(() => rmSync(base, { recursive: true }));

/** A folder with settings, or without. */
function folderWith(text: string | undefined): string {
	const folder = mkdtempSync(join(base, "folder-"));
	mkdirSync(join(folder, ".gemini"));
	if (text !== undefined) writeFileSync(join(folder, ".gemini", "settings.json"), text);
	return folder;
}

const shareOf = (share: number): string => `{ "model": { "compressionThreshold": ${share} } }`;
const lengthOf = (length: number): string => `{ "tools": { "truncateToolOutputThreshold" : ${length} } }`;

test.each<[string, string | undefined, string | undefined, number, number]>([
	["nothing where there are no settings", undefined, undefined, 0.5, 40_000],
	["nothing where they are of other things", "{}", '{ "ui": { "theme": "dark" } }', 0.5, 40_000],
	["nothing where they are garbled", "{{{", "}}}", 0.5, 40_000],
	["the user's share", shareOf(0.2), undefined, 0.2, 40_000],
	["the project's share", undefined, shareOf(0.2), 0.2, 40_000],
	["the smaller of two shares", shareOf(0.3), shareOf(0.2), 0.2, 40_000],
	["no share above the usual, which may count elsewhere", shareOf(0.9), undefined, 0.5, 40_000],
	["no share of nothing, which stands for the usual", shareOf(0), undefined, 0.5, 40_000],
	["a length of the user's", lengthOf(1000), undefined, 0.5, 1000],
	["the smaller of two lengths", lengthOf(3000), lengthOf(2000), 0.5, 2000],
	["no length above the usual", lengthOf(100_000), undefined, 0.5, 40_000],
	["no length below nothing, which stands for none", lengthOf(-1), undefined, 0.5, 40_000],
	["each that is written twice at its smallest", `${shareOf(0.4)}${shareOf(0.2)}`, undefined, 0.2, 40_000],
])("settings change %s", (_, own, projects, share, longest) => {
	expect(settingsFor(folderWith(own), folderWith(projects))).toEqual({ share, longest });
});
