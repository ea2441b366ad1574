import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import type { EnvironmentVariables } from "../../config/types.ts";
import { HOSTS } from "../../hosts.ts";
import { filesIn, filesUnder, ordered } from "./session-files.ts";

const root = mkdtempSync(join(tmpdir(), "ibid-places-"));
afterAll(() => rmSync(root, { recursive: true }));

function write(...paths: readonly string[]): void {
	for (const path of paths) {
		mkdirSync(dirname(join(root, path)), { recursive: true });
		writeFileSync(join(root, path), "");
	}
}

function found(home: string, environment: EnvironmentVariables = {}): string[] {
	const places = HOSTS.flatMap(({ logs }) => logs(join(root, home), environment));
	return filesIn(places).map((path) => relative(join(root, home), path));
}

const SESSIONS = [
	".claude/projects/-home-you-project/1.jsonl",
	".claude/projects/-home-you-project/1/subagents/agent-2.jsonl",
	".codex/archived_sessions/rollout-2026-01-01-1.jsonl",
	".codex/sessions/2026/01/01/rollout-2026-01-01-2.jsonl",
	".copilot/session-state/1.jsonl",
	".copilot/session-state/2/events.jsonl",
	".gemini/tmp/project/chats/1/agent.jsonl",
	".gemini/tmp/project/chats/session-1.json",
	".gemini/tmp/project/chats/session-2.jsonl",
	".local/share/opencode/opencode-next.db",
	".local/share/opencode/opencode.db",
	".pi/agent/sessions/--home-you-project--/1.jsonl",
];

const OTHERS = [
	".claude/history.jsonl",
	".claude/projects/-home-you-project/1/tool-results/a.txt",
	".codex/auth.json",
	".codex/sessions/2026/01/01/notes.jsonl",
	".copilot/config.json",
	".copilot/session-state/2/rewind/index.jsonl",
	".gemini/oauth_creds.json",
	".gemini/tmp/project/logs.json",
	".local/share/opencode/auth.json",
	".local/share/opencode/opencode.db-wal",
	".pi/agent/auth.json",
];

describe("the places of hosts", () => {
	test("hold sessions, and nothing else that lies there is opened", () => {
		write(...[...SESSIONS, ...OTHERS].map((path) => join("home", path)));
		expect(found("home")).toEqual(SESSIONS);
	});

	test("need not exist", () => {
		expect(found("missing")).toEqual([]);
	});

	test.each([
		["CLAUDE_CONFIG_DIR", "elsewhere/claude", "elsewhere/claude/projects/a/1.jsonl"],
		["CODEX_HOME", "elsewhere/codex", "elsewhere/codex/sessions/rollout-1.jsonl"],
		["XDG_DATA_HOME", "elsewhere/data", "elsewhere/data/opencode/opencode.db"],
		["PI_CODING_AGENT_DIR", "elsewhere/pi", "elsewhere/pi/sessions/a/1.jsonl"],
		["GEMINI_CLI_HOME", "elsewhere/gemini", "elsewhere/gemini/.gemini/tmp/a/chats/1.jsonl"],
		["COPILOT_HOME", "elsewhere/copilot", "elsewhere/copilot/session-state/1/events.jsonl"],
	])("are where %s says", (variable, folder, session) => {
		write(session);
		const [only, ...more] = filesIn(
			HOSTS.flatMap(({ logs }) => logs(join(root, "missing"), { [variable]: join(root, folder) })),
		);
		expect([relative(root, only ?? ""), more]).toEqual([session, []]);
	});

	test("that cannot be opened are listed, so that reading them says why", () => {
		mkdirSync(join(root, "shut"));
		symlinkSync("sessions", join(root, "shut/sessions"));
		expect(
			filesIn(HOSTS.flatMap(({ logs }) => logs(join(root, "missing"), { CODEX_HOME: join(root, "shut") }))),
		).toEqual([join(root, "shut/sessions")]);
	});

	test("are the usual ones if a variable is empty", () => {
		expect(found("home", { CODEX_HOME: "" })).toEqual(SESSIONS);
	});
});

describe("a path", () => {
	test("to a file is that file, whatever its name", () => {
		write("given/session.log");
		expect(filesUnder(join(root, "given/session.log"))).toEqual([join(root, "given/session.log")]);
	});

	test("to a folder is what may be sessions in it, links to files included, links to folders left alone", () => {
		write(
			"folder/b/2.json",
			"folder/a/1.jsonl",
			"folder/c.db",
			"folder/README.md",
			"folder/node_modules/x/package.json",
		);
		symlinkSync(join(root, "folder"), join(root, "folder/circle"));
		symlinkSync(join(root, "folder/a/1.jsonl"), join(root, "folder/d.jsonl"));
		symlinkSync(join(root, "gone"), join(root, "folder/e.jsonl"));
		const names = filesUnder(join(root, "folder")).map((path) => relative(join(root, "folder"), path));
		expect(names).toEqual(["a/1.jsonl", "b/2.json", "c.db", "d.jsonl"]);
	});

	test("that leads in a circle is listed, itself or in a folder, if its name is one of a session", () => {
		mkdirSync(join(root, "circles"));
		for (const name of ["a.jsonl", "b.txt"]) symlinkSync(name, join(root, "circles", name));
		expect(filesUnder(join(root, "circles"))).toEqual([join(root, "circles/a.jsonl")]);
		expect(filesUnder(join(root, "circles/b.txt"))).toEqual([join(root, "circles/b.txt")]);
		expect(filesUnder(join(root, "circles/b.txt/c"))).toEqual([join(root, "circles/b.txt/c")]);
		expect(() => filesUnder(join(root, "circles/c"))).toThrow("ENOENT");
	});

	test("that is given twice counts once", () => {
		expect(ordered(["b", "a", "b"])).toEqual(["a", "b"]);
	});
});
