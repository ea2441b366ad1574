import { afterAll, describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as v from "valibot";
import { buildExecutable } from "../../scripts/build-exe.ts";
import { recordedIn } from "../codex/live.ts";
import { makeFolder, removeFolders } from "../folders.ts";
import { type Act, type GuardStage, testFailedEdit, testNoteGuard } from "../guard-contract.ts";
import { makeProject } from "../project.ts";
import { calls, read, replace, shell, write } from "./calls.ts";
import { type Call, type Request, resultsIn } from "./model.ts";
import { runGeminiCli, writeSettings } from "./run.ts";

const TIME = 60_000;
afterAll(removeFolders);

const PLUGIN = join(import.meta.dirname, "..", "..", "plugins", "gemini-cli");

/** The program that users install. */
const PROGRAM: string = join(makeFolder("plugin"), "ibid");
buildExecutable(PROGRAM);

/** Gemini CLI under `ibid run` with the hook of the extension, which starts what is found by the name of ibid. */
function stageWith(program: string): GuardStage {
	const state = makeFolder("state");
	const file = readFileSync(join(PLUGIN, "hooks", "hooks.json"), "utf8");
	const { hooks } = v.parse(v.object({ hooks: v.record(v.string(), v.unknown()) }), JSON.parse(file));
	return {
		words: /^Tool execution blocked: (?:Nothing|Again nothing) was written/,
		project: makeProject,
		recorded: () => recordedIn(state),
		async play(acts, project) {
			const home = makeFolder("home");
			writeSettings(home, { hooks });
			const replies = acts.map((next) => (request: Request) => {
				return calls(callOf(next(resultsIn(request).map(({ text }) => text))));
			});
			const environment = { PATH: `${dirname(program)}:${process.env.PATH}` };
			const underRun = { state, record: join(state, "requests.jsonl") };
			const { requests } = await runGeminiCli({ home, project, environment, underRun, prompt: "Look.", replies });
			return resultsIn(requests.at(-1)!).map(({ text }) => text);
		},
	};
}

function callOf(act: Act): Call {
	switch (act.kind) {
		case "read":
			return read(act.path);
		case "write":
			return write(act.path, act.text);
		case "edit":
			return replace(act.path, act.old, act.text);
		case "run":
			return shell(act.command);
	}
}

testNoteGuard("Gemini CLI", () => stageWith(PROGRAM));
testFailedEdit("Gemini CLI", () => stageWith(PROGRAM));

/** Another program by the name of ibid: a script for Bash. */
function script(lines: string): string {
	const path = join(makeFolder("plugin"), "ibid");
	writeFileSync(path, `#!/bin/bash\n${lines}\n`, { mode: 0o755 });
	return path;
}

describe("a call of Gemini CLI runs, and the model is told of a note in it,", () => {
	test.each([
		["takes too long", "exec sleep 30"],
		["fails", "exit 1"],
		["is told of a host that it does not know", `exec ${PROGRAM} hook nowhere`],
		["is killed", "kill -s KILL $$"],
		["says nothing", "true"],
		["says words", "echo 'ibid is ill'"],
		["says half of what it has to say", `exec ${PROGRAM} "$@" > >(head -c 20)`],
	])(
		"if the program that answers its hook %s",
		async (_, lines) => {
			const stage = stageWith(script(lines));
			const project = stage.project();
			const path = "src/clock-copy.ts";
			const texts = await stage.play(
				[
					() => ({ kind: "read", path: "src/clock.ts" }),
					() => ({ kind: "read", path: "src/clock.ts" }),
					([, note]) => ({ kind: "write", path, text: `${note}\n`, before: "" }),
					() => ({ kind: "read", path: "README.md" }),
				],
				project,
			);
			expect(readFileSync(join(project, path), "utf8")).toContain(String(texts[1]).trimEnd());
			expect(stage.recorded().filter(({ kind }) => kind === "copy")).toHaveLength(1);
		},
		TIME,
	);
});
