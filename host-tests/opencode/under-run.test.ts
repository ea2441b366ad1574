import { afterAll } from "bun:test";
import { removeFolders } from "../folders.ts";
import { testUnderRun } from "../under-run-contract.ts";
import { toolsIn } from "./calls.ts";
import { environmentIn, furnish } from "./home.ts";
import { startChat } from "./model.ts";
import { PROGRAM } from "./run.ts";
import { says } from "./scenes.ts";

const TIME = 60_000;
afterAll(removeFolders, TIME);

testUnderRun({
	model: () => {
		const model = startChat();
		model.play({ replies: [says("The clock.", toolsIn("").bash("cat src/clock.ts")), says("All is done.")] });
		return model;
	},
	start: (api, { home, project }) => {
		furnish(home, api, {});
		return {
			program: PROGRAM,
			args: ["run", "--dir", project, "Look at the clock."],
			environment: environmentIn(home),
		};
	},
	options: [],
});
