import { bash, read, reused } from "./calls.ts";
import { back, prompt, refresh, type Scene, says } from "./scenes.ts";

const refreshed: Scene = {
	steps: [
		prompt("Read both.", says("Both:", read("src/clock.ts"), read("src/counter.ts")), says("Both are read.")),
		refresh("src/clock.ts"),
		prompt(
			"Read them again.",
			says("The clock, which the user wants to see:", read("src/clock.ts")),
			says("The counter:", read("src/counter.ts")),
			says("The clock again:", read("src/clock.ts")),
			says("Both are read."),
		),
	],
	shortened: ["read src/counter.ts", "read src/clock.ts"],
};

const refreshedRange: Scene = {
	steps: [
		prompt("Read the counter.", says("Here it is:", read("src/counter.ts")), says("It is read.")),
		refresh("src/counter.ts 20-40"),
		prompt(
			"Read parts of it.",
			says("Lines that the user does not mean:", read("src/counter.ts", 50, 38)),
			says("Lines that the user wants to see:", read("src/counter.ts", 15, 30)),
			says("Again:", read("src/counter.ts", 15, 30)),
			says("It is read."),
		),
	],
	shortened: ["read src/counter.ts 50+38", "read src/counter.ts 15+30"],
};

const refreshedWithReusedIds: Scene = {
	steps: [
		prompt("Read the clock.", says("Here it is:", reused(read("src/clock.ts"))), says("It is read.")),
		refresh("src/clock.ts"),
		prompt(
			"Read it again.",
			says("The clock, which the user wants to see:", reused(read("src/clock.ts"))),
			says("Again:", reused(read("src/clock.ts"))),
			says("It is read."),
		),
	],
	shortened: ["read src/clock.ts"],
};

/** A wish belongs to the branch on which it was made. */
const refreshedElsewhere: Scene = {
	steps: [
		prompt("Read the clock.", says("Here it is:", read("src/clock.ts")), says("It is read.")),
		prompt("Wait.", says("I wait.")),
		refresh("src/clock.ts"),
		back("Wait."),
		prompt("Read it again.", says("Here it is:", read("src/clock.ts")), says("It is read.")),
	],
	shortened: ["read src/clock.ts"],
};

const shell: Scene = {
	steps: [
		{ kind: "shell", command: "cat src/clock.ts", secret: false },
		prompt("You see what I have run.", says("The clock, which I see:", read("src/clock.ts")), says("It is read.")),
		{ kind: "shell", command: "cat src/counter.ts; exit 3", secret: false },
		prompt("And this?", says("The counter:", read("src/counter.ts")), says("It is read.")),
	],
	shortened: ["read src/clock.ts", "read src/counter.ts"],
};

const secretShell: Scene = {
	steps: [
		{ kind: "shell", command: "cat src/duration.ts", secret: true },
		prompt(
			"You do not see what I have run.",
			says("The parser:", read("src/duration.ts")),
			says("Again:", read("src/duration.ts")),
			says("It is read."),
		),
	],
	shortened: ["read src/duration.ts"],
};

/** Entries of the session empty texts that stand in it. */
const emptied: Scene = {
	steps: [
		prompt(
			"Read the counter and the clock.",
			says("The counter:", read("src/counter.ts")),
			says("Again:", read("src/counter.ts")),
			says("The clock:", bash("cat src/clock.ts")),
			says("Both are read."),
		),
		{ kind: "command", line: "/prune src/counter.ts" },
		prompt("Wait.", says("I wait.")),
		prompt(
			"Read them again.",
			says("The counter:", read("src/counter.ts")),
			says("The clock:", read("src/clock.ts")),
			says("The counter:", read("src/counter.ts")),
			says("Both are read."),
		),
	],
	shortened: ["read src/counter.ts", "read src/clock.ts", "read src/counter.ts"],
	atEnd: ["read src/clock.ts", "read src/counter.ts"],
};

/** Scenes of what the user does beside the model, by the name of what they show. */
export const USER_SCENES: Readonly<Record<string, Scene>> = {
	refresh: refreshed,
	"refresh of some lines": refreshedRange,
	"refresh where ids come again": refreshedWithReusedIds,
	"refresh on another branch": refreshedElsewhere,
	"what the user runs": shell,
};

/** Scenes that only 1.5.0 can play; one of them needs an extension that empties texts. */
export const NEWER_USER_SCENES: Readonly<Record<string, Scene>> = {
	"what the user runs in secret": secretShell,
	"texts that another extension empties": emptied,
};
