import { afterAll } from "bun:test";
import { join } from "node:path";
import { recordedIn } from "../codex/live.ts";
import { makeFolder, removeFolders } from "../folders.ts";
import { type Act, type GuardStage, testFailedEdit, testNoteGuard } from "../guard-contract.ts";
import { makeProject } from "../project.ts";
import { calls, read, replace, shell, write } from "./calls.ts";
import { byTailCall } from "./live.ts";
import { type Call, type Request, resultsIn } from "./model.ts";
import { runGeminiCli, writeSettings } from "./run.ts";

afterAll(removeFolders);

function stage(): GuardStage {
	const { state, hooks = {}, servers = {}, environment = {}, install } = byTailCall();
	return {
		words: /^Tool execution blocked: (?:Nothing|Again nothing) was written/,
		project: makeProject,
		recorded: () => recordedIn(state),
		async play(acts, project) {
			const home = makeFolder("home");
			writeSettings(home, { hooks, mcpServers: servers });
			await install?.(home);
			const replies = acts.map((next) => (request: Request) => {
				return calls(callOf(next(resultsIn(request).map(({ text }) => text))));
			});
			const place = { home, project, environment, servers: join(state, "gemini-cli", "servers") };
			const { requests } = await runGeminiCli({ ...place, prompt: "Look.", replies });
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

testNoteGuard("Gemini CLI", stage);
testFailedEdit("Gemini CLI", stage);
