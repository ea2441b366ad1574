import { afterAll, describe, expect, test } from "bun:test";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	utimesSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const base = mkdtempSync(join(tmpdir(), "ibid-serve-"));
afterAll(() => rmSync(base, { recursive: true }));

const CLI = resolve("src/cli.ts");
const request = (id: number, method: string, params: object = {}): string =>
	`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`;
const LIST = request(1, "tools/list");

/** What a server answers to the question which tools it has. */
function toolsOf(...args: readonly string[]): { code: number | null; said: string } {
	// A server deletes old records where it starts, so it must not be at home here.
	const env = { ...process.env, HOME: base, IBID_STATE: join(base, "state") };
	const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, "serve", ...args], { input: LIST, env });
	return { code: status, said: `${stdout}${stderr}`.trim() };
}

test.each([["claude-code"], ["codex"]])("a server for %s lists no tool", (host) => {
	expect(toolsOf(host)).toEqual({ code: 0, said: '{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}' });
});

test("a server for codex lists a tool that reads files if it is to offer one", () => {
	const { code, said } = toolsOf("codex", "--offer-read");
	expect(code).toBe(0);
	const names = JSON.parse(said).result.tools.map(({ name }: { name: string }) => name);
	expect(names).toEqual(["ibid_read"]);
});

test("a server for another host has none to offer", () => {
	const said = "ibid: --offer-read is for codex only, not for claude-code.";
	expect(toolsOf("claude-code", "--offer-read")).toEqual({ code: 2, said });
});

test("a server that starts forgets what was recorded long ago", () => {
	const state = mkdtempSync(join(base, "state-"));
	mkdirSync(join(state, "answers"));
	const ages = { "new.1.jsonl": 0, "late.1.jsonl": 6, "old.1.jsonl": 8 };
	for (const [name, days] of Object.entries(ages)) {
		const file = join(state, "answers", name);
		const seconds = Date.now() / 1000 - days * 24 * 60 * 60;
		writeFileSync(file, "");
		utimesSync(file, seconds, seconds);
	}
	const env = { ...process.env, HOME: base, IBID_STATE: state, IBID_KEEP_DAYS: "7" };
	spawnSync(process.execPath, [CLI, "serve", "codex"], { input: LIST, env });
	expect(readdirSync(join(state, "answers")).sort()).toEqual(["late.1.jsonl", "new.1.jsonl"]);
});

/** A home, a project and ibid's state, in which Gemini CLI trusts our server, or not. */
function openHome(isTrusted = true): { state: string; project: string; env: NodeJS.ProcessEnv } {
	const folder = mkdtempSync(join(base, "home-"));
	const [home, project, state] = [join(folder, "home"), join(folder, "project"), join(folder, "state")];
	for (const each of [join(home, ".gemini", "policies"), project, state]) mkdirSync(each, { recursive: true });
	const trust = { mcpServers: { ibid: { command: "ibid", trust: isTrusted } } };
	writeFileSync(join(home, ".gemini", "settings.json"), JSON.stringify(trust));
	const rule = '[[rule]]\nmcpName = "ibid"\ntoolName = "text"\ndecision = "allow"\npriority = 999\n';
	writeFileSync(join(home, ".gemini", "policies", "ibid.toml"), rule);
	return { state, project, env: { ...process.env, HOME: home, GEMINI_CLI_HOME: home, IBID_STATE: state } };
}

type Home = ReturnType<typeof openHome>;

/** Starts ibid with this test as its host. */
function start({ project, env }: Home, ...args: readonly string[]): ChildProcess {
	return spawn(process.execPath, [CLI, ...args], { cwd: project, env, stdio: ["pipe", "pipe", "inherit"] });
}

/** What a program says next. */
async function heard({ stdout }: ChildProcess): Promise<string> {
	const [said] = await once(stdout!, "data");
	return String(said);
}

/** What a hook of this host answers. */
async function hook(home: Home, event: string): Promise<string> {
	const ibid = start(home, "hook", "gemini");
	const said = heard(ibid);
	ibid.stdin!.end(event);
	return said;
}

