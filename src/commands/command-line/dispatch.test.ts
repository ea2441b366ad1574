import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "../../../scripts/build.ts";
import { UserError } from "../../runtime/user-error.ts";
import { TOPICS } from "../help/reference.ts";
import { newPaint } from "../terminal/terminal.ts";
import { COMMANDS } from "./commands.ts";
import { dispatch } from "./dispatch.ts";

setDefaultTimeout(60_000);

const root = mkdtempSync(join(tmpdir(), "ibid-dispatch-"));
const dist = join(root, "program", "dist");
const home = join(root, "home");

beforeAll(async () => {
	mkdirSync(home);
	mkdirSync(join(root, "program"));
	writeFileSync(join(root, "program", "package.json"), '{"type":"module"}');
	await build(dist);
});
afterAll(() => rmSync(root, { recursive: true }));

type Ran = { readonly status: number | null; readonly stdout: string; readonly stderr: string };

function ibid(args: readonly string[], environment: Readonly<Record<string, string>> = {}): Ran {
	const env = { PATH: process.env.PATH, HOME: home, ...environment };
	const options = { cwd: home, env, input: "{}", encoding: "utf8" } as const;
	const { status, stdout, stderr } = spawnSync("node", [join(dist, "cli.js"), ...args], options);
	return { status, stdout, stderr };
}

/** The same without a process of its own, which would take most of the time. */
async function dispatched(args: readonly string[]): Promise<Ran> {
	const [stdout, stderr]: [string[], string[]] = [[], []];
	const ended = (status: number): Ran => ({ status, stdout: stdout.join(""), stderr: stderr.join("") });
	const terminal = {
		...newPaint(false),
		print: (lines: readonly string[], end = "\n") => void stdout.push(lines.join("\n"), end),
		say: (line: string) => void stderr.push(line, "\n"),
		progress: () => {},
		...{ width: 80, program: "ibid", home, environment: { HOME: home }, processors: 1, now: new Date(), worker: [] },
		interrupt: new AbortController().signal,
	};
	try {
		return ended(await dispatch(args, terminal));
	} catch (error) {
		if (!(error instanceof UserError)) throw error;
		stderr.push(`ibid: ${error.message}\n`);
		return ended(2);
	}
}

describe("help", () => {
	const ways = [
		["--help"],
		["-h"],
		["help"],
		...COMMANDS.flatMap(({ name }) => [
			["help", name],
			[name, "--help"],
		]),
	];
	test.each(ways.map((way) => [way]))("is what %j prints, and nothing is written", async (args) => {
		const { status, stdout, stderr } = await dispatched(args);
		expect([status, stderr]).toEqual([0, ""]);
		expect(stdout).toContain("Usage: ibid ");
		expect(readdirSync(home)).toEqual([]);
	});

	test.each(["--help", "-h"])("is the same in a process of its own: %s", async (word) => {
		for (const args of [[word], ["doctor", word]]) expect(ibid(args)).toEqual(await dispatched(args));
	});

	test.each([...TOPICS])("on %s writes nothing either", async (topic) => {
		expect(await dispatched(["help", topic])).toMatchObject({ status: 0, stderr: "" });
		expect(readdirSync(home)).toEqual([]);
	});

	test("can be asked for in two ways", async () => {
		for (const { name } of COMMANDS) expect(await dispatched([name, "-h"])).toEqual(await dispatched(["help", name]));
	});
});

