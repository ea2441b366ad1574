import { VERSION } from "../runtime/program.ts";

/**
 * Runs the command that the arguments name. Returns the exit code. `script` is the file that this program was started
 * with.
 */
export async function main(args: readonly string[], script: string): Promise<number> {
	const [first = ""] = args;
	// Everything else is imported when needed, so that this starts fast.
	if (first === "--version" || first === "-V") {
		process.stdout.write(`${VERSION}\n`);
		return 0;
	}
	if (first === WORK) return await serveTask(args[1] ?? "");
	try {
		if ((first === "hook" || first === "serve") && /^[a-z]/.test(args[1] ?? "") && args.length === 2) {
			// A host waits for both, so the table of commands is not loaded for them.
			const { hook, serve } = await import("../runtime/hooks.ts");
			return first === "hook" ? await hook(args[1]) : await serve(args[1], false);
		}
		const { newTerminal } = await import("./terminal/terminal.ts");
		return await (await import("./command-line/dispatch.ts")).dispatch(args, newTerminal(script, WORK));
	} catch (error) {
		return Math.min(await complain(error), first === "hook" ? MOST_OF_A_HOOK : USER_ERROR);
	}
}

/** A host takes a higher exit code of a hook as a refusal of the call. */
const MOST_OF_A_HOOK = 1;

/** Prints what went wrong, in one sentence. Returns the exit code. */
export async function complain(failure: unknown): Promise<number> {
	const { UserError } = await import("../runtime/user-error.ts");
	const refusal = isCwdGone(failure) ? GONE : await refusalWords(failure);
	const error = refusal === undefined ? failure : new UserError(refusal);
	const isUserError = error instanceof UserError;
	if (!isUserError && process.env.IBID_DEBUG) {
		process.stderr.write(`${(await import("node:util")).inspect(error)}\n`);
		return 1;
	}
	const wrong = `ibid has failed, which is a bug: ${error} (IBID_DEBUG=1 prints more)`;
	const { wrap } = await import("./terminal/table.ts");
	// Programs expect the sentence on one line; for people it is wrapped.
	const lines = wrap(
		`ibid: ${isUserError ? error.message : wrong}`,
		process.stderr.columns || Number.POSITIVE_INFINITY,
		"  ",
	);
	process.stderr.write(`${lines.join("\n")}\n`);
	return isUserError ? USER_ERROR : 1;
}

const GONE = "The current directory no longer exists; change to another one.";

/** Whether the error comes from a working directory that was deleted. */
function isCwdGone(error: unknown): boolean {
	return error instanceof Error && "syscall" in error && error.syscall === "uv_cwd";
}

/**
 * A system error about a file of the user; undefined if it may be our bug. A missing file is our bug: commands check
 * first whether named files exist.
 */
async function refusalWords(error: unknown): Promise<string | undefined> {
	const { systemCode, systemWords } = await import("../wire/system-error.ts");
	const words = systemCode(error) === "ENOENT" ? undefined : systemWords(error);
	if (words === undefined || !(error instanceof Error)) return undefined;
	const path = "path" in error && typeof error.path === "string" ? error.path : "A file";
	return `${path} cannot be used: ${words}. Fix that, or use another file.`;
}

/** The command that starts a worker; it is not for people, so it is not in the table. */
const WORK = "work";

/** The exit code after a user error. */
const USER_ERROR = 2;

async function serveTask(task: string): Promise<number> {
	// Ctrl-C reaches all processes at once; the process that started this worker decides.
	process.on("SIGINT", () => {});
	const { runWorker: serve } = await import("../audit/worker.ts");
	const { loadCatalog } = await import("../hosts.ts");
	await serve(JSON.parse(task), await loadCatalog(), process.stdin, process.stdout);
	return 0;
}
