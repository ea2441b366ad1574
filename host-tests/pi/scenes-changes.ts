import { change, linesOf } from "../files.ts";
import { bash, edit, read, write } from "./calls.ts";
import { meanwhile, prompt, type Scene, says } from "./scenes.ts";

const WALL = "The clock on the wall.";
const HALL = "The clock in the hall.";
const READY = "/** What a counter is doing. */";
const READY_NOW = "/** What a counter is doing now. */";

const insertedAbove: Scene = {
	steps: [
		prompt(
			"Read the parser.",
			says("The parser:", read("src/duration.ts")),
			says("A part of it:", read("src/duration.ts", 30, 30)),
			says("It is read."),
		),
		meanwhile((path) => change(path("src/duration.ts"), "/** A length", "// Mind the units.\n/** A length")),
		prompt(
			"A line came in above.",
			says("The same part:", read("src/duration.ts", 31, 30)),
			says("All of it:", read("src/duration.ts")),
			says("It is read."),
		),
	],
	shortened: ["read src/duration.ts 30+30", "read src/duration.ts 31+30", "read src/duration.ts"],
};

const changedOutside: Scene = {
	steps: [
		prompt("Read the clock.", says("The clock:", read("src/clock.ts")), says("It is read.")),
		meanwhile((path) => change(path("src/clock.ts"), WALL, HALL)),
		prompt("It has changed.", says("The clock now:", read("src/clock.ts")), says("It hangs in the hall.")),
		meanwhile((path) => change(path("src/clock.ts"), HALL, WALL)),
		prompt("And back.", says("The clock now:", read("src/clock.ts")), says("It hangs on the wall.")),
	],
	shortened: ["read src/clock.ts", "read src/clock.ts"],
};

const ownEdit: Scene = {
	steps: [
		prompt(
			"Say what the counter is doing now.",
			says("The counter:", read("src/counter.ts")),
			says("Like this:", edit("src/counter.ts", READY, READY_NOW)),
			says("So it reads:", read("src/counter.ts")),
			says("No, as it was.", edit("src/counter.ts", READY_NOW, READY)),
			says("So it reads:", read("src/counter.ts")),
			says("All is as it was."),
		),
	],
	shortened: ["read src/counter.ts", "read src/counter.ts"],
};

/** The model believes that its edit is there, so the line that it has edited must come. */
const undoneEdit: Scene = {
	steps: [
		prompt(
			"Say what the counter is doing now.",
			says("The counter:", read("src/counter.ts")),
			says("Like this:", edit("src/counter.ts", READY, READY_NOW)),
			says("It is said."),
		),
		meanwhile((path) => change(path("src/counter.ts"), READY_NOW, READY)),
		prompt("Is it there?", says("The counter:", read("src/counter.ts")), says("It is not.")),
	],
	shortened: ["read src/counter.ts"],
};

/** What the model has seen last of these lines is no longer so. */
const newerRange: Scene = {
	steps: [
		prompt("Read the clock.", says("The clock:", read("src/clock.ts")), says("It is read.")),
		meanwhile((path) => change(path("src/clock.ts"), WALL, HALL)),
		prompt("Look there.", says("A part of it:", read("src/clock.ts", 8, 8)), says("It hangs in the hall.")),
		meanwhile((path) => change(path("src/clock.ts"), HALL, WALL)),
		prompt("And all of it.", says("The clock:", read("src/clock.ts")), says("It hangs on the wall.")),
	],
	shortened: ["read src/clock.ts"],
};

const written: Scene = {
	steps: [
		prompt(
			"Write a recipe.",
			says("I write it down.", write("recipe.md", linesOf(40, "soup"))),
			says("As it stands there:", read("recipe.md")),
			says("More salt.", edit("recipe.md", "Step 20:", "Step 20, with salt:")),
			says("As it stands there:", read("recipe.md")),
			says("Anew.", write("recipe.md", linesOf(40, "sauce"))),
			says("As it stands there:", read("recipe.md")),
			says("It is written."),
		),
	],
	shortened: ["read recipe.md", "read recipe.md", "read recipe.md"],
};

const parallel: Scene = {
	steps: [
		prompt(
			"Read all at once.",
			says("Three:", read("src/clock.ts"), read("src/clock.ts"), bash("cat src/clock.ts")),
			says("One again, and another:", read("src/clock.ts"), read("src/counter.ts"), bash("cat src/counter.ts")),
			says("One is changed:", edit("src/clock.ts", WALL, HALL), read("src/counter.ts", 1, 60)),
			says("Both:", read("src/clock.ts"), read("src/counter.ts", 50, 30)),
			says("All are read."),
		),
	],
	shortened: ["read src/clock.ts", "read src/counter.ts 1+60", "read src/clock.ts", "read src/counter.ts 50+30"],
};

/** Scenes of files that change, by the name of what they show. */
export const CHANGE_SCENES: Readonly<Record<string, Scene>> = {
	"a line inserted above": insertedAbove,
	"a change from outside": changedOutside,
	"an own edit": ownEdit,
	"an undone edit": undoneEdit,
	"a newer range, then an older whole": newerRange,
	"a write, then reads": written,
	"parallel calls": parallel,
};
