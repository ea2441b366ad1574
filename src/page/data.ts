import type { InspectedAnswer, InspectedQuote } from "../audit/inspect.ts";
import type { Form, Reason } from "../core/types.ts";
import type { ResultKind } from "../lens/result-text.ts";
import type { HostName } from "../lens/types.ts";
import type { Savings } from "../store/savings.ts";

/** Everything that the page shows. `ibid page --json` prints it, so these names are stable. */
export type PageData = {
	readonly schema: 1;
	readonly version: string;
	/** When it was made, in milliseconds. */
	readonly made: number;
	/** Whether a server has newer data and all texts. */
	readonly isLive: boolean;
	/** The hosts that ibid knows, in the order of lists. */
	readonly hosts: readonly PageHost[];
	readonly sessions: readonly SessionData[];
	/** Texts of the results that saved most, by their ids. */
	readonly texts: Readonly<Record<string, AnswerText>>;
	readonly trust: readonly HostRecord[];
};

/** A host, and what people call it. */
export type PageHost = { readonly name: HostName; readonly title: string };

/** A result in full and as ibid sends it, and where the left-out lines are. */
export type AnswerText = Omit<InspectedAnswer, "quotes"> & { readonly quotes: readonly LinkedQuote[] };

/** Left-out lines with the id of the result that shows them; undefined if that is not known. */
export type LinkedQuote = InspectedQuote & { readonly answer: string | undefined };

/** A session, with one list of steps for the main agent and one for each sub-agent. */
export type SessionData = {
	readonly host: HostName;
	readonly hostTitle: string;
	readonly session: string;
	readonly project: string;
	/** Whether ibid was active in it: then savings are what was saved, otherwise what could have been. */
	readonly isLived: boolean;
	readonly threads: readonly (readonly SessionStep[])[];
	readonly rebuilt: number;
	readonly failed: number;
};

/** Something that happened in a session. */
export type SessionStep = AnswerStep | RequestStep | { readonly kind: "reset" } | OrphansStep;

/** Times are in milliseconds. A step without one in the log takes that of the step before; undefined if no step has any. */
type TimedStep = {
	readonly time: number | undefined;
	/** False for copies from another session and for days outside the period: shown, but not counted. */
	readonly counts: boolean;
};

/** A request: how many tokens it sent (undefined if the log does not say), and by how many ibid makes it smaller. */
export type RequestStep = TimedStep & {
	readonly kind: "request";
	readonly tokens: number | undefined;
	readonly fewer: number;
};

/** Notes whose lines the agent removed from the context. */
type OrphansStep = TimedStep & { readonly kind: "orphans"; readonly count: number };

/** A tool result: tokens without ibid, tokens saved (signed, net of notes), tokens of notes. */
export type AnswerStep = TimedStep & {
	readonly kind: "answer";
	readonly id: string;
	readonly tool: string;
	readonly subject: string;
	readonly brought: ResultKind;
	readonly form: Form;
	/** Only for results sent in full, if the reason is known. */
	readonly reason: Reason | undefined;
	readonly tokens: number;
	readonly saved: number;
	readonly notes: number;
};

/** What ibid did in one agent, from its record. */
export type HostRecord = Pick<Savings, "answers" | "shortened" | "askedAgain" | "orphaned" | "failures" | "latency"> & {
	readonly host: HostName;
	readonly hostTitle: string;
	readonly lastFailure: { readonly time: number; readonly what: string } | undefined;
};
