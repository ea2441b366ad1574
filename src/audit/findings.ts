import type { Usage } from "../conversation/types.ts";
import type { Form, Reason } from "../core/types.ts";
import type { LeanSavings } from "../lean/types.ts";
import type { ResultKind } from "../lens/result-text.ts";
import type { HostName } from "../lens/types.ts";
import type { InspectedAnswer } from "./inspect.ts";
import type { RecordedAnswer } from "./recorded-answers.ts";

/** What an audit learns from one recorded session. Plain data: it is made in a worker and summed up elsewhere. */
export type Findings = {
	readonly host: HostName;
	readonly session: string;
	/** The directory that the session began in, where the log tells it. */
	readonly project: string | undefined;
	/** Whether ibid was at work in it. */
	readonly withIbid: boolean;
	/** One list for each model that worked in it, in the order of events. */
	readonly strands: readonly (readonly SessionFinding[])[];
	/** What went wrong with shortened texts that could not be rebuilt or proved, one sentence each. */
	readonly failures: readonly string[];
	/** Calls that put a note of ibid into a file, one sentence each. */
	readonly writtenNotes: readonly string[];
	/** Lines of the log that were not understood. */
	readonly skipped: number;
	/** The answers that were asked for, looked at closely. */
	readonly inspected: readonly InspectedAnswer[];
};

/** Something in a strand that counts. */
export type SessionFinding =
	| AnswerFinding
	| { readonly kind: "request"; readonly time: number | undefined; readonly usage: Usage | undefined }
	| { readonly kind: "reset" }
	/** Notes that lost their passage because the host took it away. */
	| { readonly kind: "orphans"; readonly count: number };

/** A tool result, what ibid would have sent in its place, and what other rules would have spared. */
export type AnswerFinding = {
	readonly kind: "answer";
	/** The same for the same result of the same call, in whichever session it stands. */
	readonly key: string;
	/** A short name for people, and the call that it answers. */
	readonly id: string;
	readonly call: string;
	readonly time: number | undefined;
	readonly tool: string;
	/** What it is about, in words that a user knows. */
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
	/** Whether it was shortened and rebuilt: as it was sent, where the log has that, else as ibid would send it. */
	readonly isProved: boolean;
	/** Whether the call names something that may hold secrets. */
	readonly isSensitive: boolean;
	/** What ibid really sent, where it was at work. */
	readonly actual: RecordedAnswer | undefined;
	/** For each rule of the comparison, in their order. Empty without comparison. */
	readonly spared: readonly RuleSaving[];
};

/** What a rule would have spared at one result: tokens taken out, and the same net of what it put in and costs. */
export type RuleSaving = { readonly saved: number; readonly net: number };

/** Compares by the order of these names; a host that is not among them comes first. */
export function byHost(
	names: readonly HostName[],
): (a: { readonly host: HostName }, b: { readonly host: HostName }) => number {
	return (a, b) => names.indexOf(a.host) - names.indexOf(b.host);
}
