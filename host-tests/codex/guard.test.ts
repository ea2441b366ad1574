import { afterAll } from "bun:test";
import { join } from "node:path";
import { makeFolder, removeFolders } from "../folders.ts";
import { type Act, type GuardStage, testFailedEdit, testLeanGuard, testNoteGuard } from "../guard-contract.ts";
import { makeProject } from "../project.ts";
import { ask, CALLS_TOOLS, patch, script, shell, WRITES_SCRIPTS } from "./calls.ts";
import { byHooks, DIRECT, ibid, recordedIn } from "./live.ts";
import { type Call, type Request, resultsIn } from "./model.ts";
import { runCodex } from "./run.ts";

afterAll(removeFolders);

function stage(): GuardStage {
	const { settings = [], hooks, state } = byHooks();
	return {
		words:
			/^Command blocked by PreToolUse hook: (?:Nothing|Again nothing) was written: .*(?:in its place|go on)\. Command: /,
		project: makeProject,
		recorded: () => recordedIn(state),
		async play(acts, project) {
			const replies = acts.map((next) => (request: Request) => {
				return { calls: [callOf(next(resultsIn(request).map(({ text }) => text)))] };
			});
			const session = { home: makeFolder("home"), project, prompt: "Look.", model: CALLS_TOOLS, replies };
			const { requests } = await runCodex({ ...session, settings, hooks });
			return resultsIn(requests.at(-1)!).map(({ text }) => text);
		},
	};
}

/** A model that writes scripts, and reads by ibid's own reader: what scripts read goes to the script. */
function scripted(): GuardStage {
	const { settings = [], hooks, state } = byHooks(ibid("--offer-read"), DIRECT);
	return {
		words:
			/^Script failed\n.*\nScript error:\nCommand blocked by PreToolUse hook: (?:Nothing|Again nothing) was written/s,
		project: makeProject,
		recorded: () => recordedIn(state),
		async play(acts, project) {
			const replies = acts.map((next) => (request: Request) => {
				return { calls: [scriptOf(next(resultsIn(request).map(({ text }) => text)), project)] };
			});
			const session = { home: makeFolder("home"), project, prompt: "Look.", model: WRITES_SCRIPTS, replies };
			const { requests } = await runCodex({ ...session, settings, hooks });
			return resultsIn(requests.at(-1)!).map(({ text }) => text);
		},
	};
}

function scriptOf(act: Act, project: string): Call {
	if (act.kind === "read") return ask("ibid", "ibid_read", { path: join(project, act.path) });
	if (act.kind === "run") return script(act.command);
	const call = callOf(act);
	return { tool: "exec", text: `text(await tools.apply_patch(${JSON.stringify("text" in call ? call.text : "")}));` };
}

function callOf(act: Act): Call {
	switch (act.kind) {
		case "read":
			return shell(`cat ${act.path}`);
		case "write":
			return patchOf(act.path, act.before, act.text);
		case "edit":
			return patchOf(act.path, act.old, act.text);
		case "run":
			return shell(act.command);
	}
}

/** Files are changed by patches only. */
function patchOf(path: string, before: string, after: string): Call {
	const lines = (text: string, sign: string): string[] =>
		text
			.replace(/\n$/, "")
			.split("\n")
			.map((line) => sign + line);
	return patch([`*** Update File: ${path}`, "@@", ...lines(before, "-"), ...lines(after, "+")]);
}

testNoteGuard("Codex", stage);
testFailedEdit("Codex", stage);
testNoteGuard("a script of Codex", scripted);
testFailedEdit("a script of Codex", scripted);
testLeanGuard("Codex", stage);
