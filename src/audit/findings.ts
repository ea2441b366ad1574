import type { Usage } from "../conversation/types.ts";
import type { Form, Reason } from "../core/types.ts";
import type { LeanSavings } from "../lean/types.ts";
import type { ResultKind } from "../lens/result-text.ts";
import type { HostName } from "../lens/types.ts";
import type { InspectedAnswer } from "./inspect.ts";
import type { RecordedAnswer } from "./recorded-answers.ts";

/** What an audit finds in one recorded session. Plain data: a worker makes it, and another process sums it up. */
export type Findings = {
	readonly host: HostName;
	readonly session: string;
	/** The directory that the session began in, if the log has it. */
	readonly project: string | undefined;
	/** Whether ibid was active in it. */
	readonly withIbid: boolean;
	/** Whether `ibid run` has shortened all of it, or would have, so that no tool of ibid is in its requests. */
	readonly withoutHooks: boolean;
	/** One list for each agent, in the order of events. */
	readonly threads: readonly (readonly SessionFinding[])[];
	/** Shortened texts that could not be rebuilt or proved, one sentence each. */
	readonly failures: readonly string[];
	/** Calls that put a note of ibid into a file, one sentence each. */
	readonly writtenNotes: readonly string[];
	/** Lines of the log that were not understood. */
	readonly skipped: number;
	/** The answers that were asked for, in detail. */
	readonly inspected: readonly InspectedAnswer[];
};

/** Something in a thread that counts. */
export type SessionFinding =
	| AnswerFinding
	| { readonly kind: "request"; readonly time: number | undefined; readonly usage: Usage | undefined }
	| { readonly kind: "reset" }
	/** Notes whose lines the host has removed. */
	| { readonly kind: "orphans"; readonly count: number };

/** A tool result, what ibid would have sent instead, and what other rules would have saved. */
export type AnswerFinding = {
	readonly kind: "answer";
	/** The same for the same result of the same call, in every session that has it. */
	readonly key: string;
	/** A short id for people, and the call that it answers. */
	readonly id: string;
	readonly call: string;
	readonly time: number | undefined;
	readonly tool: string;
	/** Its subject, in words that a user knows. */
	readonly subject: string;
	readonly brought: ResultKind;
	/** The file that the call is about, if it is about one. */
	readonly file: string | undefined;
	/** Within the limits of the host. */
	readonly form: Form;
	readonly reason: Reason | undefined;
	/** Tokens of the result; saved at best, if figures are asked for; saved within the limits; tokens of the notes in it. */
	readonly tokens: number;
	readonly bound: number;
	readonly saved: number;
	readonly notes: number;
	/** Of a lean text: tokens that each policy has saved. */
	readonly lean?: LeanSavings | undefined;
	/** Whether it was shortened and rebuilt: as it was sent, if the log has that, else as ibid would send it. */
	readonly isProved: boolean;
	/** Whether the model had a shortened text that is not kept and that cannot be made again from the log. */
	readonly isUnchecked: boolean;
	/** Whether the call names something that may contain secrets. */
	readonly isSensitive: boolean;
	/** What ibid really sent, if it was active. */
	readonly actual: RecordedAnswer | undefined;
	/** What an outline would do here, or lines that one has withheld; only if asked for. */
	readonly outline?: OutlineFinding | undefined;
	/** For each rule of the comparison, in their order. Empty without comparison. */
	readonly spared: readonly RuleSaving[];
};

/**
 * What outlines of first views would do at one result. The session had all lines, so where it read or edited lines that
 * an outline would have withheld, its model would have had to ask for them.
 */
export type OutlineFinding = {
	/** Folds in an outline, and how many tokens fewer it has than what would be sent without outlines. */
	readonly folds: number;
	readonly withheld: number;
	/** How often withheld lines were needed, and how often of these an edit or a write of the model needed them unseen. */
	readonly asked: number;
	readonly unseen: number;
	/** Tokens of these lines, and of what the model would hear about folds. */
	readonly lines: number;
	/** Tokens of the calls that ask, which the model has to write, and how many requests they take. */
	readonly calls: number;
	readonly requests: number;
};

/** What a rule would have saved at one result: tokens removed, and the same minus what it added and costs. */
export type RuleSaving = { readonly saved: number; readonly net: number };

/** Compares by the order of these names; an unknown host comes first. */
export function byHost(
	names: readonly HostName[],
): (a: { readonly host: HostName }, b: { readonly host: HostName }) => number {
	return (a, b) => names.indexOf(a.host) - names.indexOf(b.host);
}
