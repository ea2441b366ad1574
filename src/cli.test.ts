import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { spawn } from "node:child_process";
import { on } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { build } from "../scripts/build.ts";
import { code, numbered } from "../sim/conversation-fixture.ts";

setDefaultTimeout(120_000);

const root = mkdtempSync(join(tmpdir(), "ibid-cli-"));
const sources = fileURLToPath(new URL("./cli.ts", import.meta.url));
const logs = join(root, "logs");

beforeAll(async () => {
	// Beside a package.json as when installed, so that Node takes it for a module.
	writeFileSync(join(root, "package.json"), '{"type":"module"}');
	await build(join(root, "dist"));
	const text = numbered(code(60));
	write("logs/a.jsonl", session("a", "2026-01-10", [text, text]));
	write("logs/b.jsonl", session("b", "2026-01-20", [text, numbered(code(40, 900))]));
	write("logs/c/copy.jsonl", session("a", "2026-01-10", [text, text]).replaceAll('"sessionId":"a"', '"sessionId":"c"'));
	write("logs/README.md", "no session");
});
afterAll(() => rmSync(root, { recursive: true }));

const NODE: Program = ["node", join(root, "dist/cli.js")];
const BUN: Program = [process.execPath, sources];
// Users have Node; with Bun, which says the same, the tests take twice as long.
const PROGRAMS: readonly [string, Program][] = process.env.IBID_QUICK
	? [["Node", NODE]]
	: [
			["Node", NODE],
			["Bun", BUN],
		];