describe("a command", () => {
	test.each([
		[["doctor", "codex"], "ibid doctor takes no codex. See ibid help doctor."],
		[["help", "audit", "verify"], "ibid help takes no verify. See ibid help help."],
		[["completions", "bash", "zsh"], "ibid completions takes no zsh. See ibid help completions."],
		[["serve", "codex", "pi"], "ibid serve takes no pi. See ibid help serve."],
		[["disable", "codex"], "ibid disable takes no codex; to switch one agent: ibid config set hosts.codex false."],
		[["config", "sett"], "ibid config has no sett. Did you mean set?"],
		[["config", "set", "notise", "turn"], "There is no key notise. Did you mean notice?"],
		[["config", "set", "a", "b", "c"], "ibid config set takes a key and a value, such as keepDays 7."],
		[["install", "opncode"], "ibid does not support an agent opncode. Did you mean opencode?"],
		[["uninstall", "clade-code"], "ibid does not support an agent clade-code. Did you mean claude-code?"],
		[["serve", "codx"], "ibid does not support an agent codx. Did you mean codex?"],
		[["confg"], "There is no command confg. Did you mean config?"],
		[["--verison"], "ibid overview has no option --verison. Did you mean --version?"],
		[["audit", "--version"], "ibid audit has no option --version. See ibid help audit."],
		[["install", "--dryrun"], "ibid install has no option --dryrun. Did you mean --dry-run?"],
		[["outline"], "ibid outline needs at least one file: ibid outline FILE…"],
		[["outline", "a.ts", "--min-body", "3"], "--min-body must be at least 4: a shorter fold would save nothing."],
		[["outline", "missing.ts"], "There is no file missing.ts."],
		[["help", "enviroment"], "There is no help on enviroment. Did you mean environment?"],
	])("says in one sentence what is wrong with %j, and writes nothing", async (args, sentence) => {
		expect(await dispatched(args)).toEqual({ status: 2, stdout: "", stderr: `ibid: ${sentence}\n` });
		expect(readdirSync(home)).toEqual([]);
	});

	test("that is not named leaves room for the version", () => {
		expect(ibid(["--json", "--version"])).toEqual(ibid(["--version"]));
	});

	test.each(["overview", "report", "audit", "verify", "doctor", "config"])(
		"%s prints JSON and nothing else, if asked",
		(name) => {
			const { status, stdout } = ibid([name, "--json"]);
			expect([status, JSON.parse(stdout).schema]).toEqual([0, 1]);
			expect(COMMANDS.find((command) => command.name === name)?.options.json).toBeDefined();
		},
	);

	test("that waits for another program ends with 130 at Ctrl-C", () => {
		const env = environmentWith("claude", "kill -INT $PPID\nexec sleep 5");
		const script = `"$@"; exit $?`;
		const args = ["-c", script, "bash", "node", join(dist, "cli.js"), "doctor"];
		expect(spawnSync("bash", args, { env, encoding: "utf8" }).status).toBe(130);
	});

	test("goes on with what it has begun if its output is not read", () => {
		const env = { ...environmentWith("opencode", "echo 1.14.0"), HOME: join(root, "other home") };
		for (const folder of [env.HOME, join(root, "program", "plugins")]) mkdirSync(folder);
		const script = `exec 3> >(exec true); sleep 0.2; "$@" >&3`;
		const args = ["-c", script, "bash", "node", join(dist, "cli.js"), "install", "opencode", "--yes"];
		const { status, stderr } = spawnSync("bash", args, { env, encoding: "utf8" });
		expect([status, stderr]).toEqual([1, expect.stringMatching(/^✗ OpenCode: /)]);
	});
});

test.skipIf(!existsSync("/dev/full"))(
	"a command ends what it has begun where nothing can be printed, and says so",
	() => {
		const plugin = `{"ibid-refresh"}`;
		const env = environmentWith("opencode", `[ $1 = --version ] && echo 1.14.0 || echo '${plugin}'`);
		const home = join(root, "unheard home");
		for (const folder of [home, join(root, "program", "plugins")]) mkdirSync(folder, { recursive: true });
		const run = (...args: readonly string[]) =>
			spawnSync("bash", ["-c", `"$@" > /dev/full`, "bash", "node", join(dist, "cli.js"), ...args], {
				env: { ...env, HOME: home },
				encoding: "utf8",
			});
		const { status, stderr } = run("install", "opencode", "--yes");
		expect([status, stderr]).toEqual([1, "ibid: could not write all output: ENOSPC.\n"]);
		const journal = join(home, ".local/state/ibid/installed/opencode.json");
		expect(JSON.parse(readFileSync(journal, "utf8")).isDone).toBe(true);
		expect(run("config").status).toBe(1);
	},
);

