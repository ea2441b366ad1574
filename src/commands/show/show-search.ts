import type { AnswerFinding, Findings } from "../../audit/findings.ts";
import type { InspectedAnswer, InspectionTarget } from "../../audit/inspect.ts";
import type { AuditTask } from "../../audit/task.ts";
import { readWithWorkers } from "../../audit/worker-pool.ts";
import { statIf } from "../../wire/system-error.ts";
import { grouped } from "../terminal/table.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** A result that was searched for: its log, and the other results of its session. */
export type ShownResult = Pick<Findings, "host" | "session" | "project" | "withIbid"> & {
	readonly path: string;
	readonly answer: AnswerFinding;
	readonly inspected: InspectedAnswer;
	/** All results of the session, by their calls. */
	readonly answers: ReadonlyMap<string, AnswerFinding>;
};

/** What a search needs to know about the terminal. */
export type SearchTerminal = Pick<Terminal, "processors" | "worker" | "interrupt" | "progress">;

/**
 * The results that a task asks for, each once and as the newest file has it, in order of time. If the name can match
 * several, those of all files; else those of the newest file that has any.
 */
export async function findResults(
	files: readonly string[],
	task: AuditTask,
	terminal: SearchTerminal,
	unreadable: (path: string, why: string) => void = () => {},
): Promise<ShownResult[]> {
	const hits: ShownResult[] = [];
	const isOneFileEnough = !mayMeanSeveral(task.inspect);
	const enough = new AbortController();
	let read = 0;
	await readWithWorkers(
		{
			files: newestFirst(files),
			task,
			// The latest result is nearly always in the newest file.
			jobs: task.inspect.kind === "last" ? 1 : terminal.processors,
			command: terminal.worker,
			signal: AbortSignal.any([terminal.interrupt, enough.signal]),
		},
		{
			found(path, findings) {
				const isOneMoreFile = hits.length > 0 && hits[0]?.path !== path;
				if (isOneFileEnough && isOneMoreFile) enough.abort();
				else hits.push(...hitsIn(path, findings));
			},
			unreadable,
			fileDone() {
				terminal.progress(`Looking through logs: ${grouped(++read)} of ${grouped(files.length)} files`);
				// A database may have more sessions.
				if (isOneFileEnough && hits[0]?.path.endsWith(".db") === false) enough.abort();
			},
		},
	);
	// Clears the progress line before an error is printed.
	terminal.progress("");
	return onePerId(hits);
}

/** Whether only the beginning of an id is given. */
function mayMeanSeveral(wanted: InspectionTarget): boolean {
	return wanted.kind === "one" && wanted.id.length < WHOLE_NAME;
}

const WHOLE_NAME = 8;

function newestFirst(files: readonly string[]): string[] {
	// New entries of a database may still be in the file next to it.
	const times = new Map(files.map((file) => [file, Math.max(...[file, `${file}-wal`].map(modifiedAt))]));
	return [...files].sort((a, b) => (times.get(b) ?? 0) - (times.get(a) ?? 0));
}

function modifiedAt(file: string): number {
	return statIf(file)?.mtimeMs ?? 0;
}

function hitsIn(path: string, { host, session, project, withIbid, threads, inspected }: Findings): ShownResult[] {
	const all = threads.flat().filter((finding) => finding.kind === "answer");
	const answers = new Map(all.map((answer) => [answer.call, answer]));
	return inspected.flatMap((each) => {
		const answer = all.find(({ id }) => id === each.id);
		return answer ? [{ path, host, session, project, withIbid, answer, inspected: each, answers }] : [];
	});
}

/**
 * The same result may be in copies of a log, in several sessions of a database, and in several threads of a session.
 */
function onePerId(hits: readonly ShownResult[]): ShownResult[] {
	const all = new Map<string, ShownResult>();
	for (const hit of hits) {
		const { path } = all.get(hit.answer.id) ?? hit;
		if (path === hit.path) all.set(hit.answer.id, hit);
	}
	return [...all.values()];
}
