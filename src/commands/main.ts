import { VERSION } from "../runtime/program.ts";
import { isUserError, UserError } from "../runtime/user-error.ts";
import { systemCode, systemWords } from "../wire/system-error.ts";
import { wrap } from "./terminal/table.ts";

/**
 * Runs the command that the arguments name. Returns the exit code. `script` is the file that this program was started
 * with.
 */
export async function main(args: readonly string[], script: string): Promise<number> {
	const [first = ""] = args;
	// Each import() is of another file of the built program, so that what hosts start is quick.
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
		const { run } = await import("./command-line/dispatch.ts");
		return await run(args, script, WORK);
	} catch (error) {
		return Math.min(await complain(error), first === "hook" ? MOST_OF_A_HOOK : USER_ERROR);
	}
}

/** A host takes a higher exit code of a hook as a refusal of the call. */
const MOST_OF_A_HOOK = 1;

/** Prints what went wrong, in one sentence. Returns the exit code. */
export async function complain(failure: unknown): Promise<number> {
	const refusal = isCwdGone(failure) ? GONE : refusalWords(failure);
	const error = refusal === undefined ? failure : new UserError(refusal);
	const isUsers = isUserError(error);
	if (!isUsers && process.env.IBID_DEBUG) {
		process.stderr.write(`${(await import("node:util")).inspect(error)}\n`);
		return 1;
	}
	const wrong = `ibid has failed, which is a bug: ${error} (IBID_DEBUG=1 prints more)`;
	// Programs expect the sentence on one line; for people it is wrapped.
	const lines = wrap(
		`ibid: ${isUsers ? error.message : wrong}`,
		process.stderr.columns || Number.POSITIVE_INFINITY,
		"  ",
	);
	process.stderr.write(`${lines.join("\n")}\n`);
	return isUsers ? USER_ERROR : 1;
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
function refusalWords(error: unknown): string | undefined {
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
	await (await import("./long.ts")).work(task);
	return 0;
}
