import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Copies logs into the samples, under these names; there must be as many. */
export function copy(logs: readonly string[], into: string, ...names: readonly string[]): void {
	if (logs.length !== names.length) throw new Error(`not ${names.length} logs, but: ${logs.join(", ")}`);
	for (const [index, log] of logs.entries()) {
		let text = readFileSync(log, "utf8").replaceAll(FOLDER, "project");
		for (const words of VENDOR) text = text.replaceAll(words, "Here the host says something about itself.");
		const path = join(into, `${names[index]}.jsonl`);
		mkdirSync(dirname(path), { recursive: true });
		writeFileSync(path, text);
	}
}

/** The host names a folder after the project's. */
const FOLDER = /(?<=\.gemini\/tmp\/)ibid-project-[a-z0-9]{6}/g;

/** What the host's maker wrote: who it is, above the folders that it works in, and what its tools are for. */
const VENDOR: readonly RegExp[] = [
	/(?<=<session_context>\\n).*?(?=\\n- \*\*Workspace Directories)/g,
	/(?<="description":")(?:[^"\\]|\\.){200,}(?=")/g,
];