const announced = ({ state }: Home): string => join(state, "gemini-cli", "servers", String(process.pid));
const calls = ({ state }: Home): string => join(state, "gemini-cli", "calls");

describe("a server for Gemini CLI", () => {
	test("lists one tool, and says what it is told to say", async () => {
		const home = openHome();
		const server = start(home, "serve", "gemini");
		server.stdin!.write(LIST);
		const { result } = JSON.parse(await heard(server));
		expect(result.tools).toMatchObject([{ name: "text", annotations: { readOnlyHint: true } }]);
		server.stdin!.write(request(2, "tools/call", { name: "text", arguments: { text: "a\nb\n" } }));
		expect(JSON.parse(await heard(server)).result).toEqual({ content: [{ type: "text", text: "a\nb\n" }] });
		server.stdin!.end();
		await once(server, "exit");
	});

	test("has said that it is there when it has been asked for its tools, until it ends", async () => {
		const home = openHome();
		const server = start(home, "serve", "gemini");
		server.stdin!.write(request(0, "initialize"));
		await heard(server);
		expect(existsSync(announced(home))).toBe(false);
		server.stdin!.write(LIST);
		await heard(server);
		expect(readFileSync(announced(home), "utf8")).toBe(String(server.pid));
		server.stdin!.end();
		await once(server, "exit");
		expect(existsSync(announced(home))).toBe(false);
	});

	test("takes it back when it is told to end", async () => {
		const home = openHome();
		const server = start(home, "serve", "gemini");
		server.stdin!.write(LIST);
		await heard(server);
		expect(existsSync(announced(home))).toBe(true);
		server.kill("SIGTERM");
		await once(server, "exit");
		expect(existsSync(announced(home))).toBe(false);
	});

	test("that is not trusted says nothing of itself", async () => {
		const home = openHome(false);
		const server = start(home, "serve", "gemini");
		server.stdin!.write(LIST);
		await heard(server);
		expect(existsSync(announced(home))).toBe(false);
		server.stdin!.end();
		await once(server, "exit");
	});
});

describe("a hook for Gemini CLI", () => {
	const eventIn = ({ project }: Home): string => {
		const log = join(project, "log.jsonl");
		writeFileSync(log, "");
		const call = { tool_name: "read_file", tool_input: { file_path: "a.ts" } };
		return JSON.stringify({
			hook_event_name: "BeforeTool",
			session_id: "s1",
			transcript_path: log,
			cwd: project,
			...call,
		});
	};

	test("does nothing where no server is there", async () => {
		const home = openHome();
		expect(await hook(home, eventIn(home))).toBe("{}");
		expect(existsSync(calls(home))).toBe(false);
	});

	test("does its work where one is there for its host, and not where it is for another or has died", async () => {
		const home = openHome();
		mkdirSync(join(announced(home), ".."), { recursive: true });
		writeFileSync(join(announced(home), "..", "1"), String(process.pid));
		expect(await hook(home, eventIn(home))).toBe("{}");
		expect(existsSync(calls(home))).toBe(false);
		writeFileSync(announced(home), String(spawnSync(process.execPath, ["--version"]).pid));
		expect(await hook(home, eventIn(home))).toBe("{}");
		expect(existsSync(calls(home))).toBe(false);
		writeFileSync(announced(home), String(process.pid));
		expect(await hook(home, eventIn(home))).toBe("{}");
		expect(readdirSync(calls(home))).toEqual(["s1"]);
	});

	test("does its work without one if texts may be given as errors", async () => {
		const home = openHome();
		const asErrors = { ...home, env: { ...home.env, IBID_GEMINI_AS_ERRORS: "on" } };
		expect(await hook(asErrors, eventIn(home))).toBe("{}");
		expect(readdirSync(calls(home))).toEqual(["s1"]);
	});

	test.each(["", "hello", "[]", "null"])("lets the host go on by itself when it is told %j", async (event) => {
		expect(await hook(openHome(), event)).toBe("{}");
	});
});
