import { HOSTS } from "../audit/hosts.ts";
import type { PageData, SessionData, Step } from "./data.ts";
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

function strandIn(rows: readonly StepRow[], names: readonly string[]): Step[] {
	let last = 0;
	return rows.map((row): Step => {
		if (row[0] === RESET) return { kind: "reset" };
		const time = row[1] === null ? undefined : last + row[1];
		last = time ?? last;
		const counted = { time, counts: row[2] === 1 };
		if (row[0] === ANSWER) return { ...counted, ...answerIn(row, names) };
		if (row[0] === REQUEST) return { kind: "request", ...counted, tokens: row[3] ?? undefined, fewer: row[4] };
		return { kind: "orphans", ...counted, count: row[3] };
	});
}

type Answer = Omit<Extract<Step, { kind: "answer" }>, "time" | "counts">;

function answerIn(row: AnswerRow, names: readonly string[]): Answer {
	const [, , , id, tool, subject, brought, form, reason, tokens, saved, notes] = row;
	const about = { tool: names[tool]!, subject: names[subject]!, brought: KINDS[brought]! };
	return { kind: "answer", id, ...about, form: FORMS[form]!, reason: REASONS[reason], tokens, saved, notes };
}
