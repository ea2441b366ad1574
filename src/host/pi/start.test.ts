import { afterAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ibid from "./extension.ts";

const folder = mkdtempSync(join(tmpdir(), "ibid-pi-"));
const known = process.env.IBID_STATE;
afterAll(() => {
	if (known === undefined) delete process.env.IBID_STATE;
	else process.env.IBID_STATE = known;
	rmSync(folder, { recursive: true });
});

test("the extension forgets when it starts what was recorded long ago, and hears of requests then", () => {
	process.env.IBID_STATE = folder;
	const place = join(folder, "answers");
	mkdirSync(place);
	for (const name of ["new.1.jsonl", "old.1.jsonl"]) writeFileSync(join(place, name), "");
	utimesSync(join(place, "old.1.jsonl"), 0, 0);
	const events: string[] = [];
	ibid({ on: (event) => events.push(event), registerCommand() {}, appendEntry() {} });
	expect(readdirSync(place)).toEqual(["new.1.jsonl"]);
	expect(events.sort()).toEqual(["context", "context_with_system", "tool_call"]);
});

test("the extension hears of nothing but calls under ibid run", () => {
	process.env.IBID_RUN = "1";
	const events: string[] = [];
	const commands: string[] = [];
	ibid({ on: (event) => events.push(event), registerCommand: (name) => commands.push(name), appendEntry() {} });
	delete process.env.IBID_RUN;
	expect([events, commands]).toEqual([["tool_call"], []]);
});
