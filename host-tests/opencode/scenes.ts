import type { Tools } from "./calls.ts";
import type { Reply, Request, Script } from "./model.ts";
import type { OpenCode } from "./run.ts";

/** What happens in one session, step by step. */
export type Scene = (tools: Tools) => readonly Step[];

/**
 * The user says something or gives a command, has the host compact the session, takes the last prompt back, or goes on
 * in a fork; the host empties old results; or something happens that the host knows nothing of.
 */
export type Step =
	| (Script & { readonly kind: "prompt"; readonly text: string; readonly attached?: string })
	| (Script & { readonly kind: "command"; readonly name: string; readonly words: string })
	| { readonly kind: "compact" }
	| { readonly kind: "revert" }
	| { readonly kind: "fork" }
	| { readonly kind: "emptied" }
	| { readonly kind: "meanwhile"; readonly happens: () => void };

/** A session that was played, those that it was forked from, and every request for a reply in them. */
export type Played = {
	readonly session: string;
	readonly earlier: readonly string[];
	readonly requests: readonly Request[];
};

/** Plays a scene in a session of its own. */
export async function play(host: OpenCode, steps: readonly Step[]): Promise<Played> {
	const sessions = [await host.begin()];
	const requests: Request[] = [];
	for (const step of steps) {
		const session = sessions[0]!;
		if (step.kind === "prompt") requests.push(...(await host.prompt(session, step.text, step, step.attached)));
		if (step.kind === "command") requests.push(...(await host.command(session, step.name, step.words, step)));
		if (step.kind === "compact") await host.compact(session);
		if (step.kind === "revert") await host.revert(session);
		if (step.kind === "fork") sessions.unshift(await host.fork(session));
		if (step.kind === "emptied") await host.emptied(session);
		if (step.kind === "meanwhile") step.happens();
	}
	const [session, ...earlier] = sessions;
	return { session: session!, earlier, requests };
}

const DAY = "const DAY = 24 * HOUR;";
const DAYS = '{ name: "d", size: DAY, names: ["d", "day", "days"] },';
const WEEKS = '{ name: "w", size: WEEK, names: ["w", "week", "weeks"] },';
const ERRAND = "Count how often the counter asks the clock.";
const CHANGES = "# Changes\n\n- Durations may be given in weeks: `2 weeks`, `1w 3d`.\n- Moons are refused.\n";

/** What scenes need: a compaction keeps two prompts with their results, if there are more. */
export const SETTINGS = { compaction: { tail_turns: 2 } } as const;

/** Scenes by the name of what they show. */
export const SCENES: Readonly<Record<string, Scene>> = {
	"re-reads": ({ read, bash, grep, edit, write }) => [
		prompt(
			"Give durations a unit for weeks.",
			says("The parser and its tests:", read("src/duration.ts"), read("src/duration.test.ts")),
			says("How units are looked up:", read("src/duration.ts", 70, 15)),
			says("What comes around it:", read("src/duration.ts", 60, 40)),
			says("Where else units are named:", grep("unit")),
			says("Do the tests pass?", bash("npm test")),
			says("Weeks need their size.", edit("src/duration.ts", DAY, `${DAY}\nconst WEEK = 7 * DAY;`)),
			says("They go before days.", edit("src/duration.ts", DAYS, `${WEEKS}\n\t${DAYS}`)),
			says("Let me see the whole again.", read("src/duration.ts")),
			says("And the tests.", bash("npm test")),
			says("One says that weeks are refused.", edit("src/duration.test.ts", '"3 weeks"', '"3 moons"')),
			says("The words too.", edit("src/duration.test.ts", 'called "weeks"', 'called "moons"')),
			says("Again.", bash("npm test"), bash("cat src/duration.test.ts")),
			says("Weeks are known now."),
		),
		prompt(
			"Write down what you changed, and check it once more.",
			says("I write it down.", write("CHANGES.md", CHANGES)),
			says("As it stands there:", read("CHANGES.md")),
			says("The change as a whole:", bash("git diff")),
			says("The upper half of the file:", bash("sed -n '1,50p' src/duration.ts")),
			says("Is there more?", read("src/missing.ts"), read("src")),
			says("All of it is there."),
		),
		{
			kind: "prompt",
			text: "Do you know this one?",
			attached: "src/clock.ts",
			replies: [says("I read it.", read("src/clock.ts")), says("Now I do.")],
		},
	],
	"sub-agent": ({ read, bash, agent }) => [
		{
			...prompt(
				"Is the clock used everywhere?",
				says("First the clock.", read("src/clock.ts")),
				says("Someone else may look at the counter.", agent(ERRAND)),
				says("Back to the clock.", read("src/clock.ts")),
				says("It is used everywhere."),
			),
			agents: {
				[ERRAND]: [
					says("The counter:", read("src/counter.ts")),
					says("What it needs:", read("src/clock.ts"), bash("grep -n 'clock' src/counter.ts")),
					says("Again the counter:", read("src/counter.ts")),
					says("The counter asks the clock three times."),
				],
			},
		},
	],
	compaction: ({ read, bash }) => [
		prompt(
			"Read the counter and the clock.",
			says("The counter:", read("src/counter.ts")),
			says("The clock:", bash("cat src/clock.ts")),
			says("Both are read."),
		),
		{ kind: "compact" },
		prompt(
			"Read them again.",
			says("The counter:", read("src/counter.ts")),
			says("The clock:", bash("cat src/clock.ts")),
			says("The counter once more:", read("src/counter.ts", 20, 50)),
			says("Both are read again."),
		),
	],
	"compaction-with-tail": ({ read, bash }) => [
		prompt("Read the parser.", says("Here it is.", read("src/duration.ts")), says("It is read.")),
		prompt("And the counter.", says("Here it is.", read("src/counter.ts")), says("It counts.")),
		prompt("And the clock.", says("Here it is.", bash("cat src/clock.ts")), says("It tells the time.")),
		{ kind: "compact" },
		prompt(
			"Read them again.",
			says("The parser:", read("src/duration.ts")),
			says("The counter and the clock:", read("src/counter.ts"), bash("cat src/clock.ts")),
			says("All are read again."),
		),
	],
	reverted: ({ read, edit }) => [
		prompt("Read the clock.", says("Here it is.", read("src/clock.ts")), says("It tells the time.")),
		prompt(
			"Give it another name.",
			says("Like this:", edit("src/clock.ts", "/** The clock on the wall. */", "/** The clock in the hall. */")),
			says("So it reads:", read("src/clock.ts")),
			says("It has another name."),
		),
		{ kind: "revert" },
	],
	"reverted-and-on": ({ read }) => [
		prompt("Read the counter.", says("Here it is.", read("src/counter.ts")), says("It counts.")),
		prompt("Read its tests.", says("Here they are.", read("src/counter.test.ts")), says("They pass.")),
		{ kind: "revert" },
		prompt(
			"No, the counter again, and then its tests.",
			says("Both:", read("src/counter.ts", 1, 60), read("src/counter.test.ts")),
			says("Both are read."),
		),
	],
};

/** The user says something, and the model replies until it makes no more calls. */
export function prompt(text: string, ...replies: readonly Reply[]): Extract<Step, { kind: "prompt" }> {
	return { kind: "prompt", text, replies };
}

/** A reply of the model. */
export function says(text: string, ...calls: NonNullable<Reply["calls"]>): Reply {
	return { text, calls };
}
