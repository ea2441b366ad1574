import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { CATALOG, READERS } from "../../../contracts/hosts.ts";
import { newClaudeCodeFixture } from "../../../sim/claude-code-fixture.ts";
import { code, numbered, plain } from "../../../sim/conversation-fixture.ts";
import { auditSession } from "../../audit/audit-session.ts";
import type { AnswerFinding } from "../../audit/findings.ts";
import { estimateTokens } from "../../core/tokens.ts";
import { hashText } from "../../store/record.ts";
import { recordingsIn } from "../../transcript/files.ts";

setDefaultTimeout(60_000);

const base = mkdtempSync(join(tmpdir(), "ibid-show-"));
afterAll(() => rmSync(base, { recursive: true }));

const PROGRAM = fileURLToPath(new URL("../../cli.ts", import.meta.url));
const SAMPLES = fileURLToPath(new URL("../../../samples", import.meta.url));
const sample = (name: string): string => join(SAMPLES, name);

const HOW = { hosts: CATALOG, count: estimateTokens, rules: [], proof: false, inspect: { kind: "none" } } as const;

type Ran = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

function show(args: readonly string[], environment: Readonly<Record<string, string>> = {}): Ran {
	const env = { PATH: process.env.PATH ?? "", HOME: base, IBID_STATE: join(base, "no-state"), ...environment };
	const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, "show", ...args], { env, encoding: "utf8" });
	return { code: status, stdout, stderr };
}

/** What a terminal shows. */
async function typed(args: readonly string[]): Promise<string> {
	let shown = "";
	const decoder = new TextDecoder();
	const data = (_: Bun.Terminal, bytes: Uint8Array): void => {
		shown += decoder.decode(bytes, { stream: true });
	};
	const env = { PATH: process.env.PATH ?? "", HOME: base, IBID_STATE: join(base, "no-state"), TERM: "xterm" };
	const terminal = { cols: 80, rows: 100, data };
	await Bun.spawn([process.execPath, PROGRAM, "show", ...args], { env, terminal }).exited;
	return shown.replaceAll("\r\n", "\n");
}

/** The answer that is shown, as data. */
function data(args: readonly string[], environment?: Readonly<Record<string, string>>): Record<string, unknown> {
	const parsed = JSON.parse(show([...args, "--json"], environment).stdout);
	expect(parsed.schema).toBe(1);
	return parsed.answer;
}

describe("the last shortened answer", () => {
	test.each([
		["claude-code/re-reads.jsonl", "Claude Code"],
		["codex/direct.jsonl", "Codex"],
		["gemini-cli/re-reads.jsonl", "Gemini CLI"],
		["opencode/re-reads.json", "OpenCode"],
		["opencode/opencode.db", "OpenCode"],
	])("of %s is shown, and was rebuilt", (file, host) => {
		const { code, stdout, stderr } = show(["last", sample(file)]);
		expect([code, stderr]).toEqual([0, `In ${sample(file)}\n`]);
		expect(stdout).toContain(` · ${host} · `);
		expect(stdout).toContain("[ibid] ");
		expect(stdout).toContain("Left-out lines are in:\n");
		expect(stdout).toContain("✓ rebuilt");
		expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
	});

	test("is that of the log that was written last and has one", () => {
		const logs = join(base, "logs");
		mkdirSync(logs);
		const written = [
			["b.jsonl", "claude-code/parallel.jsonl", 2],
			["a.jsonl", "claude-code/resumed.jsonl", 3],
			["c.jsonl", "claude-code/re-reads.jsonl", 1],
		] as const;
		for (const [name, from, time] of written) {
			copyFileSync(sample(from), join(logs, name));
			utimesSync(join(logs, name), time, time);
		}
		writeFileSync(join(logs, "newest.jsonl"), "no session\n");
		expect(show(["last", logs]).stderr).toBe(`In ${join(logs, "a.jsonl")}\n`);
		utimesSync(join(logs, "b.jsonl"), 4, 4);
		expect(show(["last", logs]).stderr).toBe(`In ${join(logs, "b.jsonl")}\n`);
	});

	test("is looked for where hosts keep their logs, and may not be there", () => {
		const home = join(base, "home");
		const project = join(home, ".claude", "projects", "p");
		mkdirSync(project, { recursive: true });
		expect(show([], { HOME: home })).toMatchObject({ code: 0, stdout: "" });
		expect(show(["--json"], { HOME: home }).stdout).toBe('{\n  "schema": 1,\n  "answer": null\n}\n');
		copyFileSync(sample("claude-code/re-reads.jsonl"), join(project, "s.jsonl"));
		expect(show([], { HOME: home }).stdout).toContain("✓ rebuilt");
		expect(show(["--host", "pi"], { HOME: home })).toMatchObject({ code: 0, stdout: "" });
	});
});

