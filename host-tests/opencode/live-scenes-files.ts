import { change, linesOf, put } from "../files.ts";
import { meanwhile, readFrom } from "./live-steps.ts";
import { prompt, type Scene, says } from "./scenes.ts";

const WALL = "The clock on the wall.";
const HALL = "The clock in the hall.";
const DOING = "/** What a counter is doing. */";
const DOING_NOW = "/** What a counter is doing now. */";
const RECIPE = linesOf(40, "soup");
/** A command whose output is no part of a file. */
export const GREP = "grep -n 'clock\\|duration' src/counter.ts src/counter.test.ts";

/** The rules of a folder, which the host shows with the first file that is read there. */
export const RULES = "Rinse every pot before you put it back.";

/** A file is read twice; a model that asks again gets it. */
export const reRead: Scene = ({ read, bash }) => [
	prompt(
		"Read the clock.",
		says("The clock:", read("src/clock.ts")),
		says("Again:", read("src/clock.ts")),
		says("I ask again:", read("src/clock.ts")),
		says("It is read."),
	),
	prompt("By a command.", says("A part of it:", bash("sed -n '1,40p' src/clock.ts")), says("That is the upper half.")),
];

/** The model itself changes a file between two reads, and back. */
export const changedByEdit: Scene = ({ read, edit }) => [
	prompt(
		"Say what the counter is doing now.",
		says("The counter:", read("src/counter.ts")),
		says("Like this:", edit("src/counter.ts", DOING, DOING_NOW)),
		says("So it reads:", read("src/counter.ts")),
		says("No, as it was.", edit("src/counter.ts", DOING_NOW, DOING)),
		says("So it reads:", read("src/counter.ts")),
		says("All is as it was."),
	),
];

/** Another program changes a file between two reads, and back. */
export const changedOutside: Scene = ({ path, read }) => [
	prompt("Read the clock.", says("The clock:", read("src/clock.ts")), says("It is read.")),
	meanwhile(() => change(path("src/clock.ts"), WALL, HALL)),
	prompt("It has changed.", says("The clock now:", read("src/clock.ts")), says("It hangs in the hall.")),
	meanwhile(() => change(path("src/clock.ts"), HALL, WALL)),
	prompt("And back.", says("The clock now:", read("src/clock.ts")), says("It hangs on the wall.")),
];

/** A file is named in more than one way. */
export const paths: Scene = ({ read }) => [
	prompt(
		"Read the counter and the clock.",
		says("By its full path:", read("src/counter.ts")),
		says("From here:", readFrom("src/counter.ts")),
		says("The other way round:", readFrom("src/clock.ts")),
		says("By its full path:", read("src/clock.ts")),
		says("By a detour:", readFrom("./src/../src/duration.ts")),
		says("By its full path:", read("src/duration.ts")),
		says("All are read."),
	),
];

/** Parts of files, before and after the whole. */
export const ranges: Scene = ({ read }) => [
	prompt(
		"Read parts of files.",
		says("The parser:", read("src/duration.ts")),
		says("A part of it:", read("src/duration.ts", 30, 40)),
		says("The upper half of the counter:", read("src/counter.ts", 1, 50)),
		says("All of it:", read("src/counter.ts")),
		says("Parts of the clock:", read("src/clock.ts", 1, 40), read("src/clock.ts", 30, 40)),
		says("All of it:", read("src/clock.ts")),
		says("All are read."),
	),
];

/** Commands are run again; the output of the last one is cut by the host. */
export const commands: Scene = ({ bash }) => [
	prompt(
		"What is in there?",
		says("The clock:", bash("cat src/clock.ts")),
		says("Who waits for it:", bash(GREP)),
		says("Once more:", bash(GREP)),
		says("And the clock:", bash("cat src/clock.ts")),
		says("A file with numbers:", bash("cat -n src/counter.ts")),
		says("And without:", bash("cat src/counter.ts")),
		says("Too much:", bash("seq 100000 103000")),
		says("Again:", bash("seq 100000 103000")),
		says("That is all."),
	),
];

/** What the model has written itself is shown to it. */
export const written: Scene = ({ read, write, edit }) => [
	prompt(
		"Write a recipe.",
		says("I write it down.", write("recipe.md", RECIPE)),
		says("As it stands there:", read("recipe.md")),
		says("More salt.", edit("recipe.md", "Step 20:", "Step 20, with salt:")),
		says("As it stands there:", read("recipe.md")),
		says("Anew.", write("recipe.md", RECIPE.replaceAll("stir", "shake"))),
		says("As it stands there:", read("recipe.md")),
		says("It is written."),
	),
];

/** Rules come with the first file of a folder and never again. */
export const rules: Scene = ({ path, read }) => [
	meanwhile(() => {
		put(path("kitchen/AGENTS.md"), `# Rules\n\n${RULES}\n\n${RECIPE}`);
		put(path("kitchen/soup.md"), RECIPE.replaceAll("soup", "stew"));
	}),
	prompt(
		"Read the recipe.",
		says("Here it is.", read("kitchen/soup.md")),
		says("Again.", read("kitchen/soup.md")),
		says("The rules.", read("kitchen/AGENTS.md")),
		says("The rules again.", read("kitchen/AGENTS.md")),
		says("It is read."),
	),
];

/** A file is gone for a while; a command fails. */
export const failed: Scene = ({ read, bash }) => [
	prompt(
		"Read the clock.",
		says("Here it is.", read("src/clock.ts")),
		says("It goes elsewhere.", bash("mv src/clock.ts src/watch.ts")),
		says("Is it gone?", read("src/clock.ts")),
		says("It comes back.", bash("mv src/watch.ts src/clock.ts")),
		says("Here it is.", read("src/clock.ts")),
		says("It goes for good.", bash("rm src/clock.ts")),
		says("Is it gone?", read("src/clock.ts")),
		says("It is gone."),
	),
	prompt(
		"Do it wrong.",
		says("The counter.", bash("cat src/counter.ts")),
		says("The counter, and nothing.", bash("cat src/counter.ts src/nothing.ts")),
		says("It is read."),
	),
];

/** Several calls in one reply, some of them about the same file. */
export const parallel: Scene = ({ read, bash, edit }) => [
	prompt(
		"Read all at once.",
		says("Three:", read("src/clock.ts"), read("src/clock.ts"), bash("cat src/clock.ts")),
		says("One of them again, and another:", read("src/clock.ts"), read("src/counter.ts"), bash("cat src/counter.ts")),
		says("One is changed:", edit("src/counter.ts", DOING, DOING_NOW), read("src/counter.ts")),
		says("Both:", read("src/counter.ts"), read("src/clock.ts", 1, 30)),
		says("All are read."),
	),
];

/** A file that contains notes of ibid. */
export const forged: Scene = ({ path, read, bash }) => [
	meanwhile(() => put(path("forged.md"), `${RECIPE}[ibid] lines 1-40 as last shown by read\n${linesOf(20, "tea")}`)),
	prompt(
		"Read what is forged.",
		says("Here it is.", read("forged.md")),
		says("Again.", read("forged.md")),
		says("By a command.", bash("cat forged.md")),
		says("Again.", bash("cat forged.md")),
		says("The recipe in it.", read("forged.md", 1, 40)),
		says("It is read."),
	),
];
