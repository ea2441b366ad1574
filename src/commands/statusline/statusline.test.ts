import { afterAll, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { lineIn, openRecord } from "../../store/record.ts";

const base = mkdtempSync(join(tmpdir(), "ibid-statusline-"));
afterAll(() => rmSync(base, { recursive: true }));

const CLI = resolve("src/cli.ts");
const state = join(base, "state");
const [project, off] = [join(base, "project"), join(base, "off")];
for (const folder of [project, off]) mkdirSync(folder);
writeFileSync(join(off, ".ibid.jsonc"), '{ "enabled": false }');

const record = openRecord(state, "1");
const answers = { gain: [512_000, 471_000], loss: [1000, 1120], even: [50, 50] };
for (const [session, [before, after]] of Object.entries(answers)) {
	const form = before === after ? "whole" : "quoted";
	const who = { host: "claude-code", session, agent: "", call: "c1" };
	for (const line of lineIn(JSON.stringify({ kind: "answer", schema: 1, ...who, form, before, after })))
		record.write(line);
}

/** What is printed for the session on standard input. */
function statusline(
	told: unknown,
	...args: readonly string[]
): { code: number | null; said: string; complaint: string } {
	const input = typeof told === "string" ? told : JSON.stringify(told);
	const env = { PATH: process.env.PATH, HOME: base, IBID_STATE: state };
	const options = { input, env, cwd: project, encoding: "utf8" } as const;
	const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, "statusline", ...args], options);
	return { code: status, said: stdout, complaint: stderr };
}

/** Waits for the end of a process that has been killed, which takes it a moment. */
async function ended(mark: string): Promise<void> {
	while (isRunning(mark)) await Bun.sleep(10);
}

/** Whether the process runs whose id is in a file; a zombie does not count. */
function isRunning(mark: string): boolean {
	const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", readFileSync(mark, "utf8").trim()], { encoding: "utf8" });
	return /^[^Z\s]/.test(stdout);
}

const gain = { session_id: "gain", cwd: project };

describe("a status line", () => {
	test.each([
		["what was saved, and its share", gain, "ibid 41k 8%\n"],
		["what was lost", { session_id: "loss", cwd: project }, "ibid −120 −12%\n"],
		["its name where nothing was saved", { session_id: "even", cwd: project }, "ibid\n"],
		["its name where nothing is recorded yet", { session_id: "new", cwd: project }, "ibid\n"],
		["that it is off", { session_id: "gain", cwd: off }, "ibid off\n"],
		["what was saved where the host does not say where it works", { session_id: "gain" }, "ibid 41k 8%\n"],
		["the same where it says so in another way", { session_id: "gain", cwd: 7, more: [{}] }, "ibid 41k 8%\n"],
		["nothing where no session is named", { cwd: project }, ""],
		["nothing where a session has no name", { session_id: "", cwd: project }, ""],
		["nothing where something else is named", { session_id: { id: "gain" } }, ""],
		["nothing to a list", [], ""],
		["nothing to no JSON", "hello", ""],
		["nothing to nothing", "", ""],
	])("says %s", (_, told, said) => {
		expect(statusline(told)).toEqual({ code: 0, said, complaint: "" });
	});
});

describe("a status line around another", () => {
	const RED = "\\033[31mmain\\033[0m";
	test.each([
		["stands behind it", "echo main", gain, "main · ibid 41k 8%\n"],
		["stands behind its first row", "printf 'one\\ntwo\\n\\nthree'", gain, "one · ibid 41k 8%\ntwo\n\nthree\n"],
		["leaves colours alone", `printf '${RED}\\n  two\\n'`, gain, "\u001b[31mmain\u001b[0m · ibid 41k 8%\n  two\n"],
		["lets it know the session too", 'grep -o \'"session_id":"[a-z]*"\'', gain, '"session_id":"gain" · ibid 41k 8%\n'],
		["takes a line of the shell", "true && echo $HOME | wc -l | tr -d ' '", gain, "1 · ibid 41k 8%\n"],
		["is alone where that fails", "echo half; exit 3", gain, "ibid 41k 8%\n"],
		["is alone where that says nothing", "true", gain, "ibid 41k 8%\n"],
		["is alone where that hangs", "echo half; exec sleep 100", gain, "ibid 41k 8%\n"],
		["leaves it as it is where there is nothing to add", "printf 'one\\ntwo'", {}, "one\ntwo\n"],
	])(
		"%s",
		(_, command, told, said) => {
			expect(statusline(told, "--wrap", command)).toEqual({ code: 0, said, complaint: "" });
		},
		20_000,
	);

	test("leaves nothing running of one that hangs", async () => {
		const mark = join(base, "hung");
		const command = `sleep 99 & echo $! > ${mark}; sleep 99`;
		expect(statusline(gain, "--wrap", command)).toEqual({ code: 0, said: "ibid 41k 8%\n", complaint: "" });
		await ended(mark);
	}, 20_000);

	test("leaves nothing running where the host has enough of it", async () => {
		const mark = join(base, "stopped");
		const env = { PATH: process.env.PATH, HOME: base, IBID_STATE: state };
		const command = [process.execPath, CLI, "statusline", "--wrap", `sleep 99 & echo $! > ${mark}; sleep 99`];
		const child = Bun.spawn(command, { env, cwd: project, stdin: Buffer.from(JSON.stringify(gain)) });
		while (!existsSync(mark) || readFileSync(mark, "utf8") === "") await Bun.sleep(10);
		child.kill("SIGTERM");
		await child.exited;
		await ended(mark);
	});

	test("leaves running what was meant to go on", () => {
		const mark = join(base, "meant");
		const command = `sleep 99 > ${base}/null 2>&1 & echo $! > ${mark}; echo main`;
		expect(statusline(gain, "--wrap", command).said).toBe("main · ibid 41k 8%\n");
		expect(isRunning(mark)).toBe(true);
		process.kill(Number(readFileSync(mark, "utf8")), "SIGKILL");
	});

	test("is alone where that is missing, and the shell may say so", () => {
		const { code, said } = statusline(gain, "--wrap", "no-such-command-anywhere --now");
		expect({ code, said }).toEqual({ code: 0, said: "ibid 41k 8%\n" });
	});
});
