import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LEFT_OUT } from "../prose.ts";
import { play, SCENES } from "./scenes.ts";

/** Records a session for each thing that a reader of Gemini CLI's logs must know. */
export async function record(into: string): Promise<void> {
	for (const [name, scene] of Object.entries(SCENES)) {
		const [main, ...agents] = (await play(scene)).logs;
		if (main === undefined) throw new Error(`Gemini CLI has written no log of "${name}".`);
		keep(main, join(into, `${name}.jsonl`));
		if (agents.length > 0) mkdirSync(join(into, name), { recursive: true });
		for (const [index, agent] of agents.entries()) keep(agent, join(into, name, `agent-${index + 1}.jsonl`));
	}
}

function keep(log: string, path: string): void {
	let text = readFileSync(log, "utf8").replaceAll(FOLDER, "project");
	for (const words of VENDOR) text = text.replaceAll(words, LEFT_OUT);
	writeFileSync(path, text);
}

/** The host names a folder after the project's. */
const FOLDER = /(?<=\.gemini\/tmp\/)ibid-project-[a-z0-9]{6}/g;

/** What the host's maker wrote: who it is, above the folders that it works in, and what its tools are for. */
const VENDOR: readonly RegExp[] = [
	/(?<=<session_context>\\n).*?(?=\\n- \*\*Workspace Directories)/g,
	/(?<="description":")(?:[^"\\]|\\.){200,}(?=")/g,
];
