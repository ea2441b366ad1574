import { join } from "node:path";
import { ask, CALLS_TOOLS, says, script, shell, WRITES_SCRIPTS } from "./calls.ts";
import type { LiveScene } from "./compare.ts";
import { byBun, DIRECT, serverNamed } from "./live.ts";
import { session } from "./live-scenes.ts";
import type { Call, Request } from "./model.ts";

const COUNTER = "cat src/counter.ts";
const CLOCK = "cat src/clock.ts";

/** The host compacts in the middle of a turn: the result of the third call is the last that it removes. */
export const COMPACTED: LiveScene = [
	{
		...session(
			says("The counter.", shell(COUNTER)),
			says("The clock.", shell(CLOCK)),
			{ ...says("The counter again.", shell(COUNTER)), tokens: 60_000 },
			says("A counter and a clock were read."),
			says("The counter.", shell(COUNTER)),
			says("Once more.", shell(COUNTER)),
			says("The clock.", shell(CLOCK)),
			says("Both are read."),
		),
		settings: ["model_auto_compact_token_limit = 50000"],
	},
];

/** The same with the provider that Codex has built in: the server compacts, and what is left is sealed. */
export const COMPACTED_BY_SERVER: LiveScene = COMPACTED.map((scene) => ({
	...scene,
	builtIn: true,
	replies: scene.replies.with(3, { items: [{ type: "compaction", encrypted_content: "c2ln" }] }),
}));

/** A session that is resumed. */
export const RESUMED: LiveScene = [
	session(says("The counter.", shell(COUNTER)), says("Again.", shell(COUNTER)), says("It counts.")),
	{
		...session(
			says("The counter again.", shell(COUNTER)),
			says("A part.", shell("sed -n '20,70p' src/counter.ts")),
			says("It does."),
		),
		resume: true,
	},
];

/** A session that begins with the history of another one, including a note; and the first one continues. */
export const FORKED: LiveScene = [
	session(
		says("The counter.", shell(COUNTER)),
		says("The clock.", shell(CLOCK)),
		says("The clock again.", shell(CLOCK)),
		says("It counts."),
	),
	{
		...session(
			says("The counter.", shell(COUNTER)),
			says("The clock.", shell(CLOCK)),
			says("The clock.", shell("nl -ba src/clock.ts")),
			says("They are known."),
		),
		fork: true,
	},
];

const WAIT: Call = { tool: "collaboration__wait_agent", input: {} };

/** An agent that begins with nothing, and one that begins with its parent's context. */
export const AGENTS: LiveScene = [
	{
		...session(
			says("The clock.", shell(CLOCK)),
			says("An agent.", spawn("first", "Look at the clock as the first one.", "none")),
			says("Wait.", WAIT),
			says("Another.", spawn("second", "Look at the clock as the second one.", "all")),
			says("Wait.", WAIT),
			says("The clock.", shell("nl -ba src/clock.ts")),
			says("All have seen it."),
		),
		settings: ["[features]", "multi_agent_v2 = true"],
		agents: {
			"as the second one": [says("Here.", shell("sed -n '1,69p' src/clock.ts")), says("Seen by the second.")],
			"as the first one": [
				says("Here.", shell("head -n 69 src/clock.ts")),
				says("Again.", shell("tail -n +1 src/clock.ts")),
				says("Seen by the first."),
			],
		},
	},
];

function spawn(task_name: string, message: string, fork_turns: string): Call {
	return { tool: "collaboration__spawn_agent", input: { task_name, message, fork_turns } };
}

/** Scripts that call tools, in a model that makes no other calls. */
export const SCRIPTS: LiveScene = [
	{
		model: WRITES_SCRIPTS,
		prompt: "Look at the egg timer.",
		replies: [
			says("The clock.", script(CLOCK)),
			says("Again.", script(CLOCK)),
			says("Both, at once.", script(CLOCK, COUNTER)),
			says("And again.", script(CLOCK, COUNTER)),
			says("I have seen it."),
		],
	},
];

/** ibid's own reader, called by a model that otherwise writes scripts. */
export const READS: LiveScene = [
	{
		model: WRITES_SCRIPTS,
		prompt: "Look at the egg timer.",
		replies: [
			(request) => says("The clock.", read(request, "src/clock.ts")),
			(request) => says("Again.", read(request, "src/clock.ts")),
			(request) => says("I ask again.", read(request, "src/clock.ts")),
			(request) => says("A part.", read(request, "src/counter.ts", { limit: 50 })),
			says("By a script.", script("nl -ba src/duration.ts")),
			(request) => says("The next part, which overlaps.", read(request, "src/counter.ts", { offset: 20, limit: 50 })),
			(request) => says("While a script runs.", script("sleep 1"), read(request, "src/counter.ts", { limit: 40 })),
			(request) => says("No text.", read(request, "node_modules/.bin/bun"), read(request, "src")),
			says("I have seen it."),
		],
	},
];

function read(request: Request, path: string, more: object = {}): Call {
	return ask("ibid", "ibid_read", { path: join(folderIn(request), path), ...more });
}

/** The working directory according to the model's prompt. */
function folderIn({ input }: Request): string {
	return /<cwd>(.*?)<\/cwd>/.exec(JSON.stringify(input))?.[1] ?? "";
}

/** A tool of some server. */
export const SERVED: LiveScene = [
	{
		model: CALLS_TOOLS,
		prompt: "Look at the egg timer.",
		settings: serverNamed("files", byBun(join(import.meta.dirname, "files-server.ts")), DIRECT),
		replies: [
			says("The clock.", ask("files", "show", { path: "src/clock.ts" })),
			says("Again.", ask("files", "show", { path: "src/clock.ts" })),
			says("And by a command.", shell(CLOCK)),
			says("The counter.", shell(COUNTER)),
			says("And by the server.", ask("files", "show", { path: "src/counter.ts" })),
			says("I have seen it."),
		],
	},
];
