import type { Form, Reason } from "../core/types.ts";
import type { Kind } from "../lens/kind.ts";
import type { PageData } from "./data.ts";

/** The data of a page as it is written down: rows in place of objects, numbers in place of names that come again. */
export type Rows = Pick<PageData, "schema" | "version" | "made" | "isLive" | "texts" | "trust"> & {
	readonly names: readonly string[];
	readonly sessions: readonly SessionRow[];
};

/** Host, session, project, whether ibid was at work, rebuilt, failed, strands. */
export type SessionRow = readonly [number, string, number, 0 | 1, number, number, readonly (readonly StepRow[])[]];

/** A step: what it is, milliseconds since the step before, whether it counts, and what else belongs to it. */
export type StepRow = AnswerRow | RequestRow | ResetRow | OrphansRow;

type Since = number | null;

/** Id, tool, subject, what it brought, form, reason, tokens, saved, notes. */
export type AnswerRow = readonly [
	typeof ANSWER,
	Since,
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
export type RequestRow = readonly [typeof REQUEST, Since, 0 | 1, number | null, number];
type ResetRow = readonly [typeof RESET];

/** How many. */
export type OrphansRow = readonly [typeof ORPHANS, Since, 0 | 1, number];

/** What a row is, in its first place. */
export const ANSWER = 0;
/** A request. */
export const REQUEST = 1;
/** Everything before is gone. */
export const RESET = 2;
/** Notes that lost their passage. */
export const ORPHANS = 3;

/** The forms of answers, by their numbers. */
export const FORMS: readonly Form[] = allOf<Form>()(["whole", "same", "quoted"]);

/** What answers bring. */
export const KINDS: readonly Kind[] = allOf<Kind>()(["file", "range", "output", "own", "other"]);

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
