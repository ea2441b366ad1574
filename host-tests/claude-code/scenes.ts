import { join } from "node:path";
import { makeFolder } from "../folders.ts";
import { makeProject } from "../project.ts";
import type { Call, Reply } from "./model.ts";
import { type Outcome, runClaudeCode, type Session } from "./run.ts";

/** Runs in one new home directory and project, one after another. */
export type Scene = (tools: Tools) => readonly Run[];

/** One run, and a change of the project before it. */
export type Run = Omit<Session, "home" | "project"> & { readonly prepare?: (project: string) => void };

/** Calls of the tools that a scene needs; files are named relative to the project. */
export type Tools = {
	readonly path: (name: string) => string;
	readonly read: (name: string, offset?: number, limit?: number) => Call;
	readonly bash: (command: string) => Call;
	readonly edit: (name: string, from: string, to: string) => Call;
	readonly write: (name: string, content: string) => Call;
	readonly agent: (prompt: string) => Call;
};

/** The outcome of all runs of a scene; its logs are in one home directory. */
export type Played = Outcome & { readonly project: string };

/** Plays a scene in a new home directory; arguments and version can be given. */
export async function play(scene: Scene, more: Pick<Session, "args" | "version" | "run"> = {}): Promise<Played> {
	const home = makeFolder("home");
	const project = makeProject();
	const outcomes: Outcome[] = [];
	for (const { args = [], prepare, ...session } of scene(toolsIn(project))) {
		prepare?.(project);
		const all = { home, project, ...session, ...more, args: [...args, ...(more.args ?? [])] };
		outcomes.push(await runClaudeCode(all));
	}
	return { project, requests: outcomes.flatMap(({ requests }) => requests), logs: outcomes.at(-1)?.logs ?? [] };
}

const DAYS = '{ name: "d", size: DAY, names: ["d", "day", "days"] },';
const WEEKS = '{ name: "w", size: WEEK, names: ["w", "week", "weeks"] },';
const WEEK = "const DAY = 24 * HOUR;\nconst WEEK = 7 * DAY;\n";
const ERRAND = "Count how often the counter asks the clock.";
const CHANGES =
	"# Changes\n\n- Durations may be given in weeks: `2 weeks`, `1w 3d`.\n- Moons are refused, as they always were.\n";

