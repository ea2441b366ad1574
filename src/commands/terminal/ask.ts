import { createInterface } from "node:readline/promises";

/** What the user types at a question: nothing after Ctrl-C or Ctrl-D; undefined where nobody is there to answer. */
export async function askUser(question: string, interrupt: AbortSignal): Promise<string | undefined> {
	if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined;
	const lines = createInterface({ input: process.stdin, output: process.stderr });
	const closed = new AbortController();
	// As long as keys are read one by one, Ctrl-C is a key and no signal.
	lines.on("SIGINT", () => process.emit("SIGINT"));
	lines.on("close", () => closed.abort());
	try {
		return (await lines.question(question, { signal: AbortSignal.any([interrupt, closed.signal]) })).trim();
	} catch {
		process.stderr.write("\n");
		return "";
	} finally {
		lines.close();
	}
}
