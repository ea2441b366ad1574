import type { Inspected } from "../audit/inspect.ts";
import type { Form, Reason } from "../core/types.ts";
import type { Kind } from "../lens/kind.ts";
import type { Host } from "../lens/types.ts";

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
	readonly texts: Readonly<Record<string, Inspected>>;
	readonly trust: readonly HostTrust[];
};

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

/** Something that happened in a session. Times are in milliseconds; undefined where no log tells them. */
export type Step =
	| AnswerStep
	/** A request: how many tokens it had; undefined where the log does not tell. */
	| { readonly kind: "request"; readonly time: number | undefined; readonly tokens: number | undefined }
	| { readonly kind: "reset" }
	| { readonly kind: "orphans"; readonly count: number };

/** A result: tokens without ibid, tokens saved (signed, net of notes), tokens of notes. */
export type AnswerStep = {
	readonly kind: "answer";
	readonly id: string;
	readonly time: number | undefined;
	readonly tool: string;
	readonly subject: string;
	readonly brought: Kind;
	readonly form: Form;
	readonly reason: Reason | undefined;
	readonly tokens: number;
	readonly saved: number;
	readonly notes: number;
	/** Another session has shown it before, so that it counts only there. */
	readonly isCopy: boolean;
};

/** How ibid fared in a host, by its record. */
export type HostTrust = {
	readonly host: Host;
	readonly answers: number;
	readonly shortened: number;
	readonly insisted: number;
	readonly orphaned: number;
	readonly failures: number;
	readonly lastFailure: { readonly time: number; readonly what: string } | undefined;
	/** Added time in milliseconds, in the middle and at the slow end; undefined where nothing was recorded. */
	readonly latency: { readonly p50: number; readonly p95: number } | undefined;
};
