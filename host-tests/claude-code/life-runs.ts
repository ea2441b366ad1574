import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import * as v from "valibot";
import { makeFolder } from "../folders.ts";
import { makeProject } from "../project.ts";
import { goneOn, waitFor } from "./life-scenes.ts";
import type { Reply } from "./model.ts";
import { type Outcome, type RunOptions, runClaudeCode, type Version } from "./run.ts";
import { type Played, says, toolsIn } from "./scenes.ts";
import { type ClaudeScreen, openClaudeCode } from "./screen.ts";

/** A version of the host, and its additional settings: here, and on another machine. */
export type How = {
	readonly version: Version;
	readonly args: readonly string[];
	readonly elsewhere: readonly string[];
	/** If `ibid run` starts it. */
	readonly run?: RunOptions | undefined;
};

/** The home is copied after the first run; the second one knows only the copy. */
export async function moved({ version, args, elsewhere, run }: How): Promise<Played> {
	const [home, copy, project] = [makeFolder("home"), makeFolder("home"), makeProject()];
	const [first, second] = goneOn("--continue", ...elsewhere)(toolsIn(project));
	const here = await runClaudeCode({ ...first!, home, project, version, args, run });
	cpSync(home, copy, { recursive: true });
	const there = await runClaudeCode({ ...second!, home: copy, project, version, run });
	return together(project, here, there);
}

function together(project: string, ...outcomes: readonly Outcome[]): Played {
	const logs = new Set(outcomes.flatMap(({ logs }) => logs));
	return { project, requests: outcomes.flatMap(({ requests }) => requests), logs: [...logs] };
}

/** The session continues from the end of its first turn, as if there had been no second. */
export async function takenUpEarlier({ version, args, run }: How): Promise<Played> {
	const place = { home: makeFolder("home"), project: makeProject(), version, run };
	const { read, bash } = toolsIn(place.project);
	const first = await runClaudeCode({
		...place,
		args,
		prompts: ["Read the clock.", "Read the counter."],
		replies: [
			says("The clock:", read("src/clock.ts")),
			says("It is read."),
			says("The counter:", read("src/counter.ts")),
			says("Once more:", bash("cat src/counter.ts")),
			says("It is read."),
		],
	});
	const log = first.logs[0]!;
	const second = await runClaudeCode({
		...place,
		args: ["--resume", basename(log, ".jsonl"), "--resume-session-at", endOfFirstTurn(log), ...args],
		prompts: ["Read both."],
		replies: [
			says("The counter:", read("src/counter.ts")),
			says("The clock:", bash("cat src/clock.ts")),
			says("Once more the counter:", bash("cat src/counter.ts")),
			says("They are read."),
		],
	});
	return together(place.project, first, second);
}

function endOfFirstTurn(log: string): string {
	const lines = readFileSync(log, "utf8").trim().split("\n");
	return lines.map((line): unknown => JSON.parse(line)).find((line) => v.is(LastWordShape, line))!.uuid;
}

const LastWordShape = v.looseObject({
	uuid: v.string(),
	type: v.literal("assistant"),
	message: v.looseObject({
		content: v.tuple([v.looseObject({ type: v.literal("text"), text: v.literal("It is read.") })]),
	}),
});

/** There is a second worktree beside the project, in which the session works; one file differs. */
export async function inWorktree({ version, args, run }: How): Promise<Played> {
	const [home, project] = [makeFolder("home"), makeProject()];
	const clock = join(project, "src", "clock.ts");
	writeFileSync(clock, readFileSync(clock, "utf8").replace("The clock on the wall.", "The clock in the tower."));
	const tree = join(project, ".claude", "worktrees", "side");
	const { read, bash } = toolsIn(tree);
	const outcome = await runClaudeCode({
		...{ home, project, version, run },
		args: ["--worktree", "side", ...args],
		prompts: ["Compare the clocks."],
		replies: [
			says("The clock:", read("src/clock.ts")),
			says("The other:", bash("cat ../../../src/clock.ts")),
			says("This one once more:", bash("cat src/clock.ts")),
			says("And the other:", bash("cat ../../../src/clock.ts")),
			says("They are not the same."),
		],
	});
	return together(tree, outcome);
}

/** Two sessions of one project at once; each continues only when the other has come far enough. */
export async function atOnce({ version, args, run }: How): Promise<Played> {
	const place = { home: makeFolder("home"), project: makeProject(), version, args, run };
	const { read, bash } = toolsIn(place.project);
	const outcomes = await Promise.all([
		runClaudeCode({
			...place,
			prompts: ["Read the clock, then the counter."],
			replies: [
				says("The clock:", read("src/clock.ts")),
				says("Now the others.", bash("touch one")),
				says("I wait.", bash(waitFor("two"))),
				says("The counter:", read("src/counter.ts")),
				says("Once more the clock:", bash("cat src/clock.ts")),
				says("They are read."),
			],
		}),
		runClaudeCode({
			...place,
			prompts: ["Read the counter, then the clock."],
			replies: [
				says("I wait.", bash(waitFor("one"))),
				says("The counter:", read("src/counter.ts")),
				says("Now the others.", bash("touch two")),
				says("The clock:", read("src/clock.ts")),
				says("Once more the counter:", bash("cat src/counter.ts")),
				says("They are read."),
			],
		}),
	]);
	return together(place.project, ...outcomes);
}

/**
 * On a screen the second prompt is taken back, changed and sent again; then all before it is summed up, and what
 * followed is kept.
 */
export async function rewound({ version, args, run }: How): Promise<Played> {
	const place = { home: makeFolder("home"), project: makeProject() };
	const screen = openClaudeCode({ ...place, version, args, run, replies: repliesTo(place.project) });
	await screen.see(READY);
	await screen.say("Read the clock.");
	await screen.see("FIRST.");
	await screen.say("Read the counter.");
	await screen.see("SECOND.");
	await chooseLastPrompt(screen);
	await screen.press("enter");
	await screen.see(READY);
	await screen.say(" And the clock.");
	await screen.see("THIRD.");
	await chooseLastPrompt(screen);
	// The third choice: everything before it is compacted.
	await screen.press("down", "down", "enter");
	await screen.see("Summarized conversation");
	await screen.say("Read both.");
	await screen.see("FOURTH.");
	return together(place.project, await screen.close());
}

const READY = "bypass permissions on";

/** Capitals at the end of a line, because the screen prints only letters that were not there before. */
function repliesTo(project: string): Reply[] {
	const { read, bash } = toolsIn(project);
	return [
		says("The clock:", read("src/clock.ts")),
		says("That was the FIRST."),
		says("The counter:", read("src/counter.ts")),
		says("That was the SECOND."),
		says("The counter:", read("src/counter.ts")),
		says("The clock:", bash("cat src/clock.ts")),
		says("That was the THIRD."),
		says("<summary>The clock was read.</summary>"),
		says("The clock:", read("src/clock.ts")),
		says("Once more the counter:", bash("cat src/counter.ts")),
		says("That was the FOURTH."),
	];
}

/** Asks what to do with the last prompt and its results. */
async function chooseLastPrompt(screen: ClaudeScreen): Promise<void> {
	await screen.say("/rewind");
	await screen.see("(current)");
	await screen.press("up", "enter");
	await screen.see("Never mind");
}
