import { linesOf, put } from "../files.ts";
import { meanwhile, promptWith, refresh, reused } from "./live-steps.ts";
import { prompt, SCENES, type Scene, says } from "./scenes.ts";

/** A compaction keeps a note and removes what it stands for. */
export const compactedPassage: Scene = ({ read }) => [
	prompt("Read the counter.", says("Here it is.", read("src/counter.ts")), says("It counts.")),
	prompt("Once more.", says("Here it is.", read("src/counter.ts")), says("It still counts.")),
	prompt("And the clock.", says("Here it is.", read("src/clock.ts")), says("It tells the time.")),
	{ kind: "compact" },
	prompt(
		"Read both again.",
		says("The counter:", read("src/counter.ts")),
		says("The clock:", read("src/clock.ts")),
		says("Both are read again."),
	),
];

/** The host compacts while the model is at work, and lets it continue. */
export const compactedByHost: Scene = ({ read }) => [
	prompt(
		"Read the counter.",
		says("Here it is.", read("src/counter.ts")),
		says("Once more.", read("src/counter.ts")),
		says("It counts."),
	),
	prompt(
		"Read the clock.",
		{ ...says("Here it is.", read("src/clock.ts")), tokens: 195_000 },
		says("Where was I?", read("src/clock.ts"), read("src/counter.ts")),
		says("Ah, there.", read("src/counter.ts", 1, 60)),
		says("It tells the time."),
	),
];

/** What was shortened is taken back, and the file that it shows is changed back. */
export const revertedEdit: Scene = (tools) => [
	...SCENES.reverted!(tools),
	prompt("Leave its name.", says("So it reads:", tools.read("src/clock.ts")), says("It has its old name.")),
];

/** A session continues in another one. */
export const forked: Scene = ({ read, bash }) => [
	prompt(
		"Read the counter.",
		says("Here it is.", read("src/counter.ts")),
		says("The rest of it.", bash("sed -n '50,80p' src/counter.ts")),
		says("It counts."),
	),
	{ kind: "fork" },
	prompt(
		"And its tests, and the counter again.",
		says("Here they are.", read("src/counter.test.ts"), read("src/counter.ts")),
		says("They pass."),
	),
];

const ROLLS = Array.from({ length: 7 }, (_, index) => `roll-${index + 1}.txt`);

/** Enough for the host to empty the oldest results of the first prompt, after two more prompts. */
export const emptied: Scene = ({ path, read }) => [
	meanwhile(() => {
		for (const name of ROLLS) put(path(name), linesOf(1000, `pots and pans of ${name}`));
	}),
	prompt("Read all rolls.", says("All of them:", ...ROLLS.map((name) => read(name))), says("All are read.")),
	prompt("The first again.", says("The first:", read("roll-1.txt")), says("It is as it was.")),
	prompt("And the clock.", says("The clock:", read("src/clock.ts")), says("It tells the time.")),
	{ kind: "emptied" },
	prompt(
		"And once more.",
		says("The clock:", read("src/clock.ts")),
		says("The second roll:", read("roll-2.txt", 1, 100)),
		says("The last roll:", read("roll-7.txt", 1, 100)),
		says("That is all."),
	),
];

/** The model uses one id for all calls. */
export const reusedId: Scene = ({ read }) => [
	prompt(
		"Read the clock and the counter.",
		says("The clock:", reused(read("src/clock.ts"))),
		says("The counter:", reused(read("src/counter.ts"))),
		says("The clock:", reused(read("src/clock.ts"))),
		says("The counter:", reused(read("src/counter.ts", 1, 60))),
		says("Both are read."),
	),
];

/** The user attaches a file before the model reads it, and after. */
export const attached: Scene = ({ read, bash }) => [
	promptWith("src/clock.ts", says("I read it.", read("src/clock.ts")), says("Now I do.")),
	promptWith(
		"src/counter.ts",
		says("A part of it.", bash("sed -n '20,60p' src/counter.ts")),
		says("Something else.", read("src/duration.ts")),
		says("Now I do."),
	),
	promptWith("src/duration.ts", says("I know it.", read("src/duration.ts", 10, 60)), says("Now I do.")),
];

/** The user wants to see a file in full, then a part of another. */
export const refreshed: Scene = ({ read }) => [
	prompt("Read the clock and the counter.", says("Both:", read("src/clock.ts"), read("src/counter.ts")), says("Read.")),
	refresh("src/clock.ts", says("The clock:", read("src/clock.ts")), says("In full.")),
	refresh("src/counter.ts 20-40", says("A part of it:", read("src/counter.ts", 15, 40)), says("In full.")),
	prompt(
		"Once more.",
		says("The clock, and the end of the counter:", read("src/clock.ts"), read("src/counter.ts", 56, 30)),
		says("That is all."),
	),
];
