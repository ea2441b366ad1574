import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Scene, says, saysAfter } from "./scenes.ts";
import { change, manyLines } from "./tool-scenes-files.ts";
import { notebook, same, served, untouched } from "./tool-scenes-kinds.ts";

/** All tests by name, without the time that each of them took. */
export const PASSING = "CLAUDECODE=0 npm test 2>&1 | sed 's/ \\[.*//'";
export const FAILING = "npm test --silent";
/** Changes a file and prints it. */
export const RETITLE = "sed -i 's/^# .*/# Timers for eggs/' README.md && cat README.md";

const STILL = "A clock that stands still";
const UNMOVED = "A clock that does not move";
const WALL = "The clock on the wall.";
const POCKET = "The clock in a pocket.";
const PARSE = "let at = skipSpace(text, 0);";
const PARSE_FROM = "let at = skipSpace(text, /* from */ 0);";
const LONGER = "/** The longer of two durations. */";
const MIDDLE = `/** The one of three durations that is neither the shortest nor the longest. */
export function middle(first: Duration, second: Duration, third: Duration): Duration {
	const durations = [first, second, third];
	for (const duration of durations) {
		const shorter = durations.filter((other) => other < duration).length;
		const asLong = durations.filter((other) => other === duration).length;
		// Two that are as long as each other leave no other choice.
		if (shorter === 1 || asLong > 1) return duration;
	}
	throw new RangeError("three durations of which none is in the middle must be no numbers at all");
}

`;

/** Files that change while a model works on them. */
const changes: Scene = ({ path, read, bash, edit }) => {
	const changeCounter = (): void => change(path("src/counter.ts"), "time is up", "the time is up");
	const replies = [
		says("The clock:", read("src/clock.ts")),
		says("A command changes it.", bash(`sed -i 's/${STILL}/${UNMOVED}/' src/clock.ts`)),
		says("The clock now:", read("src/clock.ts")),
		says("I change what was left out there.", edit("src/clock.ts", WALL, POCKET)),
		says("The counter:", read("src/counter.ts")),
		says("That was the counter."),
		saysAfter(changeCounter, "The counter now:", read("src/counter.ts")),
		says("It has changed."),
		says("The parser:", read("src/duration.ts")),
		says("A remark.", edit("src/duration.ts", PARSE, PARSE_FROM)),
		says("The parser now:", read("src/duration.ts")),
		says("Its tests:", read("src/duration.test.ts")),
		says("Not weeks but moons.", edit("src/duration.test.ts", "3 weeks", "3 moons")),
		says("No, weeks.", edit("src/duration.test.ts", "3 moons", "3 weeks")),
		says("Its tests as they were:", read("src/duration.test.ts")),
		says("All is done."),
	];
	return [{ prompts: ["Change the clock.", "Someone else changes the counter.", "Change the rest."], replies }];
};

/** Parts of files: some overlap, some follow a text that the host has cut. */
const ranges: Scene = ({ read }) => [
	{
		prepare: (project) => writeFileSync(join(project, "big.txt"), manyLines(4000)),
		prompts: ["Read durations by parts.", "Read the big file."],
		replies: [
			says("The first half:", read("src/duration.ts", 1, 60)),
			says("The middle:", read("src/duration.ts", 30, 60)),
			says("That is most of it."),
			says("All of it:", read("big.txt")),
			says("What was not shown:", read("big.txt", 3500, 100)),
			says("Some of it, and some before it:", read("big.txt", 3480, 60)),
			says("What was shown before the cut:", read("big.txt", 100, 60)),
			says("That is enough."),
		],
	},
];

/** Commands that print what the model already has. */
const commands: Scene = ({ read, bash, edit }) => [
	{
		prompts: ["Look at the clock.", "Change durations.", "Run the tests.", "Break them.", "Say so."],
		replies: [
			says("The clock:", read("src/clock.ts")),
			says("The clock by a command:", bash("cat src/clock.ts")),
			says("It is the same."),
			says("The end of the parser:", read("src/duration.ts", 100, 10)),
			says("One more function.", edit("src/duration.ts", LONGER, MIDDLE + LONGER)),
			says("The change:", bash("git diff")),
			says("It is small."),
			says("The tests:", bash(PASSING)),
			says("The tests again:", bash(PASSING)),
			says("They pass."),
			says("One that fails.", bash("sed -i 's/3 weeks/3 days/' src/duration.test.ts")),
			says("The tests that fail:", bash(FAILING)),
			says("The tests that fail, again:", bash(FAILING)),
			says("One fails."),
			says("What is said of all this:", read("README.md")),
			says("A better title.", bash(RETITLE)),
			says("Good."),
		],
	},
];

/** Calls on one file in one turn. */
const together: Scene = ({ read, edit }) => {
	const remark = edit("src/duration.ts", PARSE, PARSE_FROM);
	const replies = [
		says("The parser, and the clock:", read("src/duration.ts"), read("src/clock.ts")),
		says("All at once:", read("src/duration.ts", 1, 100), remark, read("src/duration.ts", 1, 109)),
		says("Once more:", read("src/duration.ts"), read("src/clock.ts", 10, 50)),
		says("Done."),
	];
	return [{ prompts: ["Change durations."], replies }];
};

/** A model that wants to see what was left out. */
const askingAgain: Scene = ({ read, bash }) => [
	{
		prompts: ["Read the clock.", "Read the counter.", "Read durations.", "Read the tests."],
		replies: [
			says("Once.", read("src/clock.ts")),
			says("Twice.", read("src/clock.ts")),
			says("I ask again.", read("src/clock.ts")),
			says("The clock."),
			says("Once.", read("src/counter.ts")),
			says("Twice.", read("src/counter.ts", 1, 80)),
			says("I ask again for some of it.", read("src/counter.ts", 20, 40)),
			says("The counter."),
			says("Once.", read("src/duration.ts")),
			says("Twice.", read("src/duration.ts", 1, 100)),
			says("I ask again with a command.", bash("cat -n src/duration.ts")),
			says("The parser."),
			says("Once.", read("src/duration.test.ts")),
			says("Twice, by a command.", bash("cat src/duration.test.ts")),
			says("I ask again for the command.", bash("cat src/duration.test.ts")),
			says("The tests."),
		],
	},
];

/** The name of a scene of tools. */
export type ToolScene =
	| "changes"
	| "ranges"
	| "commands"
	| "together"
	| "askingAgain"
	| "untouched"
	| "notebook"
	| "same"
	| "served";

/** Scenes of tools, by what they are about. */
export const TOOL_SCENES: Readonly<Record<ToolScene, Scene>> = {
	changes,
	ranges,
	commands,
	together,
	askingAgain,
	untouched,
	notebook,
	same,
	served,
};
