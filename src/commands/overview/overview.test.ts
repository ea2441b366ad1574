import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { lineIn, openRecord } from "../../store/record.ts";

setDefaultTimeout(60_000);

const root = mkdtempSync(join(tmpdir(), "ibid-overview-"));
afterAll(() => rmSync(root, { recursive: true }));

const cli = fileURLToPath(new URL("../../cli.ts", import.meta.url));
const sample = readFileSync(new URL("../../../samples/claude-code/re-reads.jsonl", import.meta.url), "utf8");
const DAY = 24 * 60 * 60 * 1000;
const ago = (days: number): number => Date.now() - days * DAY;

type Ran = { readonly status: number | null; readonly stdout: string; readonly stderr: string };

function ibid(home: string, args: readonly string[] = [], environment: Readonly<Record<string, string>> = {}): Ran {
	const env = { PATH: programs(), HOME: home, ...environment };
	const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args], { cwd: home, env, encoding: "utf8" });
	return { status, stdout, stderr };
}

/** Programs with the names of hosts, which leave a mark if they are started. */
function programs(): string {
	const bin = join(root, "bin");
	for (const name of ["claude", "codex", "gemini", "opencode", "pi"]) {
		write(join(bin, name), `#!/bin/sh\ntouch ${join(root, "started")}\n`);
		spawnSync("chmod", ["+x", join(bin, name)]);
	}
	return bin;
}

function write(path: string, text: string): string {
	mkdirSync(dirname(path), { recursive: true });
	writeFileSync(path, text);
	return path;
}

function newHome(): string {
	return mkdtempSync(join(root, "home-"));
}

/** A session of Claude Code in which everything happened so many days ago. */
function addSession(home: string, days: number, name = "a"): string {
	const time = new Date(ago(days)).toISOString();
	const text = sample.replaceAll(/"timestamp":"[^"]*"/g, `"timestamp":"${time}"`);
	return write(join(home, ".claude", "projects", "p", `${name}.jsonl`), text);
}

/** Lets OpenCode, as far as files tell, have ibid. */
function wire(home: string): string {
	const plugin = write(join(home, "program", "dist", "opencode", "plugin.js"), "");
	const settings = { plugin: [pathToFileURL(plugin)] };
	write(join(home, ".config", "opencode", "opencode.json"), JSON.stringify(settings));
	return home;
}

function addAnswer(home: string, days: number, more: object = {}): void {
	const who = { host: "opencode", session: "s1", agent: "", call: `c${days}`, tool: "read", subject: "src/a.ts" };
	const what = {
		brought: "file",
		form: "quoted",
		before: 1000,
		after: 100,
		notes: 1,
		milliseconds: 5,
		time: ago(days),
	};
	const [line] = lineIn(JSON.stringify({ kind: "answer", schema: 1, ...who, ...what, ...more }));
	openRecord(join(home, ".local", "state", "ibid"), "p1").write(line!);
}

describe("where no host has ibid", () => {
	test("sessions of the last weeks are looked at, and nothing is written", () => {
		const home = newHome();
		addSession(home, 3);
		const { status, stdout, stderr } = ibid(home);
		expect(status).toBe(0);
		expect(stdout).toMatch(
			/^Sessions {8}Claude Code 1\nTool results .* in 1 session, in the last 30 days\nCould save /,
		);
		expect(stdout).toMatch(/\nBest case {7}\S+, in \d+ results of one session:\s+ibid show [0-9a-f]{8}\n/);
		expect(stdout).toEndWith("\nNext            ibid install\n");
		expect(stderr).toMatch(/^Read 1 log in \d+\.\d s\n$/);
		expect(existsSync(join(home, ".local"))).toBe(false);
	});

	test.each([
		["whose logs were written recently", Date.now()],
		["whose logs were not written since", ago(60)],
	])("older sessions are looked at if there are no others: %s", (_, written) => {
		const home = newHome();
		utimesSync(addSession(home, 60), written / 1000, written / 1000);
		expect(ibid(home, [], { COLUMNS: "160" }).stdout).toContain(
			" in 1 session, all dates (none in the last 30 days)\n",
		);
	});

	test("older sessions are left out if there are others", () => {
		const home = newHome();
		addSession(home, 60, "old");
		// The same results would count once, in whichever session they come first.
		const recent = addSession(home, 3, "recent");
		write(recent, readFileSync(recent, "utf8").replaceAll("toolu_", "toolu_other_"));
		const [both, alone] = [home, newHome()];
		addSession(alone, 3);
		expect(JSON.parse(ibid(both, ["--json"]).stdout).hosts).toEqual(JSON.parse(ibid(alone, ["--json"]).stdout).hosts);
	});

	test("samples are looked at if there are no sessions at all, and are said to be samples", () => {
		const home = newHome();
		const { stdout } = ibid(home);
		expect(stdout).toMatch(/^No sessions found where agents keep them\. These figures are of sample/);
		expect(stdout).toMatch(/\nSamples {9}Claude Code \d/);
		expect(stdout).toEndWith("\nNext            ibid install\n");
		expect(JSON.parse(ibid(home, ["--json"]).stdout)).toMatchObject({ kind: "audit", schema: 1, samples: true });
		expect(ibid(home, ["--host", "pi"]).stdout).toBe("No sessions found.\nNext            ibid install\n");
	});
});

