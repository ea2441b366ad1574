import type { Form, Reason } from "../core/types.ts";
import type { ResultKind } from "../lens/result-text.ts";
import type { AnswerStep, PageData, SessionData, SessionStep } from "./data.ts";

/** Writes the data of a page down in few bytes; `decodePage` reads it. */
export function encodePage({ sessions, ...rest }: PageData): string {
	const names = newNames();
	const hosts = rest.hosts.map(({ name }) => name);
	const rows: Rows = {
		...rest,
		sessions: sessions.map((session) => sessionRow(session, hosts, names)),
		names: names.list,
	};
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

function sessionRow(session: SessionData, hosts: readonly string[], names: Names): SessionRow {
	const { host, project, isLived, rebuilt, failed, strands } = session;
	const rows = strands.map((strand) => strandRows(strand, names));
	return [hosts.indexOf(host), session.session, names.numberOf(project), isLived ? 1 : 0, rebuilt, failed, rows];
}

function strandRows(strand: readonly SessionStep[], names: Names): StepRow[] {
	let last = 0;
	return strand.map((step) => {
		if (step.kind === "reset") return [RESET];
		const since = step.time === undefined ? null : step.time - last;
		last = step.time ?? last;
		return stepRow(step, since, names);
	});
}

function stepRow(step: Exclude<SessionStep, { kind: "reset" }>, since: number | null, names: Names): StepRow {
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

/** Reads what `encodePage` has written. It believes what it reads, since only we write it. */
export function decodePage(text: string): PageData {
	const { names, sessions, ...rest }: Rows = JSON.parse(text);
	return { ...rest, sessions: sessions.map((row) => sessionIn(row, rest.hosts, names)) };
}

function sessionIn(row: SessionRow, hosts: PageData["hosts"], names: readonly string[]): SessionData {
	const [at, session, project, isLived, rebuilt, failed, strands] = row;
	return {
		host: hosts[at]!.name,
		hostTitle: hosts[at]!.title,
		session,
		project: names[project]!,
		isLived: isLived === 1,
		strands: strands.map((rows) => strandIn(rows, names)),
		rebuilt,
		failed,
	};
}

/** Each step is one literal: engines are many times slower at objects that are put together from others. */
function strandIn(rows: readonly StepRow[], names: readonly string[]): SessionStep[] {
	let last = 0;
	return rows.map((row): SessionStep => {
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

/** The data of a page as it is written down: rows in place of objects, numbers in place of names that come again. */
type Rows = Pick<PageData, "schema" | "version" | "made" | "isLive" | "hosts" | "texts" | "trust"> & {
	readonly names: readonly string[];
	readonly sessions: readonly SessionRow[];
};

/** Host, session, project, whether ibid was at work, rebuilt, failed, strands. */
type SessionRow = readonly [number, string, number, 0 | 1, number, number, readonly (readonly StepRow[])[]];

/** A step: what it is, milliseconds since the step before, whether it counts, and what else belongs to it. */
type StepRow = AnswerRow | RequestRow | ResetRow | OrphansRow;

type Elapsed = number | null;

/** Id, tool, subject, what it brought, form, reason, tokens, saved, notes. */
type AnswerRow = readonly [
	typeof ANSWER,
	Elapsed,
	0 | 1,
	string,
	number,
	number,
	number,
	number,
	number,
	number,
	number,
	number,
];

/** Tokens, and how many fewer. */
type RequestRow = readonly [typeof REQUEST, Elapsed, 0 | 1, number | null, number];
type ResetRow = readonly [typeof RESET];

/** How many. */
type OrphansRow = readonly [typeof ORPHANS, Elapsed, 0 | 1, number];

/** What a row is, in its first place. */
const ANSWER = 0;
/** A request. */
const REQUEST = 1;
/** Everything before is gone. */
const RESET = 2;
/** Notes that lost their passage. */
const ORPHANS = 3;

/** The forms of answers, by their numbers. */
export const FORMS: readonly Form[] = allOf<Form>()(["whole", "same", "quoted", "lean"]);

/** What answers bring. */
export const KINDS: readonly ResultKind[] = allOf<ResultKind>()(["file", "range", "output", "own", "other"]);

/** Why answers are whole; the first stands for none. */
export const REASONS: readonly (Reason | undefined)[] = [
	undefined,
	...allOf<Reason>()([
		"failed",
		"opaque",
		"gutter",
		"short",
		"instructions",
		"sensitive",
		"ignored",
		"asked",
		"insisted",
		"sibling",
		"fresh",
		"small",
		"lookalike",
		"unread",
		"unreachable",
		"brink",
	]),
];

/** A list of all names of a kind: one that lacks a name does not compile. */
function allOf<Name>() {
	return <const List extends readonly Name[]>(list: List & ([Name] extends [List[number]] ? List : never)): List =>
		list;
}
