import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { arrivalsIn, expectCached, expectProved, standingIn } from "../chat-requests.ts";
import { removeFolders } from "../folders.ts";
import { compare, expectFigures } from "./compare.ts";
import { closePair, type Pair, startPair } from "./live.ts";
import { LIVE_SCENES, LIVE_SETTINGS } from "./live-scenes.ts";

let pair: Pair;

beforeAll(async () => {
	pair = await startPair(LIVE_SETTINGS);
}, 120_000);

afterAll(async () => {
	await closePair(pair);
	removeFolders();
}, 60_000);

describe("every request of OpenCode, rebuilt from nothing but itself, is what it is without ibid", () => {
	test.each(Object.entries(LIVE_SCENES))(
		"%s",
		async (_, { scene, shortened, atEnd, words, summaries }) => {
			const compared = await compare(pair, scene);
			expectProved(compared);
			expectCached(compared);
			await expectFigures(pair, compared);
			expect(arrivalsIn(compared)).toEqual([...shortened]);
			expect(standingIn(compared)).toEqual([...atEnd]);
			expect(JSON.stringify(compared.played.requests.at(-1))).toContain(words);
			expect(compared.summaries).toHaveLength(summaries);
		},
		180_000,
	);
});
