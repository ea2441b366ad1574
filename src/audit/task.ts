import type { LeanPolicy } from "../lean/types.ts";
import type { HostName } from "../lens/types.ts";
import type { Way } from "../store/record-lines.ts";
import type { Findings } from "./findings.ts";
import type { InspectionTarget } from "./inspect.ts";

/** What every worker of an audit gets once: how to audit, and what to leave out. */
export type AuditTask = {
	readonly exact: boolean;
	readonly compare: boolean;
	readonly proof: boolean;
	/** The folder of the record; undefined if it does not matter what ibid really did. */
	readonly record: string | undefined;
	readonly inspect: InspectionTarget;
	/** Only these policies of lean text; undefined means those of the host. */
	readonly lean?: readonly LeanPolicy[] | undefined;
	/** Whether to say what outlines of first views would do. */
	readonly outline: boolean;
	/** How ibid is taken to come in where it was not active; if absent, as it usually does in the host. */
	readonly way?: Way | undefined;
	/** None means all. */
	readonly hosts: readonly HostName[];
	/** The path of a project or part of it, as the user typed it. */
	readonly project: string | undefined;
};

/** A task that asks only for figures of all sessions. */
export const PLAIN_TASK: AuditTask = {
	exact: false,
	compare: false,
	proof: false,
	record: undefined,
	inspect: { kind: "none" },
	outline: false,
	hosts: [],
	project: undefined,
};

/** One line of JSON for a value. Under Bun, readline also ends lines at characters that JSON need not escape. */
export function jsonLine(value: WorkerMessage | string): string {
	return `${JSON.stringify(value).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029")}\n`;
}

/**
 * What a worker writes about a file, one line of JSON each; `end` is the last, with the bytes that the worker has grown
 * by.
 */
export type WorkerMessage =
	| { readonly kind: "found"; readonly findings: Findings }
	| { readonly kind: "unreadable"; readonly why: string }
	| { readonly kind: "end"; readonly growth: number };
