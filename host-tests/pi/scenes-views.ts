import { LEAN } from "../chat-requests.ts";
import { linesOf, put } from "../files.ts";
import { bash, codemode, read, reused } from "./calls.ts";
import { meanwhile, prompt, type Scene, says } from "./scenes.ts";

const reRead: Scene = {
	steps: [
		prompt(
			"Read the clock, twice.",
			says("The clock:", read("src/clock.ts")),
			says("Again:", read("src/clock.ts")),
			says("I ask again:", read("src/clock.ts")),
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

const truncated: Scene = {
	steps: [
		meanwhile((path) => put(path("roll.txt"), linesOf(3014, "roll"))),
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
	shortened: ["read roll.txt 100+100", "read roll.txt", "bash cat roll.txt"],
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
	shortened: ["read src/counter.ts", "bash sed -n '10,60p' src/clock.ts", `bash ${GREP}${LEAN}`, `bash ${GREP}`],
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
	shortened: ["read ./src/../src/clock.ts"],
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

/** Scenes of files that are read, by the name of what they show. */
export const VIEW_SCENES: Readonly<Record<string, Scene>> = {
	"re-reads": reRead,
	"ranges covered by several earlier ones": severalRanges,
	"a truncated read, then lines never shown": truncated,
	"a command and a read of one file": byCommand,
	"reused ids": reusedIds,
	"secrets, rules, pictures and failures": untouched,
	"one file by several names": paths,
};

/** What only 1.5.0 can play. */
export const SCRIPTS: Scene = codemodeScript;
