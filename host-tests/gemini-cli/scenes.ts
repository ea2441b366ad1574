import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeFolder } from "../folders.ts";
import { makeProject } from "../project.ts";
import { calls, delegate, read, replace, search, shell, write } from "./calls.ts";
import { type Outcome, type Place, runGeminiCli, writeSettings } from "./run.ts";
import { compress, rewind } from "./screen-scenes.ts";

/** Something that happens in a fresh home. */
export type Scene = (place: Place) => Promise<Outcome>;

/** Scenes by the name of what they show. */
export const SCENES: Readonly<Record<string, Scene>> = {
	"re-reads": reRead,
	"sub-agent": sendAgent,
	resumed: resume,
	masking: mask,
	compression: compress,
	rewind,
};

/** Plays a scene in a fresh home. */
export function play(scene: Scene): Promise<Outcome> {
	const place = { home: makeFolder("home"), project: makeProject() };
	writeSettings(place.home);
	return scene(place);
}

function reRead(place: Place): Promise<Outcome> {
	return runGeminiCli({
		...place,
		prompt: "Weeks should be understood, too.",
		replies: [
			calls(read("README.md"), read("src/duration.ts")),
			calls(search("UNITS")),
			calls(read("src/duration.ts", 20, 60)),
			calls(shell("cat src/duration.ts")),
			calls(shell("npm test")),
			calls(replace("src/duration.ts", DAY, `${DAY}\nconst WEEK = 7 * DAY;`)),
			calls(replace("src/duration.ts", DAYS, `${WEEKS}\n${DAYS}`)),
			calls(read("src/duration.ts")),
			calls(shell("npm test")),
			calls(write("src/week.ts", WEEK_FILE)),
			calls(read("src/week.ts")),
			calls(shell("sed -n 20,50p src/duration.ts"), read("src/duration.ts", 30, 100)),
			calls(read("src/duration.test.ts")),
			calls(replace("src/duration.test.ts", '["3 weeks", ', '["3 years", '), shell(DIFF)),
			calls(shell(`${DIFF} src/duration.ts`)),
			calls(read("src/duration.test.ts"), read("src/missing.ts")),
			{ text: "Weeks are understood now." },
		],
	});
}

function sendAgent(place: Place): Promise<Outcome> {
	mkdirSync(join(place.home, ".gemini", "agents"));
	writeFileSync(join(place.home, ".gemini", "agents", "reader.md"), AGENT);
	const question = "Which states has a counter?";
	return runGeminiCli({
		...place,
		prompt: "Let the reader find out about states.",
		replies: [
			calls(read("src/counter.ts")),
			calls(delegate("reader", question)),
			calls(read("src/counter.ts", 1, 40)),
			{ text: "Four." },
		],
		agents: {
			[question]: [
				calls(read("src/counter.ts")),
				calls(read("src/counter.ts", 1, 50), read("src/clock.ts")),
				calls({ tool: "complete_task", input: { result: "Ready, running, paused and over." } }),
			],
		},
	});
}

async function resume(place: Place): Promise<Outcome> {
	const replies = [calls(read("src/clock.ts")), calls(shell("cat src/counter.ts"))];
	const { logs } = await runGeminiCli({ ...place, prompt: "What does the clock do?", replies });
	// The name tells the minute; a session resumed within the minute would begin a second time in the same file.
	for (const log of logs) renameSync(log, join(dirname(log), `session-2026-01-01T10-00-${log.slice(-14)}`));
	const again = await runGeminiCli({
		...place,
		prompt: "And the counter?",
		args: ["--resume", "latest"],
		replies: [calls(read("src/clock.ts")), calls(read("src/counter.ts")), calls(shell("cat src/counter.ts"))],
	});
	// There is a second one now, in which nothing happens.
	return { ...again, logs: again.logs.slice(0, 1) };
}

/** Old results are masked once there are many of them; here few are many, by a file of trials that the host reads. */
function mask(place: Place): Promise<Outcome> {
	const trials = join(place.home, "trials.json");
	const flags = [
		{ flagId: PROTECTED_TOKENS, intValue: "1500" },
		{ flagId: MASKED_TOKENS, intValue: "1000" },
	];
	writeFileSync(trials, JSON.stringify({ flags }));
	return runGeminiCli({
		...place,
		environment: { GEMINI_EXP: trials },
		prompt: "Read it all.",
		replies: [
			calls(read("src/duration.ts")),
			calls(read("src/counter.ts")),
			calls(read("src/clock.ts")),
			calls(read("src/counter.test.ts")),
			calls(read("src/duration.ts")),
			calls(read("src/counter.test.ts")),
		],
	});
}

const PROTECTED_TOKENS = 45758817;
const MASKED_TOKENS = 45758818;

/** The host itself breaks a plain diff, by an empty name for the program that should make it. */
const DIFF = "git diff --no-ext-diff";

const DAY = "const DAY = 24 * HOUR;";
const DAYS = '\t{ name: "d", size: DAY, names: ["d", "day", "days"] },';
const WEEKS = '\t{ name: "w", size: WEEK, names: ["w", "week", "weeks"] },';

const WEEK_FILE = `import { type Duration, parseDuration, roundDown } from "./duration.ts";

/** How long a week is. */
export const WEEK: Duration = parseDuration("7 days");

/** Cuts a duration down to whole weeks. */
export function wholeWeeks(duration: Duration): Duration {
	return roundDown(duration, WEEK);
}

/** How many whole weeks there are in a duration. */
export function countWeeks(duration: Duration): number {
	return wholeWeeks(duration) / WEEK;
}
`;

const AGENT = `---
name: reader
description: Reads files and answers questions about them.
tools:
  - read_file
---

Read what you need, then answer in one sentence.
`;
