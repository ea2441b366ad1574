import { afterAll } from "bun:test";
import { expectAsMuchShared } from "../beginnings.ts";
import { recordedIn } from "../codex/live.ts";
import { removeFolders } from "../folders.ts";
import { type LeanStage, testLeanText } from "../lean-contract.ts";
import { LEAN_SCENE, type LeanAct, type LeanScene, type LeanStep, ORDERS, prepareLean } from "../lean-scene.ts";
import { calls, shell } from "./calls.ts";
import { compare, expectProved, type Played } from "./compare.ts";
import { exchangesIn } from "./exchanges.ts";
import { setBack } from "./live-scenes-life.ts";
import type { Call, Request } from "./model.ts";
import { type Place, runGeminiCli } from "./run.ts";

afterAll(removeFolders);

const stage: LeanStage = {
	async play([before, after]) {
		const compared = await compare({ play: (place) => playParts(place, before, after) });
		expectProved(compared);
		const { plain, live, state } = compared;
		expectAsMuchShared(messagesIn(plain), messagesIn(live));
		const texts = exchangesIn(live.requests.at(-1)!, live.project).map(({ text }) => text);
		// Resumed, Gemini CLI writes what came before in another way.
		const requests = messagesIn(live).slice(before.length + 1);
		return { texts, requests, recorded: recordedIn(state) };
	},
};

async function playParts(place: Place, ...parts: readonly (readonly LeanStep[])[]): Promise<Request[]> {
	prepareLean(place.project);
	const requests: Request[] = [];
	for (const steps of parts.filter((part) => part.length > 0)) {
		const args = requests.length > 0 ? ["--resume", "latest"] : [];
		if (requests.length > 0) setBack(place);
		const replies = steps.map(({ act }) => calls(callOf(act)));
		requests.push(...(await runGeminiCli({ ...place, args, prompt: "Look at the kitchen.", replies })).requests);
	}
	return requests;
}

function callOf(act: LeanAct): Call {
	switch (act.kind) {
		case "run":
			return shell(act.command);
		case "view":
			return shell(`cat -n ${act.path}`);
		case "ask":
			throw new Error("Gemini CLI asks no server here.");
	}
}

function messagesIn({ requests }: Played): unknown[][] {
	return requests.map(({ contents }) => [...contents]);
}

/** Before the first line of an output stands a word of the host: that line is sent as it is, also if it is JSON. */
const SCENE: LeanScene = [LEAN_SCENE[0].map(behindWord), LEAN_SCENE[1].map(behindWord)];

function behindWord(step: LeanStep): LeanStep {
	const { act, comes } = step;
	if (act.kind !== "run") return step;
	if (act.command === ORDERS) return { act, comes: "whole" };
	return act.command.endsWith("bake.sh") && comes === "same" ? { act, comes: "quoted" } : step;
}

testLeanText("Gemini CLI under ibid run", () => stage, SCENE);
