import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { AnswerLine } from "../../src/store/record-lines.ts";
import { arrivalsIn, expectCached, expectProved, standingIn } from "../chat-requests.ts";
import { removeFolders } from "../folders.ts";
import { bash, read } from "./calls.ts";
import { type Both, closePair, compare, expectFigures, expectKept, type Pair, recordOf, startPair } from "./compare.ts";
import type { Version } from "./run.ts";
import { prompt, type Scene, says } from "./scenes.ts";
import { CHANGE_SCENES } from "./scenes-changes.ts";
import { COMPACTED_IN_BETWEEN, SESSION_SCENES } from "./scenes-sessions.ts";
import { NEWER_USER_SCENES, USER_SCENES } from "./scenes-user.ts";
import { SCRIPTS, VIEW_SCENES } from "./scenes-views.ts";

afterAll(removeFolders);

const LONGEST = 120_000;

const COMMON = { ...VIEW_SCENES, ...CHANGE_SCENES, ...SESSION_SCENES, ...USER_SCENES };
const NEWER = {
	"scripts that read": SCRIPTS,
	"compaction in between": COMPACTED_IN_BETWEEN,
	...NEWER_USER_SCENES,
};
const SCENES: Readonly<Record<Version, Readonly<Record<string, Scene>>>> = {
	"1.5.0": { ...COMMON, ...NEWER },
	"0.73.1": COMMON,
};

const PRUNE = { extensions: [join(import.meta.dirname, "company", "prune.ts")], before: 1 };

describe.each(Object.keys(SCENES) as Version[])("ibid in pi %s", (version) => {
	let pair: Pair;
	beforeAll(async () => {
		pair = await startPair(version, version === "1.5.0" ? PRUNE : undefined);
	}, LONGEST);
	afterAll(() => closePair(pair));

	test.each(Object.entries(SCENES[version]))(
		"%s: every note is rebuilt from its request to the text without ibid",
		async (_, { steps, shortened, atEnd = shortened }) => {
			const both = await compare(pair, steps);
			expectProved(both);
			expectCached(both);
			expectKept(pair, both);
			expectFigures(pair, both);
			expect(arrivalsIn(both)).toEqual([...shortened]);
			expect(standingIn(both)).toEqual([...atEnd]);
		},
		LONGEST,
	);

	test(
		"tells the user what is saved, and records it",
		async () => {
			const { pi } = pair.live;
			const before = pi.said.length;
			const both = await compare(pair, [
				{ kind: "ibid", line: "/ibid" },
				prompt(
					"Read the clock.",
					says("Here it is:", read("src/clock.ts")),
					says("Again:", read("src/clock.ts")),
					says("I ask again:", bash("cat src/clock.ts")),
					says("It is read."),
				),
				{ kind: "ibid", line: "/ibid" },
				{ kind: "ibid", line: "/ibid-refresh" },
			]);
			expect(both.livePlayed.told).toEqual([
				"No request has been sent yet.",
				expect.stringMatching(ACCOUNT),
				"Name a file: /ibid-refresh PATH [FIRST-LAST]",
			]);
			const [first, second, third] = recorded(pair, both);
			expect([first, third]).toMatchObject([{ reason: "fresh" }, { reason: "asked again" }]);
			const saved = Number(second?.before) - Number(second?.after);
			expect(statusesIn(pi.said.slice(before)).at(-1)).toBe(`ibid ${saved}`);
			expect(both.livePlayed.told[1]).toContain(`1 shortened: ${saved} tokens saved.`);
		},
		LONGEST,
	);

	test.if(version === "1.5.0")(
		"does not touch what scripts call for, and does not record it",
		async () => {
			const both = await compare(pair, SCRIPTS.steps);
			const nested = readFileSync(both.livePlayed.sessions[0]!.file, "utf8").match(/"nestedCalls"/g);
			expect(nested).toHaveLength(3);
			const tools = recorded(pair, both).map(({ tool }) => tool);
			expect(tools).toEqual(["read", "codemode", "codemode", "codemode", "read", "read"]);
		},
		LONGEST,
	);
});

const ACCOUNT =
	/^The last request had 3 tool results, about \S+ tokens\. .* 1 sent in full because the model asked again\.\n +\d+ {2}src\/clock\.ts$/;

function recorded(pair: Pair, { livePlayed }: Both): AnswerLine[] {
	const lines = livePlayed.sessions.flatMap(({ id }) => recordOf(pair.live.place, id));
	return lines.flatMap((line) => (line.kind === "answer" ? [line] : []));
}

function statusesIn(said: readonly { readonly [field: string]: unknown }[]): unknown[] {
	return said.flatMap((each) => (each.method === "setStatus" && each.statusKey === "ibid" ? [each.statusText] : []));
}
