import { afterAll, describe, expect, test } from "bun:test";
import { recordedIn } from "../codex/live.ts";
import { removeFolders } from "../folders.ts";
import { compare, expectProved, type LiveScene, shortenedIn } from "./compare.ts";
import { asErrors, byTailCall } from "./live.ts";
import { AGAIN_BY_DEFAULT, AGAIN_IN_PLAN, CUT_EARLY, PLAN_LATER, STRANGE, UNTRUSTED } from "./live-scenes-care.ts";

const TIME = 60_000;
afterAll(removeFolders, TIME);

const NOTES = ["src/clock.ts (2)", "src/duration.ts 10 90"];

/** Each scene, and the calls whose results have a note. */
const SCENES: Readonly<Record<string, readonly [LiveScene, ...string[]]>> = {
	"files that speak like the host or like ibid, and secrets": [
		STRANGE,
		"closing.md (2)",
		"opening.md (2)",
		"cat closing.md",
	],
	"outputs that are cut early": [CUT_EARLY],
	"a user who allows nothing": [AGAIN_BY_DEFAULT, ...NOTES],
	"plan mode": [AGAIN_IN_PLAN, ...NOTES],
	"plan mode later on": [PLAN_LATER, "src/clock.ts 1 60", "src/clock.ts 6 54"],
};

describe("a note in a request of Gemini CLI", () => {
	test.each(Object.entries(SCENES))(
		"is rebuilt from that request to the text without ibid: %s",
		async (_, [scene, ...shortened]) => {
			const compared = await compare(scene);
			expectProved(compared);
			expect(shortenedIn(compared)).toEqual([...shortened]);
			expect(compared.orphans).toEqual([]);
			const subjects = recordedIn(compared.state).flatMap((line) => (line.kind === "answer" ? line.subject : []));
			expect(subjects.filter((subject) => subject.includes(".env"))).toEqual([]);
		},
		TIME,
	);

	test(
		"is rebuilt if it comes as an error, whatever the file contains",
		async () => expectProved(await compare(STRANGE, asErrors())),
		TIME,
	);
});

describe("ibid in Gemini CLI", () => {
	test(
		"is not even called in a folder that the user does not trust",
		async () => {
			const wiring = { ...byTailCall(), isServed: false };
			const { plain, live } = await compare(UNTRUSTED, wiring);
			expect([plain.requests, live.requests]).toEqual([[], []]);
			expect(recordedIn(wiring.state)).toEqual([]);
		},
		TIME,
	);
});
