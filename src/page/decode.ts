import { HOSTS } from "../audit/hosts.ts";
import type { AnswerStep, PageData, SessionData, Step } from "./data.ts";
import {
	ANSWER,
	type AnswerRow,
	FORMS,
	KINDS,
	REASONS,
	REQUEST,
	RESET,
	type Rows,
	type SessionRow,
	type StepRow,
} from "./rows.ts";

/** Reads what `encodePage` has written. It believes what it reads, which nobody else writes. */
export function decodePage(text: string): PageData {
	const { names, sessions, ...rest }: Rows = JSON.parse(text);
	return { ...rest, sessions: sessions.map((row) => sessionIn(row, names)) };
}

function sessionIn(row: SessionRow, names: readonly string[]): SessionData {
	const [host, session, project, isLived, rebuilt, failed, strands] = row;
	return {
		host: HOSTS[host]!,
		session,
		project: names[project]!,
		isLived: isLived === 1,
		strands: strands.map((rows) => strandIn(rows, names)),
		rebuilt,
		failed,
	};
}

/** Each step is one literal: engines are many times slower at objects that are put together from others. */
function strandIn(rows: readonly StepRow[], names: readonly string[]): Step[] {
	let last = 0;
	return rows.map((row): Step => {
		if (row[0] === RESET) return { kind: "reset" };
		const time = row[1] === null ? undefined : last + row[1];
		last = time ?? last;
		if (row[0] === ANSWER) return answerIn(row, time, names);
		const counts = row[2] === 1;
		if (row[0] === REQUEST) return { kind: "request", time, counts, tokens: row[3] ?? undefined, fewer: row[4] };
		return { kind: "orphans", time, counts, count: row[3] };
	});
}

function answerIn(row: AnswerRow, time: number | undefined, names: readonly string[]): AnswerStep {
	return {
		kind: "answer",
		time,
		counts: row[2] === 1,
		id: row[3],
		tool: names[row[4]]!,
		subject: names[row[5]]!,
		brought: KINDS[row[6]]!,
		form: FORMS[row[7]]!,
		reason: REASONS[row[8]],
		tokens: row[9],
		saved: row[10],
		notes: row[11],
	};
}
