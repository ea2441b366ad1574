import { afterAll } from "bun:test";
import { join } from "node:path";
import { put } from "../files.ts";
import { removeFolders } from "../folders.ts";
import { type Request, resultsIn } from "../opencode/model.ts";
import { type OutlineStage, testOutlines } from "../outline-contract.ts";
import { callFor, OUTLINE_SCENES, PLUGIN_SCENES, REVERT_SCENES } from "../outline-scenes.ts";
import { bash, edit, read, write } from "./calls.ts";
import { buildExtension, makePlace, recordOf, TREE } from "./compare.ts";
import { startPi, type Version } from "./run.ts";

afterAll(removeFolders);

/** Those in which most depends on the host. */
const HOST_SCENES = { ...PLUGIN_SCENES, ...REVERT_SCENES };

function stage(version: Version): OutlineStage {
	const place = makePlace(version, []);
	put(join(place.home, ".config", "ibid", "config.jsonc"), JSON.stringify({ outline: true }));
	return {
		project: () => place.project,
		async play(parts) {
			const extended = { ...place, extensions: [await buildExtension(), TREE] };
			let pi = await startPi(extended);
			for (const { before, text, turns } of parts) {
				if (before === "compact") await pi.ask("compact");
				if (before === "revert") await pi.command("/back Look again.");
				if (before === "resume") {
					const session = await pi.session();
					await pi.close();
					pi = await startPi(extended, session);
				}
				const replies = turns.map((turn) => (request: Request) => {
					const act = turn(resultsIn(request));
					return act ? { calls: [callFor(act, { read, write, edit, bash })] } : { text: "I have seen it." };
				});
				await pi.prompt(text, { replies });
			}
			const { id } = await pi.session();
			await pi.close();
			await place.model.close();
			return recordOf(place, id);
		},
	};
}

testOutlines("pi 1.5.0", () => stage("1.5.0"), { ...OUTLINE_SCENES, ...HOST_SCENES });
testOutlines("pi 0.73.1", () => stage("0.73.1"), HOST_SCENES);
