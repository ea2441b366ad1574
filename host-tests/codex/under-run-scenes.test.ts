import { afterAll, describe, expect, test } from "bun:test";
import { removeFolders } from "../folders.ts";
import type { LiveScene } from "./compare.ts";
import { CHANGES, CUT, FAILING, FILES, PASSING, RUNNING, SQUARES, TESTS } from "./live-scenes.ts";
import { AGENTS, COMPACTED, COMPACTED_BY_SERVER, FORKED, RESUMED, SCRIPTS, SERVED } from "./live-scenes-life.ts";
import { checkedIn, compareRun, expectRunProved, shortenedIn } from "./under-run-compare.ts";

const TIME = 60_000;
afterAll(removeFolders, TIME);

/** Each scene, how many of its notes the log does not have enough to check, and the calls whose results have a note. */
const SCENES: Readonly<Record<string, readonly [scene: LiveScene, unchecked: number, ...shortened: string[]]>> = {
	files: [
		FILES,
		0,
		"sed -n '10,60p' src/duration.ts",
		"nl -ba src/duration.ts",
		"cat src/clock.ts",
		"sed -n '30,80p' src/counter.ts",
		"git status --short; cat package.json; echo '---'; cat src/counter.ts",
	],
	changes: [
		CHANGES,
		0,
		"cat src/clock.ts (2)",
		"cat src/duration.ts (2)",
		"cat src/clock.ts (4)",
		"cat src/counter.ts (2)",
		"cat src/counter.ts (3)",
		"cat src/duration.ts (4)",
		"git diff",
	],
	tests: [TESTS, 0, `${PASSING} (2)`, FAILING, `${FAILING} (2)`],
	"a command that goes on": [RUNNING, 0, "cat src/clock.ts; sleep 1.5; cat src/clock.ts"],
	"cut outputs": [CUT, 0, `${SQUARES} | head -n 400 (2)`],
	"a compaction": [COMPACTED, 0, "cat src/counter.ts (4)"],
	"a compaction by the server": [COMPACTED_BY_SERVER, 0, "cat src/counter.ts (2)", "cat src/counter.ts (4)"],
	"a resumed session": [RESUMED, 0, "cat src/counter.ts (2)", "sed -n '20,70p' src/counter.ts"],
	// The log of a fork does not have what its context begins with.
	"a forked session": [FORKED, 1, "cat src/clock.ts (2)", "cat src/counter.ts (2)", "nl -ba src/clock.ts"],
	"sub-agents": [AGENTS, 0, "tail -n +1 src/clock.ts", "sed -n '1,69p' src/clock.ts", "nl -ba src/clock.ts"],
	// In the log these results are one text with the host's head; in a request the head stands apart.
	scripts: [SCRIPTS, 1, expect.stringMatching(/^exec .*cat src\/clock.ts.* \(2\)$/)],
	"another server": [
		SERVED,
		2,
		'mcp__files__show {"path":"src/clock.ts"} (2)',
		"cat src/clock.ts",
		'mcp__files__show {"path":"src/counter.ts"}',
	],
};

describe("a request of Codex under ibid run", () => {
	test.each(Object.entries(SCENES))(
		"has everything to rebuild what it was: %s",
		async (_, [scene, unchecked, ...shortened]) => {
			const compared = await compareRun(scene);
			expectRunProved(compared);
			expect(shortenedIn(compared)).toEqual(shortened);
			expect(checkedIn(compared.live)).toEqual({ proved: shortened.length - unchecked, unchecked });
		},
		TIME,
	);
});
