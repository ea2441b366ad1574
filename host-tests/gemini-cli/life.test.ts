import { afterAll, describe, expect, test } from "bun:test";
import { recordedIn } from "../codex/live.ts";
import { removeFolders } from "../folders.ts";
import { expectProved, type LiveScene, newWatch, shortenedIn, textsOf, toldBy, VOID } from "./compare.ts";
import { AGENTS, FULL, FULL_EARLIER, MASKED, RESUMED, SERVED, TWO_HOSTS } from "./live-scenes-life.ts";
import { COMPRESSED, COMPRESSED_BY_HAND, REWOUND } from "./live-scenes-screen.ts";

const TIME = 60_000;
afterAll(removeFolders, TIME);

/** Each scene, and the calls whose results have a note. */
const SCENES = {
	"a compression": [COMPRESSED, "src/duration.ts 10 90", "src/clock.ts 5 60"],
	"a compression that the user asks for": [COMPRESSED_BY_HAND, "src/duration.ts 10 90", "src/duration.ts 10 90 (2)"],
	"a prompt that is taken back": [REWOUND, "src/clock.ts 1 40", "src/clock.ts (2)"],
	"a window that is nearly full": [FULL, "src/clock.ts (2)"],
	"a window that the user wants to be smaller": [FULL_EARLIER, "src/clock.ts (2)"],
	"masked results": [MASKED, "src/duration.ts 10 90", "src/duration.ts 30 70"],
	"a resumed session": [RESUMED, "src/clock.ts 5 60", "src/counter.ts"],
	agents: [AGENTS, "src/counter.ts 1 60", "src/clock.ts 1 50"],
	"another server": [SERVED, "src/clock.ts"],
	"two hosts at once": [TWO_HOSTS, "src/clock.ts (2)", "src/counter.ts (2)"],
} as const satisfies Readonly<Record<string, readonly [LiveScene, ...string[]]>>;

type Name = keyof typeof SCENES;

const watch = newWatch(SCENES);

describe("a note in a request of Gemini CLI", () => {
	test.each(Object.entries(SCENES))(
		"is rebuilt from that request to the text without ibid: %s",
		async (name, [, ...shortened]) => {
			const compared = await watch(name as Name);
			expectProved(compared);
			expect(shortenedIn(compared).sort()).toEqual([...shortened].sort());
		},
		TIME,
	);

	test(
		"outlives its lines only if the host masks them",
		async () => {
			for (const name of Object.keys(SCENES) as Name[])
				expect([name, (await watch(name)).orphans]).toEqual([name, name === "masked results" ? [LOST] : []]);
		},
		TIME,
	);
});

const LOST = "src/duration.ts 10 90";

describe("masking in Gemini CLI", () => {
	test(
		"is detected, recorded, and reported to the model once, with the lines that it asks for again",
		async () => {
			const { live, state } = await watch("masked results");
			const told = [...textsOf(live)].filter(([, text]) => VOID.test(text)).map(([place]) => place);
			expect(told).toEqual([`${LOST} (2)`]);
			const orphaned = recordedIn(state).flatMap((line) => (line.kind === "orphaned" ? line.calls : []));
			expect(orphaned).toHaveLength(1);
		},
		TIME,
	);
});

describe("compression in Gemini CLI", () => {
	test.each(["a compression", "a compression that the user asks for"] as const)(
		"leaves no note without its lines: %s",
		async (name) => {
			const { live } = await watch(name);
			const notes = live.requests.map((request) => JSON.stringify(request).split("[ibid] ").length - 1);
			const [first, again] = [notes.indexOf(1), notes.lastIndexOf(0)];
			expect(first).toBeGreaterThan(0);
			// After the summary no request has a note until lines were sent again.
			expect(again).toBeGreaterThan(first);
			expect(notes.at(-1)).toBe(1);
		},
		TIME,
	);
});

describe("an agent in Gemini CLI", () => {
	test(
		"gets what it reads in full, and so does its parent while the agent works",
		async () => {
			const compared = await watch("agents");
			expect(toldBy(compared, "src/counter.ts 2 85")).toHaveLength(90);
			expect(toldBy(compared, "src/clock.ts 3 60")).toHaveLength(64);
			expect(toldBy(compared, "src/clock.ts 1 55")).toHaveLength(61);
		},
		TIME,
	);

	test(
		"has nothing recorded under its parent's session",
		async () => {
			const { state } = await watch("agents");
			const subjects = recordedIn(state).flatMap((line) => (line.kind === "answer" ? line.subject : []));
			expect(subjects).toEqual(["src/counter.ts", "src/counter.ts", "src/clock.ts", "src/clock.ts"]);
		},
		TIME,
	);
});
