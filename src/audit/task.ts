import type { Host } from "../lens/types.ts";
import type { Findings } from "./findings.ts";

/** What all workers of an audit are told once: how to look, and what to leave out. */
export type Task = {
	readonly exact: boolean;
	readonly compare: boolean;
	readonly proof: boolean;
	/** The folder of the record; undefined where nobody wants to know what ibid has really done. */
	readonly record: string | undefined;
	readonly inspect: Closely;
	/** None means all. */
	readonly hosts: readonly Host[];
	/** The path of a project or a part of it, as the user gave it. */
	readonly project: string | undefined;
};

/** A task that asks for nothing more than figures of all sessions. */
export const PLAIN: Task = {
	exact: false,
	compare: false,
	proof: false,
	record: undefined,
	inspect: { kind: "none" },
	hosts: [],
	project: undefined,
};

/** Which answers to look at closely: none, the one of that name, the last that is shortened, or the best of each session. */
export type Closely =
	| { readonly kind: "none" | "last" }
	| { readonly kind: "one"; readonly id: string }
	| { readonly kind: "best"; readonly count: number };

/** Whether one answer is looked for, so that figures of all are no matter. */
export function isOfOne({ kind }: Closely): boolean {
	return kind === "one" || kind === "last";
}

/** One line of JSON for a value. Under Bun, readline ends lines at signs that JSON need not escape. */
export function lineFor(value: Word | string): string {
	return `${JSON.stringify(value).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029")}\n`;
}

/** What a worker says of a file, one line of JSON each; `end` is the last, with the bytes that it has grown by. */
export type Word =
	| { readonly kind: "found"; readonly findings: Findings }
	| { readonly kind: "unreadable"; readonly why: string }
	| { readonly kind: "end"; readonly growth: number };
