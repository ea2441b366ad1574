import { afterAll, beforeAll } from "bun:test";
import { join } from "node:path";
import { put } from "../files.ts";
import { removeFolders } from "../folders.ts";
import { type OutlineStage, testOutlines } from "../outline-contract.ts";
import {
	AGENT_SCENES,
	callFor,
	ERRAND,
	OUTLINE_SCENES,
	PLUGIN_SCENES,
	REVERT_SCENES,
	reportOn,
} from "../outline-scenes.ts";
import { toolsIn } from "./calls.ts";
import { buildPlugin, type Place, recordOf, startPlace } from "./live.ts";
import { type Request, resultsIn } from "./model.ts";
import { startOpenCode } from "./run.ts";

let settings: object;
let place: Place;
beforeAll(async () => {
	settings = { plugin: [await buildPlugin()] };
	place = await startPlace(settings);
	put(join(place.home, "config", "ibid", "config.jsonc"), JSON.stringify({ outline: true }));
}, 120_000);
afterAll(async () => {
	await place.host.close();
	removeFolders();
}, 60_000);

const stage: OutlineStage = {
	project: () => place.project,
	async play(parts, project) {
		const session = await place.host.begin();
		for (const { before, text, turns } of parts) {
			if (before === "compact") await place.host.compact(session);
			if (before === "resume") await restart();
			if (before === "revert") await place.host.revert(session);
			const replies = turns.map((turn) => (request: Request) => {
				const act = turn(resultsIn(request));
				return act ? { calls: [callFor(act, toolsIn(project))] } : { text: "I have seen it." };
			});
			const view = { calls: [callFor({ kind: "view" }, toolsIn(project))] };
			const report = (request: Request) => ({ text: reportOn(resultsIn(request)) });
			await place.host.prompt(session, text, { replies, agents: { [ERRAND]: [view, view, report] } });
		}
		return recordOf(place.home, session);
	},
};

/** Another process goes on with the sessions. */
async function restart(): Promise<void> {
	const { home, project, host } = place;
	await host.close();
	place = { home, project, host: await startOpenCode(home, project, settings) };
}

testOutlines("OpenCode", () => stage, { ...OUTLINE_SCENES, ...PLUGIN_SCENES, ...REVERT_SCENES, ...AGENT_SCENES });
