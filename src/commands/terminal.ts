import type { Environment } from "../audit/places.ts";
import type { Paint } from "./paint.ts";

/** Where a command runs: what it may look at, and where its words go. */
export type Terminal = Paint & {
	/** Data, to stdout; behind the last line stands what ends it, a line break if nothing else is given. */
	print(lines: readonly string[], end?: string): void;
	/** Words, to stderr. */
	say(line: string): void;
	/** A line that the next one takes the place of; only where someone watches. */
	progress(line: string): void;
	readonly width: number;
	/** What is typed here to start this program: its name, or what fetches it first. */
	readonly program: string;
	readonly home: string;
	readonly environment: Environment;
	readonly processors: number;
	readonly now: Date;
	/** Starts a worker of this program. */
	readonly worker: readonly string[];
	/** Fires when the user wants to stop. Who never looks at it is stopped as any program is. */
	readonly interrupt: AbortSignal;
};
