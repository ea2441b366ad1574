import { afterAll, describe, expect, test } from "bun:test";
import { removeFolders } from "../folders.ts";
import { type Compared, compare, expectProved, type LiveScene, shortenedIn, textsOf, toldBy } from "./compare.ts";
import { byHooks, DIRECT, ibid, recordedIn, withoutHooks } from "./live.ts";
import { CHANGES, CUT, changed, FAILING, FILES, PASSING, RUNNING, SQUARES, TESTS } from "./live-scenes.ts";
import { AGENTS, COMPACTED, FORKED, READS, RESUMED, SCRIPTS, SERVED } from "./live-scenes-life.ts";

const TIME = 60_000;
afterAll(removeFolders, TIME);

const READ = 'mcp__ibid__ibid_read {"path":"/project/src/';

/** Each scene, and the calls whose results have a note. */
const SCENES = {
	files: [
		FILES,
		"sed -n '10,60p' src/duration.ts",
		"nl -ba src/duration.ts",
		"cat src/clock.ts",
		"sed -n '30,80p' src/counter.ts",
		"git status --short; cat package.json; echo '---'; cat src/counter.ts",
	],
	changes: [
		CHANGES,
		"cat src/clock.ts (2)",
		"cat src/duration.ts (2)",
		"cat src/clock.ts (4)",
		"cat src/counter.ts (3)",
		"cat src/duration.ts (4)",
		"git diff",
	],
	tests: [TESTS, `${PASSING} (2)`],
	"a command that goes on": [RUNNING, "cat src/clock.ts (2)"],
	"cut outputs": [CUT, `${SQUARES} | head -n 400 (2)`],
	"a large change": [changed(200)],
	"a smaller change": [changed(100), "cat big.txt (2)"],
	"a compaction": [COMPACTED, "cat src/counter.ts (2)", "cat src/counter.ts (4)"],
	"a resumed session": [RESUMED, "cat src/counter.ts (2)", "sed -n '20,70p' src/counter.ts"],
	"a forked session": [FORKED, "cat src/clock.ts (2)", "nl -ba src/clock.ts"],
	"sub-agents": [AGENTS, "tail -n +1 src/clock.ts", "sed -n '1,69p' src/clock.ts", "nl -ba src/clock.ts"],
	scripts: [SCRIPTS],
	"ibid's own reader": [READS, `${READ}clock.ts"} (2)`, `${READ}counter.ts","offset":20,"limit":50}`],
	"another server": [
		SERVED,
		'mcp__files__show {"path":"src/clock.ts"} (2)',
		"cat src/clock.ts",
		'mcp__files__show {"path":"src/counter.ts"}',
	],
} as const satisfies Readonly<Record<string, readonly [LiveScene, ...string[]]>>;

type Name = keyof typeof SCENES;

const played = new Map<Name, Promise<Compared>>();

/** Plays a scene without ibid and with it, the first time that a test asks for it. */
function watch(name: Name): Promise<Compared> {
	const [scene] = SCENES[name];
	const wiring = name === "ibid's own reader" ? byHooks(ibid("--offer-read"), DIRECT) : byHooks();
	const without = name === "ibid's own reader" ? withoutHooks(wiring) : {};
	const compared = played.get(name) ?? compare(scene, wiring, without);
	played.set(name, compared);
	return compared;
}

describe("a note in a request of Codex", () => {
	test.each(Object.entries(SCENES))(
		"is rebuilt from that request to the text without ibid: %s",
		async (name, [, ...shortened]) => {
			const compared = await watch(name as Name);
			expectProved(compared);
			expect(shortenedIn(compared)).toEqual([...shortened]);
			expect([...compared.orphans]).toEqual([]);
		},
		TIME,
	);
});

/** A test of what the model gets in a scene. */
function telling(name: Name, check: (told: (place: string, nth?: number) => string[], all: Compared) => void) {
	const run = async (): Promise<void> => {
		const compared = await watch(name);
		check((place, nth) => toldBy(compared, place, nth), compared);
	};
	return [run, TIME] as const;
}

