import { availableParallelism } from "node:os";
import { stripVTControlCharacters } from "node:util";
import type { EnvironmentVariables } from "../../config/types.ts";
import { knownHome } from "../../runtime/known-home.ts";
import { isCompiled } from "../../runtime/program.ts";

/** Where a command runs: what it may read, and where its output goes. */
export type Terminal = Paint & {
	/** Data, to stdout, ended with a line break unless another end is given. */
	print(lines: readonly string[], end?: string): void;
	/** Words, to stderr. */
	say(line: string): void;
	/** A line that the next one overwrites; only on a terminal. */
	progress(line: string): void;
	readonly width: number;
	/** What the user types to start this program: its name, or npx and its name. */
	readonly program: string;
	readonly home: string;
	readonly environment: EnvironmentVariables;
	readonly processors: number;
	readonly now: Date;
	/** Starts a worker of this program. */
	readonly worker: readonly string[];
	/** Fires when the user wants to stop. A command that does not use it is stopped like any program. */
	readonly interrupt: AbortSignal;
};

/** The terminal of this process; `work` is the command of a worker. */
export function newTerminal(script: string, work: string): Terminal {
	const { stdout, stderr, env } = process;
	const bear = newBear();
	for (const stream of [stdout, stderr]) stream.on("error", bear);
	let interrupt: AbortSignal | undefined;
	let isInProgress = false;
	return {
		print: (lines, end = "\n") => void stdout.write(lines.join("\n") + end),
		say(line) {
			const words = isPainted(stderr.isTTY, env) ? line : stripVTControlCharacters(line);
			stderr.write(`${isInProgress ? ERASE : ""}${words}\n`);
			isInProgress = false;
		},
		progress(line) {
			isInProgress = stderr.isTTY && env.TERM !== "dumb";
			if (isInProgress) stderr.write(`${ERASE}${line}`);
			else if (env.IBID_DEBUG) stderr.write(`${line}\n`);
		},
		...newPaint(isPainted(stdout.isTTY, env)),
		width: Math.max(40, stdout.columns || Number(env.COLUMNS) || 80),
		// A package fetched for one run is in a cache, and not on the PATH.
		program: /[\\/]_npx[\\/]/.test(script) ? "npx ibid" : "ibid",
		get home() {
			return knownHome();
		},
		environment: env,
		// Each worker takes memory, and more than a few only wait for the disk.
		processors: Math.min(availableParallelism(), 4),
		now: new Date(),
		worker: workerCommand(script, work),
		get interrupt() {
			interrupt ??= firstInterrupt();
			return interrupt;
		},
	};
}

/** If output cannot be written, a command goes on, because it may be changing settings; it ends with an error. */
function newBear(): (error: NodeJS.ErrnoException) => void {
	let isUnheard = false;
	return ({ code }) => {
		// A reader that has seen enough, such as head, is not an error.
		if (code === "EPIPE" || isUnheard) return;
		isUnheard = true;
		process.once("exit", () => {
			process.exitCode ||= 1;
		});
		process.stderr.write(`ibid: could not write all output: ${code}.\n`);
	};
}

const ERASE = "\r\u001b[K";

/** The second Ctrl-C ends the process as usual. */
function firstInterrupt(): AbortSignal {
	const controller = new AbortController();
	process.once("SIGINT", () => controller.abort());
	return controller.signal;
}

function workerCommand(script: string, work: string): string[] {
	return isCompiled(script) ? [process.execPath, work] : [process.execPath, ...process.execArgv, script, work];
}

/** Makes words bold or dim if the terminal can. Use it after padding, because paint counts as letters. */
type Paint = { readonly [Look in keyof typeof CODES]: (text: string) => string };

/** The paint to use, or none if it is off. */
export function newPaint(isOn: boolean): Paint {
	const look = ([on, off]: readonly [number, number]): ((text: string) => string) => {
		return (text) => (isOn && text !== "" ? `\u001b[${on}m${text}\u001b[${off}m` : text);
	};
	return {
		bold: look(CODES.bold),
		dim: look(CODES.dim),
		green: look(CODES.green),
		red: look(CODES.red),
		yellow: look(CODES.yellow),
	};
}

/** The codes that switch each on and off. */
const CODES = { bold: [1, 22], dim: [2, 22], green: [32, 39], red: [31, 39], yellow: [33, 39] } as const;

/** Whether to paint an output, which may be a terminal. NO_COLOR decides last. */
export function isPainted(isTerminal: boolean, { NO_COLOR, FORCE_COLOR, TERM }: EnvironmentVariables): boolean {
	if (NO_COLOR) return false;
	if (FORCE_COLOR) return FORCE_COLOR !== "0" && FORCE_COLOR !== "false";
	return isTerminal && TERM !== "dumb";
}
