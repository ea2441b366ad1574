import { afterAll, describe } from "bun:test";
import { removeFolders } from "../folders.ts";
import { startChat } from "../opencode/model.ts";
import { testUnderRun } from "../under-run-contract.ts";
import { bash } from "./calls.ts";
import { environmentFor, programNamed, settle, type Version, wordsFor } from "./run.ts";
import { says } from "./scenes.ts";

const TIME = 60_000;
afterAll(removeFolders, TIME);

const VERSIONS: readonly Version[] = ["1.5.0", "0.73.1"];

describe.each(VERSIONS)("pi %s", (version) => {
	testUnderRun({
		model: () => {
			const model = startChat();
			model.play({ replies: [says("The clock.", bash("cat src/clock.ts")), says("All is done.")] });
			return model;
		},
		start: (api, { home }) => {
			settle({ home, model: { url: api } });
			const args = wordsFor({ extensions: [] }, "-p", "Look at the clock.");
			return { program: programNamed(version), args, environment: environmentFor({ home }) };
		},
		options: [],
		// Its compiler of extensions keeps what it made of ours.
		passing: /^tmp\/jiti(?:\/pi-through-gateways\.#\.mjs)?$/,
	});
});
