import { bash, read, reused } from "./calls.ts";
import { back, prompt, refresh, says } from "./scenes.ts";
import type { Scene } from "./scenes-files.ts";

const compacted: Scene = {
	steps: [
		prompt("Read the parser.", says("Here it is.", read("src/duration.ts")), says("It is read.")),
		prompt("And the counter.", says("Here it is.", read("src/counter.ts")), says("It counts.")),
		{ kind: "compact" },
		prompt(
			"Read both again.",
			says("The parser:", read("src/duration.ts")),
			says("The counter:", read("src/counter.ts")),
			says("The parser, a part of it:", read("src/duration.ts", 30, 40)),
			says("Both are read again."),
		),
	],
	shortened: ["read src/counter.ts", "read src/duration.ts 30+40"],
};

/** The passage goes and its note stays, as a whole text. */
const orphaned: Scene = {
	steps: [
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
	],
	shortened: ["read src/counter.ts", "read src/counter.ts", "read src/clock.ts"],
	atEnd: ["read src/counter.ts", "read src/clock.ts"],
};

const backOnTheTree: Scene = {
	steps: [
		prompt("Read the counter.", says("Here it is.", read("src/counter.ts")), says("It counts.")),
		prompt("Read the clock.", says("Here it is.", read("src/clock.ts")), says("It tells the time.")),
		prompt("Read both.", says("Both:", read("src/counter.ts"), read("src/clock.ts")), says("Both are read.")),
		back("Read the clock."),
		prompt("No, both at once.", says("Both:", read("src/counter.ts"), read("src/clock.ts")), says("Both are read.")),
	],
	shortened: ["read src/counter.ts", "read src/clock.ts", "read src/counter.ts"],
	atEnd: ["read src/counter.ts"],
};

const backWithSummary: Scene = {
	steps: [
		prompt("Read the counter.", says("Here it is.", read("src/counter.ts")), says("It counts.")),
		prompt("Read the clock.", says("Here it is.", read("src/clock.ts")), says("It tells the time.")),
		{ kind: "back", to: "Read the clock.", summed: true },
		prompt("Go on.", says("Both:", read("src/clock.ts"), read("src/counter.ts")), says("Both are read.")),
	],
	shortened: ["read src/counter.ts"],
};

const cloned: Scene = {
	steps: [
		prompt("Read the counter.", says("Here it is.", read("src/counter.ts")), says("It counts.")),
		{ kind: "clone" },
		prompt("And again.", says("Here it is.", read("src/counter.ts")), says("It counts.")),
	],
	shortened: ["read src/counter.ts"],
};

const newSession: Scene = {
	steps: [
		prompt("Read the counter.", says("Here it is.", read("src/counter.ts")), says("It counts.")),
		{ kind: "new" },
		prompt(
			"Read the counter.",
			says("Here it is.", read("src/counter.ts")),
			says("A part of it.", read("src/counter.ts", 1, 50)),
			says("It counts."),
		),
	],
	shortened: ["read src/counter.ts 1+50"],
};

const resumed: Scene = {
	steps: [
		prompt(
			"Read the counter and the clock.",
			says("Here they are.", read("src/counter.ts"), read("src/clock.ts")),
			says("The counter again.", read("src/counter.ts", 1, 60)),
			says("Both are read."),
		),
		refresh("src/clock.ts"),
		{ kind: "resume" },
		prompt(
			"Once more.",
			says("The clock, which the user wants to see.", read("src/clock.ts")),
			says("And again.", read("src/clock.ts")),
			says("Both are read."),
		),
	],
	shortened: ["read src/counter.ts 1+60", "read src/clock.ts"],
};

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

/** What was running is stopped, and the reply that would have come is not there. */
const aborted: Scene = {
	steps: [
		prompt("Read the clock.", says("Here it is:", read("src/clock.ts")), says("It is read.")),
		{ ...prompt("Wait.", says("I wait:", bash("sleep 60"))), kind: "aborted" },
		prompt(
			"Read both.",
			says("Both:", read("src/clock.ts"), read("src/counter.ts")),
			says("A part:", read("src/counter.ts", 1, 40)),
			says("Both are read."),
		),
	],
	shortened: ["read src/clock.ts", "read src/counter.ts 1+40"],
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

/** Old texts are cut by the host's own hand. */
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

/** Scenes of what becomes of sessions, by the name of what they show. */
export const SESSION_SCENES: Readonly<Record<string, Scene>> = {
	compaction: compacted,
	"compaction that leaves a note": orphaned,
	"going back": backOnTheTree,
	"going back with a summary": backWithSummary,
	clone: cloned,
	"new session": newSession,
	"another process": resumed,
	refresh: refreshed,
	"refresh of some lines": refreshedRange,
	"refresh where ids come again": refreshedWithReusedIds,
	"refresh on another branch": refreshedElsewhere,
	"a turn that was stopped": aborted,
	"what the user runs": shell,
};

/** Scenes that only clients of 1.5.0 can play. */
export const NEWER_SESSION_SCENES: Readonly<Record<string, Scene>> = {
	"what the user runs in secret": secretShell,
};

/** Scenes that need an extension which empties texts; only 1.5.0 lets one. */
export const PRUNED_SCENES: Readonly<Record<string, Scene>> = { "texts that another extension empties": emptied };
