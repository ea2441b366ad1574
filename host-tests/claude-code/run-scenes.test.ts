import { afterAll, describe, test } from "bun:test";
import { removeFolders } from "../folders.ts";
import { compareRun, expectProvedRun } from "./compare-run.ts";
import type { Version } from "./run.ts";
import { play, SCENES } from "./scenes.ts";

const TIME = 120_000;
afterAll(removeFolders, TIME);

const MODELS: readonly (readonly [Version, string])[] = [
	["2.1.325", "claude-opus-5-5"],
	["2.1.325", "claude-haiku-4-5"],
	["2.1.197", "claude-opus-4-8"],
];

const ROWS = MODELS.flatMap(([version, model]) => Object.keys(SCENES).map((name) => [version, model, name] as const));

describe("a note in a request under ibid run", () => {
	test.each(ROWS)(
		"of Claude Code %s, model %s, %s, is rebuilt from that request to the text without ibid",
		async (version, model, name) => {
			const args = ["--model", model];
			expectProvedRun(await compareRun((run) => play(SCENES[name]!, { version, args, run })));
		},
		TIME,
	);
});
