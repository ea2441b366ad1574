import { afterAll, describe, expect, test } from "bun:test";
import { removeFolders } from "../folders.ts";
import { expectProved, type LiveScene, newWatch, shortenedIn, toldBy } from "./compare.ts";
import { AGENTS, MASKED, RESUMED, SERVED } from "./live-scenes-life.ts";
import { COMPRESSED, COMPRESSED_BY_HAND, REWOUND } from "./live-scenes-screen.ts";

const TIME = 60_000;
afterAll(removeFolders, TIME);

/** Each scene, and the calls whose results have a note. */
const SCENES = {
	"a compression": [COMPRESSED, "src/duration.ts 10 90", "src/clock.ts 5 60"],
	"a compression that the user asks for": [COMPRESSED_BY_HAND, "src/duration.ts 10 90", "src/duration.ts 10 90 (2)"],
	"a prompt that is taken back": [REWOUND, "src/clock.ts 1 40"],
	"masked results": [MASKED, "src/duration.ts 10 90", "src/duration.ts 20 80", "src/duration.ts 30 70"],
	"a resumed session": [RESUMED, "src/clock.ts 5 60", "src/counter.ts"],
	agents: [AGENTS, "src/counter.ts 1 60", "src/clock.ts 1 55"],
	"another server": [SERVED, 'mcp_files_show {"path":"src/clock.ts"} (2)', "src/clock.ts"],
} as const satisfies Readonly<Record<string, readonly [LiveScene, ...string[]]>>;

type Name = keyof typeof SCENES;

const watch = newWatch(SCENES);

describe("a request of Gemini CLI under ibid run", () => {
	test.each(Object.entries(SCENES))(
		"has everything to rebuild what it was: %s",
		async (name, [, ...shortened]) => {
			const compared = await watch(name as Name);
			expectProved(compared);
			expect(shortenedIn(compared).sort()).toEqual([...shortened].sort());
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

test(
	"a sub-agent of Gemini CLI gets in full what only its parent has seen",
	async () => {
		const compared = await watch("agents");
		expect(toldBy(compared, "src/counter.ts 1 87").filter((line) => line.startsWith("[ibid]"))).toEqual([]);
	},
	TIME,
);
