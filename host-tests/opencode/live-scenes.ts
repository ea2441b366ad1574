import { LEAN } from "../chat-requests.ts";
import * as files from "./live-scenes-files.ts";
import * as sessions from "./live-scenes-sessions.ts";
import { SCENES, type Scene } from "./scenes.ts";

/** A scene, and what we know of it beforehand. */
export type LiveScene = {
	readonly scene: Scene;
	/** Which texts are shortened when they first come, in order. */
	readonly shortened: readonly string[];
	/** Which texts are shortened in the last request: not those whose lines the host removed. */
	readonly atEnd: readonly string[];
	/** Words of the host in the last request that prove that the scene shows what it should. */
	readonly words: string;
	/** How often the host compacts. */
	readonly summaries: number;
};

/** What the scenes need: the host empties old results, and ibid's command exists without ibid, too. */
export const LIVE_SETTINGS = {
	compaction: { tail_turns: 2, prune: true },
	command: { "ibid-refresh": { template: "Read $1 again; it comes in full." } },
} as const;

const [CLOCK, COUNTER, DURATION] = ["read src/clock.ts", "read src/counter.ts", "read src/duration.ts"];
const [RECIPE, ROLL] = ["read recipe.md", "read roll-7.txt 1+100"];
/** The host numbers the lines of a file, and a file of a hundred lines is worth a shorter gutter. */
const LONG = `${DURATION}${LEAN}`;
const ROLLS = [1, 2, 3, 4, 5, 6, 7].map((roll) => `read roll-${roll}.txt${LEAN}`);
const ROLL_2 = `read roll-2.txt 1+100${LEAN}`;

/** Scenes by the name of what they show. */
export const LIVE_SCENES: Readonly<Record<string, LiveScene>> = {
	"a file that is read again": live(files.reRead, [CLOCK, "bash sed -n '1,40p' src/clock.ts"]),
	"an edit of the model": live(files.changedByEdit, [COUNTER, COUNTER]),
	"a change by someone else": live(files.changedOutside, [CLOCK, CLOCK]),
	"relative and absolute paths": live(files.paths, [COUNTER, CLOCK, `read ./src/../src/duration.ts${LEAN}`, DURATION]),
	"parts of files": live(files.ranges, [LONG, `${DURATION} 30+40`, COUNTER, CLOCK]),
	"repeated commands": live(
		files.commands,
		[`bash ${files.GREP}${LEAN}`, `bash ${files.GREP}`, "bash cat src/clock.ts", "bash cat src/counter.ts"],
		{ words: "output truncated" },
	),
	"a file that the model wrote": live(files.written, [RECIPE, RECIPE, RECIPE]),
	"rules of a folder": live(files.rules, ["read kitchen/soup.md"], { words: files.RULES }),
	"calls that fail": live(files.failed, [CLOCK, "bash cat src/counter.ts src/nothing.ts"], { words: "File not found" }),
	"calls in one reply": live(files.parallel, [CLOCK, COUNTER]),
	"a file that says what ibid says": live(files.forged, ["read forged.md"]),
	"a long session": live(SCENES["re-reads"]!, [
		LONG,
		`${DURATION} 70+15`,
		`${DURATION} 60+40`,
		DURATION,
		"bash cat src/duration.test.ts",
		"bash sed -n '1,50p' src/duration.ts",
		CLOCK,
	]),
	"a subagent": live(SCENES["sub-agent"]!, [COUNTER, CLOCK], { atEnd: [CLOCK], words: "three times" }),
	"a compaction": live(SCENES.compaction!, [`${COUNTER} 20+50`], { summaries: 1 }),
	"a compaction that leaves a tail": live(
		SCENES["compaction-with-tail"]!,
		[LONG, LONG, COUNTER, "bash cat src/clock.ts"],
		{
			atEnd: [LONG, COUNTER, "bash cat src/clock.ts"],
			summaries: 1,
			words: "It counts.",
		},
	),
	"a compaction that takes a passage and leaves its note": live(sessions.compactedPassage, [COUNTER, COUNTER, CLOCK], {
		atEnd: [COUNTER, CLOCK],
		summaries: 1,
		words: "It still counts.",
	}),
	"a compaction by the host itself": live(sessions.compactedByHost, [COUNTER, `${COUNTER} 1+60`], {
		atEnd: [`${COUNTER} 1+60`],
		summaries: 1,
		words: "Continue if you have next steps",
	}),
	"reads that are taken back": live(SCENES["reverted-and-on"]!, [`${COUNTER} 1+60`]),
	"an edit that is taken back": live(sessions.revertedEdit, [CLOCK, CLOCK], { atEnd: [CLOCK] }),
	"a fork": live(sessions.forked, ["bash sed -n '50,80p' src/counter.ts", COUNTER]),
	"results that the host empties": live(sessions.emptied, [...ROLLS, "read roll-1.txt", CLOCK, ROLL_2, ROLL], {
		// What the first roll was quoted from is gone, so it comes in full again.
		atEnd: [...ROLLS.slice(5), `read roll-1.txt${LEAN}`, CLOCK, ROLL_2, ROLL],
		words: "[Old tool result content cleared]",
	}),
	"an id for all calls": live(sessions.reusedId, [CLOCK, `${COUNTER} 1+60`], { words: "call_0" }),
	"attached files": live(sessions.attached, [CLOCK, "bash sed -n '20,60p' src/counter.ts", LONG, `${DURATION} 10+60`], {
		words: "Called the Read tool",
	}),
	"files that the user wants to see again": live(sessions.refreshed, [CLOCK, `${COUNTER} 56+30`]),
};

function live(
	scene: Scene,
	shortened: readonly string[],
	{ atEnd = shortened, words = "", summaries = 0 }: Partial<LiveScene> = {},
): LiveScene {
	return { scene, shortened, atEnd, words, summaries };
}
