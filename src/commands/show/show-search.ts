import type { AnswerFinding, Findings } from "../../audit/findings.ts";
import type { InspectedAnswer, InspectionTarget } from "../../audit/inspect.ts";
import type { AuditTask } from "../../audit/task.ts";
import { readWithWorkers } from "../../audit/worker-pool.ts";
import { statIf } from "../../wire/system-error.ts";
import { grouped } from "../terminal/table.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** An answer that was looked for: where it stands, and the others of its session. */
export type ShownResult = Pick<Findings, "host" | "session" | "project" | "withIbid"> & {
	readonly path: string;
	readonly answer: AnswerFinding;
	readonly inspected: InspectedAnswer;
	/** All answers of the session, by the calls that they answer. */
	readonly answers: ReadonlyMap<string, AnswerFinding>;
};

/** What a search needs to know of the terminal. */
export type SearchTerminal = Pick<Terminal, "processors" | "worker" | "interrupt" | "progress">;

/**
 * The answers that a task asks for, each once and as the newest file has it, in the order of events: where a name may
 * mean several, those in all files, else those in the newest that has any.
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
			// The newest file nearly always has what was last.
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
				// In a database more sessions may follow.
				if (isOneFileEnough && hits[0]?.path.endsWith(".db") === false) enough.abort();
			},
		},
	);
	// What comes next may be a complaint, which knows of no such line.
	terminal.progress("");
	return onePerId(hits);
}

/** Whether only the beginning of a name is given. */
function mayMeanSeveral(wanted: InspectionTarget): boolean {
	return wanted.kind === "one" && wanted.id.length < WHOLE_NAME;
}

const WHOLE_NAME = 8;

function newestFirst(files: readonly string[]): string[] {
	// What is new in a database may still stand beside it.
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

/** The same answer may stand in copies of a log, in several sessions of a database, and with several models of one. */
function onePerId(hits: readonly ShownResult[]): ShownResult[] {
	const all = new Map<string, ShownResult>();
	for (const hit of hits) {
		const { path } = all.get(hit.answer.id) ?? hit;
		if (path === hit.path) all.set(hit.answer.id, hit);
	}
	return [...all.values()];
}
