import { afterAll, describe, expect, test } from "bun:test";
import { removeFolders } from "../folders.ts";
import { expectProved, type LiveScene, newWatch, shortenedIn, toldBy } from "./compare.ts";
import { BEHIND, CHANGES, COMMANDS, CUT, FAILING, FILES, PASSING } from "./live-scenes.ts";

const TIME = 60_000;
afterAll(removeFolders, TIME);

/** Each scene, and the calls whose results have a note. */
const SCENES = {
	files: [
		FILES,
		"src/duration.ts (2)",
		"src/clock.ts 5 60",
		"src/counter.ts 30 80",
		"src/counter.ts",
		"src/counter.test.ts (2)",
		"src/duration.test.ts (2)",
		"README.md 1 20",
		"README.md 10 30",
	],
	commands: [
		COMMANDS,
		"cat src/duration.ts (2)",
		"sed -n '10,60p' src/clock.ts (2)",
		"nl -ba src/counter.ts (2)",
		"cat src/counter.ts",
		`${PASSING} (2)`,
		FAILING,
		`${FAILING} (2)`,
	],
	changes: [
		CHANGES,
		"src/duration.ts (2)",
		"src/clock.ts (3)",
		"notes.txt",
		"notes.txt (2)",
		"src/counter.ts (2)",
		"src/counter.ts (3)",
	],
	"changes by others": [BEHIND, "src/clock.ts (2)", "src/clock.ts (3)"],
	"cut outputs": [CUT, "head -n 400 squares.txt (2)", "squares.txt", "squares.txt 100 400"],
} as const satisfies Readonly<Record<string, readonly [LiveScene, ...string[]]>>;

type Name = keyof typeof SCENES;

const watch = newWatch(SCENES);

describe("a request of Gemini CLI under ibid run", () => {
	test.each(Object.entries(SCENES))(
		"has everything to rebuild what it was: %s",
		async (name, [, ...shortened]) => {
			const compared = await watch(name as Name);
			expectProved(compared);
			expect(shortenedIn(compared)).toEqual([...shortened]);
		},
		TIME,
	);
});

/** A test of what the model gets in a scene. */
function telling(name: Name, check: (told: (place: string, nth?: number) => string[]) => void) {
	const run = async (): Promise<void> => {
		const compared = await watch(name);
		check((place, nth) => toldBy(compared, place, nth));
	};
	return [run, TIME] as const;
}

describe("Gemini CLI's model", () => {
	test(
		"is told which lines of a file it has",
		...telling("files", (told) => {
			const [note, ...more] = told("src/duration.ts", 2);
			expect(more).toEqual([""]);
			expect(note).toStartWith("[ibid] lines 1-109 as last shown by read_file");
		}),
	);

	test(
		"gets in full what it asks for again",
		...telling("files", (told) => expect(told("src/duration.ts", 3)).toHaveLength(110)),
	);

	test(
		"gets a note for what overlaps and the rest as it is, below the host's own words",
		...telling("files", (told) => {
			const lines = told("src/counter.ts 30 80");
			expect(lines.slice(0, 2).join(" ")).toStartWith(" IMPORTANT: The file content has been truncated.");
			expect(lines.filter((line) => line.startsWith("[ibid] lines 31-50 as last shown by read_file"))).toHaveLength(1);
		}),
	);

	test(
		"gets the same file twice if it asks for it twice at once",
		...telling("files", (told) => expect(told("README.md", 2)).toEqual(told("README.md"))),
	);

	test(
		"gets a note for what tests say again, whether they pass or fail, and the host's own lines as they are",
		...telling("commands", (told) => {
			for (const tests of [PASSING, FAILING])
				expect(told(tests, 2).filter((line) => /^\[ibid\] \d+ lines as in the last run/.test(line))).not.toEqual([]);
			expect(told(FAILING)).toContain("Exit Code: 1");
			expect(told(FAILING, 2)).toContain("Exit Code: 1");
		}),
	);

	test(
		"gets a changed file with the changed lines",
		...telling("changes", (told) => {
			const [before, changed, after] = told("src/duration.ts", 2);
			expect(before).toStartWith("[ibid] lines 1-18 as last shown by read_file");
			expect(changed).toBe("const HOUR = 61 * MINUTE;");
			expect(after).toStartWith("[ibid] lines 20-109 as last shown by read_file");
		}),
	);

	test(
		"gets the lines that another call of the turn has changed",
		...telling("changes", (told) => {
			expect(told("src/clock.ts", 3).join("\n")).toContain("Minutes since");
			expect(told("src/counter.ts", 3).join("\n")).toContain("is over");
		}),
	);

	test(
		"gets a result that is too long as the host cuts it",
		...telling("cut outputs", (told) => {
			expect(told("cat squares.txt", 2)[0]).toStartWith("Output too large.");
			expect(told("squares.txt", 2)).toHaveLength(2006);
		}),
	);
});
