import { afterAll, describe, expect, test } from "bun:test";
import { removeFolders } from "../folders.ts";
import { compare, expectProved, textsBehindStubs } from "./compare.ts";
import { bySettings } from "./live.ts";
import type { Version } from "./run.ts";
import { play, SCENES } from "./scenes.ts";

afterAll(removeFolders);

/**
 * How many texts are shortened at least: fewer than can be, since a log that is written late costs a note. The older
 * version answers a read that repeats the last one by itself.
 */
const SHORTENED: Readonly<Record<Version, Readonly<Record<string, number>>>> = {
	"2.1.325": { "re-reads": 3, "sub-agent": 1, compaction: 1, parallel: 1, resumed: 1 },
	"2.1.197": { "re-reads": 3, "sub-agent": 0, compaction: 1, parallel: 1, resumed: 1 },
};

const VERSIONS = Object.keys(SHORTENED) as Version[];

/** A model that gets results as they are, and one for which the newer version writes into them. */
const MODELS: Readonly<Record<Version, readonly string[]>> = {
	"2.1.325": ["claude-opus-5-5", "claude-haiku-4-5"],
	"2.1.197": ["claude-opus-4-8"],
};

const ROWS = VERSIONS.flatMap((version) =>
	MODELS[version].flatMap((model) =>
		Object.entries(SHORTENED[version]).map(([name, least]) => [version, model, name, least] as const),
	),
);

describe("a note in a request", () => {
	test.each(ROWS)(
		"of Claude Code %s, model %s, %s, is rebuilt from that request to the text without ibid",
		async (version, model, name, least) => {
			const scene = SCENES[name]!;
			const compared = await compare((args) => play(scene, { version, args: ["--model", model, ...args] }), version);
			const shows = await play(SCENES[name]!, { version: "2.1.325" });
			expectProved(compared, textsBehindStubs(compared, shows));
			expect(compared.notes.length).toBeGreaterThanOrEqual(least);
		},
		120_000,
	);
});

describe("ibid in Claude Code", () => {
	test.each(VERSIONS)(
		"%s works by a hook in the settings as well",
		async (version) => {
			const compared = await compare((args) => play(SCENES["re-reads"]!, { version, args }), version, bySettings());
			expectProved(compared);
			expect(compared.notes.length).toBeGreaterThanOrEqual(3);
		},
		120_000,
	);
});
