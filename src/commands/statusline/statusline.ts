import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import * as v from "valibot";
import { isOn, loadConfig } from "../../config/load.ts";
import { HOSTS } from "../../hosts.ts";
import { launcherIn, programIn } from "../../install/launcher.ts";
import { isTyped } from "../../runtime/typed.ts";
import { UserError } from "../../runtime/user-error.ts";
import { answersIn, readLines } from "../../store/record.ts";
import { savingsOf, shareWords, tokenWords } from "../../store/savings.ts";
import { stateFolder } from "../../store/state-folder.ts";
import type { Arguments } from "../command-line/parse.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** The host that has a status line. */
const HOST = HOSTS.find(({ hasStatusLine }) => hasStatusLine);

/**
 * Prints what ibid saved in the session given on standard input, in a few characters, next to the output of another
 * command.
 */
export async function statusline(args: Arguments, terminal: Terminal): Promise<number> {
	if (await isTyped()) throw new UserError(explanation(terminal));
	const told = standardInput();
	const segment = segmentFor(told, terminal);
	const command = args.text("wrap");
	const rows = command === undefined ? "" : await outputOf(command, told);
	const line = rows === "" ? (segment ?? "") : beside(rows, segment);
	if (line !== "") terminal.print([line]);
	return 0;
}

function explanation({ home, environment }: Terminal): string {
	const data = stateFolder(home, environment);
	const { program, args } = launcherIn(data, process.execPath);
	const words = existsSync(programIn(data)) ? [program, ...args] : ["ibid"];
	const command = [...words.map(shellQuoted), "statusline"].join(" ");
	return [
		`${HOST?.title} starts ibid statusline and passes it the session on standard input.`,
		`To set that up, put "statusLine": ${JSON.stringify({ type: "command", command })} into its settings.json; append --wrap 'COMMAND' if you already have a status line.`,
	].join(" ");
}

function shellQuoted(word: string): string {
	return /^[\w./:\\-]+$/.test(word) ? word : `"${word}"`;
}

function standardInput(): string {
	try {
		return readFileSync(0, "utf8");
	} catch {
		return "";
	}
}

/** The status of a session; undefined if the session is unknown. */
function segmentFor(told: string, terminal: Terminal): string | undefined {
	try {
		const { home, environment } = terminal;
		const { session_id: session, cwd: directory = process.cwd() } = v.parse(SessionShape, JSON.parse(told));
		const { config } = loadConfig({ home, environment, directory, hosts: HOST ? [HOST] : [] });
		if (HOST && !isOn(config, HOST.name)) return "ibid off";
		const { saved, before } = savingsOf(readLines(answersIn(stateFolder(home, environment)), session));
		return saved === 0 ? "ibid" : `ibid ${tokenWords(saved)} ${shareWords(saved, before)}`;
	} catch {
		return undefined;
	}
}

const SessionShape = v.object({
	session_id: v.pipe(v.string(), v.nonEmpty()),
	cwd: v.fallback(v.optional(v.string()), undefined),
});

/** The output of a shell command that gets the same input; empty if it fails or hangs. */
function outputOf(command: string, told: string): Promise<string> {
	// The host may stop this process at any time: without a handler by then, the command would be left running.
	for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => process.exit(1));
	const child = spawn(command, { shell: true, detached: HAS_GROUPS, stdio: ["pipe", "pipe", "inherit"] });
	const chunks: Buffer[] = [];
	child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
	// The command need not read its input, so errors in writing it do not matter.
	child.stdin.on("error", () => {});
	child.stdin.end(told);
	const stop = (): void => end(child);
	process.once("exit", stop);
	return new Promise((resolve) => {
		const timer = setTimeout(() => {
			stop();
			// A process that left the group may keep the pipe open.
			child.stdout.destroy();
			resolve("");
		}, MOST_TIME);
		child.once("error", () => resolve(""));
		child.once("close", (status) => {
			clearTimeout(timer);
			process.off("exit", stop);
			resolve(
				status === 0
					? Buffer.concat(chunks)
							.toString("utf8")
							.replace(/\r?\n$/, "")
					: "",
			);
		});
	});
}

const HAS_GROUPS: boolean = process.platform !== "win32";
const MOST_TIME = 5000;

/** Ends a shell command with all processes that it started. */
function end(child: ChildProcess): void {
	if (child.pid === undefined) return;
	try {
		process.kill(HAS_GROUPS ? -child.pid : child.pid, "SIGKILL");
	} catch {
		// It has ended.
	}
}

function beside(rows: string, segment: string | undefined): string {
	return segment === undefined ? rows : rows.replace(/(?=\r?\n|$)/, () => ` · ${segment}`);
}
