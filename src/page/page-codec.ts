import type { Form, Reason } from "../core/types.ts";
import type { ResultKind } from "../lens/result-text.ts";
import type { AnswerStep, PageData, SessionData, SessionStep } from "./data.ts";

/** Encodes the data of a page in few bytes; `decodePage` reads it. */
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

/** Gives each name a number, the same one every time. */
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
	const { host, project, isLived, rebuilt, failed, threads } = session;
	const rows = threads.map((thread) => threadRows(thread, names));
	return [hosts.indexOf(host), session.session, names.numberOf(project), isLived ? 1 : 0, rebuilt, failed, rows];
}

function threadRows(thread: readonly SessionStep[], names: Names): StepRow[] {
	let last = 0;
	return thread.map((step) => {
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

/** Reads what `encodePage` has written. It does not check anything, because only we write it. */
export function decodePage(text: string): PageData {
	const { names, sessions, ...rest }: Rows = JSON.parse(text);
	return { ...rest, sessions: sessions.map((row) => sessionIn(row, rest.hosts, names)) };
}

function sessionIn(row: SessionRow, hosts: PageData["hosts"], names: readonly string[]): SessionData {
	const [at, session, project, isLived, rebuilt, failed, threads] = row;
	return {
		host: hosts[at]!.name,
		hostTitle: hosts[at]!.title,
		session,
		project: names[project]!,
		isLived: isLived === 1,
		threads: threads.map((rows) => threadIn(rows, names)),
		rebuilt,
		failed,
	};
}

/** Each step is one object literal: engines are many times slower with objects that are merged from others. */
function threadIn(rows: readonly StepRow[], names: readonly string[]): SessionStep[] {
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

/** The encoded data of a page: rows instead of objects, numbers instead of repeated names. */
type Rows = Pick<PageData, "schema" | "version" | "made" | "isLive" | "hosts" | "texts" | "trust"> & {
	readonly names: readonly string[];
	readonly sessions: readonly SessionRow[];
};

/** Host, session, project, whether ibid was active, rebuilt, failed, threads. */
type SessionRow = readonly [number, string, number, 0 | 1, number, number, readonly (readonly StepRow[])[]];

/** A step: its kind, milliseconds since the step before, whether it counts, and the rest. */
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

/** The kind of a row, in its first place. */
const ANSWER = 0;
/** A request. */
const REQUEST = 1;
/** Everything before is gone. */
const RESET = 2;
/** Notes that lost their lines. */
const ORPHANS = 3;

/** The forms of results, by their numbers. */
export const FORMS: readonly Form[] = allOf<Form>()(["whole", "same", "quoted", "lean", "outline"]);

/** The kinds of results. */
export const KINDS: readonly ResultKind[] = allOf<ResultKind>()(["file", "range", "output", "own", "other"]);

/** Why results were sent in full; the first means no reason. */
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
		"asked again",
		"sibling",
		"fresh",
		"small",
		"lookalike",
		"unread",
		"unreachable",
		"near compaction",
	]),
];

/** A list of all names of a kind: one that lacks a name does not compile. */
function allOf<Name>() {
	return <const List extends readonly Name[]>(list: List & ([Name] extends [List[number]] ? List : never)): List =>
		list;
}
