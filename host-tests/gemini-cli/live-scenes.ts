import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { calls, read, replace, shell, write } from "./calls.ts";
import type { LiveScene } from "./compare.ts";
import type { Reply, Turn } from "./model.ts";
import { type Place, runGeminiCli, type Session } from "./run.ts";

/** A session with one prompt. */
export function session(...replies: readonly Turn[]): LiveScene {
	return sessionIn(() => ({ replies }));
}

/** A session with one prompt that knows its place, and what else is special about it. */
export function sessionIn(special: (place: Place) => Partial<Session>): LiveScene {
	return {
		play: async (place) => {
			const { environment, ...more } = special(place);
			const told = { ...place.environment, ...environment };
			const prompt = "Look at the egg timer.";
			return (await runGeminiCli({ prompt, replies: [], ...more, ...place, environment: told })).requests;
		},
	};
}

/** Files that are read again, completely and in part. */
export const FILES: LiveScene = session(
	calls(read("src/duration.ts")),
	calls(read("src/duration.ts")),
	calls(read("src/duration.ts")),
	calls(read("src/clock.ts")),
	calls(read("src/clock.ts", 5, 60)),
	calls(read("src/counter.ts", 1, 50)),
	calls(read("src/counter.ts", 30, 80)),
	calls(read("src/counter.ts")),
	calls(read("src/duration.test.ts"), read("src/counter.test.ts")),
	calls(read("src/counter.test.ts"), read("src/duration.test.ts")),
	calls(read("README.md"), read("README.md")),
	calls(read("README.md", 1, 20), read("README.md", 10, 30)),
);

/** All tests by name, without the time that each of them took; and as they are. */
export const PASSING = "npm test 2>&1 | sed 's/ \\[.*//'";
export const FAILING = "npm test --silent > /dev/null";

/** Files that are shown by commands, and tests that pass twice and fail twice. */
export const COMMANDS: LiveScene = session(
	calls(shell("cat src/duration.ts")),
	calls(shell("cat src/duration.ts")),
	calls(shell("sed -n '10,60p' src/clock.ts")),
	calls(shell("sed -n '10,60p' src/clock.ts")),
	calls(shell("nl -ba src/counter.ts")),
	calls(shell("nl -ba src/counter.ts")),
	calls(read("src/counter.ts")),
	calls(shell("cat src/counter.ts")),
	calls(shell(PASSING)),
	calls(shell(PASSING)),
	calls(replace("src/duration.ts", "const HOUR = 60 * MINUTE;", "const HOUR = 61 * MINUTE;")),
	calls(shell(FAILING)),
	calls(shell(FAILING)),
);

const HOUR = "const HOUR = 60 * MINUTE;";
const LONGER = "const HOUR = 61 * MINUTE;";

/** A file of the model's own. */
const NOTES_FILE = linesOf(40, (n) => `Note ${n} on the egg timer, for later.`);

/** Files that the model changes, that a command changes, and that change without a call. */
export const CHANGES: LiveScene = session(
	calls(read("src/duration.ts"), read("src/clock.ts"), read("src/counter.ts")),
	calls(replace("src/duration.ts", HOUR, LONGER)),
	calls(read("src/duration.ts")),
	calls(replace("src/duration.ts", "no such text", "nothing")),
	calls(read("src/clock.ts"), replace("src/clock.ts", "Milliseconds since", "Seconds since")),
	calls(replace("src/clock.ts", "Seconds since", "Minutes since"), read("src/clock.ts")),
	calls(read("src/clock.ts")),
	calls(write("notes.txt", NOTES_FILE)),
	calls(read("notes.txt")),
	calls(write("notes.txt", NOTES_FILE.replace("Note 20 ", "Remark 20 "))),
	calls(read("notes.txt")),
	calls(shell("sleep 1; sed -i 's/is up/is over/' src/counter.ts"), read("src/counter.ts")),
	calls(read("src/counter.ts")),
);

/** A file that another program changes, in the middle and at its end. */
export const BEHIND: LiveScene = sessionIn(({ project }) => {
	const path = join(project, "src", "clock.ts");
	const changing = (change: (text: string) => string, reply: Reply) => (): Reply => {
		writeFileSync(path, change(readFileSync(path, "utf8")));
		return reply;
	};
	return {
		replies: [
			calls(read("src/clock.ts")),
			changing((text) => text.replace("Milliseconds since", "Seconds since"), calls(read("src/clock.ts"))),
			calls(read("src/clock.ts", 1, 60)),
			changing((text) => `${text}// Behind it.\n`, calls(read("src/clock.ts"))),
			changing((text) => text.split("\n").slice(0, 50).join("\n"), calls(read("src/clock.ts"))),
		],
	};
});

/** Outputs that the host cuts, and a part of one that it does not. */
export const CUT: LiveScene = {
	files: { "squares.txt": linesOf(2000, (n) => `The square of ${n} is ${n * n}.`) },
	...session(
		calls(shell("cat squares.txt")),
		calls(shell("cat squares.txt")),
		calls(shell("head -n 400 squares.txt")),
		calls(shell("head -n 400 squares.txt")),
		calls(read("squares.txt")),
		calls(read("squares.txt")),
		calls(read("squares.txt", 100, 400)),
		calls(read("squares.txt", 90, 410)),
	),
};

/** As many lines as are asked for. */
export function linesOf(count: number, line: (n: number) => string): string {
	return Array.from({ length: count }, (_, index) => `${line(index + 1)}\n`).join("");
}
