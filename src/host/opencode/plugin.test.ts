import { afterAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inOpenCode } from "../../../contracts/opencode-words.ts";
import { read, reply, shown } from "../../../contracts/talk.ts";
import { code } from "../../../sim/conversation-fixture.ts";
import { hashesOfNote } from "../../store/answer-line.ts";
import { openRecord, readLines } from "../../store/record.ts";
import * as module from "./plugin.ts";

const folder = mkdtempSync(join(tmpdir(), "ibid-plugin-"));
const known = process.env.IBID_STATE;
afterAll(() => {
	if (known === undefined) delete process.env.IBID_STATE;
	else process.env.IBID_STATE = known;
	rmSync(folder, { recursive: true, force: true });
});

test("the plugin is all that its module exports, or the host would drop it", () => {
	expect(Object.keys(module)).toEqual(["default"]);
	expect(Object.keys(module.default)).toEqual(["id", "server", "setup"]);
	expect(module.default.id).toBe("ibid");
	expect(module.default.setup()).toEqual({});
});

test("the plugin shortens requests of a project and records that in the state folder, and nothing before", async () => {
	process.env.IBID_STATE = folder;
	const hooks = await module.default.server({ directory: "/w" });
	expect(readdirSync(folder)).toEqual([]);
	const look = () => inOpenCode("ses_7")(reply(read("a.ts", shown("/w/a.ts", code(40)))));
	const messages = [...look(), ...look()];
	await hooks["experimental.chat.messages.transform"]({}, { messages });
	expect(JSON.stringify(messages)).toContain("[ibid]");
	const forms = readLines(join(folder, "answers"), "ses_7").map((line) => line.kind === "answer" && line.form);
	expect(forms).toEqual(["whole", "same"]);
});

test("the plugin changes nothing under ibid run, and refuses notes that ibid run has sent since it started", async () => {
	process.env.IBID_STATE = mkdtempSync(join(folder, "run-"));
	process.env.IBID_RUN = "1";
	const hooks = await module.default.server({ directory: "/w" });
	delete process.env.IBID_RUN;
	const look = () => inOpenCode("ses_7")(reply(read("a.ts", shown("/w/a.ts", code(40)))));
	const messages = [...look(), ...look()];
	const before = structuredClone(messages);
	const config = {};
	const [called, args] = [
		{ tool: "write", sessionID: "ses_7", callID: "1" },
		{ filePath: "/w/a.ts", content: NOTE },
	];
	await hooks.config(config);
	await hooks["experimental.chat.messages.transform"]({}, { messages });
	await hooks["tool.execute.before"](called, { args });
	expect([messages, config, readdirSync(process.env.IBID_STATE)]).toEqual([before, {}, []]);
	const line = { kind: "notes", schema: 1, time: 1, host: "opencode", noteHashes: hashesOfNote(NOTE) } as const;
	openRecord(process.env.IBID_STATE, "run").write({ ...line, session: "ses_7" });
	expect(hooks["tool.execute.before"](called, { args })).rejects.toThrow("Nothing was written");
});

const NOTE = "[ibid] lines 1-40 as last shown by Read";

test("the plugin forgets when it starts what was recorded long ago", async () => {
	process.env.IBID_STATE = mkdtempSync(join(folder, "old-"));
	const place = join(process.env.IBID_STATE, "answers");
	mkdirSync(place);
	for (const name of ["new.1.jsonl", "old.1.jsonl"]) writeFileSync(join(place, name), "");
	utimesSync(join(place, "old.1.jsonl"), 0, 0);
	await module.default.server({ directory: "/w" });
	expect(readdirSync(place)).toEqual(["new.1.jsonl"]);
});