describe.each(PROGRAMS)("ibid on %s", (_, program) => {
	test("prints its version", async () => {
		const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
		expect(await run(program, ["--version"])).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
	});

	test("prints help that fits on a narrow terminal, and writes nothing", async () => {
		for (const args of [["--help"], ["help", "audit"], ["verify", "-h"], ["help", "figures"]]) {
			const { code, stdout, stderr } = await run(program, args);
			expect([code, stderr]).toEqual([0, ""]);
			expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
		}
	});

	test("audits a folder, in JSON of a known shape", async () => {
		const { code, stdout, stderr } = await run(program, ["audit", logs, "--json"]);
		expect(code).toBe(0);
		expect(stderr).toMatch(/^Read 3 logs in \d+\.\d s\n$/);
		expect(JSON.parse(stdout)).toEqual({
			schema: 1,
			tokens: "estimate",
			hosts: [
				{
					host: "claude-code",
					sessions: 3,
					windows: 2,
					answers: 4,
					shortened: 1,
					resultTokens: expect.any(Number),
					logs: 3,
					boundTokens: expect.any(Number),
					savedTokens: expect.any(Number),
					lean: {},
					noteTokens: expect.any(Number),
					orphans: 0,
					inputTokens: 400,
					sparedTokens: 0,
					moneyShare: expect.any(Number),
					outOfReach: 0,
				},
			],
			compare: [],
			kinds: [expect.objectContaining({ group: "file", answers: 4, shortened: 1 })],
			best: {
				host: "claude-code",
				session: "a",
				subject: "/home/you/project/clock.ts",
				results: 2,
				savedTokens: expect.any(Number),
				answer: expect.stringMatching(/^[0-9a-f]{8}$/),
			},
			rebuilt: expect.any(Number),
			unchecked: 0,
			failed: 0,
			failures: [],
			writtenNotes: [],
			unreadable: [],
			skipped: 0,
		});
	});

	test("says the same with one worker and with many", async () => {
		const args = ["audit", logs, "--json", "--by", "session", "--compare"];
		const [one, many] = await Promise.all(["1", "3"].map((jobs) => run(program, [...args, "--jobs", jobs])));
		expect(one?.stdout).toBe(many?.stdout ?? "");
		expect(JSON.parse(one?.stdout ?? "").compare).toHaveLength(5);
	});

	test("audits what hosts have kept if no path is given, and nothing where there is nothing", async () => {
		const home = join(root, "home");
		write("home/claude/projects/p/a.jsonl", readFileSync(join(logs, "a.jsonl"), "utf8"));
		const environment = { HOME: home, CLAUDE_CONFIG_DIR: join(home, "claude") };
		expect((await run(program, ["audit", "--json"], environment)).stdout).toContain('"sessions": 1');
		expect((await run(program, ["audit"], { HOME: home })).stdout).toBe("No sessions found.\n");
	});

	test("prints tables that fit on a narrow terminal, painted only on a terminal or on request", async () => {
		const { stdout } = await run(program, ["audit", logs, "--by", "file"]);
		expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
		expect(stdout).not.toContain("\u001b");
		const { stdout: painted } = await run(program, ["audit", logs, "--by", "file"], { FORCE_COLOR: "1" });
		expect(painted).toContain("\u001b[1magent ");
		expect(stripVTControlCharacters(painted)).toBe(stdout);
		expect(stdout).toMatch(/^Claude Code +3 +4 /m);
		expect(stdout).toMatch(/^\/home\/you\/project\/clock\.ts +4 /m);
		expect(stdout).toMatch(/^1 of 1 shortened results rebuilt line for line\.$/m);
	});

	test("counts with the tokenizer if asked", async () => {
		const { stdout } = await run(program, ["audit", logs, "--json", "--exact"]);
		const [estimate, exact] = [(await run(program, ["audit", logs, "--json"])).stdout, stdout].map((text) =>
			JSON.parse(text),
		);
		expect(exact.tokens).toBe("o200k");
		expect(exact.hosts[0].resultTokens).not.toBe(estimate.hosts[0].resultTokens);
		expect(exact.hosts[0].resultTokens / estimate.hosts[0].resultTokens).toBeCloseTo(1, 0);
	});

	test.each([
		[["--since", "2026-01-15"], ["b"]],
		[["--until", "2026-01-10"], ["a"]],
		[
			["--since", "2026-01-10", "--until", "2026-01-20"],
			["a", "b"],
		],
		[["--host", "pi"], []],
		[
			["--project", "/home/you"],
			["a", "b"],
		],
		[["--project", "/elsewhere"], []],
		[["--project", "."], []],
		[
			["--project", "you/project/"],
			["a", "b"],
		],
	])("leaves out what %j leaves out", async (filter, sessions) => {
		const { stdout } = await run(program, ["audit", logs, "--json", "--by", "session", ...filter]);
		const groups: { group: string; answers: number }[] = JSON.parse(stdout).groups;
		expect(
			groups
				.filter(({ answers }) => answers > 0)
				.map(({ group }) => group)
				.sort(),
		).toEqual(sessions);
	});

	test("says in one sentence what is wrong with the arguments", async () => {
		for (const [args, sentence] of MISTAKES)
			expect(await run(program, args)).toEqual({ code: 2, stdout: "", stderr: `ibid: ${sentence}\n` });
	});

	test("verifies a folder", async () => {
		const { code, stdout } = await run(program, ["verify", logs]);
		expect({ code, stdout }).toEqual({
			code: 0,
			stdout:
				"1 of 1 shortened results rebuilt and checked twice, in 3 sessions.\nNo model wrote a note into a file.\n",
		});
	});

	test("names files that cannot be read, one line each, and goes on", async () => {
		write("broken/a.jsonl", readFileSync(join(logs, "a.jsonl"), "utf8"));
		write("broken/b.jsonl", "hello\n");
		write("broken/c.db", "SQLite format 3\0 and no more");
		const { code, stdout } = await run(program, ["audit", join(root, "broken")]);
		expect(code).toBe(0);
		expect(stdout).toMatch(/^Claude Code +1 +2 /m);
		expect(stdout.match(/^unreadable: .*$/gm)).toEqual([
			expect.stringMatching(/broken\/b\.jsonl: not a session of an agent that ibid knows$/),
			expect.stringMatching(/broken\/c\.db: .+$/),
		]);
	});

	test.each([["audit"], ["verify"], ["show", "last"], ["page", "--no-open"], []])(
		"refuses what holds no session, in one sentence: %s %s",
		async (...args) => {
			const file = write("strange/a.jsonl", "hello\n");
			const { code, stdout, stderr } = await run(program, [...args, file]);
			const sentence = `ibid: ${file}: not a session of an agent that ibid knows. Give a log of `;
			expect([code, stdout, stderr.slice(0, sentence.length), stderr.split("\n").length]).toEqual([2, "", sentence, 2]);
		},
	);

	test("prints what is known so far when interrupted", async () => {
		const large = write("slow/large.jsonl", session("l", "2026-01-10", LARGE));
		const args = ["audit", join(logs, "a.jsonl"), large, "--json", "--jobs", "1"];
		const child = start(program, args, { IBID_DEBUG: "1" });
		for await (const [line] of on(child.process.stderr, "data")) if (String(line).includes("1 of 2 files")) break;
		child.process.kill("SIGINT");
		const { code, stdout, stderr } = await child.ended;
		expect(code).toBe(130);
		expect(stderr).toMatch(/stopped: 1 of 2 files\n$/);
		expect(JSON.parse(stdout)).toMatchObject({ stopped: { read: 1, of: 2 }, hosts: [{ sessions: 1, answers: 2 }] });
	});

	test("is quiet if its output is not read", async () => {
		const line = `"$@" audit "$LOGS" --json 2>&1 >&3 3>&- | cat; exit "\${PIPESTATUS[0]}"`;
		const script = `exec 3> >(exec true); sleep 0.2; ${line}`;
		const { code, stdout } = await run(["bash", "-c", script, "bash", ...program], [], { LOGS: logs });
		expect(stdout).toMatch(/^Read 3 logs in \d+\.\d s\n$/);
		expect(code).toBe(0);
	});
});

