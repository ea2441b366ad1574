import { createInterface } from "node:readline/promises";

/** What the user types at a question; undefined where nobody is there to answer. */
export async function ask(question: string): Promise<string | undefined> {
	if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined;
	const lines = createInterface({ input: process.stdin, output: process.stderr });
	try {
		return (await lines.question(question)).trim();
	} finally {
		lines.close();
	}
}
