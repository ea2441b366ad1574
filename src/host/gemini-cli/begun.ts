import { closeSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { LONGEST_HOOK, outOfTimeWords } from "../../store/failure-words.ts";
import { type FailureLine, fileName, recordFilesIn } from "../../store/record.ts";

/**
 * Hooks that have begun and not ended. The host kills a hook that takes too long, so that hook cannot report it. Each
 * hook therefore creates an empty file when it begins, with everything in its name, and the next process of ibid turns
 * the file into a line of the record.
 */
export type BegunHooks = {
	/** Notes that a hook begins in a session. */
	begin(session: string): BegunHook;
	/** Records hooks that were killed, each once, even if this process is killed meanwhile. Never throws. */
	settle(): void;
};

/** A hook that has begun. Its notes never throw: if a file cannot be written, the answer stays the same. */
export type BegunHook = {
	/** Notes that it has an answer to a call, before the answer is sent. */
	answers(call: string): void;
	end(): void;
};

/** Where hooks are noted, where the record is, and which processes are alive. */
export type BegunPlace = {
	readonly folder: string;
	readonly answers: string;
	readonly now: () => number;
	readonly isAlive: (process: number) => boolean;
};

/** The hooks noted in a folder. */
export function openBegunHooks({ folder, answers, now, isAlive }: BegunPlace): BegunHooks {
	// After a long time another process may have the id of one that was killed.
	const isOver = ({ id, time }: NotedHook): boolean => !isAlive(id) || Math.abs(now() - time) > LONGEST_HOOK;
	return {
		begin(session) {
			const begin = [fileName(session), process.pid, now()];
			let file = join(folder, [...begin, NONE, "jsonl"].join("."));
			const note = (): void => writeFileSync(file, "", { mode: 0o600 });
			// The host waits for this, and the folder nearly always exists.
			if (!attempt(note) && attempt(() => mkdirSync(folder, { recursive: true, mode: 0o700 }))) attempt(note);
			return {
				answers(call) {
					const named = join(folder, [...begin, call, "jsonl"].join("."));
					if (attempt(() => renameSync(file, named))) file = named;
				},
				end: () => void attempt(() => rmSync(file, { force: true })),
			};
		},
		settle() {
			for (const name of recordFilesIn(folder)) {
				const hook = hookIn(name);
				if (hook && isOver(hook)) attempt(() => record(join(folder, name), join(answers, name), lineOf(hook)));
			}
		},
	};
}

/** Means that there is no answer to a call yet. */
const NONE = "-";

type NotedHook = { readonly session: string; readonly id: number; readonly time: number; readonly call: string };

function hookIn(name: string): NotedHook | undefined {
	const [, session = "", id, time, call = ""] = /^([\w-]+)\.(\d+)\.(\d+)\.([\w-]+)\.jsonl$/.exec(name) ?? [];
	return id === undefined ? undefined : { session, id: Number(id), time: Number(time), call };
}

function lineOf({ session, time, call }: NotedHook): string {
	const what = outOfTimeWords(call === NONE ? "" : call);
	const line: FailureLine = { kind: "failure", schema: 1, time, host: "gemini-cli", session, what };
	return `${JSON.stringify(line)}\n`;
}

/**
 * Moves a file, so that it exists only once. It is never created again: if two processes do this at the same time, one
 * moves it and the other writes the same into it or finds it gone.
 */
function record(from: string, to: string, line: string): void {
	const file = openSync(from, "r+");
	try {
		writeSync(file, line);
	} finally {
		closeSync(file);
	}
	mkdirSync(join(to, ".."), { recursive: true, mode: 0o700 });
	renameSync(from, to);
}

/** Whether something could be done. */
function attempt(work: () => void): boolean {
	try {
		work();
		return true;
	} catch {
		return false;
	}
}
