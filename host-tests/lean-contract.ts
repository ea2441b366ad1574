import { describe, expect, test } from "bun:test";
import type { LeanPolicy } from "../src/lean/types.ts";
import { hashText } from "../src/store/record.ts";
import type { AnswerLine, RecordLine } from "../src/store/record-lines.ts";
import { expectOnlyAppended } from "./beginnings.ts";
import {
	LEAN_SCENE,
	type LeanScene,
	type LeanStep,
	PROGRESS,
	SERVED_SCENE,
	sparseScene,
	TERMINAL_SCENE,
} from "./lean-scene.ts";

/** A lean scene as it was played with ibid. */
export type LeanPlayed = {
	/** What the model got for each act, in order, without what the host writes around it. */
	readonly texts: readonly string[];
	/** The messages of each request, in order, without marks for the cache. */
	readonly requests: readonly (readonly unknown[])[];
	readonly recorded: readonly RecordLine[];
};

/** What the user's settings say of policies. */
export type LeanSettings = { readonly lean?: Readonly<Partial<Record<LeanPolicy, boolean>>> };

/** A real host that plays scenes in new sessions, without ibid and with it. */
export type LeanStage = {
	/** Proves every request as the other scenes of the host are, too, and that none begins less like the one before. */
	readonly play: (scene: LeanScene, settings?: LeanSettings) => Promise<LeanPlayed>;
};

/** Each policy that is on by default writes results in a real host, and what it has written can be quoted. */
export function testLeanText(name: string, begin: () => LeanStage, scene: LeanScene = LEAN_SCENE): void {
	test(
		`lean text in ${name} comes by each default policy, is quoted in the session and after a resume, and is rebuilt`,
		() => expectToCome(begin(), scene),
		TIME,
	);
}

/** The tools of a server, in a host that asks servers. */
export function testLeanServer(name: string, begin: () => LeanStage): void {
	test(
		`lean text in ${name} comes for what the tools of a server say`,
		() => expectToCome(begin(), SERVED_SCENE),
		TIME,
	);
}

/**
 * The policies that a user has to switch on, in a host where we write every request. `numbered` are those that pay for
 * lines with numbers.
 */
export function testLeanSettings(name: string, begin: () => LeanStage, numbered: string): void {
	describe(`lean text by settings in ${name}`, () => {
		test(
			"numbers every tenth line only, and notes still lead to lines by their numbers",
			() => expectToCome(begin(), sparseScene(numbered), { lean: { "sparse-numbers": true } }),
			TIME,
		);

		test(
			"shows output as a terminal does",
			async () => {
				const [shown, again] = await expectToCome(begin(), TERMINAL_SCENE, { lean: { "terminal-text": true } });
				expect(shown?.slice(shown.indexOf("\n") + 1).trimEnd()).toBe(PROGRESS.trimEnd());
				expect(again).toContain(" as in the last run");
			},
			TIME,
		);
	});
}

const TIME = 180_000;

/** The results of a scene come as they should; each request only adds to the one before; nothing fails. */
async function expectToCome(stage: LeanStage, scene: LeanScene, settings?: LeanSettings): Promise<readonly string[]> {
	const { texts, requests, recorded } = await stage.play(scene, settings);
	const steps = scene.flat();
	expect(texts.map((text, at) => told(steps[at], comingOf(text, recorded)))).toEqual(
		steps.map((step) => told(step, step.comes)),
	);
	expectOnlyAppended(requests);
	expect(recorded.filter(({ kind }) => kind === "failure")).toEqual([]);
	return texts;
}

function told(step: LeanStep | undefined, comes: string): string {
	return `${JSON.stringify(step?.act)}: ${comes}`;
}

/** The form of a text, and the policies by which it is lean, by the record. */
function comingOf(text: string, recorded: readonly RecordLine[]): string {
	const answers = recorded.filter((line): line is AnswerLine => line.kind === "answer");
	const answer = answers.find(({ delivered }) => delivered === hashText(text));
	// Not every host asks ibid about every result.
	return [answer?.form ?? "whole", ...Object.keys(answer?.lean ?? {})].join(" ");
}
