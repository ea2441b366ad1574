import type { Host } from "../lens/types.ts";
import type { Findings } from "./findings.ts";

/** What all workers of an audit are told once: how to look, and what to leave out. */
export type Task = {
	readonly exact: boolean;
	readonly compare: boolean;
	readonly proof: boolean;
	/** None means all. */
	readonly hosts: readonly Host[];
	/** The path of a project or a part of it, as the user gave it. */
	readonly project: string | undefined;
};

/** What a worker says of a file, one line of JSON each; `end` is the last, with the bytes that it has grown by. */
export type Word =
	| { readonly kind: "found"; readonly findings: Findings }
	| { readonly kind: "unreadable"; readonly why: string }
	| { readonly kind: "end"; readonly growth: number };
