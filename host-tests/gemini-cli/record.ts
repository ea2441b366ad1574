import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeFolder } from "../folders.ts";
import { makeProject } from "../project.ts";
import { calls, delegate, read, replace, search, shell, write } from "./calls.ts";
import { logsIn, runGeminiCli, writeSettings } from "./run.ts";
import { copy } from "./sample.ts";
import { openGeminiCli } from "./screen.ts";

/** Writes sample sessions of Gemini CLI. */
export async function record(into: string): Promise<void> {
	await recordReads(into);
	await recordAgent(into);
	await recordResume(into);
	await recordMasking(into);
	await recordCompression(into);
	await recordRewind(into);
}

async function recordReads(into: string): Promise<void> {
	const { logs } = await runGeminiCli({
		...fresh(),
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
	copy(logs, into, "re-reads");
}

async function recordAgent(into: string): Promise<void> {
	const place = fresh();
	mkdirSync(join(place.home, ".gemini", "agents"));
	writeFileSync(join(place.home, ".gemini", "agents", "reader.md"), AGENT);
	const question = "Which states has a counter?";
	const { logs } = await runGeminiCli({
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
	copy(logs, into, "sub-agent", "sub-agent/reader");
}

async function recordResume(into: string): Promise<void> {
	const place = fresh();
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
	copy(again.logs.slice(0, 1), into, "resumed");
}

/** Old results are masked once there are many of them; here few are many, by a file of trials that the host reads. */
async function recordMasking(into: string): Promise<void> {
	const place = fresh();
	const trials = join(place.home, "trials.json");
	const flags = [
		{ flagId: PROTECTED_TOKENS, intValue: "1500" },
		{ flagId: MASKED_TOKENS, intValue: "1000" },
	];
	writeFileSync(trials, JSON.stringify({ flags }));
	const { logs } = await runGeminiCli({
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
	copy(logs, into, "masking");
}

const PROTECTED_TOKENS = 45758817;
const MASKED_TOKENS = 45758818;

async function recordCompression(into: string): Promise<void> {
	const place = fresh();
	const screen = openGeminiCli({
		...place,
		replies: [
			calls(read("src/duration.ts"), read("src/counter.ts")),
			calls(read("src/clock.ts")),
			{ text: "That is all of it.", tokens: 700_000 },
			calls(read("src/duration.ts")),
			calls(read("src/clock.ts"), read("src/duration.ts", 30, 90)),
			{ text: "And once more." },
		],
	});
	await screen.see("Type your message");
	await screen.say("Read it all.");
	await screen.see("That is all of it.");
	await screen.say("Again, please.");
	await screen.see("And once more.");
	await screen.close();
	copy(logsIn(place.home), into, "compression");
}

async function recordRewind(into: string): Promise<void> {
	const place = fresh();
	const screen = openGeminiCli({
		...place,
		replies: [
			calls(read("src/clock.ts")),
			{ text: "The clock is clear." },
			calls(read("src/clock.ts", 1, 40), read("src/counter.ts")),
			{ text: "The counter is clear." },
			calls(read("src/clock.ts"), read("src/counter.ts")),
			{ text: "Both are clear." },
		],
	});
	await screen.see("Type your message");
	await screen.say("Read the clock.");
	await screen.see("The clock is clear.");
	await screen.say("Read the counter.");
	await screen.see("The counter is clear.");
	await screen.say("/rewind");
	await screen.see("Stay at current position");
	// Above that line stands what the tools answered, and above it the prompt.
	await screen.press("up", "up", "enter");
	await screen.see("Rewind conversation");
	await screen.press("enter");
	await screen.see("Read the counter.");
	await screen.say(" And the clock.");
	await screen.see("Both are clear.");
	await screen.close();
	copy(logsIn(place.home), into, "rewind");
}

type Place = { readonly home: string; readonly project: string };

function fresh(): Place {
	const place = { home: makeFolder("home"), project: makeProject() };
	writeSettings(place.home);
	return place;
}

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
