import { afterAll } from "bun:test";
import { join } from "node:path";
import { expectAsMuchShared } from "../beginnings.ts";
import { removeFolders } from "../folders.ts";
import { type LeanStage, testLeanServer, testLeanText } from "../lean-contract.ts";
import { type LeanAct, type LeanStep, prepareLean } from "../lean-scene.ts";
import { ask, CALLS_TOOLS, says, shell } from "./calls.ts";
import { compare, expectProved, type LiveScene } from "./compare.ts";
import { byBun, byHooks, DIRECT, exchangesIn, recordedIn, serverNamed } from "./live.ts";
import type { Call } from "./model.ts";

afterAll(removeFolders);

const SERVER = serverNamed("kitchen", byBun(join(import.meta.dirname, "..", "lean-server.ts")), DIRECT);

const stage: LeanStage = {
	async play([before, after]) {
		const scene = [sessionOf(before), ...(after.length > 0 ? [{ ...sessionOf(after), resume: true }] : [])];
		const compared = await compare(scene.with(0, { ...scene[0]!, prepare: prepareLean }), byHooks());
		expectProved(compared);
		const { plain, live, state } = compared;
		const [without, requests] = [plain, live].map((played) => played.requests.map(({ input }) => input));
		expectAsMuchShared(without!, requests!);
		const texts = exchangesIn(live.requests.at(-1)!, live.project).map(({ text }) => text);
		return { texts, requests: requests!, recorded: recordedIn(state) };
	},
};

function sessionOf(steps: readonly LeanStep[]): LiveScene[number] {
	const replies = [...steps.map(({ act }) => says("Let me see.", callOf(act))), says("I have seen it.")];
	return { model: CALLS_TOOLS, prompt: "Look at the kitchen.", settings: SERVER, replies };
}

function callOf(act: LeanAct): Call {
	switch (act.kind) {
		case "run":
			return shell(act.command);
		case "view":
			return shell(`cat -n ${act.path}`);
		case "ask":
			return ask("kitchen", act.tool, {});
	}
}

testLeanText("Codex", () => stage);
testLeanServer("Codex", () => stage);
