import { afterAll, describe, expect, test } from "bun:test";
import { removeFolders } from "../folders.ts";
import { compare, expectProved, type LiveScene, newWatch, shortenedIn, toldBy } from "./compare.ts";
import { asErrors } from "./live.ts";
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
	],
	changes: [
		CHANGES,
		"src/duration.ts (2)",
		"src/clock.ts (2)",
		"src/clock.ts (4)",
		"notes.txt",
		"notes.txt (2)",
		"src/counter.ts (3)",
	],
	"changes by others": [BEHIND, "src/clock.ts (2)", "src/clock.ts (3)"],
	"cut outputs": [CUT, "head -n 400 squares.txt (2)", "squares.txt 90 410"],
} as const satisfies Readonly<Record<string, readonly [LiveScene, ...string[]]>>;

type Name = keyof typeof SCENES;

const watch = newWatch(SCENES);

describe("a note in a request of Gemini CLI", () => {
	test.each(Object.entries(SCENES))(
		"is rebuilt from that request to the text without ibid: %s",
		async (name, [, ...shortened]) => {
			const compared = await watch(name as Name);
			expectProved(compared);
			expect(shortenedIn(compared)).toEqual([...shortened]);
			expect(compared.orphans).toEqual([]);
		},
		TIME,
	);

	test.each(["files", "commands"] as const)(
		"is also rebuilt if it comes as an error: %s",
		async (name) => {
			const [scene, ...shortened] = SCENES[name];
			const compared = await compare(scene, asErrors());
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
			const [opening, note, ...more] = told("src/duration.ts", 2);
			expect([opening, more]).toEqual(["<untrusted_context>", ["", "</untrusted_context>"]]);
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
			expect(lines.slice(1, 4).join(" ")).toStartWith(" IMPORTANT: The file content has been truncated.");
			expect(lines.filter((line) => line.startsWith("[ibid] lines 31-50 as last shown by read_file"))).toHaveLength(1);
		}),
	);

	test(
		"gets the same file twice if it asks for it twice at once",
		...telling("files", (told) => expect(told("README.md", 2)).toEqual(told("README.md"))),
	);

	test(
		"gets tests as they are, whether they pass or fail",
		...telling("commands", (told) => {
			expect(told(PASSING, 2)).toEqual(told(PASSING));
			expect(told(FAILING, 2)).toEqual(told(FAILING));
			expect(told(FAILING)).toContain("Exit Code: 1");
		}),
	);

	test(
		"gets a changed file with the changed lines",
		...telling("changes", (told) => {
			const [, before, changed, after] = told("src/duration.ts", 2);
			expect(before).toStartWith("[ibid] lines 1-18 as last shown by read_file");
			expect(changed).toBe("const HOUR = 61 * MINUTE;");
			expect(after).toStartWith("[ibid] lines 20-109 as last shown by read_file");
		}),
	);

	test(
		"gets a file in full while another call of the turn may be changing it",
		...telling("changes", (told) => {
			expect(told("src/clock.ts", 3)).toHaveLength(70);
			expect(told("src/counter.ts", 2)).toHaveLength(88);
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