test("a file that takes more memory than there is costs that file", async () => {
	write("large/a.jsonl", readFileSync(join(logs, "a.jsonl"), "utf8"));
	write("large/b.jsonl", session("b", "2026-01-10", LARGE));
	write("large/c.jsonl", session("d", "2026-01-10", [numbered(code(60))]));
	const environment = { NODE_OPTIONS: "--max-old-space-size=48" };
	const { stdout } = await run(NODE, ["audit", join(root, "large"), "--json", "--jobs", "1"], environment);
	const { hosts, unreadable } = JSON.parse(stdout);
	expect(unreadable).toEqual([
		{ path: join(root, "large/b.jsonl"), why: expect.stringMatching(/worker .* died .*SIG/) },
	]);
	expect(hosts).toMatchObject([{ sessions: 2, answers: 3 }]);
});

/** Tens of megabytes. */
const LARGE: readonly string[] = Array.from({ length: 60 }, (_, at) => numbered(code(20_000, at)));

type Program = readonly string[];
type Ran = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

const MISTAKES: readonly [string[], string][] = [
	[["audti"], "There is no command audti. Did you mean audit?"],
	[["frobnicate"], "There is no command frobnicate. See ibid help."],
	[["audit", "--jsno"], "ibid audit has no option --jsno. Did you mean --json?"],
	[["--jsno"], "ibid overview has no option --jsno. Did you mean --json?"],
	[["./nowhere"], "./nowhere does not exist."],
	[["verify", "--since", "7d"], "ibid verify has no option --since. See ibid help verify."],
	[["audit", "/nowhere/at/all"], "/nowhere/at/all does not exist."],
	[["audit", "--since", "soon"], "--since cannot be soon: give a day like 2026-01-31, or 7d or 4w for so long ago."],
	[["audit", "--host", "cluade-code"], "--host cannot be cluade-code. Did you mean claude-code?"],
	[["help", "figure"], "There is no help on figure. Did you mean figures?"],
];

function run(
	program: Program,
	args: readonly string[],
	environment: Readonly<Record<string, string>> = {},
): Promise<Ran> {
	return start(program, args, environment).ended;
}

function start(
	[file = "", ...first]: Program,
	args: readonly string[],
	environment: Readonly<Record<string, string>> = {},
) {
	const env = { PATH: process.env.PATH, HOME: join(root, "no-such-user"), TZ: "UTC", ...environment };
	const child = spawn(file, [...first, ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
	const text = { stdout: "", stderr: "" };
	child.stdout.setEncoding("utf8").on("data", (data) => (text.stdout += data));
	child.stderr.setEncoding("utf8").on("data", (data) => (text.stderr += data));
	const ended = new Promise<Ran>((resolve) => child.once("close", (code) => resolve({ code, ...text })));
	return { process: child, ended };
}

function write(path: string, text: string): string {
	mkdirSync(dirname(join(root, path)), { recursive: true });
	writeFileSync(join(root, path), text);
	return join(root, path);
}

/** A log of Claude Code in which one file is read as often as there are texts. */
function session(sessionId: string, day: string, texts: readonly string[]): string {
	const place = { isSidechain: false, sessionId, cwd: "/home/you/project", version: "2.1.325" };
	const usage = { input_tokens: 100, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 1 };
	const lines = texts.flatMap((text, at) => {
		const [call, result, id] = [`call-${at}`, `result-${at}`, `toolu_${sessionId}${at}`];
		const input = { file_path: "/home/you/project/clock.ts" };
		const content = [{ type: "tool_use", id, name: "Read", input }];
		const message = { id: `m${at}`, role: "assistant", model: "claude-opus", content, usage };
		const answer = { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: text }] };
		const when = { ...place, timestamp: `${day}T12:00:00.000Z` };
		return [
			{ ...when, type: "assistant", uuid: call, parentUuid: at === 0 ? null : `result-${at - 1}`, message },
			{ ...when, type: "user", uuid: result, parentUuid: call, sourceToolAssistantUUID: call, message: answer },
		];
	});
	return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}