/** Scenes by the name of what they show. */
export const SCENES: Readonly<Record<string, Scene>> = {
	"re-reads": ({ read, bash, edit, write }) => [
		{
			prompts: ["Give durations a unit for weeks.", "Write down what you changed, and check it once more."],
			replies: [
				says("I look at the parser first.", read("src/duration.ts")),
				says("And at its tests.", read("src/duration.test.ts")),
				says("How units are looked up:", read("src/duration.ts", 70, 15)),
				says("What comes around it:", read("src/duration.ts", 60, 40)),
				says("Do the tests pass?", bash("npm test")),
				says("Weeks go before days.", edit("src/duration.ts", DAYS, `${WEEKS}\n\t${DAYS}`)),
				says("They need their size.", edit("src/duration.ts", "const DAY = 24 * HOUR;\n", WEEK)),
				says("Let me see the whole again.", read("src/duration.ts")),
				says("And the tests.", bash("npm test")),
				says("One test says that weeks are refused.", bash("npm test")),
				says("I change it.", edit("src/duration.test.ts", '["3 weeks", ', '["3 moons", ')),
				says("The words too.", edit("src/duration.test.ts", 'called "weeks"', 'called "moons"')),
				says("Again.", bash("npm test")),
				says("And the file with the tests.", bash("cat src/duration.test.ts")),
				says("Where else are units named?", bash("grep -n 'unit' src/duration.ts README.md")),
				says("Weeks are known now."),
				says("I write it down.", write("CHANGES.md", CHANGES)),
				says("As it stands there:", read("CHANGES.md")),
				says("The change as a whole:", bash("git diff")),
				says("The upper half of the file:", bash("sed -n '1,50p' src/duration.ts")),
				says("Once more the units:", bash("grep -n 'unit' src/duration.ts README.md")),
				says("All of it is there."),
			],
		},
	],
	"sub-agent": ({ read, bash, agent }) => [
		{
			prompts: ["Is the clock used everywhere?"],
			replies: [
				says("First the clock.", read("src/clock.ts")),
				says("Someone else may look at the counter.", agent(ERRAND)),
				says("Back to the clock.", read("src/clock.ts")),
				says("It is used everywhere."),
			],
			agents: {
				[ERRAND]: [
					says("The counter:", read("src/counter.ts")),
					says("What it needs:", read("src/clock.ts")),
					says("Where it asks for the time:", bash("grep -n 'clock' src/counter.ts")),
					says("Again the counter:", read("src/counter.ts")),
					says("The counter asks the clock three times."),
				],
			},
		},
	],
	compaction: ({ read, bash }) => [
		{
			prompts: ["Read the counter and the clock.", "/compact", "Read them again."],
			replies: [
				says("The counter:", read("src/counter.ts")),
				says("The clock:", bash("cat src/clock.ts")),
				says("Again the counter:", read("src/counter.ts")),
				says("Both are read."),
				says("<summary>The counter and the clock were read.</summary>"),
				says("The counter:", read("src/counter.ts")),
				says("Its tests:", read("src/counter.test.ts")),
				says("The counter once more:", read("src/counter.ts")),
				says("Its tests once more:", bash("cat -n src/counter.test.ts")),
				says("Both are read again."),
			],
		},
	],
	parallel: ({ read, bash }) => [
		{
			prompts: ["Read everything at once."],
			replies: [
				says("All three:", read("src/clock.ts"), read("src/counter.ts"), read("src/duration.ts")),
				says(
					"Again, with some overlap:",
					read("src/counter.ts", 20, 50),
					read("src/counter.ts"),
					bash("cat src/clock.ts"),
				),
				says("That is everything."),
			],
		},
	],
	resumed: ({ read, bash }) => [
		{
			prompts: ["Read the duration parser."],
			replies: [says("Here it is.", read("src/duration.ts")), says("It reads durations.")],
		},
		{
			prompts: ["And what did it look like?"],
			args: ["--continue"],
			replies: [
				says("I read it again.", read("src/duration.ts")),
				says("And its end.", bash("tail -n 40 src/duration.ts")),
				says("It looks as it did."),
			],
		},
	],
	"unchanged-2.1.197": ({ read, edit }) => [
		{
			version: "2.1.197",
			prompts: ["Read the clock until you know it."],
			replies: [
				says("Once.", read("src/clock.ts")),
				says("Twice.", read("src/clock.ts")),
				says("A part of it.", read("src/clock.ts", 30, 30)),
				says("The whole.", read("src/clock.ts")),
				says(
					"A word.",
					edit("src/clock.ts", "/** The clock on the wall. */", "/** The clock on the wall, or in a pocket. */"),
				),
				says("The whole once more.", read("src/clock.ts")),
				says("I know it."),
			],
		},
	],
};

/** A reply in words and calls. */
export function says(text: string, ...calls: NonNullable<Reply["calls"]>): Reply {
	return { text, calls };
}

/** A reply before which the test itself does something: the host waits for the model and does not notice. */
export function saysAfter(done: () => void, text: string, ...calls: NonNullable<Reply["calls"]>): Reply {
	return {
		text,
		get calls() {
			done();
			return calls;
		},
	};
}

/** The tools of a project. */
export function toolsIn(project: string): Tools {
	const path = (name: string): string => join(project, name);
	return {
		path,
		read: (name: string, offset?: number, limit?: number) => ({
			tool: "Read",
			input: { file_path: path(name), ...(offset === undefined ? {} : { offset, limit }) },
		}),
		bash: (command: string) => ({ tool: "Bash", input: { command } }),
		edit: (name: string, old_string: string, new_string: string) => ({
			tool: "Edit",
			input: { file_path: path(name), old_string, new_string },
		}),
		write: (name: string, content: string) => ({ tool: "Write", input: { file_path: path(name), content } }),
		agent: (prompt: string) => ({
			tool: "Agent",
			input: { description: "Look it up", prompt, subagent_type: "general-purpose", run_in_background: false },
		}),
	};
}
