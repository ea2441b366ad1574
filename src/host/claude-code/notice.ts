import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import { sessionOf } from "../../store/every-line.ts";
import { answersIn, readLines, recordFilesIn } from "../../store/record.ts";
import type { RecordLine } from "../../store/record-lines.ts";
import { type Savings, savingsOf, shareWords, tokenWords } from "../../store/savings.ts";
import type { BatchEvent } from "./events.ts";
import type { Notice } from "./keys.ts";

/** Messages for the user, which the model never sees. */
export type Notices = {
	/** A line was recorded. */
	heard(line: RecordLine): void;
	/** The message after a turn; undefined if there is none, or if the user wants none. */
	after(event: BatchEvent): string | undefined;
};

/**
 * Notices from the record in a folder, by the user's settings for a directory. They are sent with the results of a
 * turn: when a session begins no server is running yet, and at the end of an answer the host complains about a missing
 * server even to users who want no notices.
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
			// Savings of sub-agents are shown with the turn of the agent that started them.
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

/** Shows nothing. */
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

/** The savings of the latest recorded session in this project, by the time of its log. */
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
