import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import { sessionOf } from "../../store/every-line.ts";
import { answersIn, type RecordLine, readLines, recordFilesIn } from "../../store/record.ts";
import { type Savings, savingsOf, shareWords, tokenWords } from "../../store/savings.ts";
import type { BatchEvent } from "./events.ts";
import type { Notice } from "./keys.ts";

/** What the user is told now and then, and the model never. */
export type Notices = {
	/** Something was recorded. */
	heard(line: RecordLine): void;
	/** What to say after a turn; undefined where there is nothing, or the user wants no notice. */
	after(event: BatchEvent): string | undefined;
};

/**
 * Notices from the record in a folder, as the user wants them in a directory. They come with the results of a turn: no
 * server is there when a session begins, and where one is missing the host complains at the end of each answer, also to
 * those who want no notice.
 */
export function newNotices(folder: string, wanted: (directory: string) => Notice): Notices {
	const recent = new Map<string, RecordLine[]>();
	const greeted = new Set<string>();
	return {
		heard(line) {
			const lines = recent.get(line.session) ?? [];
			lines.push(line);
			recent.set(line.session, lines);
		},
		after({ session_id: session, transcript_path: log, agent_id: agent, cwd }) {
			// What sub-agents were spared is told with the turn of the one that had them work.
			if (agent !== "") return undefined;
			const lines = recent.get(session) ?? [];
			recent.delete(session);
			const notice = wanted(cwd);
			if (notice === "turn") return turnWords(savingsOf(lines));
			if (notice === "off" || greeted.has(session)) return undefined;
			greeted.add(session);
			const last = lastBefore(folder, log, session);
			return last && `ibid: last session here ${savedWords(last)}`;
		},
	};
}

/** Says nothing. */
export const SILENT: Notices = { heard() {}, after: () => undefined };

function turnWords(savings: Savings): string | undefined {
	return savings.shortened === 0 && savings.saved === 0 ? undefined : `ibid: ${savedWords(savings)}`;
}

function savedWords({ saved, before }: Savings): string {
	const share = shareWords(saved, before);
	return saved < 0
		? `${tokenWords(-saved)} tokens more than without it (${share})`
		: `${tokenWords(saved)} tokens not sent twice (${share})`;
}

/** What the session comes to whose log was written last in this project, of those that the record knows. */
function lastBefore(folder: string, log: string, session: string): Savings | undefined {
	const known = new Set(recordFilesIn(answersIn(folder)).map(sessionOf));
	const place = dirname(log);
	const logs = recordFilesIn(place)
		.map((name) => ({ id: name.replace(/\.jsonl$/, ""), name }))
		.filter(({ id, name }) => id !== name && id !== session && known.has(id))
		.map(({ id, name }) => ({ id, time: statSync(join(place, name), { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
		.sort((one, other) => other.time - one.time);
	for (const { id } of logs) {
		const savings = savingsOf(readLines(answersIn(folder), id));
		if (savings.answers > 0) return savings;
	}
	return undefined;
}
