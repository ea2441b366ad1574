import type { Host } from "../../lens/types.ts";
import type { Entry } from "../../transcript/types.ts";
import type { Spared } from "../findings.ts";

/** A published way to spare tokens: what it would do at each result of a strand. */
export type Rule = {
	readonly name: string;
	readonly follow: (host: Host, count: Count) => Follower;
};

/** Fed every entry of a strand in order; says at each result what would have been spared. */
export type Follower = (entry: Entry) => Spared | undefined;

/** How many tokens a text has. */
export type Count = (text: string) => number;
