import { afterAll, beforeAll, describe } from "bun:test";
import { join } from "node:path";
import { exchangesIn, expectCached, expectProved } from "../chat-requests.ts";
import { put } from "../files.ts";
import { removeFolders } from "../folders.ts";
import { type LeanStage, testLeanSettings, testLeanText } from "../lean-contract.ts";
import { type LeanAct, type LeanStep, prepareLean } from "../lean-scene.ts";
import { expectLogsProved } from "../logs-proved.ts";
import type { Call } from "../opencode/model.ts";
import { bash } from "./calls.ts";
import { closePair, compare, expectFigures, expectKept, type Pair, recordOf, startPair } from "./compare.ts";
import { meanwhile, prompt, type Step, says } from "./scenes.ts";

afterAll(removeFolders);

describe.each(["1.5.0", "0.73.1"] as const)("pi %s", (version) => {
	let pair: Pair;
	beforeAll(async () => {
		pair = await startPair(version);
	}, 120_000);
	afterAll(() => closePair(pair));

	/** A session, and another process that goes on with it. */
	const stage: LeanStage = {
		async play([before, after], settings = {}) {
			const { place } = pair.live;
			put(join(place.home, ".config", "ibid", "config.jsonc"), JSON.stringify(settings));
			const resumed: Step[] = after.length > 0 ? [{ kind: "resume" }, promptOf(after)] : [];
			const both = await compare(pair, [meanwhile((path) => prepareLean(path(""))), promptOf(before), ...resumed]);
			expectProved(both);
			expectCached(both);
			expectKept(pair, both);
			expectFigures(pair, both);
			const { sessions, requests } = both.livePlayed;
			const texts = exchangesIn(requests.at(-1)!, place.project, () => []).map(({ text }) => text);
			const logs = sessions.map(({ file }) => file);
			expectLogsProved(logs, join(place.home, ".local", "state", "ibid"));
			const recorded = sessions.flatMap(({ id }) => recordOf(place, id));
			return { texts, requests: requests.map(({ messages }) => messages), recorded };
		},
	};

	testLeanText("pi", () => stage);
	// A narrower gutter would save too little here.
	testLeanSettings("pi", () => stage, "sparse-numbers");
});

function promptOf(steps: readonly LeanStep[]): Step {
	const replies = steps.map(({ act }) => says("Let me see.", callOf(act)));
	return prompt("Look at the kitchen.", ...replies, says("I have seen it."));
}

/** It has no servers, and its reader prints no numbers. */
function callOf(act: LeanAct): Call {
	switch (act.kind) {
		case "run":
			return bash(act.command);
		case "view":
			return bash(`cat -n ${act.path}`);
		case "ask":
			throw new Error("pi asks no server.");
	}
}
