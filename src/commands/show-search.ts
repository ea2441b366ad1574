import { statSync } from "node:fs";
import { work } from "../audit/crew.ts";
import type { AnswerFound, Findings } from "../audit/findings.ts";
import type { Inspected } from "../audit/inspect.ts";
import type { Task } from "../audit/task.ts";
import { grouped } from "./table.ts";
import type { Terminal } from "./terminal.ts";

/** An answer that was looked for: where it stands, and the others of its session. */
export type Hit = Pick<Findings, "host" | "session" | "project" | "lived"> & {
	readonly path: string;
	readonly answer: AnswerFound;
	readonly inspected: Inspected;
	/** All answers of the session, by the calls that they answer. */
	readonly answers: ReadonlyMap<string, AnswerFound>;
};

/** The answers that a task asks for in the newest file that has any; each once, in the order of events. */
export async function findHits(files: readonly string[], task: Task, terminal: Terminal): Promise<Hit[]> {
	const hits: Hit[] = [];
	const enough = new AbortController();
	let read = 0;
	await work(
		{
			files: newestFirst(files),
			task,
			// The newest file nearly always has what was last.
			jobs: task.inspect.kind === "last" ? 1 : terminal.processors,
			command: terminal.worker,
			signal: AbortSignal.any([terminal.interrupt, enough.signal]),
		},
		{
			found(path, findings) {
				if (hits.length === 0 || hits[0]?.path === path) hits.push(...hitsIn(path, findings));
				else enough.abort();
			},
			unreadable() {},
			read() {
				terminal.progress(`Looking through logs: ${grouped(++read)} of ${grouped(files.length)} files`);
				// In a database more sessions may follow.
				if (hits[0]?.path.endsWith(".db") === false) enough.abort();
			},
		},
	);
	return onePerId(hits);
}

function newestFirst(files: readonly string[]): string[] {
	// What is new in a database may still stand beside it.
	const times = new Map(files.map((file) => [file, Math.max(...[file, `${file}-wal`].map(timeOf))]));
	return [...files].sort((a, b) => (times.get(b) ?? 0) - (times.get(a) ?? 0));
}

function timeOf(file: string): number {
	return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function hitsIn(path: string, { host, session, project, lived, strands, inspected }: Findings): Hit[] {
	const all = strands.flat().filter((finding) => finding.kind === "answer");
	const answers = new Map(all.map((answer) => [answer.call, answer]));
	return inspected.flatMap((each) => {
		const answer = all.find(({ id }) => id === each.id);
		return answer ? [{ path, host, session, project, lived, answer, inspected: each, answers }] : [];
	});
}

/** The same answer may stand in several sessions of a database, and with several models of one. */
function onePerId(hits: readonly Hit[]): Hit[] {
	return [...new Map(hits.map((hit) => [hit.answer.id, hit])).values()];
}
