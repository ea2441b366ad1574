import { HOSTS } from "../audit/hosts.ts";
import type { PageData, SessionData, Step } from "./data.ts";
import {
	ANSWER,
	FORMS,
	KINDS,
	ORPHANS,
	REASONS,
	REQUEST,
	RESET,
	type Rows,
	type SessionRow,
	type StepRow,
} from "./rows.ts";

/** Writes the data of a page down in few bytes; `decodePage` reads it. */
export function encodePage({ sessions, ...rest }: PageData): string {
	const names = newNames();
	const rows: Rows = { ...rest, sessions: sessions.map((session) => sessionRow(session, names)), names: names.list };
	return JSON.stringify(rows);
}

/** Gives each name a number, the same one when it comes again. */
type Names = { readonly list: readonly string[]; numberOf(name: string): number };

function newNames(): Names {
	const list: string[] = [];
	const numbers = new Map<string, number>();
	return {
		list,
		numberOf(name) {
			const number = numbers.get(name) ?? list.push(name) - 1;
			numbers.set(name, number);
			return number;
		},
	};
}

function sessionRow(session: SessionData, names: Names): SessionRow {
	const { host, project, isLived, rebuilt, failed, strands } = session;
	const rows = strands.map((strand) => strandRows(strand, names));
	return [HOSTS.indexOf(host), session.session, names.numberOf(project), isLived ? 1 : 0, rebuilt, failed, rows];
}

function strandRows(strand: readonly Step[], names: Names): StepRow[] {
	let last = 0;
	return strand.map((step) => {
		if (step.kind === "reset") return [RESET];
		const since = step.time === undefined ? null : step.time - last;
		last = step.time ?? last;
		return stepRow(step, since, names);
	});
}

function stepRow(step: Exclude<Step, { kind: "reset" }>, since: number | null, names: Names): StepRow {
	const counts = step.counts ? 1 : 0;
	switch (step.kind) {
		case "request":
			return [REQUEST, since, counts, step.tokens ?? null, step.fewer];
		case "orphans":
			return [ORPHANS, since, counts, step.count];
		case "answer": {
			const { id, tool, subject, brought, form, reason, tokens, saved, notes } = step;
			const about = [names.numberOf(tool), names.numberOf(subject), KINDS.indexOf(brought)] as const;
			return [ANSWER, since, counts, id, ...about, FORMS.indexOf(form), REASONS.indexOf(reason), tokens, saved, notes];
		}
	}
}
