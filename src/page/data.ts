import type { Inspected, Quote } from "../audit/inspect.ts";
import type { Form, Reason } from "../core/types.ts";
import type { Kind } from "../lens/kind.ts";
import type { Host } from "../lens/types.ts";
import type { Savings } from "../store/savings.ts";

/** All that the page shows. */
export type PageData = {
	readonly schema: 1;
	readonly version: string;
	/** When it was made, in milliseconds. */
	readonly made: number;
	/** Whether a server gives newer data and any text. */
	readonly isLive: boolean;
	readonly sessions: readonly SessionData[];
	/** Texts of the answers that saved most, by their ids. */
	readonly texts: Readonly<Record<string, AnswerText>>;
	readonly trust: readonly HostTrust[];
};

/** Both texts of an answer, and where its quotes stand. */
export type AnswerText = Omit<Inspected, "quotes"> & { readonly quotes: readonly LinkedQuote[] };

/** A quote with the id of the answer to the call that its lines stand in; undefined where none is known. */
export type LinkedQuote = Quote & { readonly answer: string | undefined };

/** A session: one list of steps for each model that worked in it. */
export type SessionData = {
	readonly host: Host;
	readonly session: string;
	readonly project: string;
	/** Whether ibid was at work in it: then savings are what was, else what would have been. */
	readonly isLived: boolean;
	readonly strands: readonly (readonly Step[])[];
	readonly rebuilt: number;
	readonly failed: number;
};

/** Something that happened in a session. */
export type Step = AnswerStep | RequestStep | { readonly kind: "reset" } | OrphansStep;

/** Times are in milliseconds, those of an earlier step where no log tells them; undefined where there is none either. */
type Counted = {
	readonly time: number | undefined;
	/** Not where another session has shown it before, or nobody asked for its day: then it is there to be seen only. */
	readonly counts: boolean;
};

/** A request: all tokens that it sent, undefined where the log does not tell, and by how many ibid makes it smaller. */
export type RequestStep = Counted & {
	readonly kind: "request";
	readonly tokens: number | undefined;
	readonly fewer: number;
};

/** Notes that lost their passage. */
export type OrphansStep = Counted & { readonly kind: "orphans"; readonly count: number };

/** A result: tokens without ibid, tokens saved (signed, net of notes), tokens of notes. */
export type AnswerStep = Counted & {
	readonly kind: "answer";
	readonly id: string;
	readonly tool: string;
	readonly subject: string;
	readonly brought: Kind;
	readonly form: Form;
	/** Only where it is whole, and only where it is known. */
	readonly reason: Reason | undefined;
	readonly tokens: number;
	readonly saved: number;
	readonly notes: number;
};

/** How ibid fared in a host, by its record. */
export type HostTrust = Pick<Savings, "answers" | "shortened" | "insisted" | "orphaned" | "failures" | "latency"> & {
	readonly host: Host;
	readonly lastFailure: { readonly time: number; readonly what: string } | undefined;
};