describe("in a terminal", () => {
	const ESCAPE = "\u001b";

	test("settings that were changed are highlighted, unless colour is off", async () => {
		const { shown, code } = await typed(["config"], 60, { IBID_NOTICE: "turn" });
		expect(code).toBe(0);
		expect(shown).toContain("\nkeepDays                30     \u001b[2mdefault\u001b[22m\n");
		expect(shown).toMatch(/^notice +turn +IBID_NOTICE$/m);
		for (const environment of [{ NO_COLOR: "1" }, { TERM: "dumb" }, { FORCE_COLOR: "0" }])
			expect((await typed(["config"], 40, environment)).shown).not.toContain(ESCAPE);
	});

	test("a complaint is broken into lines that fit", async () => {
		expect(await typed(["config", "set", "keepDays", "soon"], 40)).toEqual({
			code: 2,
			shown: "ibid: keepDays cannot be soon; it can be\n  a whole number from 1 to 3650.\n",
		});
	});

	test("help is as wide as the terminal, but no wider than one reads with ease", async () => {
		const widest = async (columns: number): Promise<number> => {
			const { shown } = await typed(["help", "environment"], columns, { NO_COLOR: "1" });
			return Math.max(...shown.split("\n").map((line) => line.length));
		};
		expect(await widest(40)).toBeWithin(36, 41);
		expect(await widest(200)).toBeWithin(90, 101);
	});
});

/** What a terminal of so many columns shows, and the exit code. */
async function typed(
	args: readonly string[],
	cols: number,
	environment: Readonly<Record<string, string>> = {},
): Promise<{ shown: string; code: number }> {
	let shown = "";
	const decoder = new TextDecoder();
	const data = (_: Bun.Terminal, bytes: Uint8Array): void => {
		shown += decoder.decode(bytes, { stream: true });
	};
	const env = { PATH: process.env.PATH ?? "", HOME: home, TERM: "xterm", ...environment };
	const child = Bun.spawn(["node", join(dist, "cli.js"), ...args], {
		cwd: home,
		env,
		terminal: { cols, rows: 100, data },
	});
	const code = await child.exited;
	return { shown: shown.replaceAll("\r\n", "\n"), code };
}

/** An environment in which a program of that name does that. */
function environmentWith(name: string, does: string): { PATH: string; HOME: string } {
	const bin = mkdtempSync(join(root, "bin-"));
	writeFileSync(join(bin, name), `#!/bin/sh\n${does}\n`, { mode: 0o755 });
	return { PATH: `${bin}:${process.env.PATH}`, HOME: home };
}

/** The files of the program that a command and its workers load, as Node itself tells. */
function loadedBy(args: readonly string[]): string[] {
	const coverage = mkdtempSync(join(root, "coverage-"));
	expect(ibid(args, { NODE_V8_COVERAGE: coverage, IBID_STATE: join(root, "state") }).status).toBe(0);
	const reports = readdirSync(coverage).map((file) => readFileSync(join(coverage, file), "utf8"));
	const scripts: { url: string }[] = reports.flatMap((report) => JSON.parse(report).result);
	const names = scripts.filter(({ url }) => url.includes("/dist/")).map(({ url }) => basename(url));
	return [...new Set(names)].sort();
}

describe("no file is loaded that is not needed", () => {
	const samples = fileURLToPath(new URL("../../../samples", import.meta.url));
	const READING = ["cli.js", "command-line.js", "commands.js"];
	test.each<[args: string[], files: string[]]>([
		[["--version"], ["cli.js"]],
		[
			["hook", "codex"],
			["cli.js", "codex.js", "hooks.js"],
		],
		[
			["serve", "claude-code"],
			["claude-code.js", "cli.js", "hooks.js"],
		],
		[
			["hook", "gemini"],
			["cli.js", "hooks.js"],
		],
		[["statusline"], ["cli.js", "command-line.js"]],
		[["help"], ["cli.js", "command-line.js"]],
		[["audit", samples], READING],
		[
			["audit", samples, "--exact"],
			[...READING, "exact-tokens.js"],
		],
		[
			["outline", join(samples, "../src/cli.ts")],
			["cli.js", "command-line.js", "outline.js"],
		],
	])("for %j", (args, files) => {
		expect(loadedBy(args)).toEqual(files);
	});
});

test("the program is built with its man page, where package.json says", () => {
	const { man } = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8"));
	// npm passes over a man page that does not stand in a list.
	expect(man).toBeArrayOfSize(1);
	expect(readFileSync(join(root, "program", man[0]), "utf8")).toStartWith(".TH IBID 1 ");
});