describe("an answer that is named", () => {
	const FILE = sample("claude-code/re-reads.jsonl");
	const last = data(["last", FILE]);
	const id = String(last.id);

	test.each([id, id.slice(0, 4), id.toUpperCase()])("is found by %s in all samples", (name) => {
		expect(data([name, SAMPLES])).toEqual({ ...last, log: expect.any(String) });
	});

	test.each([
		["claude-code/re-reads.jsonl", false],
		["opencode/compaction-with-tail.json", true],
	])("gives what the model saw and nothing else with --raw: %s", async (name, isEnded) => {
		const args = ["last", sample(name)];
		const delivered = String(data(args).delivered);
		expect(delivered.endsWith("\n")).toBe(isEnded);
		expect(show([...args, "--raw"]).stdout).toBe(delivered);
		expect(await typed([...args, "--raw"])).toEndWith(isEnded ? delivered : `${delivered}\n`);
	});

	test("gives a diff that turns one text into the other with --diff", () => {
		const file = join(base, id);
		writeFileSync(file, String(last.original));
		const { stdout: input } = show([id, FILE, "--diff"]);
		expect(input).toStartWith(`--- a/${id}\n+++ b/${id}\n@@ `);
		expect(spawnSync("git", ["apply", "-"], { cwd: base, input, env: { PATH: process.env.PATH } }).status).toBe(0);
		expect(readFileSync(file, "utf8")).toBe(String(last.delivered));
	});

	test("has all there is to know with --json", () => {
		expect(last).toEqual({
			...{ id, host: "claude-code", session: expect.any(String), project: "/home/you/project", log: FILE },
			...{ lived: false, call: expect.any(String), time: expect.any(Number), turn: expect.any(Number) },
			...{ tool: "Bash", subject: "grep", brought: "output" },
			...{ original: expect.any(String), delivered: expect.stringContaining("[ibid] "), really: "not sent" },
			form: "quoted",
			tokens: { counted: "estimate", before: expect.any(Number), after: expect.any(Number), saved: expect.any(Number) },
			now: { form: "quoted", saved: expect.any(Number) },
			quotes: expect.arrayContaining([expect.objectContaining({ note: 0, from: 0 })]),
			rebuilt: true,
			faults: [],
		});
	});

	test.each([
		["xyz", "xyz is not the ID of a tool result"],
		["a1f", "a1f is not the ID of a tool result"],
		["00000000", "No tool result in 1 log has an ID that begins with 00000000."],
	])("that is none is a mistake: %s", (name, sentence) => {
		const { code, stdout, stderr } = show([name, FILE]);
		expect([code, stdout]).toEqual([2, ""]);
		expect(stderr).toContain(sentence);
	});

	test("in vain is said to be so in place of how far the search is", async () => {
		const shown = await typed(["00000000", FILE]);
		expect(shown).toContain("1 of 1 files");
		expect(shown.split("\r\u001b[K").at(-1)).toBe(
			"ibid: No tool result in 1 log has an ID that begins with 00000000.\n",
		);
	});
});

