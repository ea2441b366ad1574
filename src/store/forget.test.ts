import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { forgetOld } from "./forget.ts";

const base = mkdtempSync(join(tmpdir(), "ibid-forget-"));
afterAll(() => rmSync(base, { recursive: true }));

const DAY = 24 * 60 * 60 * 1000;
const NOW = Date.UTC(2026, 0, 31);

/** A folder with a record whose files were last written so many days ago. */
function folderWith(files: Readonly<Record<string, number>>): string {
	const folder = mkdtempSync(join(base, "state-"));
	mkdirSync(join(folder, "answers"));
	for (const [name, days] of Object.entries(files)) age(join(folder, "answers", name), days);
	return folder;
}

function age(file: string, days: number): void {
	writeFileSync(file, "");
	const seconds = (NOW - days * DAY) / 1000;
	utimesSync(file, seconds, seconds);
}

const left = (folder: string): string[] => readdirSync(join(folder, "answers")).sort();

describe("forgetting", () => {
	test("deletes sessions without a new line for so many days, and nothing else", () => {
		const folder = folderWith({ "new.1.jsonl": 0, "late.1.jsonl": 29.9, "old.1.jsonl": 30.1, "older.1.jsonl": 400 });
		mkdirSync(join(folder, "program"));
		age(join(folder, "program", "cli.js"), 400);
		forgetOld(folder, 30, NOW);
		expect(left(folder)).toEqual(["late.1.jsonl", "new.1.jsonl"]);
		expect(readdirSync(join(folder, "program"))).toEqual(["cli.js"]);
	});

	test("keeps all files of a session to which a process has written recently", () => {
		const folder = folderWith({ "s1.1.jsonl": 90, "s1.2.jsonl": 1, "s11.1.jsonl": 90 });
		forgetOld(folder, 30, NOW);
		expect(left(folder)).toEqual(["s1.1.jsonl", "s1.2.jsonl"]);
	});

	test("happens once a day, and again on the next day", () => {
		const folder = folderWith({ "new.1.jsonl": 0 });
		forgetOld(folder, 30, NOW);
		age(join(folder, "answers", "old.1.jsonl"), 90);
		forgetOld(folder, 30, NOW + DAY - 1000);
		expect(left(folder)).toEqual(["new.1.jsonl", "old.1.jsonl"]);
		forgetOld(folder, 30, NOW + DAY);
		expect(left(folder)).toEqual(["new.1.jsonl"]);
	});

	test("happens even if a wrong clock has left a time in the future", () => {
		const folder = folderWith({ "new.1.jsonl": 0, "old.1.jsonl": 90 });
		age(join(folder, "forgotten"), -1000);
		forgetOld(folder, 30, NOW);
		expect(left(folder)).toEqual(["new.1.jsonl"]);
	});

	test("writes nothing if nothing is recorded", () => {
		const folder = mkdtempSync(join(base, "state-"));
		forgetOld(folder, 30, NOW);
		forgetOld(join(folder, "nowhere"), 30, NOW);
		expect(readdirSync(folder)).toEqual([]);
	});

	test("gives up silently if it fails", () => {
		const folder = folderWith({ "old.1.jsonl": 90 });
		mkdirSync(join(folder, "forgotten"));
		utimesSync(join(folder, "forgotten"), 0, 0);
		forgetOld(folder, 30, NOW);
		expect(left(folder)).toEqual(["old.1.jsonl"]);
	});
});
