import { makeFolder } from "../folders.ts";
import { makeProject } from "../project.ts";
import type { Call, Reply } from "./model.ts";
import { type Outcome, runCodex, type Session } from "./run.ts";

/** Runs in one home and project that are still to be made, one after the other. */
export type Scene = readonly Omit<Session, "home" | "project">[];

/** Plays a scene in a fresh home; what came of its last run tells of all. */
export async function play(scene: Scene): Promise<Outcome> {
	const home = makeFolder("home");
	const project = makeProject();
	let outcome: Outcome = { requests: [], logs: [] };
	for (const session of scene) outcome = await runCodex({ home, project, ...session });
	return outcome;
}

const CALLS_TOOLS = "gpt-5.5";
const WRITES_SCRIPTS = "gpt-6.1-sol";

const WEEKS = `*** Begin Patch
*** Update File: src/duration.ts
@@
 const DAY = 24 * HOUR;
+const WEEK = 7 * DAY;
 
 /** Units from the longest to the shortest, each with the names that a person may write. */
 const UNITS = [
+	{ name: "w", size: WEEK, names: ["w", "week", "weeks"] },
 	{ name: "d", size: DAY, names: ["d", "day", "days"] },
*** End Patch`;

const MOONS = `*** Begin Patch
*** Update File: src/duration.test.ts
@@
-		["3 weeks", 'no unit is called "weeks" at character 3'],
+		["3 moons", 'no unit is called "moons" at character 3'],
*** End Patch`;

/**
 * Scenes by the name of what they show. Prompts are short, so that they stay in a sample.
 */
export const SCENES: Readonly<Record<string, Scene>> = {
	direct: [
		{
			model: CALLS_TOOLS,
			prompt: "Give durations a unit for weeks.",
			replies: [
				says("I look at the parser first.", shell("cat src/duration.ts")),
				says("And at its tests.", shell("cat src/duration.test.ts"), shell("cat src/counter.ts")),
				says("How units are looked up:", shell("sed -n '70,84p' src/duration.ts")),
				says("With numbers, and what comes around it:", shell("nl -ba src/duration.ts | sed -n '55,100p'")),
				says("Do the tests pass?", shell("npm test")),
				says("Weeks go before days.", patch(WEEKS)),
				says("Let me see the whole again.", shell("cat src/duration.ts")),
				says("And the tests.", shell("npm test")),
				says("Once more.", shell("npm test")),
				says("One test says that weeks are refused.", patch(MOONS)),
				says("Again.", shell("npm test")),
				says("The change as a whole:", shell("git diff")),
				says("And once more the tests, as they stand.", shell("cat src/duration.test.ts")),
				says("What changed, again:", shell("git diff")),
				says("The counter is as it was:", shell("cat src/counter.ts")),
				says("Weeks are known now."),
			],
		},
	],
	"code-mode": [
		{
			model: WRITES_SCRIPTS,
			prompt: "Give durations a unit for weeks.",
			replies: [
				says("I look at the parser first.", script(show("cat src/duration.ts"))),
				says("At its neighbours, both at once.", script(showAll("cat src/clock.ts", "cat src/counter.ts"))),
				says("How long is it?", script(measure("cat src/duration.ts"))),
				says("Weeks go before days.", script(`text(await tools.apply_patch(${JSON.stringify(WEEKS)}));`)),
				says("Let me see it again.", script(show("cat src/duration.ts"))),
				says("The tests.", script(show("npm test"))),
				says("And again the neighbours.", script(showAll("cat src/clock.ts", "cat src/counter.ts"))),
				says("All of the answer:", script('text(await tools.exec_command({ cmd: "head -n 50 src/duration.ts" }));')),
				says("Weeks are known now, but for one test."),
			],
		},
	],
	compaction: [
		{
			model: CALLS_TOOLS,
			prompt: "Read the counter and the clock, twice.",
			settings: ["model_auto_compact_token_limit = 50000"],
			replies: [
				says("The counter:", shell("cat src/counter.ts")),
				says("The clock:", shell("cat src/clock.ts")),
				{ ...says("Again the counter:", shell("cat src/counter.ts")), tokens: 60_000 },
				says("The counter and the clock were read."),
				says("The counter:", shell("cat src/counter.ts")),
				says("And once more:", shell("cat src/counter.ts")),
				says("The end of the clock:", shell("tail -n 30 src/clock.ts")),
				says("Both are read."),
			],
		},
	],
	resumed: [
		{
			model: CALLS_TOOLS,
			prompt: "Read the duration parser.",
			replies: [says("Here it is.", shell("cat src/duration.ts")), says("It reads durations.")],
		},
		{
			model: CALLS_TOOLS,
			resume: true,
			prompt: "And what did it look like?",
			replies: [
				says("I read it again.", shell("cat src/duration.ts")),
				says("And its end.", shell("tail -n 40 src/duration.ts")),
				says("It looks as it did."),
			],
		},
	],
};

function says(text: string, ...calls: readonly Call[]): Reply {
	return { text, calls };
}

function shell(cmd: string): Call {
	return { tool: "exec_command", input: { cmd } };
}

function patch(text: string): Call {
	return { tool: "apply_patch", text };
}

function script(text: string): Call {
	return { tool: "exec", text };
}

function show(cmd: string): string {
	return `const { output } = await tools.exec_command(${JSON.stringify({ cmd })});\ntext(output);`;
}

function showAll(...commands: readonly string[]): string {
	const calls = commands.map((cmd) => `\ttools.exec_command(${JSON.stringify({ cmd })}),`);
	return ["const all = await Promise.all([", ...calls, "]);", "for (const { output } of all) text(output);"].join("\n");
}

function measure(cmd: string): string {
	return `const { output } = await tools.exec_command(${JSON.stringify({ cmd })});\ntext(output.split("\\n").length);`;
}