describe("logs that are named", () => {
	test.each([[["logs"]], [["logs/one"]], [["overview", "logs"]]])("are looked at, whatever their age: %j", (args) => {
		const home = wire(newHome());
		write(join(home, "logs", "one", "a.jsonl"), readFileSync(addSession(home, 500), "utf8"));
		addAnswer(home, 0);
		const { status, stdout } = ibid(home, args);
		expect([status, stdout]).toEqual([0, expect.stringMatching(/ in 1 session, all dates\nCould save /)]);
		expect(stdout).toMatch(new RegExp(`\\nNext {12}ibid show [0-9a-f]{8} ${args.at(-1)}\\n$`));
	});

	test("are no typos", () => {
		const home = newHome();
		mkdirSync(join(home, "audit"));
		expect(ibid(home, ["audti"]).stderr).toBe("ibid: There is no command audti. Did you mean audit?\n");
		expect(ibid(home, ["audit"]).stdout).toBe("No sessions found.\n");
	});
});

describe("where a host has ibid", () => {
	test.each([
		["today", [0, 3], "What ibid saved today, from its record\n", 1],
		["in the last week", [3, 5], "What ibid saved in the last 7 days, from its record\n", 2],
	])("its record says what it did %s", (_, days, head, results) => {
		const home = wire(newHome());
		addSession(home, 0);
		for (const day of days) addAnswer(home, day);
		const { stdout, stderr } = ibid(home);
		expect(stdout).toStartWith(head);
		expect(stdout).toMatch(new RegExp(`\\nOpenCode +1 +${results} `));
		expect(stdout).toEndWith("\nNext            ibid show last\n");
		expect(stderr).toBe("");
		expect(JSON.parse(ibid(home, ["--json"]).stdout)).toMatchObject({ kind: "report", all: { answers: results } });
	});

	test("it says so if nothing was recorded, or not recently", () => {
		const home = wire(newHome());
		const next = "Next            a session in OpenCode, then ibid again\n";
		expect(ibid(home).stdout).toBe(`Nothing recorded yet.\n${next}`);
		addAnswer(home, 20);
		expect(ibid(home).stdout).toStartWith("Nothing recorded in the last 7 days; the latest entry is of ");
		expect(ibid(home, ["--since", "4w"]).stdout).toMatch(/^What ibid saved since \S+, from its record\n/);
	});

	test("failures are a reason to see the doctor", () => {
		const home = wire(newHome());
		addAnswer(home, 0);
		const failure = { kind: "failure", schema: 1, host: "opencode", session: "s1", time: Date.now() } as const;
		const record = openRecord(join(home, ".local", "state", "ibid"), "p1");
		record.write({ ...failure, what: "not taken: c0" });
		expect(ibid(home).stdout).toEndWith("\nNext            a session in OpenCode, then ibid again\n");
		record.write({ ...failure, what: "Error: no log" });
		expect(ibid(home).stdout).toEndWith("\nNext            ibid doctor\n");
	});

	test("a project is looked for in logs, since the record knows none", () => {
		const home = wire(newHome());
		addAnswer(home, 0);
		expect(ibid(home, ["--project", "/nowhere"]).stdout).toMatch(/^No sessions found\.\nNext/);
	});
});

describe("ibid report", () => {
	test("says what was recorded in 30 days, or in others, by groups", () => {
		const home = newHome();
		for (const day of [0, 20, 50]) addAnswer(home, day, { tool: day === 0 ? "grep" : "read" });
		const { status, stdout, stderr } = ibid(home, ["report", "--by", "tool"]);
		expect([status, stderr]).toEqual([0, ""]);
		expect(stdout).toMatch(/^What ibid saved in the last 30 days, from its record\n/);
		expect(stdout).toMatch(/\nOpenCode +1 +2 +2\.0k +1\.8k +90\.0%\n/);
		expect(stdout).toMatch(/\ntool .*\n(grep|read) +1 .*\n(grep|read) +1 .*\n$/);
		const { all, groups } = JSON.parse(ibid(home, ["report", "--since", "10w", "--by", "host", "--json"]).stdout);
		expect([all.answers, groups]).toEqual([3, [expect.objectContaining({ group: "opencode", saved: 2700 })]]);
		expect(ibid(home, ["report", "--host", "pi"]).stdout).toStartWith("Nothing recorded yet.\n");
	});

	test("says what to do where there is nothing", () => {
		expect(ibid(newHome(), ["report"]).stdout).toBe("Nothing recorded yet.\nNext            ibid install\n");
		expect(ibid(newHome(), ["report", "--by", "project"])).toMatchObject({
			status: 2,
			stderr: expect.stringContaining("--by cannot be project."),
		});
	});
});

describe("in a terminal of 40 columns", () => {
	test("figures are shown while logs are read, in lines that fit", async () => {
		const home = newHome();
		addSession(home, 3);
		let shown = "";
		const decoder = new TextDecoder();
		const data = (_: Bun.Terminal, bytes: Uint8Array): void => {
			shown += decoder.decode(bytes, { stream: true });
		};
		const env = { PATH: programs(), HOME: home, TERM: "xterm" };
		const child = Bun.spawn([process.execPath, cli], { cwd: home, env, terminal: { cols: 40, rows: 100, data } });
		expect(await child.exited).toBe(0);
		expect(Bun.stripANSI(shown)).toMatch(/^\r1 of 1 files · \S+k of \S+k, \d+\.\d%\rRead 1 log in /);
		expect(shown).toContain("\n\u001b[1mProof\u001b[22m: ");
		const lines = Bun.stripANSI(shown).split(/\r?\n|\r/);
		expect(lines.filter((line) => line.length > 40)).toEqual([]);
	});
});

test("no program of any host is started for all that", () => {
	expect(existsSync(join(root, "bin", "claude"))).toBe(true);
	expect(existsSync(join(root, "started"))).toBe(false);
});
