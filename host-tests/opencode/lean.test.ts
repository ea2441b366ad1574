import { afterAll, beforeAll } from "bun:test";
import { join } from "node:path";
import { exchangesIn, expectCached, expectProved } from "../chat-requests.ts";
import { put } from "../files.ts";
import { removeFolders } from "../folders.ts";
import { type LeanStage, testLeanServer, testLeanSettings, testLeanText } from "../lean-contract.ts";
import { type LeanAct, type LeanStep, prepareLean } from "../lean-scene.ts";
import { expectLogsProved } from "../logs-proved.ts";
import type { Tools } from "./calls.ts";
import { compare, expectFigures } from "./compare.ts";
import { attachedIn, closePair, type Pair, recordOf, startPair } from "./live.ts";
import type { Call } from "./model.ts";
import { prompt, type Scene, type Step, says } from "./scenes.ts";

const SERVER = join(import.meta.dirname, "..", "lean-server.ts");
const SETTINGS = { mcp: { kitchen: { type: "local", command: [process.execPath, SERVER], enabled: true } } };

let pair: Pair;

beforeAll(async () => {
	pair = await startPair(SETTINGS);
}, 120_000);

afterAll(async () => {
	await closePair(pair);
	removeFolders();
}, 60_000);

/** A session with a prompt, and one more in which it goes on. */
const stage: LeanStage = {
	async play([before, after], settings = {}) {
		const { live } = pair;
		put(join(live.home, "config", "ibid", "config.jsonc"), JSON.stringify(settings));
		const scene: Scene = (tools) => [
			{ kind: "meanwhile", happens: () => prepareLean(tools.path("")) },
			promptOf(before, tools),
			...(after.length > 0 ? [promptOf(after, tools)] : []),
		];
		const both = await compare(pair, scene);
		expectProved(both);
		expectCached(both);
		await expectFigures(pair, both);
		expectLogsProved([live.host.database], join(live.home, "state", "ibid"));
		const { session, requests } = both.played;
		const texts = exchangesIn(requests.at(-1)!, live.project, attachedIn).map(({ text }) => text);
		return { texts, requests: requests.map(({ messages }) => messages), recorded: recordOf(live.home, session) };
	},
};

function promptOf(steps: readonly LeanStep[], tools: Tools): Step {
	const replies = steps.map(({ act }) => says("Let me see.", callOf(act, tools)));
	return prompt("Look at the kitchen.", ...replies, says("I have seen it."));
}

function callOf(act: LeanAct, { read, bash }: Tools): Call {
	switch (act.kind) {
		case "run":
			return bash(act.command);
		case "view":
			return read(act.path);
		case "ask":
			return { tool: `kitchen_${act.tool}`, input: {} };
	}
}

testLeanText("OpenCode", () => stage);
testLeanServer("OpenCode", () => stage);
testLeanSettings("OpenCode", () => stage, "sparse-numbers short-gutters");
