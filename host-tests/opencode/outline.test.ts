import { afterAll, beforeAll } from "bun:test";
import { join } from "node:path";
import { put } from "../files.ts";
import { removeFolders } from "../folders.ts";
import { type OutlineStage, testOutlines } from "../outline-contract.ts";
import type { OutlineAct } from "../outline-scenes.ts";
import { FILE } from "../outline-scenes.ts";
import { toolsIn } from "./calls.ts";
import { buildPlugin, type Place, recordOf, startPlace } from "./live.ts";
import { type Call, type Request, resultsIn } from "./model.ts";
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
			const replies = turns.map((turn) => (request: Request) => {
				const act = turn(resultsIn(request));
				return act ? { calls: [callOf(act, project)] } : { text: "I have seen it." };
			});
			await place.host.prompt(session, text, { replies });
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

function callOf(act: OutlineAct, project: string): Call {
	const { read, write, edit, bash } = toolsIn(project);
	switch (act.kind) {
		case "view":
			return read(FILE);
		case "lines":
			return read(FILE, act.first, act.last - act.first + 1);
		case "write":
			return write(FILE, act.text);
		case "edit":
			return edit(FILE, act.old, act.text);
		case "run":
			return bash(act.command);
	}
}

testOutlines("OpenCode", () => stage);
