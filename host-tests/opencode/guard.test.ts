import { afterAll, beforeAll } from "bun:test";
import type { RecordLine } from "../../src/store/record-lines.ts";
import { removeFolders } from "../folders.ts";
import { type Act, type GuardStage, testFailedEdit, testLeanGuard, testNoteGuard } from "../guard-contract.ts";
import { toolsIn } from "./calls.ts";
import { buildPlugin, type Place, recordOf, startPlace } from "./live.ts";
import { type Call, type Request, resultsIn } from "./model.ts";

let place: Place;
beforeAll(async () => {
	place = await startPlace({ plugin: [await buildPlugin()] });
}, 120_000);
afterAll(async () => {
	await place.host.close();
	removeFolders();
});

function stage(): GuardStage {
	let recorded: readonly RecordLine[] = [];
	return {
		words: /^(?:Nothing|Again nothing) was written/,
		project: () => place.project,
		recorded: () => recorded,
		async play(acts, project) {
			const { host, home } = place;
			const session = await host.begin();
			const replies = acts.map((next) => (request: Request) => ({
				calls: [callOf(next(resultsIn(request)), project)],
			}));
			const requests = await host.prompt(session, "Look.", { replies });
			recorded = recordOf(home, session);
			return resultsIn(requests.at(-1)!);
		},
	};
}

function callOf(act: Act, project: string): Call {
	const tools = toolsIn(project);
	switch (act.kind) {
		case "read":
			return tools.read(act.path);
		case "write":
			return tools.write(act.path, act.text);
		case "edit":
			return tools.edit(act.path, act.old, act.text);
		case "run":
			return tools.bash(act.command);
	}
}

testFailedEdit("OpenCode", stage);
testNoteGuard("OpenCode", stage);
testLeanGuard("OpenCode", stage);
