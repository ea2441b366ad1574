import { CALLS_TOOLS, patch, replacing, says, shell } from "./calls.ts";
import type { LiveScene } from "./compare.ts";
import type { Turn } from "./model.ts";

/** A session with one prompt. */
export function session(...replies: readonly Turn[]): LiveScene[number] {
	return { model: CALLS_TOOLS, prompt: "Look at the egg timer.", replies };
}

/** Files that are shown again, in one way or another. */
export const FILES: LiveScene = [
	session(
		says("The parser.", shell("cat src/duration.ts")),
		says("A part of it.", shell("sed -n '10,60p' src/duration.ts")),
		says("I want to see that.", shell("sed -n '10,60p' src/duration.ts")),
		says("With numbers.", shell("nl -ba src/duration.ts")),
		says("The clock.", shell("nl -ba src/clock.ts")),
		says("Without numbers.", shell("cat src/clock.ts")),
		says("A part of the counter.", shell("sed -n '1,50p' src/counter.ts")),
		says("The next part, which overlaps.", shell("sed -n '30,80p' src/counter.ts")),
		says("Both.", shell("cat src/clock.ts && sed -n '1,50p' src/counter.ts")),
		says("Other things too.", shell("git status --short; cat package.json; echo '---'; cat src/counter.ts")),
		says("That is all."),
	),
];

/** All tests by name, without the time that each took; and with it. */
export const PASSING = "npm test 2>&1 | sed 's/ \\[.*//'";
export const FAILING = "npm test --silent > /dev/null";
const HOUR = "const HOUR = 60 * MINUTE;";

/** A function before another one. */
const MIDDLE = [
	"+/**",
	"+ * The one of three durations that is neither the longest nor the shortest.",
	"+ * Where two are alike it is one of these, so that there always is one,",
	"+ * whatever the order in which they come, and however long they may be.",
	"+ */",
	"+export function middle(a: Duration, b: Duration, c: Duration): Duration {",
	"+\treturn [a, b, c].sort((one, other) => one - other)[1] ?? a;",
	"+}",
	"+",
	" /** The longer of two durations. */",
];

const TICK = "sed -i 's/is up/is over/' src/counter.ts";

/** A file that is patched, in the same turn as others are read and alone. */
export const CHANGES: LiveScene = [
	session(
		says("The parser and the clock.", shell("cat src/duration.ts"), shell("cat src/clock.ts")),
		says(
			"Longer hours.",
			replacing("src/duration.ts", HOUR, "const HOUR = 61 * MINUTE;"),
			shell("cat src/clock.ts"),
			shell("cat src/duration.ts"),
		),
		says("Both again.", shell("cat src/duration.ts"), shell("cat src/clock.ts")),
		says("The clock and the counter.", shell("cat src/clock.ts"), shell("cat src/counter.ts")),
		says("While something goes on.", shell(`sleep 1; ${TICK}`), shell("cat src/counter.ts")),
		says("And when it is over.", shell("cat src/counter.ts")),
		says("A word on rounding.", patch(["*** Update File: src/duration.ts", "@@", ...MIDDLE])),
		says("Now?", shell("cat src/duration.ts")),
		says("What changed?", shell("git diff")),
		says("And once more?", shell("git diff")),
		says("It is changed."),
	),
];

/** Tests that pass twice, and fail twice. */
export const TESTS: LiveScene = [
	session(
		says("Do they pass?", shell(PASSING)),
		says("Again?", shell(PASSING)),
		says("Longer hours.", replacing("src/duration.ts", HOUR, "const HOUR = 61 * MINUTE;")),
		says("And now?", shell(FAILING)),
		says("Still?", shell(FAILING)),
		says("They fail."),
	),
];

/** A command that keeps running while the model waits for it, and the same file after it. */
export const RUNNING: LiveScene = [
	session(
		says("The clock.", shell("cat src/clock.ts")),
		says("Slowly.", shell("cat src/clock.ts; sleep 1.5; cat src/clock.ts", { yield_time_ms: 300 })),
		({ input }) => {
			const session_id = Number(/session ID (\d+)/.exec(JSON.stringify(input.at(-1)))?.[1]);
			return says("Is it done?", { tool: "write_stdin", input: { session_id, chars: "", yield_time_ms: 10_000 } });
		},
		says("At once.", shell("cat src/clock.ts")),
		says("I know the clock."),
	),
];

/** A command that prints more than the host passes on. */
export const SQUARES: string = `node -e 'for (let n = 1; n <= 9000; n++) console.log("the square of", n, "is", n * n)'`;

/** Outputs that the host cuts, and a part of one that it does not. */
export const CUT: LiveScene = [
	session(
		says("Squares.", shell(SQUARES)),
		says("Again.", shell(SQUARES)),
		says("The first of them.", shell(`${SQUARES} | head -n 400`)),
		says("Again.", shell(`${SQUARES} | head -n 400`)),
		says("Less of them, by a limit of the model's own.", shell("cat src/duration.ts", { max_output_tokens: 200 })),
		says("All.", shell("cat src/duration.ts")),
		says("Enough."),
	),
];

/** A file of which so many lines change that the shortened result is, or is not, longer than the host accepts. */
export function changed(lines: number): LiveScene {
	const write = (from: number, word: string): string =>
		`node -e 'for (let n = 1; n <= 400; n++) console.log(n >= ${from} ? "${word}" : "a line like every other,", "number", n, "of four hundred")' > big.txt`;
	return [
		session(
			says("Write it.", shell(write(401, ""))),
			says("Read it.", shell("cat big.txt")),
			says("Change it.", shell(write(401 - lines, "a line that is quite another,"))),
			says("Read it.", shell("cat big.txt")),
			says("So that is it."),
		),
	];
}
