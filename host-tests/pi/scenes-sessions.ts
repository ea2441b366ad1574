import { bash, read } from "./calls.ts";
import { back, full, prompt, refresh, type Scene, says } from "./scenes.ts";

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

const compactedByHost: Scene = {
	steps: [
		prompt("Read the parser.", says("Here it is.", read("src/duration.ts")), says("It is read.")),
		prompt("And the counter.", says("Here it is.", read("src/counter.ts")), full(says("It counts."))),
		{ kind: "compacted" },
		prompt(
			"Read both again.",
			says("The parser:", read("src/duration.ts")),
			says("The counter:", read("src/counter.ts")),
			says("Both are read again."),
		),
	],
	shortened: ["read src/counter.ts"],
};

/** The session is compacted while the model continues. */
const compactedInBetween: Scene = {
	steps: [
		prompt(
			"Read the parser and the counter.",
			says("The parser.", read("src/duration.ts")),
			full(says("The counter.", read("src/counter.ts"))),
			says("The parser again.", read("src/duration.ts")),
			says("The counter again.", read("src/counter.ts")),
			says("Both are read."),
		),
		{ kind: "compacted" },
		prompt("The parser.", says("The parser.", read("src/duration.ts")), says("It is read.")),
	],
	shortened: ["read src/counter.ts", "read src/duration.ts"],
};

/** The passage is removed, and its note is replaced by the full text. */
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

/** The running command is stopped, and its reply is missing. */
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

/** Scenes about whole sessions, by the name of what they show. */
export const SESSION_SCENES: Readonly<Record<string, Scene>> = {
	compaction: compacted,
	"compaction by the host": compactedByHost,
	"compaction that leaves a note": orphaned,
	"going back": backOnTheTree,
	"going back with a summary": backWithSummary,
	clone: cloned,
	"new session": newSession,
	"another process": resumed,
	"a turn that was stopped": aborted,
};

/** Only in 1.5.0: the session is compacted between two requests for one prompt. */
export const COMPACTED_IN_BETWEEN: Scene = compactedInBetween;
