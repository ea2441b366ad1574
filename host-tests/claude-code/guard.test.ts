import { afterAll } from "bun:test";
import { join } from "node:path";
import { recordedIn } from "../codex/live.ts";
import { makeFolder, removeFolders } from "../folders.ts";
import { type Act, type GuardStage, testFailedEdit, testLeanGuard, testNoteGuard } from "../guard-contract.ts";
import { makeProject } from "../project.ts";
import { byPlugin } from "./live.ts";
import { type Call, resultsIn } from "./model.ts";
import { runClaudeCode, type Session, type Version } from "./run.ts";
import { toolsIn } from "./scenes.ts";

afterAll(removeFolders);

/** How the model reads a file for the first time, and when it does so again. */
type Readers = readonly [
	first: (path: string, project: string) => Call,
	again: (path: string, project: string) => Call,
];

const byTool = (path: string, project: string): Call => toolsIn(project).read(path);
const byCommand = (path: string): Call => ({ tool: "Bash", input: { command: `cat -n ${path}` } });

/** How ibid gets into a session, and the folder of its state. */
type Way = Pick<Session, "args" | "run"> & { readonly state: string };

function byRun(): Way {
	const state = makeFolder("state");
	return { state, run: { state, record: join(state, "requests.jsonl") } };
}

function stage(
	version: Version,
	[first, again]: Readers = [byTool, byTool],
	{ state, ...way }: Way = byPlugin(),
): GuardStage {
	return {
		words:
			version === "2.1.325"
				? /^PreToolUse:\w+ hook error: (?:Nothing|Again nothing) was written/
				: /^(?:Nothing|Again nothing) was written/,
		project: makeProject,
		recorded: () => recordedIn(state),
		async play(acts, project) {
			const replies = acts.map((next, index) => (request: Parameters<typeof resultsIn>[0]) => {
				const act = next(resultsIn(request).map(({ text }) => text));
				return { calls: [callOf(act, project, index === 0 ? first : again)] };
			});
			const home = makeFolder("home");
			const { requests } = await runClaudeCode({ home, project, version, ...way, prompts: ["Look."], replies });
			return resultsIn(requests.at(-1)!).map(({ text }) => text);
		},
	};
}

function callOf(act: Act, project: string, read: Readers[0]): Call {
	const tools = toolsIn(project);
	switch (act.kind) {
		case "read":
			return read(act.path, project);
		case "write":
			return tools.write(act.path, act.text);
		case "edit":
			return tools.edit(act.path, act.old, act.text);
		case "run":
			return tools.bash(act.command);
	}
}

testNoteGuard("Claude Code 2.1.325", () => stage("2.1.325"));
// This version has its own answer to a read that repeats the last one, so there the model reads again with a command.
testNoteGuard("Claude Code 2.1.197", () => stage("2.1.197", [byTool, byCommand]));
testFailedEdit("Claude Code 2.1.325", () => stage("2.1.325"));
testFailedEdit("Claude Code 2.1.197", () => stage("2.1.197"));
testLeanGuard("Claude Code 2.1.325", () => stage("2.1.325"));
testLeanGuard("Claude Code 2.1.197", () => stage("2.1.197", [byTool, byCommand]));

const UNDER_RUN = "under ibid run";
testNoteGuard(`Claude Code 2.1.325 ${UNDER_RUN}`, () => stage("2.1.325", undefined, byRun()));
testFailedEdit(`Claude Code 2.1.325 ${UNDER_RUN}`, () => stage("2.1.325", undefined, byRun()));
testLeanGuard(`Claude Code 2.1.325 ${UNDER_RUN}`, () => stage("2.1.325", undefined, byRun()));
// This version answers reads that repeat the last one by itself, also under ibid run.
testLeanGuard(`Claude Code 2.1.197 ${UNDER_RUN}`, () => stage("2.1.197", [byTool, byCommand], byRun()));
