import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Call, Reply } from "./model.ts";
import { type Scene, says } from "./scenes.ts";

const ERRAND = "Find out what the counter does to the clock.";
const SUMMARY = says("<summary>Some files were read.</summary>");

/** A reply that claims to have read this much makes both versions compact, if they are told a window of this size. */
const FULL = 190_000;
const WINDOW = { CLAUDE_CODE_AUTO_COMPACT_WINDOW: "200000" };

/** Ends once the log has the call of this very command, and so everything before it. */
const WAIT_FOR_LOG = `until grep -qr "the log has come so far" "$HOME/.claude/projects"; do sleep 0.05; done`;

/** An agent works in the background, and each continues only when the other has come far enough. */
export const background: Scene = ({ read, bash, agent }) => [
	{
		prompts: ["Is the clock used everywhere? Have the counter looked at meanwhile."],
		replies: [
			says("First the clock.", read("src/clock.ts")),
			says("The counter is for someone else.", inBackground(agent(ERRAND))),
			says("Have they begun?", bash(waitFor("begun"))),
			says("I look at the counter myself.", read("src/counter.ts")),
			says("Back to the clock.", bash("cat src/clock.ts")),
			says("They may go on.", bash("touch enough")),
			says("It is used everywhere."),
		],
		agents: {
			[ERRAND]: [
				says("The counter:", read("src/counter.ts")),
				says("I have begun.", bash("touch begun")),
				says("I wait.", bash(waitFor("enough"))),
				says("What it needs:", read("src/clock.ts")),
				says("Again the counter:", bash("cat src/counter.ts")),
				says("It asks the clock."),
			],
		},
	},
];

function inBackground({ tool, input }: Call): Call {
	return { tool, input: { ...input, run_in_background: true } };
}

/** A command that ends once a file exists. */
export function waitFor(name: string): string {
	return `until [ -e ${name} ]; do sleep 0.05; done`;
}

/** The host compacts between two prompts, because the user asks for it. */
export const compactedByHand: Scene = betweenPrompts(says("Both are read."), "/compact");

/** The host compacts between two prompts on its own. */
export const compactedByItself: Scene = betweenPrompts({ ...says("Both are read."), tokens: FULL });

function betweenPrompts(end: Reply, ...words: readonly string[]): Scene {
	return ({ read, bash }) => [
		{
			environment: WINDOW,
			prompts: ["Read the counter and the clock.", ...words, "Read them again."],
			replies: [
				says("The counter:", read("src/counter.ts")),
				says("The clock:", bash("cat src/clock.ts")),
				says("Again the counter:", bash("cat src/counter.ts")),
				end,
				SUMMARY,
				says("The counter:", read("src/counter.ts")),
				says("The clock:", bash("cat src/clock.ts")),
				says("One moment.", bash(WAIT_FOR_LOG)),
				says("Once more the counter:", bash("cat src/counter.ts")),
				says("Once more the clock:", read("src/clock.ts")),
				says("Both are read again."),
			],
		},
	];
}

/** The host compacts on its own in the middle of a turn, and keeps the last reply with its calls. */
export const compactedInTurn: Scene = ({ read, bash }) => [
	{
		environment: WINDOW,
		prompts: ["Read the counter and the clock."],
		replies: [
			says("The counter:", read("src/counter.ts")),
			says("The clock:", bash("cat src/clock.ts")),
			{ ...says("Again the counter:", bash("cat src/counter.ts")), tokens: FULL },
			SUMMARY,
			says("One moment.", bash(WAIT_FOR_LOG)),
			says("Again the counter:", bash("cat -n src/counter.ts")),
			says("Again the clock:", bash("cat src/clock.ts")),
			says("Both are read."),
		],
	},
];

/** The output of two commands that end later fills the window, and the host compacts before the model sees the note. */
export const compactedBySiblings: Scene = ({ read, bash }) => [
	{
		environment: WINDOW,
		prepare: (project) => writeFileSync(join(project, "big.txt"), "a line of the big file\n".repeat(1300)),
		prompts: ["Read the counter and the big file."],
		replies: [
			says("The counter:", read("src/counter.ts")),
			{
				...says("All:", read("src/counter.ts", 1, 80), bash(LATER), bash(`${LATER} | head -n 1200`)),
				tokens: 160_000,
			},
			SUMMARY,
			says("Both are read."),
		],
	},
];

const LATER = "sleep 0.6; cat big.txt";

/** For a model that the host does not know, its settings can give the size of the window. */
export const compactedAtLimit: Scene = ({ read, bash }) => [
	{
		args: ["--model", "someone-elses-model"],
		environment: { CLAUDE_CODE_MAX_CONTEXT_TOKENS: "120000" },
		prompts: ["Read the counter."],
		replies: [
			says("The counter:", read("src/counter.ts")),
			{ ...says("Again:", bash("cat src/counter.ts")), tokens: 110_000 },
			SUMMARY,
			says("It is read."),
		],
	},
];

/** The same in a window whose size ibid cannot find out: the model never sees the lines of its last note. */
export const compactedUnawares: Scene = ({ read, bash }) => [
	{
		args: ["--settings", JSON.stringify({ autoCompactWindow: 100_000 })],
		prompts: ["Read the counter."],
		replies: [
			says("The counter:", read("src/counter.ts")),
			{ ...says("Again:", bash("cat src/counter.ts")), tokens: 95_000 },
			SUMMARY,
			says("One moment.", bash(WAIT_FOR_LOG)),
			says("What was it?", bash("cat src/counter.ts")),
			says("It is read."),
		],
	},
];

/** The user clears the conversation, and the model reads the same file. */
export const cleared: Scene = ({ read, bash }) => [
	{
		prompts: ["Read the clock.", "/clear", "Read the clock."],
		replies: [
			says("The clock:", read("src/clock.ts")),
			says("Once more:", bash("cat src/clock.ts")),
			says("It is read."),
			says("The clock:", read("src/clock.ts")),
			says("Once more:", bash("cat src/clock.ts")),
			says("It is read."),
		],
	},
];

/** A session is resumed twice, each time with earlier notes in it. */
export const resumedTwice: Scene = ({ read, bash }) => [
	{
		prompts: ["Read the durations."],
		replies: [
			says("Their beginning:", read("src/duration.ts", 1, 50)),
			says("All of them:", read("src/duration.ts")),
			says("They are read."),
		],
	},
	{
		prompts: ["And the counter."],
		args: ["--continue"],
		replies: [
			says("Here it is.", read("src/counter.ts")),
			says("The end of the durations:", bash("sed -n '51,109p' src/duration.ts")),
			says("They are read."),
		],
	},
	{
		prompts: ["Both once more."],
		args: ["--continue"],
		replies: [
			says("The counter:", bash("cat src/counter.ts")),
			says("The end of the durations:", bash("sed -n '51,109p' src/duration.ts")),
			says("They are read."),
		],
	},
];

/** A session with a note in it, then one that continues from there. */
export function goneOn(...args: readonly string[]): Scene {
	return ({ read, bash }) => [
		{
			prompts: ["Read the clock and the durations."],
			replies: [
				says("The clock:", read("src/clock.ts")),
				says("The beginning of the durations:", read("src/duration.ts", 1, 50)),
				says("All of them:", read("src/duration.ts")),
				says("They are read."),
			],
		},
		{
			prompts: ["Go on from there."],
			args,
			replies: [
				says("The counter:", read("src/counter.ts")),
				says("The clock:", bash("cat src/clock.ts")),
				says("The end of the durations:", bash("sed -n '51,109p' src/duration.ts")),
				says("They are read."),
			],
		},
	];
}
