import { afterAll, describe, expect, test } from "bun:test";
import { recordedIn } from "../codex/live.ts";
import { removeFolders } from "../folders.ts";
import { compare, expectProved, type LiveScene, shortenedIn } from "./compare.ts";
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
	"outputs that are cut early": [CUT_EARLY, "src/duration.ts 40 100", "src/clock.ts (2)"],
	"a user who allows nothing": [AGAIN_BY_DEFAULT, ...NOTES],
	"plan mode": [AGAIN_IN_PLAN, ...NOTES],
	"plan mode later on": [PLAN_LATER, "src/clock.ts 1 60", "src/clock.ts 6 54"],
};

describe("a request of Gemini CLI under ibid run", () => {
	test.each(Object.entries(SCENES))(
		"has everything to rebuild what it was: %s",
		async (_, [scene, ...shortened]) => {
			const compared = await compare(scene);
			expectProved(compared);
			expect(shortenedIn(compared)).toEqual([...shortened]);
			const subjects = recordedIn(compared.state).flatMap((line) => (line.kind === "answer" ? line.subject : []));
			expect(subjects.filter((subject) => subject.includes(".env"))).toEqual([]);
		},
		TIME,
	);
});

test(
	"Gemini CLI refuses to work in a folder that the user does not trust, under ibid run as without",
	async () => {
		const { plain, live, state } = await compare(UNTRUSTED);
		expect([plain.requests, live.requests]).toEqual([[], []]);
		expect(recordedIn(state)).toEqual([]);
	},
	TIME,
);