test.each([
	["claude-code/re-reads.jsonl", "short", "too short for a note"],
	["claude-code/resumed.jsonl", "asked again", "asked again"],
	["claude-code/re-reads.jsonl", "small", "saved too little"],
	["claude-code/re-reads.jsonl", "unreachable", "its hook can replace only"],
	["codex/code-mode.jsonl", "opaque", "line by line"],
	["codex/direct.jsonl", "fresh", "lines were new to the model"],
	["gemini-cli/re-reads.jsonl", "failed", "call failed"],
])("a result sent in full says why: %s, %s", (file, reason, words) => {
	const id = wholeIn(sample(file), reason);
	const { code, stdout } = show([id, sample(file)], { COLUMNS: "300" });
	expect(code).toBe(0);
	expect(stdout).toContain(words);
	expect(stdout).not.toContain("rebuilt");
});

test("a result sent in full has no diff, and was not rebuilt", () => {
	const file = sample("claude-code/re-reads.jsonl");
	const id = wholeIn(file, "small");
	expect(data([id, file])).toMatchObject({ form: "whole", reason: "small", rebuilt: null, quotes: [] });
	expect(show([id, file, "--diff"])).toMatchObject({ code: 0, stdout: "" });
});

test("a name that several answers begin with names them", () => {
	const fixture = newClaudeCodeFixture(base);
	for (let at = 0; at < 1000; at++) fixture.pen.answer(fixture.pen.ask("Bash", { command: `echo ${at}` }), String(at));
	const ids = answersIn(fixture.pen.path).map(({ id }) => id);
	const alike = (id: string): string[] => ids.filter((each) => each.startsWith(id.slice(0, 4)));
	const two = alike(ids.find((id) => alike(id).length > 1) ?? "none");
	const { code: exit, stderr } = show([two[0]?.slice(0, 4) ?? "", fixture.pen.path]);
	expect(exit).toBe(2);
	for (const id of two) expect(stderr).toContain(`${id} (Bash echo)`);
});

describe("a session in which ibid was at work", () => {
	test("shows what the model really saw, by the record and the log", async () => {
		const fixture = newClaudeCodeFixture(base);
		const path = fixture.put("clock.ts", plain(code(60)));
		await fixture.read(path);
		const { text } = await fixture.read(path);
		const environment = { IBID_STATE: dirname(fixture.pen.path), COLUMNS: "200" };
		const { code: exit, stdout } = show(["last", fixture.pen.path], environment);
		expect(exit).toBe(0);
		expect(stdout).toContain("\nThe model saw this.\n");
		expect(stdout).toContain("and ibid's record has the same original.");
		const raw = show(["last", fixture.pen.path, "--raw"], environment).stdout;
		expect(raw).toBe(text);
		expect(fixture.recorded().at(-1)).toMatchObject({ delivered: hashText(raw) });
		expect(data(["last", fixture.pen.path], environment)).toMatchObject({
			...{ lived: true, really: "sent", form: "same", rebuilt: true, original: numbered([...code(60), ""]) },
		});
		expect(show(["last", fixture.pen.path]).stderr).toContain("No tool result was shortened");
	});
});

test.each([
	["last", 0],
	["00000000", 2],
])("%s of no sessions at all is not looked for in 0 logs", (name, code) => {
	const ran = show([name]);
	expect([ran.code, ran.stdout, ran.stderr.trim().endsWith("No sessions found.")]).toEqual([code, "", true]);
});

/** The name of an answer that came whole for a reason. */
function wholeIn(file: string, reason: string): string {
	const found = answersIn(file).find((each) => each.reason === reason);
	if (!found) throw new Error(`none in ${file} is ${reason}`);
	return found.id;
}

function answersIn(file: string): AnswerFinding[] {
	return [...recordingsIn(file, READERS)].flatMap((recorded) => {
		if (recorded.kind !== "recording") return [];
		return auditSession(recorded.recording, HOW)
			.threads.flat()
			.filter((finding) => finding.kind === "answer");
	});
}
