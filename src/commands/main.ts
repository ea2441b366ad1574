import { VERSION } from "./version.ts";

/** Runs the command that the arguments name. Gives the exit code. `script` is the file that this program began with. */
export async function main(args: readonly string[], script: string): Promise<number> {
	const [first = ""] = args;
	// Everything else is imported when it is needed, so that this one is quick.
	if (first === "--version" || first === "-V") {
		process.stdout.write(`${VERSION}\n`);
		return 0;
	}
	if (first === WORK) return await serveTask(args[1] ?? "");
	const { newTerminal } = await import("./new-terminal.ts");
	const { Mistake } = await import("./mistake.ts");
	const terminal = newTerminal(script, WORK);
	try {
		return await (await import("./dispatch.ts")).dispatch(args, terminal);
	} catch (error) {
		if (process.env.IBID_DEBUG) throw error;
		if (error instanceof Mistake) terminal.say(`ibid: ${error.message}`);
		else terminal.say(`ibid: something went wrong in ibid itself: ${error} (IBID_DEBUG=1 tells more)`);
		return error instanceof Mistake ? MISTAKEN : 1;
	}
}

/** What starts a worker. No command for people, so it stands in no table. */
const WORK = "work";

/** The exit code after a user's mistake. */
const MISTAKEN = 2;

async function serveTask(task: string): Promise<number> {
	// Ctrl-C reaches all processes at once; the one that hired this worker decides.
	process.on("SIGINT", () => {});
	const { serve } = await import("../audit/worker.ts");
	await serve(JSON.parse(task), process.stdin, process.stdout);
	return 0;
}
