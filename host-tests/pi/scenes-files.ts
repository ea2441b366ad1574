import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { bash, codemode, edit, read, reused, write } from "./calls.ts";
import { meanwhile, prompt, type Step, says } from "./scenes.ts";

/** Steps, and which texts come shortened in them. */
export type Scene = {
	readonly steps: readonly Step[];
	readonly shortened: readonly string[];
	/** Which of them stand shortened in the last request, if not all. */
	readonly atEnd?: readonly string[];
};

const WALL = "The clock on the wall.";
const HALL = "The clock in the hall.";
const READY = "/** What a counter is doing. */";
const READY_NOW = "/** What a counter is doing now. */";

const reRead: Scene = {
	steps: [
		prompt(
			"Read the clock, twice.",
			says("The clock:", read("src/clock.ts")),
			says("Again:", read("src/clock.ts")),
			says("I insist:", read("src/clock.ts")),
			says("It is read."),
		),
		prompt("And a part.", says("The upper half:", read("src/clock.ts", 1, 40)), says("That is it.")),
	],
	shortened: ["read src/clock.ts", "read src/clock.ts 1+40"],
};

const severalRanges: Scene = {
	steps: [
		prompt(
			"Read the counter in parts.",
			says("The upper part:", read("src/counter.ts", 1, 40)),
			says("The rest:", read("src/counter.ts", 41, 60)),
			says("Within the upper part:", read("src/counter.ts", 5, 25)),
			says("From both:", read("src/counter.ts", 31, 30)),
			says("It is read."),
		),
		prompt(
			"And the clock.",
			says("The upper part:", read("src/clock.ts", 1, 40)),
			says("The rest:", read("src/clock.ts", 41, 60)),
			says("All of it:", read("src/clock.ts")),
			says("It is read."),
		),
	],
	shortened: ["read src/counter.ts 5+25", "read src/counter.ts 31+30", "read src/clock.ts"],
};

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

const truncated: Scene = {
	steps: [
		meanwhile((path) => writeFileSync(path("roll.txt"), linesOf(3014, "roll"))),
		prompt(
			"Read the roll.",
			says("As far as it goes:", read("roll.txt")),
			says("Lines that I have not seen:", read("roll.txt", 2500, 100)),
			says("Lines that I have:", read("roll.txt", 100, 100)),
			says("All again:", read("roll.txt")),
			says("The last of them:", bash("tail -n 100 roll.txt")),
			says("By a command, cut as well:", bash("cat roll.txt")),
			says("That is all."),
		),
	],
	shortened: ["read roll.txt 100+100", "read roll.txt"],
};

const GREP = "grep -n 'clock\\|duration' src/counter.ts src/counter.test.ts";

const byCommand: Scene = {
	steps: [
		prompt(
			"Read the counter and the clock.",
			says("By a command:", bash("cat src/counter.ts")),
			says("By reading it:", read("src/counter.ts")),
			says("The other way round:", read("src/clock.ts")),
			says("By a command:", bash("sed -n '10,60p' src/clock.ts")),
			says("Both are read."),
		),
		prompt(
			"Who waits?",
			says("Who waits for the clock:", bash(GREP)),
			says("Once more:", bash(GREP)),
			says("These do."),
		),
	],
	shortened: ["read src/counter.ts", "bash sed -n '10,60p' src/clock.ts", `bash ${GREP}`],
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

const reusedIds: Scene = {
	steps: [
		prompt(
			"Read the clock and the counter.",
			says("The clock:", reused(read("src/clock.ts"))),
			says("The counter:", reused(read("src/counter.ts"))),
			says("The clock:", reused(read("src/clock.ts"))),
			says("A part of the counter:", reused(read("src/counter.ts", 1, 60))),
			says("Both are read."),
		),
	],
	shortened: ["read src/clock.ts", "read src/counter.ts 1+60"],
};

const untouched: Scene = {
	steps: [
		meanwhile((path) => {
			put(path(".env"), linesOf(40, "secret"));
			put(path("kitchen/AGENTS.md"), linesOf(40, "pot"));
			put(path("dot.png"), Buffer.from(DOT, "base64"));
		}),
		prompt(
			"Read what may not be shortened.",
			says("Secrets:", read(".env")),
			says("Again:", read(".env")),
			says("By a command:", bash("cat .env")),
			says("Rules:", read("kitchen/AGENTS.md")),
			says("Again:", read("kitchen/AGENTS.md")),
			says("A picture:", read("dot.png")),
			says("Again:", read("dot.png")),
			says("Nothing:", read("src/nothing.ts")),
			says("Again:", read("src/nothing.ts")),
			says("All are read."),
		),
	],
	shortened: [],
};

/** A picture of one pixel. */
const DOT = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const paths: Scene = {
	steps: [
		prompt(
			"Read the clock by all its names.",
			says("From here:", read("src/clock.ts")),
			says("By a detour:", read("./src/../src/clock.ts")),
			says("Spelt as people do:", read("@src/clock.ts")),
			says("All are the same."),
		),
	],
	shortened: ["read ./src/../src/clock.ts", "read @src/clock.ts"],
};

const COUNT = 'const text = await tools.read({ path: "src/clock.ts" }); return text.split("\\n").length;';
const TWICE = 'for (const _ of [1, 2]) text((await tools.read({ path: "src/counter.ts" })).length);';

/** The script gets the file as it is; what it tells the model is its own. */
const codemodeScript: Scene = {
	steps: [
		prompt(
			"Count the lines of the clock.",
			says("The clock:", read("src/clock.ts")),
			says("By a script:", codemode(COUNT)),
			says("Once more:", codemode(COUNT)),
			says("And a new one, twice in one script:", codemode(TWICE)),
			says("The clock:", read("src/clock.ts")),
			says("The new one:", read("src/counter.ts")),
			says("They are counted."),
		),
	],
	shortened: ["read src/clock.ts"],
};

/** Scenes of files that are read and changed, by the name of what they show. */
export const FILE_SCENES: Readonly<Record<string, Scene>> = {
	"re-reads": reRead,
	"ranges covered by several earlier ones": severalRanges,
	"a line inserted above": insertedAbove,
	"a change from outside": changedOutside,
	"an own edit": ownEdit,
	"an undone edit": undoneEdit,
	"a newer range, then an older whole": newerRange,
	"a truncated read, then lines never shown": truncated,
	"a command and a read of one file": byCommand,
	"a write, then reads": written,
	"parallel calls": parallel,
	"reused ids": reusedIds,
	"secrets, rules, pictures and failures": untouched,
	"one file by several names": paths,
};

/** Scenes that only 1.5.0 can play. */
export const NEWER_FILE_SCENES: Readonly<Record<string, Scene>> = { "scripts that read": codemodeScript };

function put(path: string, text: string | Buffer): void {
	mkdirSync(dirname(path), { recursive: true });
	writeFileSync(path, text);
}

/** Puts other words into a file, which has to have them. */
function change(path: string, from: string, to: string): void {
	const text = readFileSync(path, "utf8");
	if (!text.includes(from)) throw new Error(`${path} does not say "${from}".`);
	writeFileSync(path, text.replace(from, to));
}

/** So many lines, of which none is like another. */
function linesOf(count: number, what: string): string {
	return Array.from({ length: count }, (_, step) => `Step ${step}: stir the ${what} ${step * step + 3} times.\n`).join(
		"",
	);
}