const WELL = "Process exited with code 0";

describe("Codex's model", () => {
	test(
		"is told how a command ended, and which lines of a file it has",
		...telling("files", (told) => {
			const [end, note, ...more] = told("cat src/clock.ts");
			expect([end, more]).toEqual([WELL, []]);
			expect(note).toStartWith('[ibid] lines 1-69 as last shown by "nl -ba src/clock.ts".');
		}),
	);

	test(
		"gets a note for what overlaps and the rest as it is",
		...telling("files", (told) => {
			const lines = told("sed -n '30,80p' src/counter.ts");
			expect(lines.findIndex((line) => line.startsWith("[ibid] lines 31-50 as last shown by"))).toBe(2);
			expect(lines).toHaveLength(3 + 30);
		}),
	);

	test(
		"gets in full what it asks for again",
		...telling("files", (told) => expect(told("sed -n '10,60p' src/duration.ts", 2)).toHaveLength(52)),
	);

	test(
		"gets a patched file with the changed lines",
		...telling("changes", (told) => {
			const [, before, changed, after] = told("cat src/duration.ts", 2);
			expect(before).toStartWith("[ibid] lines 1-18 as last shown by");
			expect(changed).toBe("const HOUR = 61 * MINUTE;");
			expect(after).toStartWith("[ibid] lines 20-109 as last shown by");
		}),
	);

	test(
		"gets a file in full while another call of the turn may be changing it",
		...telling("changes", (told) => expect(told("cat src/counter.ts", 2)).toHaveLength(88)),
	);

	test(
		"gets a diff without what it has written itself",
		...telling("changes", (told) => {
			expect(told("git diff").filter((line) => line.includes("[ibid] 9 lines = your patch"))).toHaveLength(1);
		}),
	);

	test(
		"gets failing tests as they are, both times",
		...telling("tests", (told) => {
			expect(told(FAILING)[0]).toBe("Process exited with code 1");
			expect(told(FAILING, 2)).toEqual(told(FAILING));
		}),
	);

	test(
		"gets what a running command prints as it is",
		...telling("a command that goes on", (told) => {
			expect(told("cat src/clock.ts; sleep 1.5; cat src/clock.ts")[0]).toBe("Process running with session ID 0");
			expect(told('write_stdin {"chars":"","yield_time_ms":10000}')).toHaveLength(70);
		}),
	);

	test(
		"gets the full text if a note and the new lines would be more than the host accepts",
		...telling("a large change", (told) => expect(told("cat big.txt", 2)).toHaveLength(401)),
	);

	test(
		"sees no note after a compaction until lines were sent again",
		...telling("a compaction", (_, { live }) => {
			const notes = live.requests.map((request) => JSON.stringify(request).split("[ibid] ").length - 1);
			// The fourth request asks for the summary, and has everything that the note refers to.
			expect(notes).toEqual([0, 0, 0, 1, 0, 0, 1, 1]);
		}),
	);

	test(
		"gets nothing from ibid if scripts make its calls",
		...telling("scripts", (_, { state }) => expect(recordedIn(state)).toEqual([])),
	);

	test(
		"is told of ibid's reader only if that is offered",
		async () => {
			const tools = async (name: Name): Promise<boolean[]> =>
				(await watch(name)).live.requests.map((request) => JSON.stringify(request).includes("ibid_read"));
			expect(new Set(await tools("scripts"))).toEqual(new Set([false]));
			expect(new Set(await tools("ibid's own reader"))).toEqual(new Set([true]));
		},
		TIME,
	);

	test(
		"gets a file in full from ibid's reader while a script runs, and a short message if the file is not text",
		...telling("ibid's own reader", (told, { live }) => {
			expect(told(`${READ}counter.ts","limit":40}`)).toHaveLength(41);
			expect([...textsOf(live)].filter(([, text]) => /^This (?:is not a file|file is)/.test(text))).toHaveLength(2);
		}),
	);
});
