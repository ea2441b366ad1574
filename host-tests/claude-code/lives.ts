import type { Exchange } from "../rebuild.ts";
import { atOnce, type How, inWorktree, moved, rewound, takenUpEarlier } from "./life-runs.ts";
import * as scenes from "./life-scenes.ts";
import { type Played, play, type Scene } from "./scenes.ts";

/** How a session runs, how each result is sent, in order, and which notes lose their lines to the host later. */
export type Life = {
	readonly live: (how: How) => Promise<Played>;
	readonly comes: readonly string[];
	readonly orphans?: readonly string[];
};

const COMPACTED = [
	"Read src/counter.ts: whole",
	"cat src/clock.ts: whole",
	"cat src/counter.ts: note",
	"Read src/counter.ts: whole",
	"cat src/clock.ts: whole",
	"cat src/counter.ts: note",
	"Read src/clock.ts: note",
];

const GONE_ON = [
	"Read src/clock.ts: whole",
	"Read src/duration.ts 1-50: whole",
	"Read src/duration.ts: note",
	"Read src/counter.ts: whole",
	"cat src/clock.ts: note",
	"sed -n '51,109p' src/duration.ts: whole",
];

/** Sessions by the name of what they show. */
export const LIVES: Readonly<Record<string, Life>> = {
	"an agent in the background has a window of its own": {
		live: of(scenes.background),
		comes: [
			"Read src/clock.ts: whole",
			"Read src/counter.ts: whole",
			"Read src/counter.ts: whole",
			"cat src/clock.ts: note",
			"Read src/clock.ts: whole",
			"cat src/counter.ts: note",
		],
	},
	"after /compact nothing from before is quoted": { live: of(scenes.compactedByHand), comes: COMPACTED },
	"if the host sums up by itself, nothing from before is quoted": {
		live: of(scenes.compactedByItself),
		comes: COMPACTED,
	},
	"if the host sums up in the middle of a turn, what it keeps is whole, and only that is quoted": {
		live: of(scenes.compactedInTurn),
		comes: [
			"Read src/counter.ts: whole",
			"cat src/clock.ts: whole",
			"cat src/counter.ts: whole",
			"cat -n src/counter.ts: note",
			"cat src/clock.ts: whole",
		],
	},
	"what open calls of the turn may bring counts before the host sums up": {
		live: of(scenes.compactedBySiblings),
		comes: ["Read src/counter.ts: whole", "Read src/counter.ts 1-80: whole"],
	},
	"a window of a size that the user has set is summed up at that size": {
		live: of(scenes.compactedAtLimit),
		comes: ["Read src/counter.ts: whole", "cat src/counter.ts: whole"],
	},
	"after /clear nothing from before is quoted": {
		live: of(scenes.cleared),
		comes: ["Read src/clock.ts: whole", "cat src/clock.ts: note", "Read src/clock.ts: whole", "cat src/clock.ts: note"],
	},
	"a session that is resumed, and once more, has what it had, and its notes are known": {
		live: of(scenes.resumedTwice),
		comes: [
			"Read src/duration.ts 1-50: whole",
			"Read src/duration.ts: note",
			"Read src/counter.ts: whole",
			"sed -n '51,109p' src/duration.ts: note",
			"cat src/counter.ts: note",
			"sed -n '51,109p' src/duration.ts: whole",
		],
	},
	"a fork has what its session had, but no record of its notes": {
		live: of(scenes.goneOn("--continue", "--fork-session")),
		comes: GONE_ON,
	},
	"on another machine a session has what it had, but no record of its notes": { live: moved, comes: GONE_ON },
	"a session that is resumed at an earlier message has only what stood there": {
		live: takenUpEarlier,
		comes: [
			"Read src/clock.ts: whole",
			"Read src/counter.ts: whole",
			"cat src/counter.ts: note",
			"Read src/counter.ts: whole",
			"cat src/clock.ts: note",
			"cat src/counter.ts: note",
		],
	},
	"files of one name in two worktrees are two files": {
		live: inWorktree,
		comes: [
			"Read src/clock.ts: whole",
			"cat ../../../src/clock.ts: note",
			"cat src/clock.ts: whole",
			"cat ../../../src/clock.ts: whole",
		],
	},
	"of two sessions at once, neither quotes what the other has seen": {
		live: atOnce,
		comes: [
			"Read src/clock.ts: whole",
			"Read src/counter.ts: whole",
			"cat src/clock.ts: note",
			"Read src/counter.ts: whole",
			"Read src/clock.ts: whole",
			"cat src/counter.ts: note",
		],
	},
	"what is rewound or summed up on the screen is not quoted": {
		live: rewound,
		comes: [
			"Read src/clock.ts: whole",
			"Read src/counter.ts: whole",
			"Read src/counter.ts: whole",
			"cat src/clock.ts: note",
			"Read src/clock.ts: whole",
			"cat src/counter.ts: note",
		],
		orphans: ["cat src/clock.ts"],
	},
};

/** A session that is one scene. */
export function of(scene: Scene): Life["live"] {
	return (how) => play(scene, how);
}

/** The call of a result in short. */
export function nameOf({ tool, input }: Exchange["call"], project: string): string {
	if (tool !== "Read") return String(input.command);
	const range = input.offset === undefined ? "" : ` ${input.offset}-${Number(input.offset) + Number(input.limit) - 1}`;
	return `Read ${String(input.file_path).replace(`${project}/`, "")}${range}`;
}
