import { availableParallelism } from "node:os";
import { stripVTControlCharacters } from "node:util";
import type { EnvironmentVariables } from "../../config/types.ts";
import { knownHome } from "../../runtime/known-home.ts";
import { isCompiled } from "../../runtime/program.ts";

/** Where a command runs: what it may look at, and where its words go. */
export type Terminal = Paint & {
	/** Data, to stdout; behind the last line stands what ends it, a line break if nothing else is given. */
	print(lines: readonly string[], end?: string): void;
	/** Words, to stderr. */
	say(line: string): void;
	/** A line that the next one takes the place of; only where someone watches. */
	progress(line: string): void;
	readonly width: number;
	/** What is typed here to start this program: its name, or what fetches it first. */
	readonly program: string;
	readonly home: string;
	readonly environment: EnvironmentVariables;
	readonly processors: number;
	readonly now: Date;
	/** Starts a worker of this program. */
	readonly worker: readonly string[];
	/** Fires when the user wants to stop. A command that never looks at it is stopped as any program is. */
	readonly interrupt: AbortSignal;
};

/** The terminal that this process runs in; `work` is the command of a worker. */
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
		// What is fetched for one time lies in a cache of its own, and not on the PATH.
		program: /[\\/]_npx[\\/]/.test(script) ? "npx ibid" : "ibid",
		get home() {
			return knownHome();
		},
		environment: env,
		// Each worker takes memory, and beyond a few of them the disk is what they wait for.
		processors: Math.min(availableParallelism(), 4),
		now: new Date(),
		worker: workerCommand(script, work),
		get interrupt() {
			interrupt ??= firstInterrupt();
			return interrupt;
		},
	};
}

/** A command goes on when its output cannot be written, since it may be changing settings; it ends with an error. */
function newBear(): (error: NodeJS.ErrnoException) => void {
	let isUnheard = false;
	return ({ code }) => {
		// A reader that has seen enough, such as head, is no error.
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

/** Makes words stand out, or step back, where the terminal can. To be used after padding: paint counts as letters. */
type Paint = { readonly [Look in keyof typeof CODES]: (text: string) => string };

/** The paint to use, or, where it is off, none. */
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

/** What switches each on, and off again. */
const CODES = { bold: [1, 22], dim: [2, 22], green: [32, 39], red: [31, 39], yellow: [33, 39] } as const;

/** Whether an output, which may be a terminal, is to be painted. NO_COLOR has the last word. */
export function isPainted(isTerminal: boolean, { NO_COLOR, FORCE_COLOR, TERM }: EnvironmentVariables): boolean {
	if (NO_COLOR) return false;
	if (FORCE_COLOR) return FORCE_COLOR !== "0" && FORCE_COLOR !== "false";
	return isTerminal && TERM !== "dumb";
}
