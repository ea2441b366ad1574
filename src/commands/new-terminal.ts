import { availableParallelism, homedir } from "node:os";
import type { Terminal } from "./terminal.ts";

/** The terminal that this process runs in; `work` is the command of a worker. */
export function newTerminal(script: string, work: string): Terminal {
	const { stdout, stderr, env } = process;
	const interrupt = new AbortController();
	// The second Ctrl-C ends the process as usual.
	process.once("SIGINT", () => interrupt.abort());
	// A reader that has seen enough, such as head, is no error.
	stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));
	const isPlain = !stdout.isTTY || Boolean(env.NO_COLOR) || env.TERM === "dumb";
	let isInProgress = false;
	return {
		print: (lines) => void stdout.write(`${lines.join("\n")}\n`),
		say(line) {
			stderr.write(`${isInProgress ? ERASE : ""}${line}\n`);
			isInProgress = false;
		},
		progress(line) {
			isInProgress = stderr.isTTY && env.TERM !== "dumb";
			if (isInProgress) stderr.write(`${ERASE}${line}`);
			else if (env.IBID_DEBUG) stderr.write(`${line}\n`);
		},
		bold: (text) => (isPlain ? text : `\u001b[1m${text}\u001b[22m`),
		width: Math.max(40, stdout.columns || Number(env.COLUMNS) || 80),
		home: homedir(),
		environment: env,
		// Each worker takes memory, and beyond a few of them the disk is what they wait for.
		processors: Math.min(availableParallelism(), 4),
		now: new Date(),
		worker: workerCommand(script, work),
		interrupt: interrupt.signal,
	};
}

const ERASE = "\r\u001b[K";

function workerCommand(script: string, work: string): string[] {
	// In a compiled executable the script lies inside, in a file system that Bun makes up.
	const isCompiled = /^(\/\$bunfs\/|[A-Z]:[\\/]~BUN[\\/])/.test(script);
	return isCompiled ? [process.execPath, work] : [process.execPath, ...process.execArgv, script, work];
}
